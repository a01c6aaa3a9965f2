"""Which form an event goes out in, how numbers are spelt, and what may be overwritten."""

from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.entry import HandEntry, Outcome
from scoring.rules.penalties import Measure
from tests.factories import discard_win, make_official, make_round, make_tournament, make_user
from tests.tournament.imports.files import contents, load, write_files
from tournament.event_format import SEATS, penalty_parts, points_from, points_text
from tournament.exports.event_files import event_files, write_event
from tournament.exports.short_event import obstacles
from tournament.imports.event_files import import_event
from tournament.long_format import (
    LONG_HAND_COLUMNS,
    LONG_PENALTY_COLUMNS,
    LONG_PLAYER_COLUMNS,
    LONG_ROUND_COLUMNS,
    LONG_TABLE_COLUMNS,
)
from tournament.models import ClockEvent, Draw, Game, Hand, Role, Round, Seat, Signature, Table
from tournament.services.games import close_game
from tournament.services.hands import record_hand, withdraw_hand
from tournament.services.log import Request
from tournament.services.penalties import (
    Ruling,
    add_penalty,
    cancel_penalty,
    penalise_in_table_points,
)
from tournament.services.rounds import reopen_round
from tournament.services.substitutes import set_substitute

DOCUMENT = Path(__file__).parents[3] / "docs" / "event-files.md"
SHORT = ["players.csv", "tables.csv", "hands.csv"]


# --- numbers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "text"),
    [
        pytest.param(Fraction(4), "4", id="integer"),
        pytest.param(Fraction(0), "0", id="zero"),
        pytest.param(Fraction(1, 2), "0.5", id="half"),
        pytest.param(Fraction(7, 4), "1.75", id="quarters"),
        pytest.param(Fraction(7, 3), "7/3", id="thirds"),
        pytest.param(Fraction(1, 12), "1/12", id="twelfth"),
        pytest.param(Fraction(-1, 2), "-0.5", id="below-zero"),
        pytest.param(Fraction(-3, 2), "-1.5", id="below-minus-one"),
        pytest.param(Fraction(10), "10", id="ten"),
    ],
)
def test_table_points_in_their_shortest_exact_form(points, text):
    assert points_text(points) == text
    assert points_from(text) == points


@pytest.mark.parametrize(
    "text", ["", "x", "1/0", "1/00", "1.", ".5", "2,33", "1e3", "nan", "٣", "1 /2"]
)
def test_no_table_points(text):
    with pytest.raises(ValueError, match="not table points"):
        points_from(text)


@pytest.mark.parametrize("text", ["+4", "4.0", "8/2", "04"])
def test_other_spellings_of_four(text):
    assert points_from(text) == 4


def test_the_parts_of_a_row_add_up_to_it():
    row = (-25, 7, -31, 12)

    parts = penalty_parts(row)

    assert tuple(map(sum, zip(*(part.shares for part in parts), strict=True))) == row
    assert {part.seat for part in parts} == {0, 2}


# --- the form -------------------------------------------------------------------------------


@pytest.fixture
def event(tmp_path, db):
    """An event as imported from short files."""
    return load(write_files(tmp_path)).tournament


def game_of(event):
    return Game.objects.get(round__tournament=event)


def seat_of(event):
    return Seat.objects.filter(game=game_of(event)).first()


def correct(event):
    record_hand(game=game_of(event), number=1, entry=discard_win(), replaces=1, request=Request())


def enter(event, entry, by=None, reason=""):
    request = Request(by=by, reason=reason)
    record_hand(game=game_of(event), number=5, entry=entry, replaces=0, request=request)


def penalise(event, hand=1, reason="Imported", **facts):
    ruling = Ruling(**{"measure": Measure.FINE, "shares": (-10, 0, 0, 0), **facts})
    return add_penalty(
        game=game_of(event), offender=0, ruling=ruling, hand_number=hand,
        request=Request(reason=reason),
    )  # fmt: skip


