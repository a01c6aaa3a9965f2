from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """The event: people, seats, rounds, hands, penalties, standings."""

    name = "tournament"
    verbose_name = _("Tournament")
