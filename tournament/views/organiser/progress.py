"""How far an event is: the steps on the way, and the one thing to do next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import permissions
from tournament.board import TableState, missing_tables
from tournament.field import roster_problems
from tournament.models import Game, Player, Round, Tournament
from tournament.permissions import Action, Actor
from tournament.services.draw_order import problem_sentences
from tournament.services.final import final_sentence
from tournament.services.rounds import missing_sentence, second_sentence

DRAWS: Final = "tournament:draws"
PLAYERS: Final = "tournament:roster"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the event; `kind` is done, now or empty."""

    label: str
    state: str
    kind: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Next:
    """
    The main next action.

    A link with `url`, else a button that posts `do`; with `blocked` it is off and `help_url` leads
    to what is missing. `override` is what a press with a reason is called, empty where none helps.
    """

    label: str
    url: str = ""
    do: str = ""
    blocked: str = ""
    help_url: str = ""
    help_label: str = ""
    override: str = ""
    note: str = ""


def visible_rounds(tournament: Tournament, who: Actor) -> QuerySet[Round]:
    """Return the rounds this leader may see, by number."""
    rounds = tournament.rounds.exclude(state=Round.State.CANCELLED)
    if permissions.refusal(Action.SEE_DRAFTS, who, tournament):
        rounds = rounds.exclude(state=Round.State.DRAFT)
    return rounds.order_by("number").select_related("tournament")


def counted_rounds(tournament: Tournament, who: Actor) -> list[Round]:
    """Return the same with `tables` and `locked`, how many of them are locked, in one query."""
    locked = Count("games", filter=Q(games__state=Game.State.LOCKED))
    return list(visible_rounds(tournament, who).annotate(tables=Count("games"), locked=locked))


def current_round(rounds: Sequence[Round]) -> Round | None:
    """Return the round that runs, else the next one, else the last one."""
    for state in (Round.State.RUNNING, Round.State.PUBLISHED, Round.State.DRAFT):
        for round_ in rounds:
            if round_.state == state:
                return round_
    return rounds[-1] if rounds else None


def last_number(tournament: Tournament, rounds: Sequence[Round]) -> int:
    """Return how many rounds the event has as far as anybody knows; a plan ends with the event."""
    planned = 0 if tournament.is_over else tournament.rounds_planned or 0
    return max([planned, *(round_.number for round_ in rounds)])


# Steps


def steps(tournament: Tournament, rounds: Sequence[Round], *, may_edit: bool) -> list[Step]:
    """Return the steps of an event from set-up to publication, in one query."""
    slug = tournament.slug
    counts = _entered(tournament)
    board_url = reverse("tournament:board", args=[slug])
    current = current_round(rounds)
    found = [
        Step(
            _("Set-up"),
            ngettext("%(count)s player", "%(count)s players", counts["all"])
            % {"count": counts["all"]},
            "done" if counts["all"] else "now",
            reverse("tournament:settings", args=[slug]) if may_edit else "",
        ),
        Step(
            _("Check-in"),
            f"{counts['present']} / {counts['all']}",
            "done" if rounds else ("now" if counts["all"] else ""),
            reverse(PLAYERS, args=[slug]),
        ),
    ]
    by_number = {round_.number: round_ for round_ in rounds}
    draws_url = reverse(DRAWS, args=[slug]) if may_edit else ""
    for number in range(1, last_number(tournament, rounds) + 1):
        found.append(_round_step(number, by_number.get(number), current, board_url, draws_url))
    return [*found, _last_step(tournament, rounds)]


def _entered(tournament: Tournament) -> Mapping[str, int]:
    """Return how many play, `all`, and how many of them have come, `present`."""
    return tournament.players.exclude(status=Player.Status.WITHDRAWN).aggregate(
        all=Count("pk"), present=Count("pk", filter=Q(status=Player.Status.CHECKED_IN))
    )


def _round_step(
    number: int, round_: Round | None, current: Round | None, board_url: str, draws_url: str
) -> Step:
    label = _("Round %(number)s") % {"number": number}
    if round_ is None:
        follows = current and current.state == Round.State.CLOSED and number == current.number + 1
        return Step(label, _("Not drawn"), "now" if follows else "", draws_url)
    if round_.state != Round.State.CLOSED:
        kind = "now" if round_ == current else ""
        return Step(label, round_.get_state_display(), kind, f"{board_url}?round={number}")
    tables, locked = getattr(round_, "tables", 0), getattr(round_, "locked", -1)
    words = Game.State.LOCKED.label if tables == locked else round_.get_state_display()
    return Step(label, str(words), "done", f"{board_url}?round={number}")


