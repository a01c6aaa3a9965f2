from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    """Mahjong: the rules and what referees enter of a hand."""

    name = "scoring"
    verbose_name = _("Scoring")
