"""The rule book 番种手册: fan, principles, play, payments, penalties, wall, glossary."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.book import draw, find, load_book
from scoring.book.search import all_offences
from scoring.forms.wall import ThrowsForm
from scoring.rules import DEFAULT_PROFILE, FAN_BY_KEY, FANS, PROFILES
from scoring.rules.catalogue import FANS_OF_THE_HALL
from scoring.rules.penalties import CATALOGUES
from scoring.views import pages
from scoring.views.wall_picture import LABELS, stacks_of


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the fan by value or by series; `?q=` searches everything."""
    query = request.GET.get("q", "").strip()[: pages.LONGEST_QUERY]
    page = {
        "section": "fans",
        "query": query,
        "found": find(query) if query else None,
        "by": pages.order_of(request),
        "groups": pages.fan_groups(pages.order_of(request)),
        "hall": [(fan, load_book().hall[fan.key]) for fan in FANS_OF_THE_HALL],
    }
    return render(request, "scoring/index.html", page)


@require_safe
def fan(request: HttpRequest, key: str) -> HttpResponse:
    """Show one fan: what it is, what it contains, hands with it and without it, the editions."""
    if key not in FAN_BY_KEY:
        raise Http404
    entry = load_book().entries[key]
    examples = [draw(example) for example in entry.examples]
    page = {
        "section": "fans",
        "fan": FAN_BY_KEY[key],
        "entry": entry,
        "series": next(one for one in load_book().series if one.key == entry.series),
        "examples": examples,
        "near_misses": [draw(example) for example in entry.near_misses],
        "together": pages.counted_together(key, examples),
        "groups": pages.fan_groups(pages.order_of(request)),
        "by": pages.order_of(request),
        **pages.relations(key),
        **pages.edition_rows(key),
    }
    return render(request, "scoring/fan.html", page)


@require_safe
def principles(request: HttpRequest) -> HttpResponse:
    """Show the five principles of counting with worked hands."""
    rows = [(row, [draw(one) for one in row.examples]) for row in load_book().principles]
    page = {"section": "principles", "intro": load_book().principles_intro, "rows": rows}
    return render(request, "scoring/principles.html", page)


@require_safe
def play(request: HttpRequest) -> HttpResponse:
    """Show how a hand is played."""
    page = {"section": "play", "chapters": load_book().chapters}
    return render(request, "scoring/play.html", page)


@require_safe
def payments(request: HttpRequest) -> HttpResponse:
    """Show who pays what for a win."""
    caps = [profile for profile in PROFILES.values() if profile.cap]
    page = {"section": "payments", "rows": pages.payment_rows(), "caps": caps}
    return render(request, "scoring/payments.html", page)


@require_safe
def offences(request: HttpRequest) -> HttpResponse:
    """List the offences of one edition with their steps."""
    chosen = request.GET.get("profile", DEFAULT_PROFILE)
    if chosen not in CATALOGUES:
        raise Http404
    page = {
        "section": "penalties",
        "profiles": PROFILES.values(),
        "chosen": PROFILES[chosen],
        "groups": pages.offence_groups(chosen),
    }
    return render(request, "scoring/penalties.html", page)


@require_safe
def offence(request: HttpRequest, key: str) -> HttpResponse:
    """Show one offence: what it is, and its steps in every edition."""
    found = next((row for row in all_offences() if row.key == key), None)
    if found is None:
        raise Http404
    page = {
        "section": "penalties",
        "offence": found,
        "words": load_book().offences[key],
        "editions": pages.offence_editions(key),
    }
    return render(request, "scoring/offence.html", page)


@require_safe
def wall(request: HttpRequest) -> HttpResponse:
    """Show seats, dice and wall; two throws in the address say where the wall is opened."""
    form = ThrowsForm(request.GET or None)
    page: dict[str, object] = {"section": "wall", "form": form}
    if form.is_valid():
        page |= {"opening": form.opening, "stacks": stacks_of(form.opening), "wall_labels": LABELS}
    return render(request, "scoring/wall.html", page)


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """Show the words of the field, and how fan are called elsewhere."""
    page = {
        "section": "glossary",
        "groups": load_book().glossary,
        "aliases": pages.fan_aliases(FANS),
    }
    return render(request, "scoring/glossary.html", page)
