"""
Hands per second of the scoring engine, beside PyMahjongGB: `make bench`.

CPU time of this process, so that other programs disturb little; the two take turns with the same
hands, so that what disturbs hits both. No hand is scored twice: the tables are those of `warm_up`
and of the hands before, as in a program that runs all day.
"""

import sys
import time
from collections.abc import Callable
from statistics import median

from scoring.rules import Hand, parse_hand, score, warm_up
from tests.golden.oracle import oracle_points
from tests.servers import ROOT

TURNS = 10


def points(hand: Hand) -> int:
    """Score a hand as a referee's save does."""
    return score(hand).points


def explanation(hand: Hand) -> object:
    """Score a hand with all there is to say."""
    found = score(hand)
    return found.fans, found.left_out, found.others


def seconds(work: Callable[[], object]) -> float:
    """Do `work` once; return the CPU seconds it took."""
    started = time.process_time()
    work()
    return time.process_time() - started


def per_second(work: Callable[[Hand], object], hands: list[Hand]) -> float:
    """Do `work` once with each hand; return how many a second that was."""
    return len(hands) / seconds(lambda: [work(hand) for hand in hands])


def figures(found: list[float]) -> str:
    """The median, and how far the turns lay apart."""
    return f"{median(found):8,.0f} hands/s  ({min(found):,.0f}-{max(found):,.0f})"


def main() -> None:
    """Print five lines."""
    lines = (ROOT / "tests" / "golden" / "hands.tsv").read_text(encoding="utf-8").splitlines()[1:]
    hands = [parse_hand(line.split("\t")[0]) for line in lines]
    warm = seconds(warm_up)
    turns = []
    for turn in range(TURNS):
        # One half for the points, which the library counts too, the other to explain.
        plain, explained = hands[2 * turn :: 2 * TURNS], hands[2 * turn + 1 :: 2 * TURNS]
        turns.append(
            (
                per_second(points, plain),
                per_second(oracle_points, plain),
                per_second(explanation, explained),
            )
        )
    ours, theirs, explaining = (list(rates) for rates in zip(*turns, strict=True))
    ratio = median(one / other for one, other in zip(ours, theirs, strict=True))
    sys.stdout.write(
        f"{len(hands)} hands, each scored once, {TURNS} turns, CPU time; warm_up took {warm:.1f} s\n"
        f"this engine       {figures(ours)}\n"
        f"PyMahjongGB       {figures(theirs)}\n"
        f"with explanation  {figures(explaining)}\n"
        f"this engine : PyMahjongGB = {ratio:.2f}\n"
    )


if __name__ == "__main__":
    main()
