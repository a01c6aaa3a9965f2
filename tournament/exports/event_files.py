"""Writes an event as plain files (docs/event-files.md): short where that says all, else long."""

from collections.abc import Mapping
from pathlib import Path

from tournament.exports.short_event import obstacles, short_files
from tournament.models import Tournament


def event_files(tournament: Tournament) -> Mapping[str, bytes]:
    """Return the event's files by name."""
    assert not obstacles(tournament), obstacles(tournament)
    return short_files(tournament)


def write_event(tournament: Tournament, directory: Path) -> tuple[str, ...]:
    """Write the event's files into `directory`, replacing older ones; return their names."""
    files = event_files(tournament)
    directory.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (directory / name).write_bytes(content)
    return tuple(files)
