"""House rules on the pages: who sets them, what is scored by them, who can read them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rules import PROFILES, derive
from tests.factories import game_url, make_game, make_hand, make_official, make_tournament
from tournament.models import ActionLog, Hand, Role, Tournament
from tournament.services.events import current_rules, rules_in
from tournament.services.house_rules import change_rules
from tournament.services.log import Request

pytestmark = pytest.mark.django_db

STRAIGHT = derive("guobiao", values={"pure_straight": 20})
# 清龙 16, 平和 2, 门前清 2, 单钓将 1 on a discard.
TILES = "123456789m345p9s9s"
SENT = {
    "seen": "1",
    "token": "one",
    "value_pure_straight": "20",
    **{f"switch_{key}": "on" for key in PROFILES["guobiao"].switches},
}


def address(tournament, name="house-rules"):
    return reverse(f"tournament:{name}", args=[tournament.slug])


def words_of(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.text).split())


def rules_now(tournament):
    return rules_in(current_rules(tournament))


def change(tournament, rules, seen=1):
    change_rules(tournament=tournament, rules=rules, seen=seen, request=Request(reason="agreed"))


@pytest.fixture
def event():
    return make_tournament()


@pytest.fixture
def organiser(client, event):
    client.force_login(make_official(event, Role.ORGANISER))
    return client


# Access


@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_is_sent_to_log_in(client, event, method):
    answer = getattr(client, method)(address(event), SENT)

    assert (answer.status_code, answer.url.split("?")[0]) == (302, "/accounts/login/")
    assert event.profile_revisions.count() == 1


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("role", [Role.HEAD_REFEREE, Role.REFEREE, Role.CLERK, Role.VIEWER])
def test_other_roles_are_refused(client, event, method, role):
    client.force_login(make_official(event, role))

    assert getattr(client, method)(address(event), SENT).status_code == 403
    assert event.profile_revisions.count() == 1


def test_other_methods_are_refused(organiser, event):
    assert organiser.delete(address(event)).status_code == 405


def test_a_post_from_elsewhere_is_refused(event):
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_official(event, Role.ORGANISER))

    assert client.post(address(event), SENT).status_code == 403
    assert event.profile_revisions.count() == 1


# Saving


def test_rules_are_saved_and_stand_on_the_page(organiser, event):
    answer = organiser.post(address(event), SENT, follow=True)

    assert rules_now(event) == STRAIGHT
    assert "The rules are saved. Hands from now on count by them." in words_of(answer)
    assert "1 difference from the edition Pure Straight: 20 instead of 16 points." in words_of(
        answer
    )
    assert 'value="20"' in answer.text


def test_a_retry_saves_once(organiser, event):
    for _ in range(2):
        assert organiser.post(address(event), SENT).status_code == 302

    assert event.profile_revisions.count() == 2
    assert ActionLog.objects.filter(action="change_rules").count() == 1


def test_what_is_wrong_is_said_in_place_and_what_was_typed_stays(organiser, event):
    answer = organiser.post(address(event), {**SENT, "value_pure_straight": "1000", "cap": "88"})

    assert answer.status_code == 422
    assert "Write a whole number from 1 to 999" in words_of(answer)
    form = answer.context["form"]
    assert (form["value_pure_straight"].value(), form["cap"].value()) == ("1000", "88")
    assert form.fields["value_pure_straight"].widget.attrs["autofocus"]
    assert event.profile_revisions.count() == 1


def test_a_stale_form_is_a_conflict_that_keeps_what_was_typed_and_can_be_saved(organiser, event):
    change(event, derive("guobiao", cap=88))

    answer = organiser.post(address(event), SENT)

    assert answer.status_code == 409
    assert "Somebody else changed the rules" in words_of(answer)
    assert "No hand pays more than 88 points, flowers included." in words_of(answer)
    assert answer.context["form"]["value_pure_straight"].value() == "20"
    assert '<input type="hidden" name="seen" value="2">' in answer.text
    assert organiser.post(address(event), {**SENT, "seen": "2"}).status_code == 302
    assert rules_now(event) == STRAIGHT


def test_nothing_new_is_said_to_be_nothing_new(organiser, event):
    answer = organiser.post(address(event), {**SENT, "value_pure_straight": ""}, follow=True)

    assert "These rules are in force already; nothing was changed." in words_of(answer)
    assert event.profile_revisions.count() == 1


def test_back_to_the_edition_fills_the_form_and_saves_nothing(organiser, event):
    change(event, STRAIGHT)

    page = organiser.post(address(event), {**SENT, "seen": "2", "edition": "1", "reason": "agreed"})

    form = page.context["form"]
    assert "Below stands the edition. Nothing is saved yet." in words_of(page)
    assert (form["value_pure_straight"].value(), form["reason"].value()) == (None, "agreed")
    assert rules_now(event) == STRAIGHT


def test_a_preview_says_what_would_differ_and_saves_nothing(organiser, event):
    sent = {**SENT, "preview": "1"}

    piece = organiser.post(address(event), sent, headers={"HX-Request": "true"})
    page = organiser.post(address(event), sent)

    told = "1 difference from the edition Pure Straight: 20 instead of 16 points."
    assert words_of(piece) == told
    assert (page.status_code, told in words_of(page)) == (200, True)
    assert event.profile_revisions.count() == 1


def test_a_preview_of_what_is_wrong_asks_to_correct_it(organiser, event):
    sent = {**SENT, "preview": "1", "cap": "3"}

    piece = organiser.post(address(event), sent, headers={"HX-Request": "true"})

    assert words_of(piece) == "Correct what is marked, then the differences stand here."


def test_once_a_round_was_started_a_reason_is_asked_for(client):
    event = make_game().round.tournament
    client.force_login(make_official(event, Role.ORGANISER))

    refused = client.post(address(event), SENT)
    saved = client.post(address(event), {**SENT, "reason": "agreed by all"})

    assert (refused.status_code, saved.status_code) == (422, 302)
    assert "Games are played by these rules already: say why they change." in words_of(refused)
    assert ActionLog.objects.get(action="change_rules").reason == "agreed by all"


def test_a_closed_event_shows_its_rules_without_a_form(organiser, event):
    change(event, STRAIGHT)
    Tournament.objects.update(state=Tournament.State.CLOSED)

    page = organiser.get(address(event))
    answer = organiser.post(address(event), {**SENT, "seen": "2", "cap": "88"})

    assert "Pure Straight: 20 instead of 16 points." in words_of(page)
    assert "The event is closed." in words_of(page)
    assert 'name="value_pure_straight"' not in page.text
    assert answer.status_code == 409
    assert rules_now(event) == STRAIGHT


# Who can read them


def test_everybody_reads_the_house_rules_on_the_page_of_the_event(client, event):
    before = words_of(client.get(address(event, "event")))
    change(event, derive(STRAIGHT, switches={"half_flush_beside_all_green": True}, cap=88))

    page = words_of(client.get(address(event, "event")))
    client.cookies["django_language"] = "zh-hans"
    chinese = words_of(client.get(address(event, "event")))

    assert "House rules" not in before
    assert (
        "House rules: 3 differences Pure Straight: 20 instead of 16 points. "
        "Half Flush counts beside All Green with green dragons. "
        "No hand pays more than 88 points, flowers included."
    ) in page
    assert (
        "本场规则：3 处不同 清龙：20 番，原为 16 番。 绿一色有发财时，另计混一色。 "
        "一盘最多计 88 番（含花）。"
    ) in chinese


def test_the_settings_lead_there_and_warn_of_another_edition(organiser, event):
    plain = organiser.get(address(event, "settings"))
    change(event, STRAIGHT)
    house = organiser.get(address(event, "settings"))

    assert "The event is played by its edition, without house rules." in words_of(plain)
    assert "House rules: 1 difference from the edition." in words_of(house)
    assert f'href="{address(event)}"' in house.text


# What is scored by them


def enter(client, game, number, **values):
    sent = {"winner": "A", "discarder": "B", "token": f"hand{number}", **values}
    return client.post(game_url(game, "enter-hand", number=number), sent, follow=True)


def history(client, game, number):
    return client.get(game_url(game, "hand-history", number=number)).text


def test_hands_count_by_the_rules_of_their_time(client, game, referee):
    event = game.round.tournament
    tiles = {"mode": "tiles", "notation": TILES}
    fans = {"mode": "fans", "fan_pure_straight": "1"}
    change(event, STRAIGHT)
    enter(client, game, 1, **tiles)
    enter(client, game, 2, **fans)
    change(event, derive("guobiao", values={"pure_straight": 30}), seen=2)
    enter(client, game, 3, **tiles)
    change(event, PROFILES["guobiao"], seen=3)
    enter(client, game, 4, **tiles)

    hands = Hand.objects.current().order_by("number")
    assert [(hand.fan_points, hand.profile_revision.number) for hand in hands] == [
        *((25, 2), (20, 2), (35, 3), (21, 4))
    ]
    for number, points in ((1, 20), (2, 20), (3, 30), (4, 16)):
        # In the list of fan and, for tiles, in the explanation below it.
        shown = re.findall(
            r'pure_straight/">[^\d]*?</a></span> <b>(\d+)</b>', history(client, game, number)
        )
        assert shown == [str(points)] * (1 if number == 2 else 2)


def test_fan_chips_show_the_values_of_the_event(client, game, referee):
    change(game.round.tournament, STRAIGHT)

    page = client.get(game_url(game, "enter-hand", number=1), {"mode": "fans"})

    chips = {
        chip.key: chip.points for tier in page.context["form"].fan_tiers for chip in tier.chips
    }
    assert chips["pure_straight"] == 20


def test_a_correction_counts_by_the_rules_as_they_are_now_and_says_so(client, game, referee):
    warning = "The rules of the event have changed since this hand was entered."
    tiles = {"mode": "tiles", "notation": TILES}
    enter(client, game, 1, **tiles)
    before = client.get(game_url(game, "enter-hand", number=1))
    change(game.round.tournament, STRAIGHT)

    page = client.get(game_url(game, "enter-hand", number=1))
    corrected = {**tiles, "token": "again", "replaces": "1", "why": "Fan verified"}
    enter(client, game, 1, **corrected)

    assert (warning in before.text, warning in page.text) == (False, True)
    assert [(hand.version, hand.fan_points) for hand in game.hands.order_by("version")] == [
        *((1, 21), (2, 25))
    ]


def test_rules_that_say_the_same_need_no_warning(client, game, referee):
    make_hand(game)
    change(game.round.tournament, STRAIGHT)
    change(game.round.tournament, PROFILES["guobiao"], seen=2)

    page = client.get(game_url(game, "enter-hand", number=1))

    assert "have changed since" not in page.text
