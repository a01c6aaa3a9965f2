"""
Locks, always taken in one order: round, game, tournament (last, only for the version).

SQLite ignores `select_for_update`; there a transaction begins IMMEDIATE and is alone.
"""

from django.db.models import Case, Exists, F, OuterRef, Q, Value, When

from tournament.models import Game, Round, Signature, Tournament


def lock_game(game_id: int) -> Game:
    """Lock the round and the game; return the game with round, table and tournament fresh."""
    Round.objects.select_for_update(of=("self",)).get(games=game_id)
    return (
        Game.objects.select_for_update(of=("self",))
        .select_related("round__tournament", "table")
        .get(pk=game_id)
    )


def lock_round(round_id: int) -> Round:
    """Lock the round; return it fresh with its tournament."""
    return (
        Round.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=round_id)
    )


def touch_game(game: Game, *, changes: int = 1) -> None:
    """
    Count accepted changes of the game: signatures under earlier versions are void.

    A sheet signed here is open again with that, and has to be signed anew; one signed on paper
    stays as it is. Results that were final are provisional again.
    """
    has_signatures = Exists(Signature.objects.filter(game=OuterRef("pk")))
    signed_here = Q(state=Game.State.SIGNED) & Q(has_signatures)
    reopened = Case(When(signed_here, then=Value(Game.State.OPEN.value)), default=F("state"))
    Game.objects.filter(pk=game.pk).update(version=F("version") + changes, state=reopened)
    touch_results(game.round.tournament)


def touch_results(tournament: Tournament) -> None:
    """
    Count one change of the results themselves: nothing changes while they are called final.

    Whether they were is told to the log, which writes it beside what caused it.
    """
    # Which of the two statements finds the row says what it held, at no query more.
    row = Tournament.objects.filter(pk=tournament.pk)
    counted = F("standings_version") + 1
    if not row.filter(is_final=False).update(standings_version=counted):
        row.update(standings_version=counted, is_final=False)
        tournament.is_final, tournament.was_final = False, True


def touch_standings(tournament: Tournament) -> None:
    """Count one change that can move a number on a public page."""
    Tournament.objects.filter(pk=tournament.pk).update(standings_version=F("standings_version") + 1)
