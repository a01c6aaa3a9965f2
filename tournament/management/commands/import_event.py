"""`manage.py import_event`: an event from plain files."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.exports.event_files import differing_lines
from tournament.imports.csv_files import EventFilesRefused
from tournament.imports.event_files import import_event, is_long_form
from tournament.models import Profile


class Command(BaseCommand):
    """Import a directory of event files as a new event."""

    help = "Import an event from plain files (docs/event-files.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the directory and what the files do not say."""
        parser.add_argument("directory", type=Path)
        parser.add_argument("--slug", required=True, help="address of the new event")
        parser.add_argument("--profile", default="", choices=["", *Profile.values])
        parser.add_argument("--name", default="", help="name of the event (short form)")
        parser.add_argument("--starting-score", type=int, default=0, help="short form; often 500")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, or say everything that is wrong."""
        try:
            imported = import_event(
                options["directory"],
                slug=options["slug"],
                profile=options["profile"],
                name=options["name"],
                starting_score=options["starting_score"],
            )
        except EventFilesRefused as error:
            raise CommandError(f"Nothing was imported.\n{error}") from error
        event, remarks = imported.tournament, imported.remarks
        if is_long_form(options["directory"]):
            remarks += differing_lines(event, options["directory"])
        for remark in remarks:
            self.stdout.write(remark)
        players, rounds = event.players.count(), event.rounds.count()
        self.stdout.write(f"Imported “{event.name}”: {players} players, {rounds} rounds.")
