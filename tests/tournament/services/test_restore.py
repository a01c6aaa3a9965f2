import pytest
from django.contrib.auth.models import User

from scoring.entry import HandEntry, Outcome
from tests.factories import discard_win, make_game, make_official, make_tournament, self_draw_win
from tournament.models import (
    ActionLog,
    Game,
    Hand,
    HandScore,
    Official,
    Player,
    Role,
    Round,
    Team,
    Tournament,
)
from tournament.services.errors import BadState, NotAllowed
from tournament.services.games import close_game, enter_totals
from tournament.services.hands import record_hand
from tournament.services.log import Request
from tournament.services.restore import restore_hands, restore_round, restore_signed
from tournament.services.restore_event import Backup, RestoreRefused, Row, restore_event

pytestmark = pytest.mark.django_db

ENTRIES = {1: discard_win(0, 1, 9), 2: HandEntry(Outcome.DRAW), 4: self_draw_win(3, 12)}
UNSTABLE = {"id", "game", "profile_revision", "entered_at", "tournament", "at", "token"}


def facts(row):
    """A row's values without keys and moments."""
    fields = row._meta.concrete_fields
    return {f.name: getattr(row, f.attname) for f in fields if f.name not in UNSTABLE}


def test_hands_at_once_are_the_rows_of_hands_one_by_one():
    one_by_one, at_once = make_game(), make_game()
    for number, entry in ENTRIES.items():
        record_hand(game=one_by_one, number=number, entry=entry, replaces=0, request=Request())

    restore_hands(game=at_once, entries=ENTRIES, request=Request())

    def recorded(game):
        game.refresh_from_db()
        logs = ActionLog.objects.filter(tournament=game.round.tournament, action="record_hand")
        hands = game.hands.order_by("number")
        return (
            game.version,
            [facts(hand) for hand in hands],
            [
                list(hand.scores.order_by("seat__start").values_list("seat__start", "points"))
                for hand in hands
            ],
            [(log.action, log.object_type, log.after) for log in logs.order_by("pk")],
        )

    assert recorded(at_once) == recorded(one_by_one)
    assert HandScore.objects.exclude(seat__game=at_once).count() == 12


def test_hands_at_once_take_few_queries(django_assert_max_num_queries):
    game = make_game()

    with django_assert_max_num_queries(15):
        restore_hands(game=game, entries=ENTRIES, request=Request())


@pytest.mark.parametrize(
    ("prepare", "entries"),
    [
        pytest.param(
            lambda game: record_hand(
                game=game, number=1, entry=discard_win(), replaces=0, request=Request()
            ),
            ENTRIES,
            id="hands-there",
        ),
        pytest.param(
            lambda game: enter_totals(game=game, totals=(0, 0, 0, 0), request=Request()),
            ENTRIES,
            id="totals-only",
        ),
        pytest.param(lambda game: None, {17: discard_win()}, id="hand-17"),
        pytest.param(lambda game: game.seats.filter(start=3).delete(), ENTRIES, id="seat-empty"),
    ],
)
def test_hands_at_once_refused(prepare, entries):
    game = make_game()
    prepare(game)
    before = Hand.objects.count()

    with pytest.raises(BadState):
        restore_hands(game=game, entries=entries, request=Request())

    assert Hand.objects.count() == before


def test_hands_at_once_not_in_a_locked_game():
    game = make_game()
    close_game(game=game, request=Request())

    with pytest.raises(NotAllowed):
        restore_hands(game=game, entries=ENTRIES, request=Request())


def test_a_round_is_put_back_without_a_clock():
    game = make_game(state=Round.State.DRAFT)

    round_ = restore_round(round_=game.round, state=Round.State.CLOSED, request=Request())

    assert round_.state == Round.State.CLOSED
    assert not round_.clock_events.exists()
    log = ActionLog.objects.get(action="restore_round")
    assert (log.before, log.after) == ({"state": "draft"}, {"state": "closed"})


def test_a_signed_game_can_be_corrected_by_the_head_referee_only():
    game = make_game()
    event = game.round.tournament
    referee = make_official(event, Role.REFEREE)
    head = make_official(event, Role.HEAD_REFEREE)

    assert restore_signed(game=game, request=Request()).state == Game.State.SIGNED

    def enter(by):
        record_hand(game=game, number=1, entry=discard_win(), replaces=0, request=Request(by))

    with pytest.raises(NotAllowed):
        enter(referee)
    enter(head)
    assert game.hands.count() == 1


@pytest.mark.parametrize("restore", [
    pytest.param(lambda g, r: restore_round(round_=g.round, state=Round.State.CLOSED, request=r), id="round"),
    pytest.param(lambda g, r: restore_signed(game=g, request=r), id="game"),
])  # fmt: skip
def test_a_repeated_token_changes_nothing(restore):
    game = make_game()
    request = Request()
    restore(game, request)
    version = Tournament.objects.get().standings_version

    restore(game, request)

    assert Tournament.objects.get().standings_version == version


@pytest.mark.parametrize("restore", [
    pytest.param(lambda g, r: restore_round(round_=g.round, state=Round.State.CLOSED, request=r), id="round"),
    pytest.param(lambda g, r: restore_signed(game=g, request=r), id="game"),
])  # fmt: skip
def test_a_referee_restores_nothing(restore):
    game = make_game()
    referee = make_official(game.round.tournament, Role.REFEREE)

    with pytest.raises(NotAllowed):
        restore(game, Request(referee))


# --- a whole event --------------------------------------------------------------------------

EVENT = {"name": "Old", "table_point_vector": [4, 2, 1, 0], "tie_ladder": ["score"]}


def player_row(number, **refs):
    return Row(f"line {number}", number, {"number": number}, refs)


def test_a_restored_event_begins_its_own_log_and_standings():
    backup = Backup(EVENT, {Player: [player_row(7)]})

    event = restore_event(slug="old", backup=backup, request=Request())

    assert [player.number for player in event.players.all()] == [7]
    assert event.standings_version == 1
    assert event.log.get().action == "restore_event"


def test_rows_that_do_not_fit_are_all_told():
    rows = [player_row(1), player_row(1), player_row(2, team=(Team, 9))]

    with pytest.raises(RestoreRefused) as refused:
        restore_event(slug="old", backup=Backup(EVENT, {Player: rows}), request=Request())

    assert refused.value.problems == (
        "line 1: player 1 is there already (line 1).",
        "line 2: there is no team 9.",
    )
    assert not Tournament.objects.exists()


def test_users_that_exist_keep_their_accounts():
    make_tournament()
    user = User.objects.create_user("known", password="only-for-tests-1998")
    row = Row("official 1", "known", {"role": Role.REFEREE}, {"user": (User, "known")})

    event = restore_event(slug="old", backup=Backup(EVENT, {Official: [row]}), request=Request())

    assert event.officials.get().user == user
    user.refresh_from_db()
    assert (user.is_active, user.has_usable_password()) == (True, True)
