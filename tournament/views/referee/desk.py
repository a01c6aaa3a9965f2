"""One game as a referee's pages need it: who asks, who sits where, what stands."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.forms import SeatChoice
from scoring.forms.hand import CHECK_POINTS
from scoring.forms.worth import is_doubtful
from scoring.rules import Profile
from tournament import permissions
from tournament.closing import signing
from tournament.models import (
    Game,
    Hand,
    HandScore,
    Penalty,
    ProfileRevision,
    Seat,
    Start,
    Tournament,
)
from tournament.permissions import Action, Actor, Refusal
from tournament.results import GameResult, is_public, result_of_rows
from tournament.services.events import current_rules, rules_in
from tournament.services.hands import entry_of
from tournament.views.clock import ClockFace, clock_face
from tournament.winds import SeatChange, seat_wind

# The one who asks may come back with other rights; a state may not be argued with.
TURNED_AWAY = (Refusal.LOGIN, Refusal.ROLE, Refusal.TABLE)
WORKING = (
    Action.ENTER_HAND,
    Action.ADD_PENALTY,
    Action.ENTER_TOTALS,
)


@dataclass(frozen=True)
class Desk:
    """One game, opened by one visitor."""

    tournament: Tournament
    game: Game
    who: Actor

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The four seats with their players, A first; fewer before the draw is done."""
        return tuple(self.game.seats.select_related("player", "played_by").order_by("start"))

    @property
    def is_seated(self) -> bool:
        """Whether all four seats are taken."""
        return len(self.seats) == len(Start)

    @cached_property
    def result(self) -> GameResult:
        """The scores as they stand, drafts and hidden ones included."""
        return result_of_rows(self.game, self.tournament, self.seats, self._scores, self.penalties)

    @cached_property
    def _scores(self) -> tuple[HandScore, ...]:
        """The four scores of every current hand with the hand: one query for both."""
        rows = HandScore.objects.filter(hand__game=self.game, hand__is_current=True)
        return tuple(rows.select_related("hand__entered_by"))

    @cached_property
    def hands(self) -> dict[int, Hand]:
        """The current versions by number, withdrawn ones included."""
        hands = {score.hand.number: score.hand for score in self._scores}
        return dict(sorted(hands.items()))

    def amounts(self, hand: Hand | None) -> dict[int, int]:
        """What a current hand gave each seat, by its key; nothing for no hand."""
        mine = hand.pk if hand else None
        return {score.seat_id: score.points for score in self._scores if score.hand_id == mine}

    @cached_property
    def penalties(self) -> tuple[Penalty, ...]:
        """All penalties of the game, cancelled ones included, in the order they were given."""
        rows = self.game.penalties.select_related(
            "player", "seat", "decided_by", "cancelled_by", "profile_revision"
        )
        return tuple(rows.prefetch_related("shares").order_by("pk"))

    @property
    def standing_penalties(self) -> list[Penalty]:
        """The penalties that are not cancelled."""
        return [penalty for penalty in self.penalties if penalty.cancelled_at is None]

    @property
    def numbers(self) -> range:
        """The hands of a game."""
        return range(1, self.tournament.hands_per_game + 1)

    @property
    def entered(self) -> list[int]:
        """The hands that have an outcome."""
        return [number for number in self.numbers if _has_outcome(self.hands.get(number))]

    @property
    def next_open(self) -> int | None:
        """The first hand without an outcome, None when all have one."""
        entered = self.entered
        return next((number for number in self.numbers if number not in entered), None)

    @property
    def gaps(self) -> list[int]:
        """The hands left out before one that is entered."""
        entered = self.entered
        last = max(entered, default=0)
        return [number for number in range(1, last) if number not in entered]

    @cached_property
    def revision(self) -> ProfileRevision:
        """The revision of the rules that new entries are judged by."""
        return current_rules(self.tournament)

    @cached_property
    def rules(self) -> Profile:
        """The same as the values to judge by."""
        return rules_in(self.revision)

    @cached_property
    def clock(self) -> ClockFace | None:
        """The clock of this table while the round runs."""
        return clock_face(self.game.round, self.game)

    def rules_of(self, hand: Hand) -> Profile:
        """The rules a hand was entered under. One query for each revision that is not current."""
        if hand.profile_revision_id == self.revision.pk:
            return self.rules
        if hand.profile_revision_id not in self._old_rules:
            self._old_rules[hand.profile_revision_id] = rules_in(hand.profile_revision)
        return self._old_rules[hand.profile_revision_id]

    @cached_property
    def _old_rules(self) -> dict[int, Profile]:
        return {}

    def is_doubtful(self, hand: Hand) -> bool:
        """Whether a hand was saved with points that no set of fan gives."""
        entry = entry_of(hand)
        # Few hands are so dear: the rules are asked for these alone.
        return entry.fan_points > CHECK_POINTS and is_doubtful(entry, self.rules_of(hand))

    # Rights

    def refusal(self, action: Action) -> Refusal | None:
        """Why the visitor may not do `action` here and now, None when he may."""
        return permissions.refusal(action, self.who, self.tournament, self.game)

    def may(self, action: Action) -> bool:
        """Whether the visitor may do `action` here and now."""
        return self.refusal(action) is None

    @property
    def may_see(self) -> bool:
        """Whether the scores are for the visitor's eyes: public, or his to keep."""
        if is_public(self.game, self.tournament) or self.may(Action.SEE_HIDDEN_RESULTS):
            return True
        return any(self.refusal(action) not in TURNED_AWAY for action in WORKING)

    @property
    def closed(self) -> str:
        """The sentence for an official whose work here is over or has not begun; else empty."""
        return self.closed_words(Action.ENTER_HAND)

    def closed_words(self, action: Action) -> str:
        """Why an official cannot do `action`, with what he can do instead; empty where he may."""
        why = self.refusal(action)
        if why is None or why in TURNED_AWAY:
            return ""
        if why is Refusal.GAME and self.may_reopen:
            return _("This sheet is signed or locked. Open it again to change it.")
        return permissions.sentence(why)

    @property
    def may_reopen(self) -> bool:
        """Whether the visitor may open the sheet, signed or locked as it is, again."""
        return self.game.state != Game.State.OPEN and self.may(Action.REOPEN_GAME)

    @cached_property
    def signed(self) -> list[str]:
        """Whose signatures a change would make void, as long as the sheet is open."""
        if self.game.state != Game.State.OPEN or not self.is_seated:
            return []
        found = signing(self.game, self.seats)
        return [entry_number(line.seat) for line in found.seats if line.is_signed]

    # Words and addresses

    @property
    def rule(self) -> SeatChange:
        """When the players change chairs."""
        return SeatChange(self.tournament.seat_change)

    @property
    def place(self) -> str:
        """Round and table, for buttons."""
        return f"{self.game.round} · {self.game.table}"

    def url(self, name: str, **where: Any) -> str:
        """The address of a page of this game."""
        return reverse(
            f"tournament:{name}",
            kwargs={
                "slug": self.tournament.slug,
                "round_number": self.game.round.number,
                "table_number": self.game.table.number,
                **where,
            },
        )

    def wind(self, start: int, number: int) -> int:
        """The seat wind of a column in a hand."""
        return seat_wind(start, number, self.rule)

    def choices(self, number: int) -> list[SeatChoice]:
        """The four seats as hand `number` sees them."""
        return [self._choice(seat, number) for seat in self.seats]

    def _choice(self, seat: Seat, number: int) -> SeatChoice:
        given = [row for row in self.standing_penalties if row.seat_id == seat.pk]
        is_out = any(row.ends_play(number) for row in given)
        is_dead = any(row.bars_win(number) for row in given)
        absent = is_out or not seat.is_present(number)
        words = {"player": seat.player, "number": number}
        if is_out:
            note, reason = _("Disqualified"), _("%(player)s is disqualified.") % words
        elif absent:
            note, reason = _("Absent"), _("%(player)s was absent and cannot win.") % words
        elif is_dead:
            note = _("Dead hand")
            reason = (
                _(
                    "%(player)s has a dead hand and cannot win this hand. "
                    "See the penalty on hand %(number)s."
                )
                % words
            )
        else:
            note, reason = substitute_note(seat), ""
        return SeatChoice(
            label=seat.get_start_display(),
            wind=self.wind(seat.start, number),
            number=entry_number(seat),
            name=seat.player.name,
            totals=lambda: self.result.scores,
            may_win=not reason,
            reason=reason,
            may_discard=not absent,
            note=note,
        )


def _has_outcome(hand: Hand | None) -> bool:
    return hand is not None and hand.outcome != Hand.Outcome.WITHDRAWN


def entry_number(seat: Seat) -> str:
    """The number on the player's badge: 07."""
    return seat.player.entry_number


def substitute_note(seat: Seat) -> str:
    """Who plays instead of the entry, empty for the player himself."""
    name = seat.played_by or seat.played_by_name
    return _("played by %(name)s") % {"name": name} if name else ""


def entry_url(desk: Desk) -> str:
    """Return the address where the visitor enters the next hand, blank where he may not."""
    is_open = desk.is_seated and desk.game.result == Game.Result.HANDS
    if not is_open or not desk.may(Action.ENTER_HAND) or not desk.next_open:
        return ""
    return desk.url("enter-hand", number=desk.next_open)
