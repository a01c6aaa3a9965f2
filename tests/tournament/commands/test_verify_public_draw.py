"""Draws in public run again: a schedule of numbers, its lots, the seats; each touch is named."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_tournament
from tournament import in_public
from tournament.draw import Kind
from tournament.draw.commitment import revealed_seed
from tournament.draw.numbers import drawn_numbers
from tournament.in_public import Way
from tournament.models import Draw, Player, Seat
from tournament.services.draw_order import Order
from tournament.services.draws import publish_draw, reseat, swap_seats
from tournament.services.log import Request
from tournament.services.people import add_player, withdraw_player
from tournament.services.public_draws import give_up_schedule, make_schedule, publish_schedule
from tournament.services.public_lots import finish_lots, say_word, throw_lots_away

pytestmark = pytest.mark.django_db
SECRET, WORD = "nobody can guess this", "春天"


@pytest.fixture
def event():
    tournament = make_tournament(players=16, teams=4, slug="open")
    tournament.players.update(status=Player.Status.CHECKED_IN)
    return tournament


def numbered(event, way):
    draw = make_schedule(
        stage=event.stages.get(), order=Order(1, 2, Kind.PLAN, seed="s"), way=way, request=Request()
    )
    return publish_schedule(draw=draw, secret=SECRET * (way is Way.REVEALED), request=Request())


def typed(event):
    draw = numbered(event, Way.TYPED)
    lots = drawn_numbers(in_public.pots_of_draw(draw), "a bag")
    return finish_lots(draw=draw, typed=tuple(lots.items()), seen=0, request=Request())


def revealed(event):
    return say_word(draw=numbered(event, Way.REVEALED), word=WORD, request=Request())


def lines(*arguments):
    """What the command prints, and whether it fails."""
    out = StringIO()
    try:
        call_command("verify_draw", *arguments, stdout=out)
    except CommandError:
        return out.getvalue().splitlines(), False
    return out.getvalue().splitlines(), True


def touched(draw, **fields):
    """Write fields as nobody may; those the draw keeps beside are named `public_…`."""
    draw.refresh_from_db()
    for name, value in fields.items():
        if name.startswith("public_") and name != "public_word":
            draw.constraints["public"][name.removeprefix("public_")] = value
        else:
            setattr(draw, name, value)
    draw.save()


@pytest.mark.parametrize("made", [typed, revealed])
def test_schedule_and_lots_and_seats_are_true(event, made):
    draw = made(event)

    assert lines("open") == ([f"Draw {draw.pk}, rounds 1-2: yes, as drawn."], True)
    swap_seats(round_=draw.rounds.get(number=2), one=1, other=2, request=Request())
    publish_draw(draw=draw, request=Request())
    assert lines("open") == (
        [
            f"Draw {draw.pk}, rounds 1-2: yes, as drawn, then changed by hand.",
            "  round 2: 1 and 2 swapped by hand",
        ],
        True,
    )


def test_before_the_lots_the_schedule_is_checked(event):
    draw = numbered(event, Way.REVEALED)
    words = "yes, the schedule is as drawn; the lots are not drawn yet."

    assert lines("open") == ([f"Draw {draw.pk}, rounds 1-2: {words}"], True)
    rows = draw.schedule
    rows[1][0][0], rows[1][0][1] = rows[1][0][1], rows[1][0][0]
    touched(draw, schedule=rows)
    found, is_true = lines("open")
    assert not is_true
    assert found[1].startswith("  schedule, round 2, table 1: published ")
    assert found[2].startswith(f"  schedule, SHA-256: published {draw.sha256}, of the numbers ")


def test_a_draft_schedule_is_nobodys_business(event):
    make_schedule(
        stage=event.stages.get(), order=Order(1, 2, Kind.PLAN), way=Way.TYPED, request=Request()
    )

    assert lines("open") == (["No draw is public yet."], True)


def test_another_secret_or_word_is_named(event):
    draw = revealed(event)
    seed, other = revealed_seed(SECRET, WORD), revealed_seed(SECRET, "秋天")

    touched(draw, secret="another one")
    assert lines("open")[0][1:] == [
        f"  secret: it is not the one that was bound, whose SHA-256 is {draw.commitment}"
    ]
    touched(draw, secret=SECRET, public_word="秋天")
    assert lines("open")[0][1:] == [
        f"  word: with the secret it gives the seed {other}, published {seed}"
    ]
    touched(draw, public_seed=other)
    found, is_true = lines("open")
    assert not is_true
    assert {line.split(":")[0].split()[0] for line in found[1:]} == {"number"}


def test_another_lot_is_named_with_its_seats(event):
    draw = revealed(event)
    one, other = draw.lots["1"], draw.lots["2"]

    touched(draw, lots={**draw.lots, "1": other, "2": one})

    found, is_true = lines("open")
    assert not is_true
    assert found[1:3] == [
        f"  number 1: published for {other}, drawn by {one}",
        f"  number 2: published for {one}, drawn by {other}",
    ]
    assert len(found) == 3 + 4  # and the two seats of each round
    assert all(line.startswith("  round ") for line in found[3:])


def test_a_typed_lot_that_tears_a_team_is_named(event):
    draw = typed(event)
    one, other = draw.lots["1"], draw.lots["5"]

    touched(draw, lots={**draw.lots, "1": other, "5": one})

    assert [line for line in lines("open")[0] if line.startswith("  team")] == [
        f"  team of {team}: its numbers are no block of the schedule"
        for team in sorted(
            (" ".join(str(n) for n in range(1 + (who - 1) % 4, 17, 4)) for who in (one, other)),
            key=lambda text: int(text.split()[0]),
        )
    ]


def test_another_seat_is_named(event):
    draw = typed(event)
    seat, other = Seat.objects.filter(round__number=2, game__table__number=1)[:2]
    Seat.objects.filter(pk__in=(seat.pk, other.pk)).delete()
    seat.player, other.player = other.player, seat.player
    Seat.objects.bulk_create([seat, other])

    found, is_true = lines("open")

    assert not is_true
    assert [line.split(":")[0] for line in found] == [
        f"Draw {draw.pk}, rounds 1-2",
        "  round 2, table 1, East",
        "  round 2, table 1, South",
        "  SHA-256",
    ]


def test_what_was_given_up_is_checked_and_said(event):
    draw = typed(event)
    again = throw_lots_away(draw=draw, request=Request(reason="a lot fell down"))
    give_up_schedule(draw=again, request=Request(reason="no time"))

    assert lines("open") == (
        [
            f"Draw {draw.pk}, rounds 1-2: yes, as drawn.",
            "  given up: a lot fell down",
            f"Draw {again.pk}, rounds 1-2: yes, the schedule is as drawn; "
            "the lots are not drawn yet.",
            "  given up: no time",
        ],
        True,
    )


def test_seats_taken_over_are_those_of_the_draw_before(event):
    event.players.update(team=None)
    draw = typed(event)
    withdraw_player(player=event.players.get(number=7), last_round=0, request=Request(reason="ill"))
    add_player(tournament=event, number=17, request=Request())
    event.players.filter(number=17).update(status=Player.Status.CHECKED_IN)
    again = reseat(draw=draw, take_over=True, request=Request(reason="ill"))
    publish_draw(draw=again, request=Request())

    found, is_true = lines("open", "--draw", str(again.pk))
    assert is_true
    assert found == [
        f"Draw {again.pk}, rounds 1-2: yes, the seats before, taken over by those who came.",
        "  17 has the seats of 7",
    ]
    seat = Seat.objects.filter(round__draw=again, player__number__in=(1, 2), round__number=1)
    one, other = seat
    seat.delete()
    one.player, other.player = other.player, one.player
    Seat.objects.bulk_create([one, other])
    assert not lines("open", "--draw", str(again.pk))[1]


# A file, without the event


def saved(draw, path, **changes):
    draw.refresh_from_db()
    data = json.loads(json.dumps(in_public.schedule_file(draw))) | changes
    path.write_text(json.dumps(data), encoding="utf-8")
    return data


def test_the_file_is_checked_without_the_event(event, tmp_path):
    path, draw = tmp_path / "draw.json", numbered(event, Way.REVEALED)

    data = saved(draw, path)
    assert (data["secret"], data["word"], data["lots"]) == ("", "", {})
    assert SECRET not in path.read_text()
    assert lines("--file", str(path)) == (
        ["Yes: the schedule is as drawn; the lots are not drawn yet."],
        True,
    )
    say_word(draw=draw, word=WORD, request=Request())
    data = saved(draw, path)
    assert list(data)[:6] == ["players", "rounds", "method", "seed", "sha256", "quality"]
    Draw.objects.all().update(seed="gone")
    assert lines("--file", str(path)) == (["Yes: schedule and lots are as drawn."], True)


def test_a_touched_file_is_told(event, tmp_path):
    path, draw = tmp_path / "draw.json", revealed(event)
    lots = {**draw.lots, "1": draw.lots["2"], "2": draw.lots["1"]}

    saved(draw, path, lots=lots)
    found, is_true = lines("--file", str(path))
    assert not is_true
    assert found[0] == "NO, not as drawn."
    assert len(found) == 3
    saved(draw, path, seed="another")
    assert lines("--file", str(path), "--json")[0][1] == ' "true": false,'


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"pots": 3}', '{"pots": [], "lots": {}}'])
def test_another_file_is_refused(tmp_path, text):
    path = tmp_path / "draw.json"
    path.write_text(text)

    with pytest.raises(CommandError, match="cannot be read as a schedule of numbers"):
        call_command("verify_draw", "--file", str(path))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("verify_draw", "--file", str(tmp_path / "nowhere.json"))
