"""What every test may use."""

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference data beside the checkout; without it a test skips, unless it is required."""
    if not SHARED.is_dir():
        message = "the reference data (../shared) lies not beside this checkout"
        if os.environ.get("REQUIRE_SHARED") == "1":
            pytest.fail(message)
        pytest.skip(message)
    return SHARED
