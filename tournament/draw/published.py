"""
A schedule of numbers and its lots as one file that anybody may keep and check without the event.

It is the JSON of `plan_seats` (`players`, `rounds`, `method`, `seed`, `sha256`, `quality`) with what
the lots follow from beside it. Rounds and tables count from 1 in it, as they stand in the file.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament.draw.model import ALGORITHM, Constraints, Kind, Rounds
from tournament.draw.numbers import LotDiffers, Lottery, Pot, apart_of, differing_lots, numbers_of
from tournament.draw.quality import quality
from tournament.draw.verify import Differing, Facts, verify


@dataclass(frozen=True, slots=True)
class FigureDiffers:
    """A figure of a file, "quality.repeats", that is not what its schedule gives; both as JSON."""

    figure: str
    written: str
    counted: str


@dataclass(frozen=True, slots=True)
class Published:
    """
    A schedule of numbers, and its lots as far as they are drawn.

    `written` is what a file says besides of its `players` and its `quality`.
    """

    schedule: Facts
    lottery: Lottery
    written: Mapping[str, Any] = field(default_factory=dict)

    def counted(self) -> dict[str, Any]:
        """Count the players and the quality from the schedule alone."""
        facts = self.schedule
        report = quality(facts.published, apart=facts.constraints.apart)
        tables = range(1, max(map(len, facts.published)) + 1)
        return {
            "players": report.players,
            "quality": report.numbered(range(1, len(facts.published) + 1), tables),
        }

    def differing_figures(self) -> list[FigureDiffers]:
        """Count again what is `written` and return the figures that differ."""
        written, counted = _figures(self.written), _figures(self.counted())
        return [
            FigureDiffers(name, written.get(name, ""), counted.get(name, ""))
            for name in written | counted
            if written.get(name) != counted.get(name)
        ]

    def differing_schedule(self) -> list[Differing]:
        """Make the schedule again and return the lines that differ."""
        return verify(self.schedule)

    def differing_lots(self) -> list[LotDiffers]:
        """Return the lines in which the lots are not what they must be, none before they are drawn."""
        is_drawn = self.lottery.lots or self.lottery.word
        return differing_lots(self.lottery) if is_drawn else []


def _figures(said: Mapping[str, Any]) -> dict[str, str]:
    """Return players and quality by their names in the file, all as JSON: a file may say anything."""
    figures: dict[str, Any] = {}
    for name, value in said.items():
        of_value = value.items() if isinstance(value, dict) else ()
        named = {f"{name}.{json.dumps(part)[1:-1]}": figure for part, figure in of_value}
        figures |= named or {name: value}
    return {name: json.dumps(figure) for name, figure in figures.items()}


def as_plain(published: Published) -> dict[str, Any]:
    """Return the file's content; the secret is left out while there is no word."""
    schedule, lottery, counted = published.schedule, published.lottery, published.counted()
    return {
        "players": counted["players"],
        "rounds": [[list(table) for table in seating] for seating in schedule.published],
        "method": schedule.found,
        "seed": schedule.seed,
        "sha256": schedule.sha256,
        "quality": counted["quality"],
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
            for name in ("method", "seed", "sha256", "commitment", "secret", "word", "lots_seed")
        }
        kind, algorithm = Kind(data["kind"]), int(data.get("algorithm", ALGORITHM))
        prefix_first = bool(data["prefix_first"])
        written = {name: data[name] for name in ("players", "quality")}
    except KeyError as error:
        raise ValueError(f"it has no {error}") from error
    except (AttributeError, TypeError) as error:
        raise ValueError(f"no draw in public: {error}") from error
    facts = Facts(
        method=kind,
        players=tuple(numbers_of(pots)),
        seed=texts["seed"],
        published=rounds,
        sha256=texts["sha256"],
        algorithm=algorithm,
        constraints=Constraints(apart_of(pots)),
        prefix_first=prefix_first,
        found=texts["method"],
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
        written,
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
