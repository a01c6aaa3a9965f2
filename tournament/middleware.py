"""What happens to a request before anything reads its body."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

# The largest thing anybody sends is a roster of 5 MB.
LARGEST_REQUEST = 6 * 2**20

Answer = Callable[[HttpRequest], HttpResponse]


def limit_body(get_response: Answer) -> Answer:
    """
    Answer 413 to a request larger than anything that is sent here.

    It stands before the check of the form's secret, which would read the whole body to find it.
    """

    def limited(request: HttpRequest) -> HttpResponse:
        if _length(request) > LARGEST_REQUEST:
            return render(request, "413.html", status=413)
        return get_response(request)

    return limited


def _length(request: HttpRequest) -> int:
    text = str(request.META.get("CONTENT_LENGTH") or "0")
    return int(text) if text.isdecimal() and len(text) < 20 else 0
