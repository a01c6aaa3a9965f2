"""The calculator 算番: what a hand is worth, for anybody, without the database."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.forms.calculator import CalculatorForm


@require_safe
@vary_on_headers("HX-Request")
def calculator(request: HttpRequest) -> HttpResponse:
    """
    Show what the hand in the address is worth; only the answer to a page that asks again.

    A hand with problems is an answer like any other: 200, with the problems.
    """
    form = CalculatorForm(request.GET)
    page = {
        "section": "calculator",
        "form": form,
        "calculation": form.calculation,
        "link": request.build_absolute_uri(form.link),
    }
    is_update = "HX-Request" in request.headers
    return render(request, f"scoring/{'_answer' if is_update else 'calculator'}.html", page)
