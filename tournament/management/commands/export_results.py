"""`manage.py export_results EVENT FILE.xlsx`: the results as an Excel workbook."""

from io import BytesIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from tournament.exports.results import save_results
from tournament.models import Tournament
from tournament.results import event_results


class Command(BaseCommand):
    """Write the workbook anybody may download, or the one with everything."""

    help = "Write an event's standings, teams, games and penalties into an Excel file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the event, the file, the language."""
        parser.add_argument("event", help="address (slug) of the event")
        parser.add_argument("file", type=Path, help="where to write, ending in .xlsx")
        parser.add_argument(
            "--language",
            choices=[code for code, _name in settings.LANGUAGES],
            default=settings.LANGUAGE_CODE,
            help="language of the headers (default: %(default)s)",
        )
        parser.add_argument(
            "--public",
            action="store_true",
            help="only what the event's publication rule shows to everybody",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, or say why it cannot be written."""
        target: Path = options["file"]
        if target.suffix.lower() != ".xlsx":
            raise CommandError(f"The file must end in .xlsx, not '{target.name}'.")
        try:
            tournament = Tournament.objects.get(slug=options["event"])
        except Tournament.DoesNotExist:
            raise CommandError(f"There is no event '{options['event']}'.") from None
        # In memory first: an old file stays whole when something goes wrong.
        file = BytesIO()
        with translation.override(options["language"]):
            save_results(event_results(tournament, public=options["public"]), file)
        try:
            target.write_bytes(file.getvalue())
        except OSError as error:
            raise CommandError(f"{target} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"Wrote {target}.")
