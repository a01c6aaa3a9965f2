"""
Imports a directory of event files (docs/event-files.md), all of it or nothing.

With event.json the files are the long form of an event recorded here, without it the short form.
"""

from dataclasses import dataclass
from pathlib import Path

from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction

from tournament.event_format import EVENT_FILE
from tournament.imports.csv_files import EventFilesRefused
from tournament.imports.long_files import read_backup
from tournament.imports.short_event import differences, load_short_event
from tournament.imports.short_files import read_short_event
from tournament.models import Profile, Tournament
from tournament.services.errors import ServiceError
from tournament.services.log import Request
from tournament.services.restore_event import RestoreRefused, restore_event

LARGEST_STARTING_SCORE = 100_000


@dataclass(frozen=True, slots=True)
class Imported:
    """The new event, and what in the files does not agree with it."""

    tournament: Tournament
    remarks: tuple[str, ...]


def import_event(
    directory: Path, *, slug: str, profile: str = "", name: str = "", starting_score: int = 0
) -> Imported:
    """
    Import the files of `directory` as a new event.

    `profile`, `name` (the slug when empty) and `starting_score` belong to the short form, which
    does not say them. Raise `EventFilesRefused` with every problem; then nothing was written.
    """
    if not directory.is_dir():
        raise EventFilesRefused([f"{directory}: there is no such directory."])
    _check_slug(slug)
    try:
        with transaction.atomic():
            if is_long_form(directory):
                return _import_long(directory, slug, profile, name, starting_score)
            return _import_short(directory, slug, profile, name, starting_score)
    except RestoreRefused as error:
        raise EventFilesRefused(error.problems) from error
    except ServiceError as error:
        raise EventFilesRefused([str(error)]) from error
    except ValidationError as error:
        raise EventFilesRefused(error.messages) from error
    except DatabaseError as error:
        raise EventFilesRefused([f"The database does not take these rows: {error}."]) from error


def is_long_form(directory: Path) -> bool:
    """Whether the files are the long form."""
    return (directory / EVENT_FILE).exists()


def _import_short(
    directory: Path, slug: str, profile: str, name: str, starting_score: int
) -> Imported:
    if profile not in Profile.values:
        raise EventFilesRefused([f"Say the rule profile: one of {', '.join(Profile.values)}."])
    if not 0 <= starting_score <= LARGEST_STARTING_SCORE:
        raise EventFilesRefused([f"The starting score is 0 to {LARGEST_STARTING_SCORE}."])
    event = read_short_event(directory)
    tournament = load_short_event(
        event, slug=slug, name=name or slug, profile=profile, starting_score=starting_score
    )
    return Imported(tournament, differences(event, tournament))


def _import_long(
    directory: Path, slug: str, profile: str, name: str, starting_score: int
) -> Imported:
    if name or starting_score:
        raise EventFilesRefused([f"{EVENT_FILE} says the name and the starting score itself."])
    backup = read_backup(directory)
    if profile not in ("", backup.event["profile"]):
        raise EventFilesRefused(
            [f"{EVENT_FILE} says the profile is {backup.event['profile']}, not {profile}."]
        )
    return Imported(restore_event(slug=slug, backup=backup, request=Request()), ())


def _check_slug(slug: str) -> None:
    try:
        Tournament._meta.get_field("slug").run_validators(slug)
    except ValidationError as error:
        raise EventFilesRefused([f"The address “{slug}”: {m}" for m in error.messages]) from error
    if not slug:
        raise EventFilesRefused(["The event needs an address (--slug)."])
    if Tournament.objects.filter(slug=slug).exists():
        raise EventFilesRefused([f"There is already an event with the address {slug}."])
