"""
`manage.py verify_draw EVENT`: the published draws run again; which seats are not as drawn.

`--file` runs again a schedule of numbers and its lots as the public page gives them to load; no
database is read then.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.listing import listed
from tournament import in_public
from tournament.draw import ALGORITHM, schedule_sha256
from tournament.draw.published import Published, from_plain
from tournament.draw.verify import Differing, Line
from tournament.management.lot_words import (
    bound_words,
    differing_plain,
    figure_words,
    figures_plain,
    log_words,
    lot_words,
    schedule_words,
)
from tournament.models import Draw, Round, Tournament
from tournament.proof import Proof, SeatDiffers, Verdict, proofs
from tournament.published_draws import algorithm_of, published_draws, undrawn_rounds
from tournament.templatetags.mahjong import wind_name

WINDS: Final = "ESWN"


class Command(BaseCommand):
    """Run published draws again and compare."""

    help = "Run an event's published draws again; fails when a seat is not as drawn."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event or a file, the draw, the shape and the language."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("event", nargs="?", help="address (slug) of the event")
        what.add_argument("--file", type=Path, help="a schedule of numbers loaded from its page")
        parser.add_argument("--draw", type=int, help="number of one draw (default: all of them)")
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument(
            "--language",
            choices=[code for code, _name in settings.LANGUAGES],
            default=settings.LANGUAGE_CODE,
            help="language of the text (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what running the draws again shows, fail if one is not as it was drawn."""
        with translation.override(options["language"]):
            if options["file"]:
                self._check_file(options["file"], as_json=options["json"])
                return
            tournament = _event(options["event"])
            found = proofs(tournament, _chosen(tournament, options["draw"]))
            undrawn = [] if options["draw"] else undrawn_rounds(tournament)
            show = _as_json if options["json"] else _as_text
            shown = show(tournament, found, undrawn)
            self.stdout.write(shown)
            if wrong := sum(proof.is_wrong for proof in found):
                words = ngettext("%(count)s draw differs.", "%(count)s draws differ.", wrong)
                raise CommandError(words % {"count": wrong})

    def _check_file(self, path: Path, *, as_json: bool) -> None:
        published = _read(path)
        schedule, lots = published.differing_schedule(), published.differing_lots()
        figures = published.differing_figures()
        is_wrong = bool(lots or figures) or any(
            line.line is not Line.ALGORITHM for line in schedule
        )
        if as_json:
            data = {
                "true": not is_wrong,
                "sha256": schedule_sha256(published.schedule.published),
                "commitment": published.lottery.commitment,
                "differing": differing_plain(schedule, lots) | {"figures": figures_plain(figures)},
            }
            self.stdout.write(json.dumps(data, ensure_ascii=False, indent=1))
        else:
            lines = [_file_verdict(published, schedule, is_wrong), *schedule_words(schedule)]
            lines += [*lot_words(lots), *figure_words(figures), *bound_words(published)]
            self.stdout.write("\n".join(lines))
        if is_wrong:
            raise CommandError(_("The draw differs."))


def _file_verdict(published: Published, schedule: list[Differing], is_wrong: bool) -> str:
    if is_wrong:
        return _("NO, not as drawn.")
    if schedule:
        return _("The schedule is of another version of the algorithm and cannot be run again.")
    if published.lottery.lots:
        return _("Yes: schedule and lots are as drawn.")
    return _("Yes: the schedule is as drawn; the lots are not drawn yet.")