def _last_step(tournament: Tournament, rounds: Sequence[Round]) -> Step:
    if tournament.is_final:
        words, kind = _("Final"), "done"
    else:
        words = _("Provisional")
        kind = "now" if _all_played(tournament, rounds) else ""
    url = reverse("tournament:standings", args=[tournament.slug])
    return Step(_("Publish results"), words, kind, url)


def _all_played(tournament: Tournament, rounds: Sequence[Round]) -> bool:
    """Whether the last planned round is closed, or no more is to come."""
    if not rounds or any(round_.state != Round.State.CLOSED for round_ in rounds):
        return False
    planned = tournament.rounds_planned or rounds[-1].number + 1
    return tournament.is_over or rounds[-1].number >= planned


# The next action


def next_action(
    tournament: Tournament,
    rounds: Sequence[Round],
    round_: Round | None,
    states: Sequence[TableState],
    *,
    may_edit: bool,
) -> Next | None:
    """Return what comes next for the round that is shown."""
    if round_ is None:
        return None if tournament.is_over else _first_draw(tournament, may_edit=may_edit)
    number = round_.number
    match round_.state:
        case Round.State.DRAFT:
            return _publish(round_)
        case Round.State.PUBLISHED:
            return _start(tournament, rounds, round_)
        case Round.State.RUNNING:
            return _close(round_, states)
    if round_ != rounds[-1]:
        return _onward(rounds)
    if _all_played(tournament, rounds):
        return _finish(tournament, may_edit=may_edit)
    return _draw(tournament, number + 1, may_edit=may_edit)


def _first_draw(tournament: Tournament, *, may_edit: bool) -> Next:
    """Return the way to the first draw: players, then who has come, then the draw."""
    counts = _entered(tournament)
    if counts["present"]:
        return _draw(tournament, 1, may_edit=may_edit)
    url = reverse(PLAYERS, args=[tournament.slug])
    if counts["all"]:
        return Next(_("Check the players in"), url=url)
    blocked = "" if may_edit else _("Only an organiser enters players.")
    return Next(_("Enter the players"), url=url, blocked=blocked)


def _draw(tournament: Tournament, number: int, *, may_edit: bool) -> Next:
    return Next(
        _("Draw round %(number)s") % {"number": number},
        url=reverse(DRAWS, args=[tournament.slug]),
        blocked="" if may_edit else _("Only an organiser draws the seats."),
    )


def _publish(round_: Round) -> Next:
    return Next(
        _("Publish the seats of round %(number)s") % {"number": round_.number},
        do="publish",
        note=_("Once published the seats stand; a change needs a new draw."),
    )


def _start(tournament: Tournament, rounds: Sequence[Round], round_: Round) -> Next:
    """Start a round; who has left or come since it was published is told, not refused."""
    changed = roster_problems(tournament, [(round_.draw, round_)]) if round_.draw else {}
    running = next((row.number for row in rounds if row.state == Round.State.RUNNING), None)
    return Next(
        _("Start round %(number)s") % {"number": round_.number},
        do="start",
        blocked=second_sentence(running) if running else "",
        help_url=f"?round={running}" if running else "",
        help_label=_("Round %(number)s") % {"number": running} if running else "",
        note=" ".join(problem_sentences(changed)),
    )


def _close(round_: Round, states: Sequence[TableState]) -> Next:
    missing = missing_tables(states)
    return Next(
        _("Close round %(number)s") % {"number": round_.number},
        do="close",
        blocked=missing_sentence(round_, missing) if missing else "",
        help_url=f"?round={round_.number}&show=missing" if missing else "",
        help_label=_("Show them"),
        override=_("Close all the same…") if missing else "",
    )


def _onward(rounds: Sequence[Round]) -> Next:
    """Lead from a round that is over to where the event is now."""
    current = current_round(rounds) or rounds[-1]
    return Next(
        _("On to round %(number)s") % {"number": current.number}, url=f"?round={current.number}"
    )


def _finish(tournament: Tournament, *, may_edit: bool) -> Next | None:
    if tournament.is_final:
        return None
    waits_for = final_sentence(tournament)
    return Next(
        _("Publish the final results"),
        url=reverse("tournament:settings", args=[tournament.slug]) + "#id_is_final",
        blocked=waits_for or ("" if may_edit else _("Only an organiser makes the results final.")),
        help_url=reverse("tournament:appeals", args=[tournament.slug]) if waits_for else "",
        help_label=_("To the appeals"),
    )
