import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from scoring.rules.penalties import Measure
from tests.factories import (
    make_hand,
    make_official,
    make_round,
    make_tournament,
    make_user,
)
from tournament.models import Player, Role, Round, Tournament
from tournament.services.games import enter_totals
from tournament.services.log import Request
from tournament.services.penalties import Ruling, add_penalty

pytestmark = pytest.mark.django_db

MODELS = sorted(apps.get_app_config("tournament").get_models(), key=lambda model: model.__name__)
SCORED = [
    "ActionLog",
    "Game",
    "Hand",
    "HandScore",
    "Penalty",
    "PenaltyShare",
    "ProfileRevision",
    "Seat",
    "Signature",
]
every_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
scored = pytest.mark.parametrize("name", SCORED)


def address(model, page, *args):
    return reverse(f"admin:tournament_{model._meta.model_name}_{page}", args=args)


@pytest.fixture
def superuser(client):
    client.force_login(make_user(superuser=True))
    return client


def play(round_):
    """A hand and a fine at each table."""
    for game in round_.games.all():
        make_hand(game)
        add_penalty(
            game=game,
            offender=0,
            ruling=Ruling(Measure.FINE, shares=(-10, 0, 0, 0)),
            request=Request(reason="x"),
        )


@pytest.fixture
def world():
    """An event with something in most of its tables."""
    tournament = make_tournament(players=4, teams=2)
    make_official(tournament, Role.REFEREE)
    play(make_round(tournament))
    return tournament


def refused_by_the_policy(page):
    """Inline scripts, styles and handlers, none of which would work."""
    scripts = [tag for tag in re.findall(r"<script[^>]*>", page) if " src=" not in tag]
    # Data for a script is not run.
    scripts = [tag for tag in scripts if 'type="application/json"' not in tag]
    return scripts + re.findall(r"<style|\sstyle=|\son[a-z]+=\"|javascript:", page)


@every_model
def test_every_model_is_registered(model):
    assert admin.site.is_registered(model)


@every_model
def test_list_and_search_work_under_the_policy(superuser, world, model):
    options = admin.site.get_model_admin(model)
    query = {"q": "1"} if options.search_fields else {}

    response = superuser.get(address(model, "changelist"), query)

    assert response.status_code == 200
    assert refused_by_the_policy(response.content.decode()) == []


@every_model
def test_every_object_opens_under_the_policy(superuser, world, model):
    for obj in model.objects.all()[:1]:
        response = superuser.get(address(model, "change", obj.pk))

        assert response.status_code == 200
        assert refused_by_the_policy(response.content.decode()) == []


def test_list_query_counts_do_not_grow(superuser, django_assert_max_num_queries):
    counts = []
    for rounds in (1, 3):
        tournament = make_tournament(players=8, teams=2)
        make_official(tournament, Role.REFEREE)
        for number in range(1, rounds + 1):
            play(make_round(tournament, number=number))
        counts.append({})
        for model in MODELS:
            with django_assert_max_num_queries(60) as captured:
                superuser.get(address(model, "changelist"))
            counts[-1][model.__name__] = len(captured)

    assert counts[0] == counts[1]


@scored
def test_scored_models_are_only_read(superuser, world, name):
    model = apps.get_model("tournament", name)
    obj = model.objects.first()

    assert superuser.get(address(model, "add")).status_code == 403
    if obj:
        assert superuser.post(address(model, "change", obj.pk), {}).status_code == 403
        assert superuser.post(address(model, "delete", obj.pk), {"post": "yes"}).status_code == 403


@scored
def test_scored_models_are_not_deleted_by_the_list(superuser, world, name):
    model = apps.get_model("tournament", name)
    chosen = list(model.objects.values_list("pk", flat=True))

    superuser.post(
        address(model, "changelist"),
        {"action": "delete_selected", "_selected_action": chosen, "post": "yes"},
    )

    assert list(model.objects.values_list("pk", flat=True)) == chosen


@pytest.mark.parametrize("who", ["visitor", "organiser", "staff"])
def test_administration_is_for_superusers(client, world, who):
    if who != "visitor":
        user = make_official(world, Role.ORGANISER)
        user.is_staff = who == "staff"
        user.save()
        client.force_login(user)

    response = client.get(address(Tournament, "changelist"))

    # Staff without rights get 403, anybody else the log-in page.
    assert response.status_code == (403 if who == "staff" else 302)


def test_change_of_a_player_moves_the_version(superuser, world):
    player = world.players.get(number=1)
    before = Tournament.objects.get().standings_version
    form = superuser.get(address(Player, "change", player.pk)).context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    values = {name: value for name, value in values.items() if value not in (None, False)}

    response = superuser.post(
        address(Player, "change", player.pk), {**values, "name": "张三", "is_ranked": ""}
    )

    assert response.status_code == 302
    player.refresh_from_db()
    assert (player.name, player.is_ranked) == ("张三", False)
    assert Tournament.objects.get().standings_version == before + 1


def test_rules_are_kept_once_something_is_played(superuser, world):
    page = superuser.get(address(Tournament, "change", world.pk)).content.decode()

    assert 'name="starting_score"' not in page
    assert 'name="is_final"' in page


def test_rounds_move_by_the_service(superuser):
    tournament = make_tournament(players=4)
    round_ = make_round(tournament, state=Round.State.DRAFT)

    def act(action):
        return superuser.post(
            address(Round, "changelist"),
            {"action": action, "_selected_action": [round_.pk]},
            follow=True,
        )

    states = []
    for action in ("publish", "start", "close", "publish"):
        if action == "close":
            totals = (20, 10, -10, -20)
            enter_totals(game=round_.games.get(), totals=totals, request=Request(reason="test"))
        page = act(action).content.decode()
        round_.refresh_from_db()
        states.append(round_.state)

    assert states == ["published", "running", "closed", "closed"]
    assert "Round 1 is now: Closed" in page
    assert round_.clock_events.count() == 1


def test_hashes_of_links_are_not_shown():
    assert {"token_hash", "pin_hash"} <= set(
        admin.site.get_model_admin(apps.get_model("tournament", "AccessLink")).exclude
    )
