"""The Chromium of browser tests and screenshots: where it is, how it starts, who is logged in."""

import os
import shutil

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Playwright

HALL = "hall.example"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
]
NO_CHROMIUM = "no Chromium: `apt-get install chromium-headless-shell`, or name one in CHROMIUM"
# The shell first: the whole browser draws its own windows as well, unseen, and takes twice the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_chromium(playwright: Playwright) -> str | None:
    """Return the browser to use: CHROMIUM, the machine's, or Playwright's own download."""
    names = (os.environ.get("CHROMIUM"), *NAMES, playwright.chromium.executable_path)
    found = (shutil.which(name) for name in names if name)
    return next((path for path in found if path), None)


def session_cookie(user: User, url: str) -> dict[str, str]:
    """Return the cookie, as Playwright takes it, of a browser in which `user` is logged in."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": url}
