"""
Hands per second of the scoring engine, beside PyMahjongGB: `make bench`.

CPU time of this process, so that other programs disturb little; the two take turns, so that what
disturbs hits both; the median of five turns, with the slowest and the fastest.
"""

import sys
import time
from collections.abc import Callable
from statistics import median

from scoring.rules import Hand, parse_hand, score
from tests.golden.oracle import oracle_points
from tests.servers import ROOT

TURNS = 5


def per_second(work: Callable[[Hand], object], hands: list[Hand]) -> float:
    """Do `work` once with each hand; return how many a second that was."""
    started = time.process_time()
    for hand in hands:
        work(hand)
    return len(hands) / (time.process_time() - started)


def figures(found: list[float]) -> str:
    """The median, and how far the turns lay apart."""
    return f"{median(found):8,.0f} hands/s  ({min(found):,.0f}-{max(found):,.0f})"


def main() -> None:
    """Print three lines."""
    lines = (ROOT / "tests" / "golden" / "hands.tsv").read_text(encoding="utf-8").splitlines()[1:]
    hands = [parse_hand(line.split("\t")[0]) for line in lines]
    score(hands[0])  # tables that are filled once
    turns = [(per_second(score, hands), per_second(oracle_points, hands)) for _ in range(TURNS)]
    ours, theirs = ([turn[side] for turn in turns] for side in (0, 1))
    sys.stdout.write(
        f"{len(hands)} different hands, {TURNS} turns, CPU time\n"
        f"this engine  {figures(ours)}\n"
        f"PyMahjongGB  {figures(theirs)}\n"
    )


if __name__ == "__main__":
    main()
