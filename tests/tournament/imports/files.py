"""Small event files to import, and what is wrong with them to say."""

from pathlib import Path

import pytest

from tournament.event_format import HAND_COLUMNS, PLAYER_COLUMNS, TABLE_COLUMNS
from tournament.imports.csv_files import EventFilesRefused
from tournament.imports.event_files import Imported, import_event

PLAYERS = ("1,1", "2,1", "3,2", "4,2")
# Hand 1: 20 points self-drawn by player 1; hand 2 was not played; hand 3: 8 points, 4 from 2.
TABLES = ("1,1,1,2,3,4,76,-44,-36,4,4,0,1,2,1,0",)
HANDS = ("1,1,1,1,,20,0,,,,", "1,1,3,4,2,8,0,,,,")


def write_files(
    directory: Path,
    *,
    players: tuple[str, ...] = PLAYERS,
    tables: tuple[str, ...] = TABLES,
    hands: tuple[str, ...] | None = HANDS,
    end: str = "\r\n",
    **others: tuple[str, ...],
) -> Path:
    """Write a short event: one game of four players unless told otherwise."""
    write_lines(directory / "players.csv", (",".join(PLAYER_COLUMNS), *players), end)
    write_lines(directory / "tables.csv", (",".join(TABLE_COLUMNS), *tables), end)
    if hands is not None:
        write_lines(directory / "hands.csv", (",".join(HAND_COLUMNS), *hands), end)
    for name, lines in others.items():
        write_lines(directory / f"{name}.csv", lines, end)
    return directory


def write_lines(path: Path, lines: tuple[str, ...], end: str = "\r\n") -> None:
    path.write_bytes("".join(f"{line}{end}" for line in lines).encode())


def load(directory: Path, slug: str = "imported", **options: object) -> Imported:
    return import_event(directory, slug=slug, **{"profile": "wmo2006", **options})


def refusal(directory: Path, **options: object) -> tuple[str, ...]:
    """What an import says that refuses the files."""
    with pytest.raises(EventFilesRefused) as refused:
        load(directory, **options)
    return refused.value.problems


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}
