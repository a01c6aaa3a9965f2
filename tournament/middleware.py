"""What happens to a request before and after its view: refusals get a page that says so."""

from collections.abc import Callable

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject

from tournament.services.errors import NotAllowed, ServiceError
from tournament.views.badges import holder
from tournament.views.fetch import refuse

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


def explain_method(get_response: Answer) -> Answer:
    """
    Give an address that only takes forms a page for those who open it.

    A log-in that ran out leads back to such an address; the answer would be empty.
    """

    def explained(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        if answer.status_code != 405 or answer.content:
            return answer
        page = render(request, "405.html", status=405)
        page.headers["Allow"] = answer.headers.get("Allow", "")
        return page

    return explained


def hold_badges(get_response: Answer) -> Answer:
    """
    Hold a log-in by a badge to the badge: its event, its last day, its withdrawal.

    Only when somebody asks who the visitor is: pages that ask nobody stay without the database.
    """

    def held(request: HttpRequest) -> HttpResponse:
        known = request.user

        def find() -> AbstractBaseUser | AnonymousUser:
            # Back in place first: ending a log-in looks at it.
            request.user = known
            return holder(request, known)

        request.user = SimpleLazyObject(find)  # type: ignore[assignment] # as Django's own
        return get_response(request)

    return held


class RefusedChanges:
    """Answer a refusal of a service that its view did not foresee: a race is no fault of ours."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page of a refusal, None for everything else."""
        if isinstance(error, NotAllowed):
            return refuse(request, error.refusal)
        if isinstance(error, ServiceError):
            return render(request, "409.html", {"sentence": str(error)}, status=409)
        return None


def _length(request: HttpRequest) -> int:
    text = str(request.META.get("CONTENT_LENGTH") or "0")
    return int(text) if text.isdecimal() and len(text) < 20 else 0
