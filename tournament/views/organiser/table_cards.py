"""Cards for the tables: the code of each table's public page, to print and leave there."""

from dataclasses import dataclass

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.forms.staff import table_numbers, table_ranges
from tournament.models import Tournament
from tournament.permissions import Actor
from tournament.views import hall
from tournament.views.organiser import office


@dataclass(frozen=True, slots=True)
class Card:
    """One table's card."""

    number: int
    room: str
    url: str

    @property
    def readable(self) -> str:
        """The address to type."""
        return hall.readable(self.url)


@require_safe
@office.for_leaders
def table_cards(request: HttpRequest, tournament: Tournament, who: Actor) -> HttpResponse:
    """Show a card for each table, or for those of `?tables=1-6`, drawn already or not."""
    rooms = dict(tournament.tables.order_by("number").values_list("number", "room"))
    asked = request.GET.get("tables", "").strip()[:200]
    numbers, problem = _read(asked) if asked else (list(rooms), "")
    cards = [Card(number, rooms.get(number, ""), _url(tournament, number)) for number in numbers]
    return office.page(
        request,
        tournament,
        who,
        "table_cards.html",
        section="badges",
        status=422 if problem else 200,
        cards=cards if tournament.hall_address else [],
        tables=asked or table_ranges(numbers),
        problem=problem,
    )


def _read(text: str) -> tuple[list[int], str]:
    """Return the tables a text names, and the sentence when it names none."""
    try:
        return table_numbers(text), ""
    except forms.ValidationError as error:
        return [], " ".join(error.messages)


def _url(tournament: Tournament, number: int) -> str:
    return hall.hall_url(tournament, reverse("tournament:table", args=[tournament.slug, number]))
