"""What the entry page needs to go on to the next hands while the server cannot be reached."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament.templatetags.mahjong import hand_name, wind_letter, wind_name
from tournament.views.referee.desk import Desk

KEEP = "X-Keep-Offline"
"""A service worker keeps pages that carry it for the account it names, until that logs out."""


def kept_offline(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let a service worker show this page again while the server cannot be reached."""
    response.headers[KEEP] = str(request.user.pk)
    return response


def table_of(desk: Desk, number: int) -> dict[str, Any]:
    """
    Return the game as the entry page of hand `number` goes on with it: totals and open hands.

    It costs no query beyond those of the page.
    """
    entered = desk.entered
    return {
        "sheet": desk.url("sheet"),
        "place": desk.place,
        "number": number,
        "label": _("Hand %(number)s") % {"number": number},
        "is_last": number == desk.numbers[-1],
        "players": [choice.number for choice in desk.choices(number)],
        "totals": list(desk.result.scores),
        "hands": [_hand(desk, open_) for open_ in desk.numbers if open_ not in entered],
    }


def _hand(desk: Desk, number: int) -> dict[str, Any]:
    seen = desk.hands.get(number)
    words = {"number": number, "name": hand_name(number)}
    return {
        "number": number,
        "url": desk.url("enter-hand", number=number),
        "replaces": seen.version if seen else 0,
        "is_last": number == desk.numbers[-1],
        "heading": _("Hand %(number)s · %(name)s") % words,
        "title": _("Enter hand %(number)s") % words,
        "label": _("Hand %(number)s") % words,
        "seats": [
            {
                "wind": choice.wind,
                "letter": wind_letter(choice.wind),
                "name": wind_name(choice.wind),
                "may_win": choice.may_win,
                "may_discard": choice.may_discard,
                "note": choice.note,
            }
            for choice in desk.choices(number)
        ],
    }
