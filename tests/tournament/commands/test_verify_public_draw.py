"""Draws in public run again: a schedule of numbers, its lots, the seats; each touch is named."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from tests.factories import make_tournament
from tournament import in_public
from tournament.draw import Constraints, Kind, plan
from tournament.draw.commitment import revealed_seed
from tournament.draw.numbers import apart_of, drawn_numbers
from tournament.in_public import Way
from tournament.models import ActionLog, Draw, Player, Seat, Table
from tournament.services.draw_order import Order
from tournament.services.draw_store import measure
from tournament.services.draws import cancel_draw, make_draft, publish_draw, swap_seats
from tournament.services.draws_again import reseat
from tournament.services.log import Request
from tournament.services.people import add_player, withdraw_player
from tournament.services.public_draws import give_up_schedule, make_schedule, publish_schedule
from tournament.services.public_lots import finish_lots, say_word, throw_lots_away
from tournament.services.rounds import start_round

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
    Table.objects.bulk_create(Table(tournament=event, number=n) for n in range(2, 6))
    draw = made(event)
    Table.objects.create(tournament=event, number=1)

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
        f"  word: with the secret it gives the seed {other}, published {seed}",
        "  log, word: told 春天, now 秋天",
    ]
    touched(draw, public_seed=other)
    found, is_true = lines("open")
    assert not is_true
    assert {line.split()[0] for line in found[1:]} == {"number", "log,"}


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
    assert found[3] == (
        f"  log, lots, number and entry: told 1 {one}, 2 {other}, now 1 {other}, 2 {one}"
    )
    assert len(found) == 4 + 4  # and the two seats of each round
    assert all(line.startswith("  round ") for line in found[4:])


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


def test_only_the_rounds_that_were_given_up_are_said_to_be(event):
    draw = publish_draw(draw=typed(event), request=Request())
    start_round(round_=draw.rounds.get(number=1), request=Request())
    cancel_draw(draw=draw, request=Request(reason="the hall is shut"))

    assert lines("open") == (
        [
            f"Draw {draw.pk}, rounds 1-2: yes, as drawn.",
            "  round 2 given up: the hall is shut",
        ],
        True,
    )


def test_lots_thrown_away_are_no_history_of_what_is_drawn_afterwards(event):
    again = throw_lots_away(draw=typed(event), request=Request(reason="a lot fell down"))
    give_up_schedule(draw=again, request=Request(reason="no time"))

    # Of the rounds that had lots only the first is drawn again.
    order = Order(1, 1, Kind.LOTS, seed="s")
    drawn = make_draft(stage=event.stages.get(), order=order, request=Request())
    publish_draw(draw=drawn, request=Request())

    assert lines("open", "--draw", str(drawn.pk)) == (
        [f"Draw {drawn.pk}, round 1: yes, as drawn."],
        True,
    )


def test_seats_taken_over_are_those_of_the_draw_before(event):
    event.players.update(team=None)
    draw = typed(event)
    Table.objects.create(tournament=event, number=9)
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


# Whoever can write in the database


def drop_commitment(draw):
    draw.commitment = draw.secret = draw.public_word = draw.constraints["public"]["seed"] = ""
    draw.constraints["public"]["way"] = "typed"


def drop_lots(draw):
    draw.lots, draw.public_word, draw.state = {}, "", Draw.State.NUMBERED
    draw.sha256 = draw.constraints["public"]["sha256"]


def drop_one_lot(draw):
    draw.lots.pop("1")


def give_a_lot_twice(draw):
    draw.lots["1"] = draw.lots["2"]


def call_the_algorithm_older(draw):
    draw.algorithm = "shuffle 1"


def put_a_strange_number(draw):
    draw.schedule[0][0][0] = 99


def make_another_schedule(draw):
    numbers = range(1, 17)
    apart = Constraints(apart_of(in_public.pots_of_draw(draw)))
    made = plan(numbers, 2, seed="better for us", constraints=apart)
    draw.seed, draw.constraints["public"]["sha256"] = made.seed, made.sha256
    draw.schedule = [[list(table) for table in seating] for seating in made.rounds]
    if not draw.lots:
        draw.sha256 = made.sha256


def exchange_teams(draw):
    groups, _blocks = draw.constraints["public"]["pots"][0]
    groups[0], groups[1] = groups[1], groups[0]


def break_blocks(draw):
    draw.constraints["public"]["pots"][0][1][0] = [1, 2, 3, 3]


def call_it_something_else(draw):
    draw.kind = "nonsense"


def move_its_rounds(draw):
    draw.first_round, draw.last_round = 3, 4


def choose_lots(draw):
    """Lots at will, with all that follows from them: seats, quality, hash."""
    one, other = draw.lots["1"], draw.lots["2"]
    draw.lots |= {"1": other, "2": one}
    for round_ in draw.rounds.all():
        seat, another = round_.seats.filter(player__number__in=(one, other))
        Seat.objects.filter(pk__in=(seat.pk, another.pk)).delete()
        seat.player, another.player = another.player, seat.player
        Seat.objects.bulk_create([seat, another])
    measure(draw)


BEFORE_LOTS = (
    drop_commitment,
    call_the_algorithm_older,
    put_a_strange_number,
    make_another_schedule,
    exchange_teams,
    break_blocks,
    call_it_something_else,
    move_its_rounds,
)
AFTER_LOTS = (*BEFORE_LOTS, drop_lots, drop_one_lot, give_a_lot_twice, choose_lots)


def unnoticed(draw, changes):
    """The changes after which the command still says yes; each is taken back."""
    found = []
    for change in changes:
        with transaction.atomic():
            draw.refresh_from_db()
            change(draw)
            draw.save()
            if lines("open")[1]:
                found.append(change.__name__)
            transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("made", [typed, revealed])
def test_no_change_behind_the_program_goes_unnoticed(event, made):
    draw = made(event)
    publish_draw(draw=draw, request=Request())

    assert unnoticed(draw, AFTER_LOTS) == ["drop_commitment"] * (made is typed)


@pytest.mark.parametrize("way", Way)
def test_no_change_between_publication_and_lots_goes_unnoticed(event, way):
    draw = numbered(event, way)

    assert unnoticed(draw, BEFORE_LOTS) == ["drop_commitment"] * (way is Way.TYPED)


def test_the_log_says_what_was_published(event):
    draw = typed(event)
    one, other, sha256 = draw.lots["1"], draw.lots["2"], draw.sha256

    choose_lots(draw)
    draw.save()

    assert lines("open") == (
        [
            f"Draw {draw.pk}, rounds 1-2: NO, not as drawn.",
            f"  log, SHA-256 of the seats: told {sha256}, now {draw.sha256}",
            f"  log, lots, number and entry: told 1 {one}, 2 {other}, now 1 {other}, 2 {one}",
        ],
        False,
    )


def test_an_older_version_is_not_wrong_if_lots_and_seats_agree(event):
    draw = typed(event)
    ActionLog.objects.all().delete()  # as after an import
    touched(draw, algorithm="plan 1")

    words = (
        "made by version 1 of the algorithm; this program has version 2 and cannot run it again."
    )
    assert lines("open") == ([f"Draw {draw.pk}, rounds 1-2: {words}"], True)
    choose_lots(draw)
    draw.lots = draw.lots | {"3": draw.lots["4"], "4": draw.lots["3"]}
    draw.save()
    assert not lines("open")[1]


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
    bound = [f"  SHA-256 of the schedule: {draw.sha256}", f"  commitment: {draw.commitment}"]
    assert lines("--file", str(path)) == (
        ["Yes: the schedule is as drawn; the lots are not drawn yet.", *bound],
        True,
    )
    say_word(draw=draw, word=WORD, request=Request())
    data = saved(draw, path)
    assert list(data)[:6] == ["players", "rounds", "method", "seed", "sha256", "quality"]
    Draw.objects.all().update(seed="gone")
    assert lines("--file", str(path)) == (["Yes: schedule and lots are as drawn.", *bound], True)


def test_a_touched_file_is_told(event, tmp_path):
    path, draw = tmp_path / "draw.json", revealed(event)
    lots = {**draw.lots, "1": draw.lots["2"], "2": draw.lots["1"]}

    saved(draw, path, lots=lots)
    found, is_true = lines("--file", str(path))
    assert not is_true
    assert found[0] == "NO, not as drawn."
    assert [line.split()[0] for line in found[1:3]] == ["number", "number"]
    saved(draw, path, lots={})
    assert not lines("--file", str(path))[1]
    saved(draw, path, commitment="")
    assert not lines("--file", str(path))[1]
    saved(draw, path, algorithm=1)
    assert lines("--file", str(path))[1]
    saved(draw, path, seed="another")
    assert lines("--file", str(path), "--json")[0][1] == ' "true": false,'


def test_each_figure_of_a_file_is_counted_again(event, tmp_path):
    path, draw = tmp_path / "draw.json", revealed(event)
    written = saved(draw, path)
    bound = lines("--file", str(path))[0][1:]

    def told(**changes):
        saved(draw, path, **changes)
        found, is_true = lines("--file", str(path))
        assert (found[0], found[-2:], is_true) == ("NO, not as drawn.", bound, False)
        return found[1:-2]

    for name, figure in written["quality"].items():
        other = figure + 1 if isinstance(figure, int) else [1]
        shown, counted = json.dumps(other), json.dumps(figure)
        expected = [f"  quality.{name}: written {shown}, counted {counted}"]
        assert told(quality=written["quality"] | {name: other}) == expected
    left = {name: f for name, f in written["quality"].items() if name != "repeats"}
    assert told(quality=left) == ["  quality.repeats: written –, counted 0"]
    more = written["quality"] | {"\ud800": True}
    assert told(quality=more) == ["  quality.\\ud800: written true, counted –"]
    assert told(players=20) == ["  players: written 20, counted 16"]
    assert told(method="by hand") == ["  schedule, method: published by hand, made by stored"]
    # The figures are counted whatever version of the algorithm made the schedule.
    assert "  players: written 20, counted 16" in told(players=20, algorithm=1)
    assert json.loads("\n".join(lines("--file", str(path), "--json")[0]))["differing"][
        "figures"
    ] == [{"figure": "players", "written": "20", "counted": "16"}]


def test_the_figures_of_a_file_name_places_in_the_file(event, tmp_path):
    """Rounds and tables have other numbers in the event."""
    Table.objects.bulk_create(Table(tournament=event, number=n) for n in range(5, 9))
    order = Order(3, 9, Kind.PLAN, seed="s")
    draw = make_schedule(stage=event.stages.get(), order=order, way=Way.TYPED, request=Request())
    publish_schedule(draw=draw, secret="", request=Request())
    path = tmp_path / "draw.json"

    rematches = saved(draw, path)["quality"]["rematches"]
    assert {number for number, *_rest in rematches} == set(range(2, 8))
    assert {table for _number, table, *_rest in rematches} == {1, 2, 3, 4}
    assert lines("--file", str(path))[1]


@pytest.mark.parametrize(
    "rounds", [[[]], [[[]]], [[[1, 2, 3]]], [[[1] * 4] * 5], [[[1, 2, 3, 4, 5]], [[6]]]]
)
def test_a_file_of_torn_tables_is_told(event, tmp_path, rounds):
    path = tmp_path / "draw.json"
    saved(revealed(event), path, rounds=rounds)

    assert lines("--file", str(path))[0][0] == "NO, not as drawn."


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rounds", [[[float("inf"), 2, 3, 4]]]),
        ("rounds", [[[1.9, 2, 3, 4]]]),
        ("rounds", [[["1", 2, 3, 4]]]),
        ("lots", {"1": 1.5}),
        ("seed", "\ud800"),
    ],
)
def test_a_file_of_what_a_draw_cannot_hold_is_refused(event, tmp_path, name, value):
    path = tmp_path / "draw.json"
    saved(revealed(event), path, **{name: value})

    with pytest.raises(CommandError, match="cannot be read as a schedule of numbers"):
        call_command("verify_draw", "--file", str(path))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"pots": 3}', '{"pots": [], "lots": {}}'])
def test_another_file_is_refused(tmp_path, text):
    path = tmp_path / "draw.json"
    path.write_text(text)

    with pytest.raises(CommandError, match="cannot be read as a schedule of numbers"):
        call_command("verify_draw", "--file", str(path))
    with pytest.raises(CommandError, match=r"cannot be read .*: No such file"):
        call_command("verify_draw", "--file", str(tmp_path / "nowhere.json"))


def test_a_plan_without_lots_says_what_it_lacks(tmp_path):
    path, out = tmp_path / "plan.json", StringIO()
    call_command("plan_seats", "--players", "16", "--rounds", "4", "--json", stdout=out)
    path.write_text(out.getvalue())

    with pytest.raises(CommandError, match="as a schedule of numbers: it has no 'pots'"):
        call_command("verify_draw", "--file", str(path))
