"""Which of two draws of the same rounds is the better one, and the seeds of further tries."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

Merit: TypeAlias = tuple[int, ...]

LONGEST_SEED: Final = 64


def merit(
    figures: Mapping[str, Any], *, prefix_first: bool = False, by_rank: bool = False
) -> Merit:
    """
    Return what tells a better draw from a worse one: the smaller, the better.

    `figures` are those of a `Report` as plain data. First what must not be, then repeats, then what
    is kept apart as far as possible, own tables, the distance in the standing (`by_rank`), the
    winds, the tables. With `prefix_first` the rounds before the first repeat come before repeats.
    """
    rounds = [meeting[0] for meeting in figures["rematches"]]
    return (
        len(figures["seated_twice"]) + len(figures["short_tables"]),
        len(figures["clashes"]),
        -min(rounds, default=10**6) if prefix_first else 0,
        figures["repeats"],
        figures["loose_weight"],
        len(figures["tables_missed"]),
        (figures["rank_spread"] or 0) if by_rank else 0,
        figures["wind_spread_ever"],
        figures["table_revisits"],
    )


def may_be_better(figures: Mapping[str, Any], *, by_rank: bool = False) -> bool:
    """Return whether a figure is above what is known or proved to be its best."""
    return (
        len(figures["clashes"]) > figures["clashes_minimum"]
        or figures["repeats"] > figures["repeats_known"]
        or len(figures["loose_clashes"]) > figures["loose_minimum"]
        or bool(by_rank and figures["rank_spread"] > figures["rank_spread_minimum"])
        or figures["wind_spread_ever"] > 1 + by_rank
        or bool(not by_rank and figures["table_revisits"] > figures["table_revisits_minimum"])
    )


def tries_of(seed: str) -> int:
    """Return which try a seed is: `autumn` the first, `autumn/7` the seventh."""
    return _parted(seed)[1]


def seed_of_try(seed: str, number: int) -> str:
    """Return the seed of a further try, derived from that of any try before it."""
    tail = f"/{number}"
    return _parted(seed)[0][: LONGEST_SEED - len(tail)] + tail


def _parted(seed: str) -> tuple[str, int]:
    base, slash, tail = seed.rpartition("/")
    if base and slash and tail.isascii() and tail.isdecimal() and len(tail) < 7:
        return base, int(tail)
    return seed, 1
