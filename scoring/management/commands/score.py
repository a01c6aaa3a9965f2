"""Score hands from the command line, for people or, with --json, for programs."""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from io import TextIOWrapper
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.explanation import (
    Explanation,
    claim_data,
    claim_sentences,
    explanation,
    explanation_data,
)
from scoring.listing import listed
from scoring.messages import fan_name, problem_message
from scoring.rules import (
    DEFAULT_PROFILE,
    PROFILES,
    ClaimCheck,
    CountedFan,
    Judgement,
    Problem,
    Score,
    compare_claim,
    judge,
    read_hand,
)
from scoring.rules.profiles import DECLARED_FANS

LEGAL, REFUSED, UNREADABLE = range(3)
"""Exit codes of a single hand."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to score and how to answer."""

    profile: str
    declared: frozenset[str]
    claim: Mapping[str, int] | None
    as_json: bool
    explains: bool


class Command(BaseCommand):
    """
    Score one hand, or with --stdin a hand a line.

    JSON answers hold `hand` (its printed form, or the text itself when unreadable), `profile`,
    `points` without flowers, `total`, `fans` and `problems`. `total` adds flowers when the minimum
    is met and equals `points` below it; both are null for what is no win. Of a win they say why:
    `left_out` has each fan that does not count with the one `because` of which and the principle,
    `reading` the sets, `others` up to five other ways to count. With --claim they hold the list of
    a player against it in `claim`: what is `wrong`, `excluded` and `missing`.
    """

    help = "Score a hand: melds concealed winning-tile|winds and flags|flowers."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("hand", nargs="?", help="a hand such as 111m222s333p44455p|EE1000|0")
        source.add_argument("--stdin", action="store_true", help="one hand a line, JSON answers")
        parser.add_argument("--json", action="store_true", help="answer as one JSON object")
        parser.add_argument("--explain", action="store_true", help="say what was left out, and why")
        parser.add_argument(
            "--claim",
            metavar="FAN",
            help="what a player claims, by keys or Chinese names: 'all_pungs double_pung*2'",
        )
        parser.add_argument("--profile", default=DEFAULT_PROFILE, choices=tuple(PROFILES))
        parser.add_argument(
            "--declare",
            action="append",
            default=[],
            choices=DECLARED_FANS,
            help="a fan that tiles do not show; may be repeated",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer; a single hand also sets the exit code: 0 legal, 1 refused, 2 unreadable."""
        wanted = Wanted(
            options["profile"],
            frozenset(options["declare"]),
            _claim(options["claim"], options["profile"]),
            as_json=options["json"] or options["stdin"],
            explains=options["explain"],
        )
        if options["stdin"]:
            self.answer_lines(wanted)
            return
        code = self.answer(_clean(options["hand"]), wanted)
        if code != LEGAL:
            sys.exit(code)

    def answer_lines(self, wanted: Wanted) -> None:
        """Answer every line as soon as it is read."""
        if isinstance(sys.stdin, TextIOWrapper):
            # One answer a line whatever the bytes: "\r" alone ends no line, bad UTF-8 is replaced,
            # and the mark some editors put at the start of a file is no part of the first hand.
            sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace", newline="\n")
        for line in sys.stdin:
            self.answer(_clean(line.rstrip("\r\n")), wanted)
            self.stdout.flush()

    def answer(self, text: str, wanted: Wanted) -> int:
        """Write what there is to say about one hand and give its exit code."""
        read = read_hand(text)
        if isinstance(read, Problem):
            self.stdout.write(
                json.dumps(_judged_object(text, wanted.profile, Judgement(None, (read,))))
                if wanted.as_json
                else problem_message(read)
            )
            return UNREADABLE
        hand = replace(read, declared=wanted.declared)
        judgement = judge(hand, wanted.profile)
        check = None
        if wanted.claim is not None and judgement.score:
            check = compare_claim(hand, wanted.claim, wanted.profile)
        if wanted.as_json:
            found = _judged_object(str(hand), wanted.profile, judgement)
            self.stdout.write(json.dumps(found | ({"claim": claim_data(check)} if check else {})))
        else:
            lines = [*_lines(judgement, explains=wanted.explains), *_claim_lines(check)]
            self.stdout.write("\n".join((str(hand), *lines)))
        return REFUSED if judgement.problems else LEGAL


def _clean(text: str) -> str:
    """Replace bytes of the command line that are no text, so that they can be written back."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _claim(text: str | None, profile: str) -> Mapping[str, int] | None:
    """Read a claim such as "all_pungs double_pung*2", fan by key or Chinese name."""
    if text is None:
        return None
    keys = {name: fan.key for fan in PROFILES[profile].fans.values() for name in (fan.key, fan.zh)}
    claim: dict[str, int] = {}
    for word in text.split():
        name, _star, times = word.partition("*")
        if name not in keys or not (times or "1").isdecimal():
            raise CommandError(f"no fan of these rules: {word}")
        claim[keys[name]] = claim.get(keys[name], 0) + int(times or 1)
    return claim


def _claim_lines(check: ClaimCheck | None) -> Iterator[str]:
    """Say what is wrong with a claim, or that it is right."""
    if check:
        yield _("Claimed: %(claimed)s. Right: %(approved)s.") % {
            "claimed": check.claimed,
            "approved": check.approved,
        }
        yield from claim_sentences(check)


def _judged_object(hand: str, profile: str, judgement: Judgement) -> dict[str, Any]:
    problems = [
        {"code": problem.code, "message": problem_message(problem)}
        for problem in judgement.problems
    ]
    return _object(hand, profile, judgement.score, problems)


def _object(
    hand: str, profile: str, score: Score | None, problems: list[dict[str, str]]
) -> dict[str, Any]:
    return {
        "hand": hand,
        "profile": profile,
        "points": score.points if score else None,
        "total": score.total if score else None,
        **(explanation_data(score) if score else {"fans": []}),
        "problems": problems,
    }


def _lines(judgement: Judgement, *, explains: bool) -> list[str]:
    """Give what is printed below the hand: a line a fan, the sum, then the problems."""
    lines = []
    if judgement.score:
        score = judgement.score
        lines += [_fan_line(line) for line in score.fans]
        if score.flowers and not score.missing:
            lines.append(f"{score.flowers:>4}  花牌 Flower Tiles")
        lines.append(f"{score.total:>4}")
        if explains:
            lines += _reasons(explanation(score))
    return lines + [problem_message(problem) for problem in judgement.problems]


def _reasons(explained: Explanation) -> Iterator[str]:
    """Give the reading, what was left out, other ways to count and a word on the minimum."""
    yield f"{_('Read as:')} {' '.join(explained.parts)}"
    for row in explained.left_out:
        sets = " ".join("+".join(copy) for copy in row.sets)
        yield f"   -  {row.sentence} ({row.principle}) {sets}".rstrip()
    for other in explained.others:
        fans = listed(f"{fan_name(row.fan)} {row.points}" for row in other.fans)
        yield f"{other.points:>4}  {' '.join(other.parts)}: {fans}"
    yield explained.minimum


def _fan_line(line: CountedFan) -> str:
    times = f" x{line.count}" if line.count > 1 else ""
    return f"{line.points * line.count:>4}  {line.fan.zh} {line.fan.en}{times}"
