"""`manage.py demo`: a small complete event to look at."""

import os
import secrets
from typing import Any

from django.contrib.auth.models import Permission, User
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from tournament.demo import Crew, seed
from tournament.demo_data import SLUG
from tournament.models import Tournament
from tournament.services.removal import remove_event

MAY_CREATE = ("add_tournament", "tournament", "tournament")
"""The permission's natural key: its name, the application, the model."""


class Command(BaseCommand):
    """Seed the demo event and its two users; `organiser` may also create events of his own."""

    help = "Seed a small complete event (24 players, 6 teams) under the address 'demo'."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take --reset."""
        parser.add_argument(
            "--reset", action="store_true", help="remove the demo event first, then seed it anew"
        )

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Seed, unless the event is there and is to stay."""
        existing = Tournament.objects.filter(slug=SLUG).first()
        if existing and not options["reset"]:
            self.stdout.write(f"The event '{SLUG}' is there already; --reset makes it anew.")
            return
        if existing:
            remove_event(existing)
        organiser = self._user("organiser")
        organiser.user_permissions.add(Permission.objects.get_by_natural_key(*MAY_CREATE))
        seed(Crew(organiser=organiser, referee=self._user("referee")))
        self.stdout.write(f"The event '{SLUG}' is ready.")

    def _user(self, username: str) -> User:
        """Return the user; a new one, or a given DEMO_PASSWORD, sets the password."""
        given = os.environ.get("DEMO_PASSWORD", "")
        user, created = User.objects.get_or_create(username=username)
        if created or given:
            password = given or secrets.token_urlsafe(9)
            user.set_password(password)
            user.save(update_fields=["password"])
            shown = "the one in DEMO_PASSWORD" if given else password
            self.stdout.write(f"User {username}, password: {shown}")
        else:
            self.stdout.write(f"User {username} keeps the password it has.")
        return user
