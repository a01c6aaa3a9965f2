"""The clock on a page, and the small answer that sets it right again."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.board import round_clock
from tournament.clock import Clock, Phase
from tournament.models import EndRule, Game, Round, Tournament
from tournament.views.fetch import event_or_404

SHOWN = (Round.State.PUBLISHED, Round.State.RUNNING, Round.State.CLOSED)


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What a page needs to draw a clock and to keep it right; `now` is the server's."""

    clock: Clock
    now: datetime
    url: str
    tournament: Tournament

    @property
    def phase(self) -> Phase:
        """How the clock stands."""
        return self.clock.phase(self.now)

    @property
    def now_ms(self) -> int:
        """The server's time in milliseconds."""
        return _milliseconds(self.now)

    @property
    def end_ms(self) -> int | None:
        """When time is up, None while the clock stands."""
        return _milliseconds(self.clock.ends_at) if self.clock.ends_at else None

    @property
    def left(self) -> int:
        """The seconds left."""
        return int(self.clock.remaining(self.now).total_seconds())

    @property
    def left_words(self) -> str:
        """What is left as minutes and seconds: 38:12."""
        return f"{self.left // 60}:{self.left % 60:02d}"

    @property
    def end_rule(self) -> str:
        """What happens when time is up, in words."""
        return {
            EndRule.FINISH: _("Time is up. Finish this hand, then stop."),
            EndRule.FINISH_AND_ONE: _(
                "Time is up. Finish this hand; if its winner was just counting, play one more."
            ),
            EndRule.STOP: _("Time is up. Stop at once, this hand is void."),
        }[EndRule(self.tournament.end_rule)]

    def as_json(self) -> dict[str, int | str | None]:
        """What a page sets its clock by."""
        return {
            "now": self.now_ms,
            "end": self.end_ms,
            "left": self.left,
            "phase": self.phase.value,
            "extra": self.clock.extra,
        }


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def clock_face(round_: Round, game: Game | None = None) -> ClockFace | None:
    """Return the clock of a running round, or of one of its tables; None when it does not run."""
    if round_.state != Round.State.RUNNING:
        return None
    url = reverse("tournament:clock", args=[round_.tournament.slug, round_.number])
    if game:
        url += f"?table={game.table.number}"
    state = round_clock(round_, game.pk if game else None)
    return ClockFace(state, timezone.now(), url, round_.tournament)


@require_safe
def clock(request: HttpRequest, slug: str, round_number: int) -> JsonResponse:
    """Answer with the server's time and the end of the round, or of `?table=`."""
    rounds = Round.objects.select_related("tournament").filter(state__in=SHOWN)
    round_ = get_object_or_404(rounds, tournament=event_or_404(slug), number=round_number)
    game = None
    if table := request.GET.get("table", ""):
        game = get_object_or_404(
            round_.games.select_related("table"), table__number=_table_number(table)
        )
    face = clock_face(round_, game)
    answer = face.as_json() if face else {"now": _milliseconds(timezone.now()), "phase": "waiting"}
    return JsonResponse(answer, headers={"Cache-Control": "no-store"})


def _table_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