def test_an_imported_event_goes_out_short(event):
    assert obstacles(event) == ()
    assert list(event_files(event)) == SHORT


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda e: enter(e, discard_win()), id="another-hand"),
        pytest.param(lambda e: enter(e, HandEntry(Outcome.DRAW)), id="drawn-hand"),
        pytest.param(penalise, id="a-fine-as-imported"),
        pytest.param(lambda e: make_official(e, Role.HEAD_REFEREE), id="somebody-may-work-on-it"),
        pytest.param(lambda e: type(e).objects.update(name="Other", slug="other"), id="name"),
        pytest.param(lambda e: type(e).objects.update(standings_version=99), id="version"),
    ],
)
def test_what_the_short_form_still_says(event, change):
    change(event)
    event.refresh_from_db()

    assert obstacles(event) == ()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        pytest.param(
            lambda e: type(e).objects.update(venue="Hall"), "settings of the event", id="venue"
        ),
        pytest.param(
            lambda e: type(e).objects.update(starts_on=date(2025, 5, 1)),
            "settings of the event",
            id="day",
        ),
        pytest.param(
            lambda e: type(e).objects.update(tie_ladder=["score", "lot"]),
            "settings of the event",
            id="ladder",
        ),
        pytest.param(
            lambda e: type(e).objects.update(state="closed"), "settings of the event", id="closed"
        ),
        pytest.param(
            lambda e: e.stages.create(order=2, name="Final"), "stages", id="second-stage"
        ),
        pytest.param(
            lambda e: e.players.filter(number=1).update(name="x"), "facts about players", id="name"
        ),
        pytest.param(
            lambda e: e.players.filter(number=1).update(status="withdrawn", last_round=1),
            "facts about players",
            id="withdrawn",
        ),
        pytest.param(
            lambda e: e.teams.filter(number=1).update(name="x"), "names of teams", id="team-name"
        ),
        pytest.param(lambda e: e.teams.create(number=9), "teams without players", id="empty-team"),
        pytest.param(lambda e: e.tables.update(room="2"), "names of tables", id="room"),
        pytest.param(
            lambda e: Table.objects.create(tournament=e, number=9),
            "tables not played at",
            id="spare-table",
        ),
        pytest.param(
            lambda e: e.rounds.update(planned_start=datetime(2025, 5, 1, tzinfo=UTC)),
            "plans and states of rounds",
            id="planned",
        ),
        pytest.param(
            lambda e: make_round(e, number=2, state=Round.State.DRAFT),
            "plans and states of rounds",
            id="draft-round",
        ),
        pytest.param(
            lambda e: reopen_round(round_=e.rounds.get(), request=Request(reason="test")),
            "plans and states of rounds",
            id="reopened",
        ),
        pytest.param(
            lambda e: Draw.objects.create(stage=e.stages.get(), first_round=1, last_round=1, kind="x"),
            "draws",
            id="draw",
        ),
        pytest.param(
            lambda e: ClockEvent.objects.create(
                round=e.rounds.get(), kind="start", at=datetime(2025, 5, 1, tzinfo=UTC)
            ),
            "clocks",
            id="clock",
        ),
        pytest.param(
            lambda e: Signature.objects.create(
                game=game_of(e), game_version=1, seat=seat_of(e), at=datetime(2025, 5, 1, tzinfo=UTC)
            ),
            "signatures",
            id="signature",
        ),
        pytest.param(
            lambda e: close_game(game=game_of(e), request=Request()),
            "awards, locks and reasons of games",
            id="locked",
        ),
        pytest.param(
            lambda e: set_substitute(seat=seat_of(e), name="Guest", request=Request(reason="ill")),
            "substitutes and absences",
            id="substitute",
        ),
        pytest.param(
            lambda e: Seat.objects.filter(pk=seat_of(e).pk).update(present_from=None),
            "substitutes and absences",
            id="absent",
        ),
        pytest.param(correct, "details of hands", id="corrected"),
        pytest.param(
            lambda e: withdraw_hand(game=game_of(e), number=1, replaces=1, request=Request()),
            "details of hands",
            id="withdrawn-hand",
        ),
        pytest.param(
            lambda e: enter(e, discard_win(), by=make_user(superuser=True)), "details of hands", id="entered-by"
        ),
        pytest.param(
            lambda e: enter(e, discard_win(), reason="x"), "details of hands", id="hand-reason"
        ),
        pytest.param(
            lambda e: enter(e, HandEntry(Outcome.NOT_PLAYED)), "details of hands", id="not-played"
        ),
        pytest.param(
            lambda e: Hand.objects.filter(number=1).update(fans={"all_chows": 1}),
            "details of hands",
            id="fan-list",
        ),
        pytest.param(
            lambda e: Hand.objects.filter(number=1).update(flowers=1),
            "details of hands",
            id="flowers",
        ),
        pytest.param(
            lambda e: penalise(e, reason="Late"), "details of penalties", id="penalty-reason"
        ),
        pytest.param(
            lambda e: penalise(e, hand=None), "details of penalties", id="penalty-on-the-game"
        ),
        pytest.param(
            lambda e: penalise(e, hand=9), "details of penalties", id="penalty-on-no-hand"
        ),
        pytest.param(
            lambda e: penalise(e, offence="short_win"), "details of penalties", id="offence"
        ),
        pytest.param(lambda e: penalise(e, warning=True), "details of penalties", id="warning"),
        pytest.param(
            lambda e: penalise(e, measure=Measure.COMPENSATION),
            "details of penalties",
            id="other-measure",
        ),
        pytest.param(
            lambda e: (penalise(e), penalise(e)), "details of penalties", id="two-fines-of-one-seat"
        ),
        pytest.param(
            lambda e: cancel_penalty(penalty=penalise(e), request=Request(reason="x")),
            "details of penalties",
            id="cancelled",
        ),
        pytest.param(
            lambda e: penalise_in_table_points(
                tournament=e,
                player=e.players.get(number=1),
                ruling=Ruling(Measure.FINE, table_points=6),
                request=Request(reason="Imported"),
            ),
            "details of penalties",
            id="table-points",
        ),
    ],
)  # fmt: skip
def test_what_only_the_long_form_says(event, tmp_path, change, what):
    change(event)
    event.refresh_from_db()

    assert obstacles(event) == (what,)
    write_event(event, tmp_path / "long")
    again = import_event(tmp_path / "long", slug="again").tournament
    assert event_files(again) == contents(tmp_path / "long")


