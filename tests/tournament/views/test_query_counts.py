"""No list asks the database more often because it is longer: one row against thirty."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.rules.penalties import Measure
from tests.factories import make_hand, make_official, make_round, make_tournament, make_user
from tests.worlds import kept
from tournament.models import Official, Role, Tournament
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty

pytestmark = pytest.mark.django_db

MANY = 30
# Pages by the keys in their address, and who looks at them besides an organiser.
LISTS = {
    "event": ((), (Role.REFEREE, None)),
    "games": ((), (Role.REFEREE, None)),
    "standings": ((), (None,)),
    "teams": ((), (None,)),
    "player": ((1,), (None,)),
    "seats": ((), (None,)),
    "seats-by-name": ((), (None,)),
    "seats-cards": ((), (None,)),
    "seats-by-player": ((), (None,)),
    "draw-proof": ((), (None,)),
    "sheet": ((1, 1), (Role.REFEREE, None)),
    "grid": ((1, 1), (Role.REFEREE,)),
    "penalties": ((1, 1), (Role.REFEREE, None)),
    "board": ((), ()),
    "log": ((), ()),
    "staff": ((), ()),
    "roster": ((), ()),
    "roster-teams": ((), ()),
    "draws": ((), ()),
}
LOOKS = [(name, who) for name, (_, also) in LISTS.items() for who in (Role.ORGANISER, *also)]


def events() -> None:
    """Event `few` has one row of everything, `many` has thirty; both have the same officials."""
    officials = {role: make_user(str(role)) for role in (Role.ORGANISER, Role.REFEREE)}
    for slug, tables, times in (("few", 1, 1), ("many", MANY, MANY)):
        tournament = make_tournament(slug=slug, players=4 * tables, teams=tables)
        game = make_round(tournament).games.get(table__number=1)
        make_hand(game, 1)
        for _ in range(times):
            ruling = Ruling(Measure.FINE, shares=(-5, 0, 0, 0))
            add_penalty(game=game, offender=0, ruling=ruling, request=Request(reason="late"))
        for role, user in officials.items():
            Official.objects.create(tournament=tournament, user=user, role=role)
        for _ in range(times):
            make_official(tournament, Role.CLERK, tables=(1,))


def queries(client, url: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


@pytest.mark.parametrize(("name", "who"), LOOKS)
def test_a_long_list_takes_the_queries_of_a_short_one(client, name, who):
    kept(events)
    if who:
        client.force_login(Official.objects.filter(role=who).first().user)
    few, many = (
        reverse(f"tournament:{name}", args=[slug, *LISTS[name][0]]) for slug in ("few", "many")
    )

    queries(client, few)  # what is asked only once in a process is asked now

    assert queries(client, many) == queries(client, few)


@pytest.mark.parametrize("who", [None, Role.ORGANISER])
def test_thirty_events_take_the_queries_of_one(client, who):
    tournament = make_tournament()
    if who:
        client.force_login(make_official(tournament, who))
    few = [queries(client, reverse("home")) for _ in range(2)][-1]
    Tournament.objects.bulk_create(
        Tournament(slug=f"other{number}", name="Another") for number in range(MANY)
    )

    assert queries(client, reverse("home")) == few
