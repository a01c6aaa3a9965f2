"""Sets a database of its own up, then takes the pictures: see `camera`."""

import os
import sys
from tempfile import TemporaryDirectory

import django

from tests.servers import own_environment

FOLDER = TemporaryDirectory(prefix="screenshots-")
os.environ |= own_environment(
    DJANGO_SETTINGS_MODULE="tests.screenshots.settings",
    DATABASE_URL=f"sqlite:///{FOLDER.name}/db.sqlite3",
    ALLOWED_HOSTS="127.0.0.1,testserver",
)
django.setup()

from tests.screenshots.camera import main  # noqa: E402 - models need the settings first

if __name__ == "__main__":
    with FOLDER:
        sys.exit(main())
