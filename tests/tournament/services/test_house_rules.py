"""House rules: revisions, what hands keep, what is logged, refused, stale, repeated."""

import pytest
from django.utils import translation

from scoring.entry import HandEntry, Outcome
from scoring.rules import PROFILES, derive
from tests.factories import discard_win, make_game, make_hand, make_official, make_tournament
from tournament.models import ActionLog, Role, Tournament
from tournament.services.errors import BadState, NotAllowed, StaleEdit, TokenReused
from tournament.services.events import (
    current_rules,
    edit_tournament,
    rules_in,
    settings_version,
)
from tournament.services.hands import record_hand
from tournament.services.house_rules import change_rules
from tournament.services.log import Request
from tournament.tables.log import changes

pytestmark = pytest.mark.django_db

HOUSE = derive("guobiao", values={"pure_straight": 20}, switches={"formal_waits": False}, cap=88)


def change(tournament, rules=HOUSE, seen=1, by=None, request=None, reason=""):
    return change_rules(
        tournament=tournament, rules=rules, seen=seen, request=request or Request(by, reason=reason)
    )


def test_house_rules_are_a_new_revision_with_the_offences_of_the_edition():
    event = make_tournament()

    revision = change(event)

    assert (revision.number, revision.profile) == (2, "guobiao")
    assert rules_in(current_rules(event)) == HOUSE
    first = event.profile_revisions.get(number=1)
    assert rules_in(first) == PROFILES["guobiao"]
    revision.refresh_from_db()
    assert revision.content["offences"] == first.content["offences"]


def test_the_log_keeps_what_differs_before_and_after():
    event = make_tournament()
    change(event)

    change(event, derive(HOUSE, values={"pure_straight": 16}, cap=0), seen=2, reason="agreed")

    first, second = ActionLog.objects.filter(action="change_rules").order_by("pk")
    assert first.before == {
        "values": {"pure_straight": 16},
        "switches": {"formal_waits": True},
        "cap": None,
    }
    assert first.after == {
        "values": {"pure_straight": 20},
        "switches": {"formal_waits": False},
        "cap": 88,
    }
    assert (second.before, second.after, second.reason) == (
        {"values": {"pure_straight": 20}, "cap": 88},
        {"values": {"pure_straight": 16}, "cap": None},
        "agreed",
    )


@pytest.mark.parametrize(
    ("language", "told"),
    [
        pytest.param(
            "en",
            [
                ("values of the fan", "Pure Straight: 16", "Pure Straight: 20"),
                (
                    "what counts beside what",
                    "A tile whose four copies are used up still counts as waited for.",
                    "A tile whose four copies the hand itself holds is not waited for.",
                ),
                ("most points a hand pays", "–", "88"),
            ],
            id="en",
        ),
        pytest.param(
            "zh-hans",
            [
                ("各番的番值", "清龙: 16", "清龙: 20"),
                (
                    "哪些番另计",
                    "四张都已用完的牌，仍算所听的牌。",
                    "四张都在自己手里的牌，不算所听的牌。",
                ),
                ("一盘最多的番数", "–", "88"),
            ],
            id="zh",
        ),
    ],
)
def test_the_log_is_told_in_the_readers_language(language, told):
    change(make_tournament())
    line = ActionLog.objects.get(action="change_rules")

    with translation.override(language):
        # PostgreSQL keeps the names of a JSON object in an order of its own.
        assert sorted(changes(line.before, line.after, line.object_type)) == sorted(told)


def test_hands_keep_the_rules_they_were_entered_under():
    game = make_game()
    event = game.round.tournament
    one = make_hand(game, 1)
    change(event, reason="agreed")
    two = make_hand(game, 2)
    change(event, PROFILES["guobiao"], seen=2, reason="back")
    three = make_hand(game, 3)

    for hand in (one, two, three):
        hand.refresh_from_db()
    assert [rules_in(hand.profile_revision) for hand in (one, two, three)] == [
        PROFILES["guobiao"],
        HOUSE,
        PROFILES["guobiao"],
    ]


def test_a_correction_is_a_new_judgement_by_the_current_rules():
    game = make_game()
    old = make_hand(game)
    change(game.round.tournament, reason="agreed")

    new = record_hand(
        game=game, number=1, entry=discard_win(points=12), replaces=1, request=Request()
    ).hand

    old.refresh_from_db()
    assert (old.profile_revision.number, new.profile_revision.number) == (1, 2)


def test_a_hand_keeps_the_revision_it_was_judged_by_even_if_another_came_meanwhile():
    game = make_game()
    judged_by = current_rules(game.round.tournament)
    change(game.round.tournament, reason="agreed")
    entry = HandEntry(Outcome.SELF_DRAW, winner=0, fan_points=8)

    hand = record_hand(
        game=game, number=1, entry=entry, replaces=0, request=Request(), revision=judged_by
    ).hand

    assert hand.profile_revision == judged_by


def test_rules_as_they_stand_make_no_revision():
    event = make_tournament()

    assert change(event, PROFILES["guobiao"]).number == 1
    assert not ActionLog.objects.filter(action="change_rules").exists()


def test_a_stale_change_is_refused():
    event = make_tournament()
    change(event)

    with pytest.raises(StaleEdit):
        change(event, derive(HOUSE, cap=0), seen=1)
    assert event.profile_revisions.count() == 2


def test_rules_of_another_edition_are_stale():
    event = make_tournament()

    with pytest.raises(StaleEdit):
        change(event, PROFILES["wmo2006"])


def test_another_edition_ends_house_rules_and_makes_an_open_form_stale():
    event = make_tournament()
    seen = settings_version(event)
    change(event)

    with pytest.raises(StaleEdit):
        edit_tournament(
            tournament=event, fields={"profile": "wmo2006"}, seen=seen, request=Request()
        )
    edit_tournament(
        tournament=event,
        fields={"profile": "wmo2006"},
        seen=settings_version(event),
        request=Request(),
    )

    assert rules_in(current_rules(event)) == PROFILES["wmo2006"]


def test_a_retry_changes_once_and_the_token_serves_no_other_rules():
    event = make_tournament()
    request = Request()
    first = change(event, request=request)

    assert change(event, request=request) == first
    with pytest.raises(TokenReused):
        change(event, derive(HOUSE, cap=0), request=request)
    assert event.profile_revisions.count() == 2


def test_once_a_round_was_started_a_reason_is_needed():
    event = make_game().round.tournament

    with pytest.raises(BadState, match="say why they change"):
        change(event)
    assert change(event, reason="agreed").number == 2


@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK, Role.VIEWER])
def test_only_organisers_change_the_rules(role):
    event = make_tournament()

    with pytest.raises(NotAllowed):
        change(event, by=make_official(event, role))


def test_the_rules_of_a_closed_event_stand():
    event = make_tournament()
    Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.CLOSED)

    with pytest.raises(NotAllowed):
        change(event)
