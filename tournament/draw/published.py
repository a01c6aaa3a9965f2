"""
A schedule of numbers and its lots as one file that anybody may keep and check without the event.

It is the JSON of `plan_seats` (`players`, `rounds`, `method`, `seed`, `sha256`, `quality`) with what
the lots follow from beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournament.draw.model import ALGORITHM, Constraints, Kind, Rounds
from tournament.draw.numbers import LotDiffers, Lottery, Pot, apart_of, differing_lots, numbers_of
from tournament.draw.verify import Differing, Facts, verify


@dataclass(frozen=True, slots=True)
class Published:
    """A schedule of numbers, and its lots as far as they are drawn."""

    schedule: Facts
    lottery: Lottery

    def differing_schedule(self) -> list[Differing]:
        """Make the schedule again and return the lines that differ."""
        return verify(self.schedule)

    def differing_lots(self) -> list[LotDiffers]:
        """Return the lines in which the lots are not what they must be, none before they are drawn."""
        is_drawn = self.lottery.lots or self.lottery.word
        return differing_lots(self.lottery) if is_drawn else []


def as_plain(published: Published, method: str, quality: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return the file's content; `method` names how the schedule was found.

    The secret is left out while there is no word.
    """
    schedule, lottery = published.schedule, published.lottery
    return {
        "players": len(schedule.players),
        "rounds": [[list(table) for table in seating] for seating in schedule.published],
        "method": method,
        "seed": schedule.seed,
        "sha256": schedule.sha256,
        "quality": dict(quality),
        "algorithm": schedule.algorithm,
        "kind": str(schedule.method.value),
        "prefix_first": schedule.prefix_first,
        "pots": [
            {"groups": [list(g) for g in pot.groups], "blocks": [list(b) for b in pot.blocks]}
            for pot in lottery.pots
        ],
        "commitment": lottery.commitment,
        "secret": lottery.secret if lottery.word else "",
        "word": lottery.word,
        "lots_seed": lottery.seed,
        "lots": {str(number): entry for number, entry in sorted(lottery.lots.items())},
    }


def from_plain(data: Any) -> Published:
    """Read the file's content; raise `ValueError` where it is not such a file."""
    try:
        pots = tuple(Pot(_rows(pot["groups"]), _rows(pot["blocks"])) for pot in data["pots"])
        lots = {int(number): _whole(entry) for number, entry in data["lots"].items()}
        rounds: Rounds = tuple(_rows(seating) for seating in data["rounds"])
        texts = {
            name: _text(data[name])
            for name in ("seed", "sha256", "commitment", "secret", "word", "lots_seed")
        }
        kind, algorithm = Kind(data["kind"]), int(data.get("algorithm", ALGORITHM))
        prefix_first = bool(data["prefix_first"])
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"no draw in public: {error!r}") from error
    facts = Facts(
        method=kind,
        players=tuple(numbers_of(pots)),
        seed=texts["seed"],
        published=rounds,
        sha256=texts["sha256"],
        algorithm=algorithm,
        constraints=Constraints(apart_of(pots)),
        prefix_first=prefix_first,
    )
    if not rounds or not facts.players or len(facts.players) % 4:
        raise ValueError("no draw in public: no full tables")
    if len(set(facts.players)) != len(facts.players):
        raise ValueError("no draw in public: a number twice")
    if kind not in (Kind.PLAN, Kind.LOTS):
        raise ValueError(f"no draw in public: {kind!r}")
    return Published(
        facts,
        Lottery(
            pots,
            lots,
            texts["commitment"],
            texts["secret"],
            texts["word"],
            texts["lots_seed"],
        ),
    )


def _rows(rows: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_whole(number) for number in row) for row in rows)


def _whole(number: Any) -> int:
    """Return a whole number as it is; nothing that would have to be made one."""
    if type(number) is not int:
        raise TypeError(f"no whole number: {number!r}")
    return number


def _text(value: Any) -> str:
    """Return a text whose bytes can be hashed."""
    text = str(value)
    text.encode()
    return text
