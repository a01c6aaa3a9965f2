"""`manage.py check_tournament`: whether an event's rows fit together."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.checks import violations
from tournament.models import Tournament


class Command(BaseCommand):
    """Check one event or all of them."""

    help = "Check that an event's stored rows fit together; fails with a list of what does not."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take an address or --all."""
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("slug", nargs="?", help="address of the event")
        which.add_argument("--all", action="store_true", help="every event")

    def handle(self, *args: Any, **options: Any) -> None:
        """Name everything that is wrong, fail if anything is."""
        tournaments = Tournament.objects.order_by("slug")
        if not options["all"]:
            tournaments = tournaments.filter(slug=options["slug"])
            if not tournaments:
                raise CommandError(f"There is no event with the address {options['slug']}.")
        found = 0
        for tournament in tournaments:
            wrong = violations(tournament)
            found += len(wrong)
            for sentence in wrong:
                self.stdout.write(f"{tournament.slug}: {sentence}")
            if not wrong:
                self.stdout.write(f"{tournament.slug}: everything fits together.")
        if found:
            raise CommandError(f"{found} found.")
