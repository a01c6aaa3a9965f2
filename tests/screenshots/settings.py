"""The project's settings with quick passwords, files as they are written, and the pages of `urls`."""

from tournament.settings import *  # noqa: F403 - the project's own

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ROOT_URLCONF = "tests.screenshots.urls"
WHITENOISE_USE_FINDERS = True
