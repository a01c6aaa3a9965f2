"""Writes an event as plain files (docs/event-files.md): short where that says all, else long."""

import errno
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

from tournament.event_format import EVENT_FILE, PENALTIES_FILE, ROUNDS_FILE
from tournament.exports.long_event import long_files
from tournament.exports.short_event import obstacles, short_files
from tournament.models import Tournament

LONG_FILES = (EVENT_FILE, ROUNDS_FILE, PENALTIES_FILE)


def event_files(tournament: Tournament) -> Mapping[str, bytes]:
    """Return the event's files by name."""
    return long_files(tournament) if obstacles(tournament) else short_files(tournament)


def write_event(tournament: Tournament, directory: Path) -> tuple[str, ...]:
    """
    Write the event's files into `directory`, replacing older ones; return their names.

    Raise `FileExistsError` when a file of another form lies there: an import would read it too.
    """
    files = event_files(tournament)
    directory.mkdir(parents=True, exist_ok=True)
    for name in LONG_FILES:
        if name not in files and (directory / name).exists():
            raise FileExistsError(errno.EEXIST, f"{name} of another export lies there", name)
    for name, content in files.items():
        (directory / name).write_bytes(content)
    return tuple(files)


def differing_lines(tournament: Tournament, directory: Path) -> tuple[str, ...]:
    """Where the long form of an event just imported is not what its files say, as sentences."""
    return tuple(
        remark
        for name, content in long_files(tournament).items()
        for remark in _differing(name, (directory / name).read_bytes(), content)
    )


def _differing(name: str, theirs: bytes, ours: bytes) -> Iterator[str]:
    if theirs == ours:
        return
    said, computed = (text.decode("utf-8-sig").splitlines() for text in (theirs, ours))
    if said == computed:
        yield f"{name}: other line ends or a byte order mark; the content is the same."
    for number, (one, other) in enumerate(zip_longest(said, computed, fillvalue=""), start=1):
        if one != other:
            yield f"{name}, line {number}: reads {one!r}, the event gives {other!r}."
