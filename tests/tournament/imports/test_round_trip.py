"""What goes out comes in, and goes out again the same, byte for byte."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scoring.entry import HandEntry, Outcome
from scoring.rules import PROFILES, derive, settle
from scoring.rules.penalties import Measure, shares
from tests.factories import make_hand, make_official, make_round, make_tournament
from tests.tournament.imports.files import contents, load, write_files
from tournament.checks import violations
from tournament.event_format import points_text
from tournament.exports.event_files import differing_lines, write_event
from tournament.imports.event_files import import_event
from tournament.models import (
    Appeal,
    ClockEvent,
    Draw,
    Game,
    Hand,
    KeptApart,
    Official,
    Player,
    Role,
    Round,
    Signature,
    StageEntry,
    Tournament,
)
from tournament.services.events import current_rules, rules_in
from tournament.services.games import enter_totals
from tournament.services.hands import record_hand
from tournament.services.house_rules import change_rules
from tournament.services.log import Request, new_token
from tournament.services.penalties import (
    Ruling,
    add_penalty,
    cancel_penalty,
    penalise_in_table_points,
)
from tournament.services.rounds import cancel_round
from tournament.services.substitutes import set_substitute
from tournament.standings import game_scores, table_points

pytestmark = pytest.mark.django_db

few = settings(
    max_examples=8,
    deadline=None,
    # Every example writes two events: shrinking a failure would take minutes.
    phases=[Phase.explicit, Phase.generate],
    print_blob=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
numbers = count(1)
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


# --- the short form -------------------------------------------------------------------------

amounts = st.integers(-60, 60).map(lambda amount: amount // 5 * 5)
penalties = st.one_of(st.just((0, 0, 0, 0)), st.tuples(amounts, amounts, amounts, amounts))
points = st.integers(8, 40)


@st.composite
def hand_results(draw):
    """Winner, discarder (places), points and chicken hand; a drawn hand has none."""
    winner = draw(st.sampled_from([None, 0, 1, 2, 3]))
    if winner is None:
        return None, None, 0, 0
    discarder = draw(st.sampled_from([None, *(seat for seat in range(4) if seat != winner)]))
    chicken = draw(st.booleans()) and discarder is not None
    fan = draw(st.integers(8, 16)) if chicken else draw(points)
    return winner, discarder, fan, int(chicken)


@st.composite
def games(draw, round_number, table, players):
    """A line of tables.csv and its lines of hands.csv."""
    completed = draw(st.integers(0, 1))
    if draw(st.integers(0, 5)) == 0:
        totals = draw(st.tuples(*[st.integers(-200, 200)] * 4))
        return _table(round_number, table, players, totals, completed, 1), ()
    lines, rows = [], []
    for number in sorted(draw(st.sets(st.integers(1, 16), max_size=5))):
        winner, discarder, fan, chicken = draw(hand_results())
        row = draw(penalties)
        rows.append(row)
        rows.append((0,) * 4 if winner is None else settle(fan, winner, discarder))
        who = ["" if seat is None else str(players[seat]) for seat in (winner, discarder)]
        cells = [round_number, table, number, *who, fan, chicken, *(a or "" for a in row)]
        lines.append(",".join(map(str, cells)))
    if not lines:
        blank = ",".join(map(str, (round_number, table, *players, *[""] * 8, completed, 0)))
        return blank, ()
    return _table(round_number, table, players, game_scores(rows), completed, 0), tuple(lines)


def _table(round_number, table, players, scores, completed, totals):
    points = map(points_text, table_points(scores))
    return ",".join(map(str, (round_number, table, *players, *scores, *points, completed, totals)))


@st.composite
def short_events(draw):
    players = draw(st.sets(st.integers(1, 500), min_size=4, max_size=9))
    teams = {player: draw(st.sampled_from(["", 1, 2, 30])) for player in players}
    tables, hands = [], []
    for round_number in range(1, draw(st.integers(1, 2)) + 1):
        seated = draw(st.permutations(sorted(players)))
        for table in range(1, len(players) // 4 + 1):
            four = seated[table * 4 - 4 : table * 4]
            line, lines = draw(games(round_number, table, four))
            tables.append(line)
            hands += lines
    return {
        "players": tuple(f"{player},{teams[player]}" for player in sorted(players)),
        "tables": tuple(tables),
        "hands": tuple(hands),
    }


@few
@given(files=short_events())
def test_a_short_event_comes_out_as_it_went_in(files):
    with TemporaryDirectory() as there, TemporaryDirectory() as here:
        directory = write_files(Path(there), **files)

        event = load(directory, slug=f"short{next(numbers)}").tournament
        write_event(event, Path(here))

        assert contents(Path(here)) == contents(directory)


# --- the long form --------------------------------------------------------------------------

texts = st.text(
    st.characters(codec="utf-8", exclude_characters="\0"), max_size=12
) | st.sampled_from(
    ["=1+1", "@x", "+5", "-2", ' "quoted", ', "逗号，", "a\r\nb", "\r", "\n", "\ufeff", "'"]
)
moments = st.integers(0, 10**15).map(lambda n: EPOCH + timedelta(microseconds=n))


@st.composite
def entries(draw):
    outcome = draw(st.sampled_from(Outcome))
    if outcome not in (Outcome.DISCARD, Outcome.SELF_DRAW):
        return HandEntry(outcome)
    winner, discarder = draw(st.permutations(range(4)))[:2]
    return HandEntry(
        outcome,
        winner=winner,
        discarder=discarder if outcome is Outcome.DISCARD else None,
        fan_points=draw(points),
        claimed_points=draw(st.none() | points),
        claimed_fans=draw(st.dictionaries(st.just("tile_hog"), st.integers(1, 3))),
        agreed=draw(st.none() | st.booleans()),
        objection=draw(texts),
        fans=draw(st.dictionaries(st.sampled_from(["all_chows", "tile_hog"]), st.integers(1, 3))),
        notation=draw(st.just("") | texts),
        flowers=draw(st.integers(0, 8)),
    )


def recorded_event(data):
    """An event with a bit of everything, by chance."""
    draw = data.draw
    event = make_tournament(
        players=8, teams=draw(st.integers(0, 2)), name=draw(texts.filter(str.strip)),
        slug=f"long{next(numbers)}", starting_score=draw(st.sampled_from([0, 500])),
    )  # fmt: skip
    for player in event.players.all():
        player.name, player.club = draw(texts), draw(texts)
        player.is_ranked = draw(st.booleans())
        player.save()
    official = make_official(event, Role.REFEREE, tables=(1, 2))
    round_ = make_round(event)
    round_.planned_start = draw(st.none() | moments)
    round_.save()
    for game in round_.games.order_by("table__number"):
        fill(draw, game, Request(draw(st.sampled_from([None, official])), reason=draw(texts)))
    return event


def fill(draw, game, request):
    """Give a game hands with corrections and a penalty, or totals; and a substitute."""
    if draw(st.booleans()):
        for number in sorted(draw(st.sets(st.integers(1, 16), max_size=2))):
            for entry in draw(st.lists(entries(), min_size=1, max_size=2)):
                current = game.hands.filter(number=number, is_current=True).first()
                if entry.outcome is Outcome.WITHDRAWN and current is None:
                    continue  # there is nothing to withdraw
                record_hand(
                    game=game,
                    number=number,
                    entry=entry,
                    replaces=current.version if current else 0,
                    request=replace(request, token=new_token()),
                )
        penalise(draw, game)
    else:
        start = game.round.tournament.starting_score
        totals = [start + amount for amount in (30, -10, -10, -10)]
        enter_totals(game=game, totals=totals, request=Request(reason="Lost"))
    name = draw(texts.filter(str.strip))
    set_substitute(seat=game.seats.get(start=1), name=name, request=Request(reason="ill"))


def penalise(draw, game):
    offender, hand = draw(st.integers(0, 3)), draw(st.none() | st.integers(1, 16))
    measure = draw(st.sampled_from([Measure.FINE, Measure.COMPENSATION]))
    penalty = add_penalty(
        game=game,
        offender=offender,
        ruling=Ruling(measure, shares=shares(measure, 30, offender)),
        hand_number=hand,
        request=Request(reason=draw(texts)),
    )
    if draw(st.booleans()):
        cancel_penalty(penalty=penalty, request=Request(reason=draw(texts) + "why"))


@few
@given(data=st.data())
def test_a_recorded_event_comes_out_as_it_went_in(data):
    event = recorded_event(data)

    with TemporaryDirectory() as there, TemporaryDirectory() as here:
        write_event(event, Path(there))
        again = import_event(Path(there), slug=f"again{next(numbers)}").tournament
        write_event(again, Path(here))

        assert contents(Path(here)) == contents(Path(there))
        assert differing_lines(again, Path(there)) == ()
        assert violations(again) == violations(event) == ()


@pytest.fixture
def rich_event():
    """One of every row that the services above do not make."""
    event = make_tournament(players=8, teams=2)
    event.teams.filter(number=1).update(name="=Team")
    official = make_official(event, Role.HEAD_REFEREE, username="judge")
    cancelled = make_round(event, state=Round.State.DRAFT)
    cancel_round(round_=cancelled, request=Request())
    round_ = make_round(event, state=Round.State.CLOSED)
    draw = Draw.objects.create(
        stage=event.stages.get(), first_round=1, last_round=1, kind="lots", seed="s",
        constraints={"b": 1, "a": [1.5, None]}, state=Draw.State.PUBLISHED,
    )  # fmt: skip
    round_.draw = draw
    round_.save()
    player = event.players.get(number=3)
    StageEntry.objects.create(
        stage=event.stages.get(), player=player, place=1,
        table_points_numerator=7, table_points_denominator=3, score=-5, reason="r",
    )  # fmt: skip
    game = round_.games.get(table__number=2)
    at = datetime(2025, 5, 1, 9, 0, 0, 123456, tzinfo=UTC)
    ClockEvent.objects.create(round=round_, game=game, kind="extra", minutes=5, at=at, by=official)
    Signature.objects.create(
        game=game, game_version=0, seat=game.seats.get(start=2), at=at, reason="Ill"
    )
    Signature.objects.create(game=game, game_version=0, official=Official.objects.get(), at=at)
    seat = game.seats.get(start=2)
    Appeal.objects.create(game=game, seat=seat, text="=Hand 3", filed_by=official, filed_at=at)
    Appeal.objects.create(
        game=game, text="Hand 4", filed_at=at, outcome=Appeal.Outcome.REJECTED,
        decision="As it stands", decided_by=official, decided_at=at,
    )  # fmt: skip
    game.seats.filter(start=0).update(present_from=None, awarded=0)
    game.seats.filter(start__gt=0).update(present_from=5, awarded=28)
    Game.objects.filter(pk=game.pk).update(
        result="award", reason="Fire alarm", state="locked", locked_at=at
    )
    event.players.filter(number=8).update(
        status=Player.Status.WITHDRAWN, last_round=1, lot_number=4, federation_id="007"
    )
    event.players.filter(number=2).update(fixed_table=event.tables.get(number=2))
    # The older entry bears the larger number.
    event.players.filter(number=1).update(number=50)
    KeptApart.objects.create(
        tournament=event, one=event.players.get(number=50), other=event.players.get(number=4),
        reason="Father, son",
    )  # fmt: skip
    set_substitute(
        seat=round_.games.get(table__number=1).seats.get(start=0),
        player=None, name="Guest", request=Request(reason="ill"),
    )  # fmt: skip
    penalise_in_table_points(
        tournament=event, player=player, team=player.team,
        ruling=Ruling(Measure.FINE, offence="discipline", table_points=6),
        request=Request(by=official, reason="Phone"),
    )  # fmt: skip
    penalise_in_table_points(
        tournament=event, team=player.team, ruling=Ruling(Measure.FINE, table_points=12),
        request=Request(reason="Late"),
    )  # fmt: skip
    return event


def test_every_kind_of_row_comes_back(rich_event, tmp_path):
    write_event(rich_event, tmp_path / "1")
    again = import_event(tmp_path / "1", slug="again").tournament
    write_event(again, tmp_path / "2")

    assert contents(tmp_path / "2") == contents(tmp_path / "1")
    assert again.rounds.count() == 2
    pair = KeptApart.objects.get(tournament=again)
    assert (pair.one.number, pair.other.number, pair.reason) == (4, 50, "Father, son")
    assert again.players.get(fixed_table__isnull=False).fixed_table.number == 2
    assert Signature.objects.filter(game__round__tournament=again).count() == 2
    assert Appeal.objects.filter(game__round__tournament=again).count() == 2
    assert Draw.objects.get(stage__tournament=again).constraints == {"a": [1.5, None], "b": 1}


def test_house_rules_and_the_revision_of_each_hand_come_back(tmp_path):
    house = derive("wmo2006", values={"pure_straight": 20}, switches={"hall_fans": True}, cap=88)
    event = make_tournament(profile="wmo2006")
    game = make_round(event).games.get()
    make_hand(game, 1)
    change_rules(tournament=event, rules=house, seen=1, request=Request(reason="agreed"))
    make_hand(game, 2)

    write_event(event, tmp_path / "1")
    again = import_event(tmp_path / "1", slug="house").tournament
    write_event(again, tmp_path / "2")

    assert contents(tmp_path / "2") == contents(tmp_path / "1")
    hands = Hand.objects.filter(game__round__tournament=again).order_by("number")
    assert [rules_in(hand.profile_revision) for hand in hands] == [PROFILES["wmo2006"], house]
    assert rules_in(current_rules(again)) == house


def test_who_recorded_what_is_kept_where_the_users_are_unknown(rich_event, tmp_path):
    write_event(rich_event, tmp_path / "1")
    User.objects.filter(username="judge").update(username="renamed")

    again = import_event(tmp_path / "1", slug="again").tournament
    write_event(again, tmp_path / "2")

    judge = User.objects.get(username="judge")
    assert (judge.is_active, judge.has_usable_password()) == (False, False)
    assert contents(tmp_path / "2") == contents(tmp_path / "1")


def test_a_restored_event_leaves_nothing_behind_when_refused(rich_event, tmp_path):
    write_event(rich_event, tmp_path)
    lines = (tmp_path / "tables.csv").read_text().replace("\n1,2,", "\n1,9,")
    (tmp_path / "tables.csv").write_text(lines)

    with pytest.raises(Exception, match="there is no table 9"):
        import_event(tmp_path, slug="again")

    assert not Tournament.objects.filter(slug="again").exists()
