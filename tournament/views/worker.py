"""The service worker: pages last seen stay readable while the server cannot be reached."""

import hashlib
import json

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

SCRIPT = "js/worker.js"


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """
    Answer with the script of the service worker, from the root: its pages lie below its address.

    Only a few facts stand here; a new version of the static files makes it another script.
    """
    facts = {
        "version": version(),
        "static": settings.STATIC_URL,
        "login": reverse("login"),
        "logout": reverse("logout"),
    }
    script = f"self.facts = {json.dumps(facts)};\nimportScripts({json.dumps(static(SCRIPT))});\n"
    return HttpResponse(
        script, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"}
    )


def version() -> str:
    """Return what changes with the static files: of all of them, or while debugging of one."""
    if hashed := getattr(staticfiles_storage, "manifest_hash", ""):
        return str(hashed)
    found = finders.find(SCRIPT)
    assert isinstance(found, str)
    with open(found, "rb") as file:  # noqa: PTH123 - the finder gives a plain path
        return hashlib.sha256(file.read()).hexdigest()[:12]
