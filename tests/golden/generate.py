"""
Writes hands.tsv: legal wins with points and fan, confirmed by an independent library.

    python -m tests.golden.generate

The file holds every fan several times, and every two fan that can count together in one hand at
least. The same seed gives the same hands. Every total is put to PyMahjongGB (extra `oracle`); on
any difference nothing is written. No hand had to be left out for a rule the library reads
otherwise.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

from scoring.rules import Hand, Score, judge
from scoring.rules.demands import DEMANDS
from scoring.rules.fan_list import excluded_by
from tests.golden.build import build
from tests.golden.oracle import oracle_points

SEED = "golden hands, first edition"
PATH = Path(__file__).with_name("hands.tsv")
HEAD = "# hand\tpoints_without_flowers\tfans\n"
EACH = 12
"""How often every fan is wanted at least."""
TRIES = 100_000

NAMED_OTHERWISE = {
    # A fourth chow joins 花龙 as 喜相逢 too, which comes first among fan of equal value.
    ("mixed_straight", "short_straight"),
    ("mixed_straight", "two_terminal_chows"),
}
"""Pairs that are right on a list, but of which the engine shows the equal one."""


def wins(rng: random.Random) -> Iterator[Score]:
    """Give legal wins, none twice: first for each fan, then for each pair not met by then."""
    seen: set[str] = set()
    open_pairs = dict.fromkeys(pair for pair in possible_pairs() if pair not in NAMED_OTHERWISE)
    for wish in [(key,) for key in DEMANDS for _ in range(EACH)] + list(open_pairs):
        if len(wish) == 1 or wish in open_pairs:
            win = next(win for win in tries(rng, wish) if str(win.hand) not in seen)
            seen.add(str(win.hand))
            for pair in pairs_of(win):
                open_pairs.pop(pair, None)
            yield win


def possible_pairs() -> list[tuple[str, str]]:
    """Give the pairs of fan that a fan list may have, in the order of the table."""
    barred = {key: excluded_by({key: 1}) for key in DEMANDS}
    return [
        (one, two)
        for one, two in combinations(DEMANDS, 2)
        if one not in barred[two] and two not in barred[one]
    ]


def pairs_of(win: Score) -> Iterator[tuple[str, str]]:
    """Give the pairs of fan counted, in the order of the table."""
    counted = {line.fan.key for line in win.fans}
    return combinations([key for key in DEMANDS if key in counted], 2)


def tries(rng: random.Random, wish: tuple[str, ...]) -> Iterator[Score]:
    """
    Give legal wins that count the fan; half of those for one fan are built for a second too.

    Raise `LookupError` when too many tries have passed.
    """
    others = [key for key in DEMANDS if key not in wish]
    for _ in range(TRIES):
        more = rng.sample(others, rng.randint(0, 2 - len(wish)))
        win = legal_win(build(rng, [*wish, *more]))
        if win and {line.fan.key for line in win.fans}.issuperset(wish):
            yield win
    raise LookupError(f"no hand found in {TRIES} tries: {wish!r}")


def legal_win(hand: Hand | None) -> Score | None:
    """Give the score of a hand with which nothing is wrong."""
    judgement = judge(hand) if hand else None
    return judgement.score if judgement and not judgement.problems else None


def line(win: Score) -> str:
    """Give a hand as it stands in the file."""
    return f"{win.hand}\t{win.points}\t{fans_text(win)}\n"


def fans_text(win: Score) -> str:
    """Give the fan by name, with the count where it is more than one: 四归一x2."""
    return " ".join(
        fan.fan.zh if fan.count == 1 else f"{fan.fan.zh}x{fan.count}" for fan in win.fans
    )


def differences(found: Iterable[Score]) -> list[str]:
    """Give the lines of which the library says another total."""
    totals = ((win, oracle_points(win.hand)) for win in found)
    return [f"{total}, not {line(win)}" for win, total in totals if total != win.points]


def main() -> None:
    """Write the file, or leave it as it is and name the hands the library sees differently."""
    found = list(wins(random.Random(SEED)))
    wrong = differences(found)
    if wrong:
        sys.exit("".join(wrong))
    PATH.write_text(HEAD + "".join(map(line, found)), encoding="utf-8")
    counts = Counter(fan.fan.key for win in found for fan in win.fans)
    rarest = min(DEMANDS, key=lambda key: counts[key])
    print(f"{len(found)} hands; the rarest fan is {rarest} ({counts[rarest]})")  # noqa: T201


if __name__ == "__main__":
    main()
