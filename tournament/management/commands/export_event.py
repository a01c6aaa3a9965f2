"""`manage.py export_event`: an event as plain files."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.exports.event_files import write_event
from tournament.models import Tournament


class Command(BaseCommand):
    """Export an event as plain files."""

    help = "Write an event as plain files (docs/event-files.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event and the directory."""
        parser.add_argument("slug", help="address of the event")
        parser.add_argument("directory", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the files and name them."""
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no event with the address {options['slug']}.")
        try:
            names = write_event(tournament, options["directory"])
        except OSError as error:
            raise CommandError(
                f"Cannot write to {options['directory']}: {error.strerror}."
            ) from error
        self.stdout.write(f"Wrote {', '.join(names)}.")