def _read(path: Path) -> Published:
    try:
        return from_plain(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        words = _("%(file)s cannot be read as a schedule of numbers: %(why)s")
        why = error.strerror if isinstance(error, OSError) else error
        raise CommandError(words % {"file": path, "why": why}) from None


def _event(slug: str) -> Tournament:
    try:
        return Tournament.objects.get(slug=slug)
    except Tournament.DoesNotExist:
        words = _("There is no event '%(slug)s'.") % {"slug": slug}
        raise CommandError(words) from None


def _chosen(tournament: Tournament, number: int | None) -> list[Draw]:
    draws = published_draws(tournament)
    chosen = [draw for draw in draws if number in (None, draw.pk)]
    if not chosen and number is not None:
        words = _("Draw %(number)s is not public; these are: %(draws)s.")
        known = listed(draw.pk for draw in draws) or "–"
        raise CommandError(words % {"number": number, "draws": known})
    return chosen


def _as_text(_tournament: Tournament, found: list[Proof], undrawn: list[int]) -> str:
    if not found and not undrawn:
        return _("No draw is public yet.")
    lines = [line for proof in found for line in _lines(proof)]
    if undrawn:
        words = ngettext(
            "Round %(rounds)s: seated without a draw, nothing to run again.",
            "Rounds %(rounds)s: seated without a draw, nothing to run again.",
            len(undrawn),
        )
        named = listed(undrawn)
        lines.append(words % {"rounds": named})
    return "\n".join(lines)


def _lines(proof: Proof) -> Iterator[str]:
    """Give the verdict on a draw, then its swaps and every seat that differs, a line each."""
    draw = proof.draw
    where = {"draw": draw.pk, "first": draw.first_round, "last": draw.last_round}
    several = _("Draw %(draw)s, rounds %(first)s-%(last)s: ")
    one = _("Draw %(draw)s, round %(first)s: ")
    yield (one if draw.first_round == draw.last_round else several) % where + _verdict(proof)
    if "given_up" in in_public.kept(draw):
        yield "  " + _given_up(draw)
    yield from schedule_words(proof.schedule)
    yield from lot_words(proof.lots)
    yield from log_words(proof.told)
    for gone, came in proof.taken_over:
        yield "  " + _("%(came)s has the seats of %(gone)s") % {"came": came, "gone": gone}
    for swap in proof.swaps:
        words = _("round %(round)s: %(one)s and %(other)s swapped by hand")
        yield "  " + words % {"round": swap.round, "one": swap.one, "other": swap.other}
    for seat in proof.differing:
        yield f"  {_seat_words(seat)}"
    if proof.hash_differs:
        words = _("SHA-256: published %(published)s, of the seats %(found)s")
        yield "  " + words % {"published": draw.sha256, "found": proof.sha256}


def _given_up(draw: Draw) -> str:
    """Say why a draw was given up, or only the rounds of it that others stand for."""
    states = dict(draw.rounds.order_by("number").values_list("number", "state"))
    gone = [number for number, state in states.items() if state == Round.State.CANCELLED]
    words = _("given up: %(reason)s")
    if 0 < len(gone) < len(states):
        words = ngettext(
            "round %(rounds)s given up: %(reason)s",
            "rounds %(rounds)s given up: %(reason)s",
            len(gone),
        )
    return words % {"rounds": listed(gone), "reason": in_public.kept(draw)["given_up"] or "–"}


def _verdict(proof: Proof) -> str:
    words = {
        Verdict.SAME: _("yes, as drawn."),
        Verdict.SWAPPED: _("yes, as drawn, then changed by hand."),
        Verdict.OLDER: _(
            "made by version %(then)s of the algorithm; this program has version %(now)s "
            "and cannot run it again."
        ),
        Verdict.WAITING: _("yes, the schedule is as drawn; the lots are not drawn yet."),
        Verdict.TAKEN_OVER: _("yes, the seats before, taken over by those who came."),
        Verdict.NOT_DRAWN: _("not drawn from a seed, nothing to run again."),
        Verdict.DIFFERENT: _("NO, not as drawn."),
    }[proof.verdict]
    return words % {"then": algorithm_of(proof.draw)[1], "now": ALGORITHM}


def _seat_words(seat: SeatDiffers) -> str:
    words = _(
        "round %(round)s, table %(table)s, %(wind)s: published %(published)s, drawn %(drawn)s"
    )
    return words % {
        "round": seat.round,
        "table": seat.table,
        "wind": wind_name(seat.wind),
        "published": seat.published or "–",
        "drawn": seat.drawn or "–",
    }


def _as_json(tournament: Tournament, found: list[Proof], undrawn: list[int]) -> str:
    data = {
        "event": tournament.slug,
        "true": not any(proof.is_wrong for proof in found),
        "draws": [_plain(proof) for proof in found],
        "undrawn": undrawn,
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _plain(proof: Proof) -> dict[str, Any]:
    """Return a proof as plain data; seats are E, S, W, N and entry 0 is nobody."""
    draw = proof.draw
    more: dict[str, Any] = {}
    if draw.schedule:
        more["numbers"] = differing_plain(proof.schedule, proof.lots)
    if proof.told:
        more["log"] = [{"what": d.what, "told": d.told, "now": d.now} for d in proof.told]
    if proof.taken_over:
        more["taken_over"] = [list(pair) for pair in proof.taken_over]
    return {
        "draw": draw.pk,
        "rounds": [draw.first_round, draw.last_round],
        "verdict": proof.verdict.value,
        "kind": draw.kind,
        "seed": draw.seed,
        "algorithm": draw.algorithm,
        "sha256": {"published": draw.sha256, "seats": proof.sha256},
        "swaps": [[swap.round, swap.one, swap.other] for swap in proof.swaps],
        "differing": [
            {
                "round": seat.round,
                "table": seat.table,
                "seat": WINDS[seat.wind],
                "published": seat.published,
                "drawn": seat.drawn,
            }
            for seat in proof.differing
        ],
        **more,
    }
