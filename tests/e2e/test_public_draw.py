"""72 players in 18 teams draw their numbers in public; after round 2 somebody leaves."""

from io import StringIO

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from tests.factories import make_official, make_tournament, shut_round
from tournament import in_public
from tournament.draw.numbers import drawn_numbers
from tournament.models import Draw, Player, Role, Seat
from tournament.services.log import Request
from tournament.services.rounds import start_round

pytestmark = pytest.mark.django_db(transaction=True)


def press(page, name, role="button"):
    page.get_by_role(role, name=name, exact=True).locator("visible=true").first.click()


def verified():
    """What `verify_draw` says; a draw that is not as drawn raises."""
    out = StringIO()
    call_command("verify_draw", "open", stdout=out)
    return [
        line.removeprefix("Draw ").lstrip("0123456789, ") for line in out.getvalue().splitlines()
    ]


def meetings():
    """How often two players, and how often two of a team, have met, over what stands."""
    met, of_one_team = [], 0
    seats = Seat.objects.exclude(round__state="cancelled").select_related("player__team")
    tables = {}
    for seat in seats:
        tables.setdefault(seat.game_id, []).append(seat.player)
    for table in tables.values():
        for one in table:
            for other in table:
                if one.number < other.number:
                    met.append((one.number, other.number))
                    of_one_team += one.team is not None and one.team == other.team
    return len(met) - len(set(met)), of_one_team


def test_numbers_are_drawn_in_public_and_the_rest_again_when_somebody_leaves(open_page, log_in):
    event = make_tournament(players=72, teams=18, slug="open", rounds_planned=6)
    event.players.update(status=Player.Status.CHECKED_IN)
    desk = open_page(width=1280, height=800, touch=False)
    log_in(desk, make_official(event, Role.ORGANISER))

    # The schedule of numbers and its report, a draft.
    desk.goto("/events/open/draws/new/")
    desk.get_by_label("Lots from a bag, typed in").check()
    press(desk, "Make a draft")
    expect(desk.locator(".report-look")).to_have_count(0)
    expect(desk.locator(".report-good", has_text="Repeated meetings")).to_contain_text("0 meetings")
    press(desk, "Publish the schedule")
    expect(desk.get_by_text("is public and stands as it is")).to_be_visible()

    # Anybody reads it before a number is drawn.
    draw = Draw.objects.get()
    visitor = open_page()
    visitor.goto("/events/open/seats/")
    press(visitor, "The schedule of numbers to be drawn", "link")
    expect(visitor.get_by_text(draw.sha256)).to_be_visible()
    assert verified() == ["rounds 1-6: yes, the schedule is as drawn; the lots are not drawn yet."]

    # The lots: one typed and saved, all of them pasted.
    lots = drawn_numbers(in_public.pots_of_draw(draw), "a bag")
    number, entry = next(iter(lots.items()))
    press(desk, "Type the lots in", "link")
    desk.locator(f"#entry-{entry}").fill(str(number))
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("1 of 72 are filled in")).to_be_visible()
    desk.get_by_text("Paste a list").click()
    desk.get_by_label("Lines of number and entry").fill(
        "\n".join(f"{number} {entry}" for number, entry in lots.items())
    )
    press(desk, "All lots are in: seat the players")
    expect(desk.get_by_text("Nothing had to be given up to the lots.")).to_be_visible()
    press(desk, "Publish all 6 drafts")
    expect(desk.get_by_text("The seats are public.")).to_be_visible()
    assert meetings() == (0, 0)
    assert verified() == ["rounds 1-6: yes, as drawn."]

    # Two rounds are played, somebody leaves, a filler comes.
    for number in (1, 2):
        round_ = event.rounds.get(number=number)
        shut_round(round_=start_round(round_=round_, request=Request()), request=Request())
    desk.goto("/events/open/roster/players/7/withdraw/")
    desk.locator("[name=last_round]").fill("2")
    desk.locator("[name=reason]").fill("ill")
    desk.locator("[name=reason]").press("Enter")
    desk.wait_for_url("**/roster/**")
    desk.goto(f"/events/open/draws/{draw.pk}/")
    press(desk, "Add 1 filler")
    desk.get_by_label("Who comes takes the seats of who left").uncheck()
    remaining = desk.locator("form[action$='/remaining/']")
    remaining.locator("[name=reason]").fill("player 7 is ill")
    press(desk, "Draw the remaining rounds again")
    expect(desk.get_by_text("The remaining rounds are a draft")).to_be_visible()
    press(desk, "Publish all 4 drafts")
    expect(desk.get_by_text("The seats are public.")).to_be_visible()

    assert meetings() == (0, 0)
    assert verified() == [
        "rounds 1-6: yes, as drawn.",
        "rounds 3, 4, 5, 6 given up: player 7 is ill",
        "rounds 3-6: yes, as drawn.",
    ]