@pytest.mark.parametrize(
    ("tables", "totals"),
    [
        pytest.param(("1,1,1,2,3,4,76,-44,-36,4,4,0,1,2,0,0",), False, id="still-played"),
        pytest.param(("1,1,1,2,3,4,10,10,10,-30,7/3,7/3,7/3,0,1,1",), True, id="three-way-tie"),
        pytest.param(("1,1,1,2,3,4,0,0,0,0,1.75,1.75,1.75,1.75,1,1",), True, id="four-way-tie"),
        pytest.param(("1,1,1,2,3,4,60,-30,-30,0,4,0.5,0.5,2,1,1",), True, id="two-way-tie"),
    ],
)
def test_short_files_come_back(db, tmp_path, tables, totals):
    directory = tmp_path / "in"
    directory.mkdir()
    options = {"hands": ()} if totals else {}
    write_files(directory, tables=tables, **options)

    write_event(load(directory).tournament, tmp_path / "out")

    assert contents(tmp_path / "out") == contents(directory)


# --- the directory --------------------------------------------------------------------------


def test_an_older_export_is_replaced(event, tmp_path):
    write_event(event, tmp_path / "out")
    enter(event, discard_win())
    write_event(event, tmp_path / "out")

    assert contents(tmp_path / "out") == dict(event_files(event))


def test_files_of_the_other_form_are_not_mixed_with(event, tmp_path):
    write_event(make_tournament(slug="long", players=4, venue="Hall"), tmp_path / "out")

    with pytest.raises(CommandError, match=r"event\.json of another export lies there"):
        call_command("export_event", event.slug, tmp_path / "out")


def test_the_command_names_an_unknown_event(db, tmp_path):
    with pytest.raises(CommandError, match="There is no event with the address nothing"):
        call_command("export_event", "nothing", tmp_path)


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param(LONG_PLAYER_COLUMNS, id="players"),
        pytest.param(LONG_ROUND_COLUMNS, id="rounds"),
        pytest.param(LONG_TABLE_COLUMNS, id="tables"),
        pytest.param(LONG_HAND_COLUMNS, id="hands"),
        pytest.param(LONG_PENALTY_COLUMNS, id="penalties"),
    ],
)
def test_every_column_is_documented(columns):
    text = DOCUMENT.read_text("utf-8")
    spelt = {column: f"`{column}`" for column in columns}
    for column in columns:
        seat, _, word = column.partition("_")
        if seat in SEATS:
            spelt[column] = f"_{word}`"

    assert [column for column in columns if spelt[column] not in text] == []
