"""The project's settings for tests: a key of their own, nothing from .env, quick passwords."""

import atexit
import os
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ["ENV_FILE"] = os.devnull
os.environ.setdefault("SECRET_KEY", "only-for-tests")

from tests.slow_hall import SERVER_MS
from tournament.settings import *  # noqa: F403 - after the key
from tournament.settings import DATABASES, MIDDLEWARE

if SERVER_MS:
    MIDDLEWARE.insert(0, "tests.slow_hall.SlowServer")

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Files of this run alone: two runs at once do not meet.
_folder = TemporaryDirectory(prefix="tournament-tests-", ignore_cleanup_errors=True)
atexit.register(_folder.cleanup)
STATIC_ROOT = Path(_folder.name)  # empty: a live server finds its files where they are written
# A live server whose threads kept a connection would keep the test database from being dropped.
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: a live server's threads and the test then meet as they do in the hall.
    DATABASES["default"]["TEST"] = {"NAME": f"{_folder.name}/test.sqlite3"}
    # No test pulls the plug; waiting for the disk was half of the time.
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )
