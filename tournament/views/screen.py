"""
The big screen: a page for a projector that shows the event and turns its own pages.

It shows what anybody may see, whoever opened it: it hangs in the hall. The address says how:
`?show=seats,standings`, `?seconds=10`, `?theme=dark`, `?lang=en`.
"""

from dataclasses import dataclass
from typing import Final, Self

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from tournament.board import event_version
from tournament.views import live
from tournament.views.clock import clock_face
from tournament.views.fetch import event_or_404
from tournament.views.screen_pages import PARTS, Part, screen_pages, shown_round

SECONDS: Final = 7
MOST_SECONDS: Final = 120
THEMES: Final = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Wish:
    """What the address asks of a screen; what it says wrongly, it does not say."""

    parts: tuple[Part, ...]
    seconds: int
    theme: str
    language: str
    page: int

    @classmethod
    def read(cls, query: QueryDict) -> Self:
        """Return what a query asks for."""
        asked = query.get("show", "").split(",")
        theme, language = query.get("theme", ""), query.get("lang", "")
        return cls(
            parts=tuple(part for part in PARTS if part in asked) or PARTS,
            seconds=_number(query.get("seconds", ""), SECONDS, MOST_SECONDS),
            theme=theme if theme in THEMES else "",
            language=language if language in dict(settings.LANGUAGES) else "",
            page=_number(query.get("page", ""), 1, 999),
        )


def _number(text: str, default: int, most: int) -> int:
    """Return a number from 1 to `most`, `default` for what is none."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        return default
    return min(int(text), most) or default


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the big screen; `?v=` asks for what is new."""
    shown = live.take_version(request)
    wish = Wish.read(request.GET)
    with translation.override(wish.language or translation.get_language()):
        return _screen(request, slug, wish, shown)


def _screen(request: HttpRequest, slug: str, wish: Wish, shown: str | None) -> HttpResponse:
    tournament = event_or_404(slug)
    version = event_version(tournament)
    if shown == version:
        return live.unchanged()
    round_ = shown_round(tournament)
    pages = screen_pages(tournament, round_, wish.parts)
    count = max(len(pages), 1)
    context = {
        "tournament": tournament,
        "round": round_,
        "face": clock_face(round_) if round_ else None,
        "pages": pages,
        "wish": wish,
        "page_number": (wish.page - 1) % count + 1,
        "live_url": live.piece_url(request, version),
        "next_url": _next_url(request, wish, count),
        "address": request.get_host() + request.path.removesuffix("screen/"),
    }
    name = "screen.html" if shown is None else "_pages.html"
    response = render(request, f"tournament/screen/{name}", context)
    return live.never_kept(response)


def _next_url(request: HttpRequest, wish: Wish, count: int) -> str:
    """Return where a browser without scripts goes for the next page."""
    query = request.GET.copy()
    query["page"] = str(wish.page % count + 1)
    return f"{request.path}?{query.urlencode()}"
