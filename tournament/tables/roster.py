"""The roster as organisers see it: players and teams."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.models import Player, Team, Tournament
from tournament.tables.base import BLANK, EventTable, styled
from tournament.templatetags.mahjong import with_lang

PILLS = {
    Player.Status.APPLIED: "pill-info",
    Player.Status.ENTERED: "",
    Player.Status.CHECKED_IN: "pill-ok",
    Player.Status.WITHDRAWN: "pill-warn",
}


class PickColumn(tables.Column):  # type: ignore[misc]  # django-tables2 has no types
    """The ticks; the heading is only heard."""

    @property
    def header(self) -> SafeString:
        """Return the heading."""
        return format_html('<span class="sr-only">{}</span>', gettext("Chosen"))


class RosterTable(EventTable):
    """Everybody who is entered, with a button for who has come."""

    caption = _("Players")
    row_header = "name"

    chosen = PickColumn(accessor="number", orderable=False, attrs=styled("pick-cell"))
    number = tables.Column(_("No."), attrs=styled("number"))
    name = tables.Column(
        pgettext_lazy("person", "Name"), attrs=styled("name-cell"), empty_values=()
    )
    latin_name = tables.Column(_("Latin name"), attrs=styled("wide-only"))
    team = tables.Column(
        _("Team"), order_by=("team__number", "member_number"), attrs=styled("wide-only")
    )
    club = tables.Column(_("Club"), attrs=styled("wide-only"))
    country = tables.Column(_("Country"), attrs=styled("wide-only"))
    federation_id = tables.Column(_("Federation id"), attrs=styled("wide-only"))
    status = tables.Column(_("Status"), attrs=styled("wide-only"))
    come = tables.Column(
        _("Check-in"), accessor="status", orderable=False, attrs=styled("come-cell")
    )

    class Meta(EventTable.Meta):
        orderable = True
        order_by = ("number",)
        attrs = {"class": "roster"}
        row_attrs = {"id": lambda record: f"entry-{record.number}"}

    def __init__(self, players: Any, tournament: Tournament, *, may_check_in: bool) -> None:
        super().__init__(players, exclude=() if may_check_in else ("chosen", "come"))
        self.tournament = tournament

    def render_chosen(self, record: Player) -> SafeString | str:
        """Draw the tick for several at once; nobody who is withdrawn can be checked in."""
        if record.status == Player.Status.WITHDRAWN:
            return ""
        return format_html(
            '<label><input type="checkbox" name="number" value="{}"><span class="sr-only">{}</span>'
            "</label>",
            record.number,
            _named(gettext("Choose %(player)s"), record),
        )

    def render_number(self, record: Player) -> str:
        """Draw the number as it stands on badges and sheets."""
        return record.entry_number

    def render_name(self, record: Player) -> SafeString:
        """Draw the name as the way to the entry; on a phone with the team below."""
        url = reverse("tournament:edit-player", args=[self.tournament.slug, record.number])
        team = record.team
        return format_html(
            '<a href="{}">{}</a>{}{}',
            url,
            with_lang(record),
            _pills(record),
            format_html('<small class="narrow-only">{}</small>', with_lang(team)) if team else "",
        )

    def render_team(self, record: Player) -> SafeString:
        """Draw the team with the number in it."""
        place = record.member_number
        number = format_html(" · {}", place) if place else ""
        reserve = format_html(" <small>{}</small>", gettext("reserve")) if record.is_reserve else ""
        return format_html("{}{}{}", with_lang(record.team), number, reserve)

    def render_status(self, record: Player) -> SafeString:
        """Draw the status as a pill."""
        kind = PILLS[Player.Status(record.status)]
        pill = format_html('<span class="pill {}">{}</span>', kind, record.get_status_display())
        if record.last_round is None:
            return pill
        return format_html("{} <small>{}</small>", pill, _after(record.last_round))

    def render_come(self, record: Player) -> SafeString | str:
        """Draw the one tap: check in, or take it back."""
        if record.status == Player.Status.WITHDRAWN:
            return BLANK
        if record.status == Player.Status.CHECKED_IN:
            word, kind, label = "undo", "button-off-on", gettext("✓ Here")
            spoken = _named(gettext("%(player)s is here. Take it back"), record)
        else:
            word, kind, label = "come", "", gettext("Check in")
            spoken = _named(gettext("Check in %(player)s"), record)
        return format_html(
            '<button class="button {}" type="submit" name="{}" value="{}" aria-label="{}">{}</button>',
            kind,
            word,
            record.number,
            spoken,
            label,
        )


def _pills(player: Player) -> SafeString:
    """What sets a player apart; that he left stands in a column of its own where there is room."""
    pills = [("", gettext("filler"))] if not player.is_ranked else []
    if player.status == Player.Status.WITHDRAWN:
        pills.append(("narrow-only", gettext("withdrawn")))
    return format_html_join("", ' <span class="pill pill-warn {}">{}</span>', pills)


def _named(sentence: str, player: Player) -> str:
    return sentence % {"player": f"{player.entry_number} {player}"}


def _after(last_round: int) -> str:
    if not last_round:
        return gettext("before round 1")
    return gettext("after round %(number)s") % {"number": last_round}


class RosterTeamsTable(EventTable):
    """The teams of an event, with how many belong to each."""

    caption = _("Teams")
    row_header = "name"

    number = tables.Column(_("No."), attrs=styled("number"))
    name = tables.Column(
        pgettext_lazy("team", "Name"), attrs=styled("name-cell"), empty_values=(), accessor="pk"
    )
    size = tables.Column(_("Players"), attrs=styled("number"))

    class Meta(EventTable.Meta):
        attrs = {"class": "roster roster-teams"}

    def __init__(self, teams: Any, tournament: Tournament) -> None:
        super().__init__(teams)
        self.tournament = tournament

    def render_name(self, record: Team) -> SafeString:
        """Draw the name as the way to change it."""
        url = reverse("tournament:edit-team", args=[self.tournament.slug, record.number])
        return format_html('<a href="{}">{}</a>', url, with_lang(record))

    def render_size(self, value: int, record: Team) -> SafeString:
        """Draw the number of players as the way to them."""
        url = reverse("tournament:roster", args=[self.tournament.slug])
        return format_html('<a href="{}?team={}">{}</a>', url, record.number, value)
