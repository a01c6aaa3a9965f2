"""What the tests of the rules share."""

import importlib
import os

import pytest

from tests.golden.oracle import MODULE


@pytest.fixture
def _library() -> None:
    """The independent engine; without it a test skips, under CI=true it fails."""
    if os.environ.get("CI") == "true":
        importlib.import_module(MODULE)
    pytest.importorskip(MODULE, reason="PyMahjongGB is not installed (extra: oracle)")
