"""
Draws fresh hands of every kind and compares their totals with PyMahjongGB (extra `oracle`).

    python -m tests.golden.differential [seed [hands]]

Each of the numbered fan and each set of flags that can be true together comes at least `EACH`
times; the rest are hands built for up to two fan at random. The same seed gives the same hands.
"""

import os
import random
import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

from scoring.rules import FANS, Feeder, Hand, Meld, MeldKind, Score, Suit
from scoring.rules.demands import DEMANDS, chow, pung
from scoring.rules.tiles import HONOURS, SIMPLES
from tests.golden.build import build
from tests.golden.generate import TRIES, differences, legal_win, tries

SEED_VARIABLE = "HANDS_SEED"
HANDS = 3_000
EACH = 10
FLAGS = ("self_drawn", "last_of_kind", "last_in_wall", "kong")
FLAG_SETS = tuple(
    (self_drawn, last_of_kind, last_in_wall, kong)
    for self_drawn, last_of_kind, last_in_wall, kong in product((False, True), repeat=4)
    if self_drawn or not (last_in_wall and kong)
)
"""What may be said of the last tile; no kong is robbed with the wall empty."""


def seed_of_this_run() -> str:
    """Give the seed asked for in the environment, else one never used before."""
    return os.environ.get(SEED_VARIABLE) or secrets.token_hex(4)


def drawn_wins(seed: str, hands: int = HANDS) -> list[Score]:
    """Give so many legal wins, none twice."""
    rng = random.Random(seed)
    found: dict[str, Score] = {}
    for win in _strata(rng):
        found.setdefault(str(win.hand), win)
        if len(found) == hands:
            break
    return list(found.values())


def _strata(rng: random.Random) -> Iterator[Score]:
    """Give what must be there, then anything, without end."""
    for key in DEMANDS:
        wins = _plain_wins(rng) if key == "chicken_hand" else tries(rng, (key,))
        # One more than needed, should two be alike.
        yield from islice(wins, EACH + 1)
    for flags in FLAG_SETS:
        yield from islice(_flagged_wins(rng, flags), EACH + 1)
    while True:
        yield from _legal(build(rng, rng.sample(list(DEMANDS), rng.randint(0, 2))))


def _legal(hand: Hand | None) -> tuple[Score, ...]:
    win = legal_win(hand)
    return (win,) if win else ()


def _flagged_wins(rng: random.Random, flags: Sequence[bool]) -> Iterator[Score]:
    """Give wins of which just this is said; a replacement tile needs a kong."""
    named = dict(zip(FLAGS, flags, strict=True))
    fans = ["melded_kong"] if named["kong"] and named["self_drawn"] else []
    for _ in range(TRIES):
        hand = build(rng, fans)
        yield from _legal(hand and replace(hand, **named))


def _plain_wins(rng: random.Random) -> Iterator[Score]:
    """Give wins without any fan: what is built by chance hardly ever has none."""
    for _ in range(TRIES):
        open_chow, *laid = (chow(suit, rng.randint(1, 7)) for suit in rng.sample(list(Suit), 3))
        fourth = pung(rng.choice(sorted(SIMPLES)))
        pair = rng.choice(sorted(HONOURS))
        standing = [*open_chow, pair, pair]
        winning = standing.pop(rng.choice([0, 2]))
        melds = (
            *(Meld(MeldKind.CHOW, some, claimed=rng.randint(1, 3)) for some in laid),
            Meld(MeldKind.PUNG, fourth, rng.choice(list(Feeder))),
        )
        win = legal_win(Hand(tuple(sorted(standing)), winning, melds))
        if win and win.fans[0].fan.key == "chicken_hand":
            yield win


@dataclass(frozen=True)
class Coverage:
    """How often what was drawn has each thing there is."""

    fans: Counter[str]
    shapes: Counter[str]
    melds: Counter[int]
    kongs: Counter[MeldKind]
    flags: Counter[tuple[bool, ...]]


def coverage(wins: Sequence[Score]) -> Coverage:
    """Count fan (花牌 by hands that have any), shapes, melds, kinds of kongs and sets of flags."""
    hands = [win.hand for win in wins]
    fans = Counter(line.fan.key for win in wins for line in win.fans)
    fans["flower_tiles"] = sum(hand.flower_count > 0 for hand in hands)
    return Coverage(
        fans=fans,
        shapes=Counter(win.counting.reading.shape.value for win in wins),
        melds=Counter(len(hand.melds) for hand in hands),
        kongs=Counter(meld.kind for hand in hands for meld in hand.melds if meld.is_kong),
        flags=Counter(tuple(getattr(hand, flag) for flag in FLAGS) for hand in hands),
    )


def report(seed: str, wins: Sequence[Score]) -> str:
    """Give the seed and what was drawn, the fan in the order of the table."""
    seen = coverage(wins)
    fans = ", ".join(f"{fan.zh} {seen.fans[fan.key]}" for fan in FANS)
    lines = (
        f"{len(wins)} hands, {SEED_VARIABLE}={seed}",
        f"fan: {fans}",
        f"shapes: {_counts(seen.shapes)}",
        f"melds: {_counts(seen.melds)}",
        f"kongs: {_counts(seen.kongs)}",
        f"flags: {_counts({''.join(str(int(f)) for f in k): n for k, n in seen.flags.items()})}",
    )
    return "\n".join(lines)


def _counts(counts: Mapping[Any, int]) -> str:
    return ", ".join(f"{thing} {counts[thing]}" for thing in sorted(counts))


def main() -> None:
    """Draw, compare and say what was drawn; fail on any difference."""
    seed = sys.argv[1] if len(sys.argv) > 1 else seed_of_this_run()
    wins = drawn_wins(seed, int(sys.argv[2]) if len(sys.argv) > 2 else HANDS)
    print(report(seed, wins))  # noqa: T201
    if wrong := differences(wins):
        sys.exit("".join(wrong))


if __name__ == "__main__":
    main()
