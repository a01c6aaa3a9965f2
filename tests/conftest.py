"""What every test may use."""

import gc
import os
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.utils import translation
from hypothesis import settings

from tournament.management.commands.compile_catalogues import compile_catalogues

# A busy machine makes no example wrong.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# A run makes much and keeps little: to look for rubbish seldom saves a tenth of the time.
gc.set_threshold(20_000, 20, 50)

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --only-database."""
    parser.addoption(
        "--only-database",
        action="store_true",
        help="run only the tests that touch the database (once more on another one)",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Obey --only-database; begin with what takes long, or one worker ends alone with it."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if config.getoption("only_database"):
        others = [item for item in items if not _touches_database(item)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


def _touches_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("e2e") and not item.get_closest_marker("walk"):
        return False  # one walk shows that pages and another database meet
    fixtures = {"db", "transactional_db", "live_server"} & set(getattr(item, "fixturenames", ()))
    return bool(fixtures) or item.get_closest_marker("django_db") is not None


def pytest_configure() -> None:
    """Compile the translations: a plain `pytest` works in a fresh checkout."""
    compile_catalogues(Path(__file__).parents[1] / "tournament" / "locale")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """
    Set the test database up, and let PostgreSQL drop it.

    A thread of a live server may still hold its connection when the last test is over.
    """
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(autouse=True)
def _nothing_left() -> None:
    """Forget the language the last page of the test before was in."""
    translation.activate(django_settings.LANGUAGE_CODE)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference data beside the checkout; without it a test skips, unless it is required."""
    if not SHARED.is_dir():
        message = "the reference data (../shared) lies not beside this checkout"
        if os.environ.get("REQUIRE_SHARED") == "1":
            pytest.fail(message)
        pytest.skip(message)
    return SHARED
