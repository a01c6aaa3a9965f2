"""What every test may use."""

import os
from pathlib import Path

import pytest

from tournament.management.commands.compile_catalogues import compile_catalogues

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_configure() -> None:
    """Compile the translations: a plain `pytest` works in a fresh checkout."""
    compile_catalogues(Path(__file__).parents[1] / "tournament" / "locale")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference data beside the checkout; without it a test skips, unless it is required."""
    if not SHARED.is_dir():
        message = "the reference data (../shared) lies not beside this checkout"
        if os.environ.get("REQUIRE_SHARED") == "1":
            pytest.fail(message)
        pytest.skip(message)
    return SHARED
