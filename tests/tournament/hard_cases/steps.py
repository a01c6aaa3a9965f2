"""What a referee does, and what the program then says, in one word each."""

from fractions import Fraction

from scoring.rules.penalties import Measure, shares
from tournament.checks import violations
from tournament.models import Game, Penalty
from tournament.results import event_results, game_results
from tournament.services.absence import note_absence
from tournament.services.hands import record_hand
from tournament.services.log import Request
from tournament.services.penalties import (
    Ruling,
    add_penalty,
)

OUT = Ruling(Measure.DISQUALIFICATION)
HALF = Fraction(1, 2)


def why(reason="seen"):
    return Request(reason=reason)


def seen(game):
    return Game.objects.get(pk=game.pk).version


def note(game, start, present_from, minutes=0):
    return note_absence(
        game=game,
        start=start,
        present_from=present_from,
        minutes=minutes,
        seen=seen(game),
        request=why(),
    )


def fine(game, offender, amount, offence="free", **more):
    hand = more.pop("hand", None)
    ruling = Ruling(Measure.FINE, offence, shares=shares(Measure.FINE, amount, offender), **more)
    return add_penalty(game=game, offender=offender, ruling=ruling, hand_number=hand, request=why())


def throw_out(game, offender, hand=None):
    return add_penalty(
        game=game, offender=offender, ruling=OUT, hand_number=hand, request=why("fraud")
    )


def correct(game, number, entry, replaces=1):
    return record_hand(
        game=game, number=number, entry=entry, replaces=replaces, request=why("typed wrong")
    )


def figures(game):
    (found,) = game_results(Game.objects.filter(pk=game.pk), game.round.tournament, public=False)
    assert found.check.ok
    assert violations(game.round.tournament) == ()
    return found.scores, found.table_points


def lines(event):
    return {
        line.entry.number: (line.rank, line.table_points, line.score)
        for line in event_results(event, public=False).lines
    }


def team_lines(event):
    return {
        line.entry.number: (line.table_points, line.score)
        for line in event_results(event, public=False).team_lines
    }


def standing(game):
    rows = Penalty.objects.standing().filter(game=game).order_by("pk")
    return [(row.seat.start, row.offence, row.own_points) for row in rows]
