"""No page is missing from the screenshots."""

from collections import defaultdict

from django.urls import resolve

from tests.screenshots.pages import SHOTS
from tests.servers import ROOT
from tests.test_every_address import ADDRESSES

# Files to download, and the clock's small answer to scripts.
NO_PAGES = (".xlsx", ".csv", ".json", "clock/", "worker.js")


def route_of(path):
    """The route of an address whose keys are still to be filled in."""
    return resolve(path.format_map(defaultdict(lambda: 1)).partition("?")[0]).route


def test_every_page_is_photographed():
    pages = {
        route
        for route, address in ADDRESSES.items()
        if address.get == 200 and not route.endswith(NO_PAGES)
    }
    photographed = {route_of(shot.path) for shot in SHOTS if not shot.name.startswith("error-")}

    assert pages - photographed == set()


def test_every_error_page_is_photographed():
    templates = {path.stem for path in (ROOT / "templates").glob("[45]*.html")}

    assert templates == {
        shot.name.removeprefix("error-") for shot in SHOTS if shot.name.startswith("error-")
    }


def test_names_are_files_names_and_unique():
    names = [shot.name for shot in SHOTS]

    assert len(set(names)) == len(names)
    assert [name for name in names if not name.replace("-", "").isidentifier()] == []
