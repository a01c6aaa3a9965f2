"""The links behind 其他… on the entry page: what else may happen at a table."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.permissions import Action
from tournament.views.referee.desk import Desk


@dataclass(frozen=True, slots=True)
class Row:
    """One link; those of a hand come before the outcomes."""

    url: str
    label: str | Promise
    comes_first: bool = False


# Who may do it, the page of the game, the words: in the order of the menu.
LINKS: tuple[tuple[Action, str, str | Promise, bool], ...] = (
    (Action.ADD_PENALTY, "penalise", gettext_lazy("Give a penalty"), True),
    (Action.WITHDRAW_HAND, "void-hand", gettext_lazy("Void, replay"), True),
    (Action.NOTE_ABSENCE, "absence", gettext_lazy("Player absent"), False),
    (Action.CORRECT_HAND, "wrong-seats", gettext_lazy("Wrong seats"), False),
    (Action.SET_SUBSTITUTE, "substitute", pgettext_lazy("action", "Substitute"), False),
    (Action.ENTER_TOTALS, "totals", gettext_lazy("Totals only"), False),
)


def more_rows(desk: Desk, number: int, *, without: str = "") -> list[Row]:
    """
    Return what the visitor may do now, each page asked about hand `number`.

    `without` is the name of a page that has a button elsewhere.
    """
    return [
        Row(f"{desk.url(page)}?hand={number}", label, comes_first)
        for action, page, label, comes_first in LINKS
        if desk.may(action) and page != without
    ]
