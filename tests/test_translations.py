"""The Chinese catalogue: complete, tidy, and in step with the sources."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.servers import ROOT, own_environment

LOCALE = Path("tournament", "locale")
CATALOGUE = Path("zh_Hans", "LC_MESSAGES", "django.po")
# %(name)s, %s, %%, {name}: what the program fills in.
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z%]|\{\w*\}")


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    path = ROOT / LOCALE / CATALOGUE
    if not path.exists():
        pytest.fail(f"no catalogue: {LOCALE / CATALOGUE}")
    return polib.pofile(str(path), encoding="utf-8")


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_every_message_is_translated(catalogue):
    open_ = [
        entry.msgid
        for entry in catalogue
        if not entry.obsolete and not all(text.strip() for text in translations(entry))
    ]

    assert open_ == []


def test_no_message_is_fuzzy_or_obsolete(catalogue):
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == []


def test_placeholders_survive_translation(catalogue):
    lost = [
        (entry.msgid, text)
        for entry in catalogue
        for text in translations(entry)
        if not placeholders(text) <= placeholders(entry.msgid, entry.msgid_plural)
        or not placeholders(text) >= placeholders(entry.msgid_plural or entry.msgid)
    ]

    assert lost == []


def placeholders(*texts: str) -> set[str]:
    return {found for text in texts for found in PLACEHOLDER.findall(text or "")}


def test_line_breaks_at_the_ends_agree(catalogue):
    assert [
        entry.msgid
        for entry in catalogue
        for text in translations(entry)
        if entry.msgid.startswith("\n") != text.startswith("\n")
        or entry.msgid.endswith("\n") != text.endswith("\n")
    ] == []


@pytest.fixture(scope="module")
def extracted(tmp_path_factory) -> polib.POFile:
    """The messages that the sources hold now, from a copy of them."""
    if shutil.which("xgettext") is None:
        message = "no xgettext: `apt-get install gettext`"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    copy = tmp_path_factory.mktemp("sources")
    ignored = shutil.ignore_patterns("*.po", "*.mo", "__pycache__", "static")
    for room in ("scoring", "tournament", "templates"):
        shutil.copytree(ROOT / room, copy / room, ignore=ignored)
    shutil.copy(ROOT / "manage.py", copy)
    (copy / LOCALE / CATALOGUE).parent.mkdir(parents=True, exist_ok=True)
    answer = subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--locale", "zh_Hans"],
        cwd=copy,
        env=own_environment(PYTHONPATH=str(copy)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return polib.pofile(str(copy / LOCALE / CATALOGUE), encoding="utf-8")


def keys(messages: polib.POFile) -> set[tuple[str, str, str]]:
    """What tells messages apart: context, text, plural."""
    return {
        (entry.msgctxt or "", entry.msgid, entry.msgid_plural)
        for entry in messages
        if not entry.obsolete
    }


def test_catalogue_has_every_message_of_the_sources(catalogue, extracted):
    assert sorted(keys(extracted) - keys(catalogue)) == []


def test_catalogue_has_no_message_that_the_sources_lost(catalogue, extracted):
    assert sorted(keys(catalogue) - keys(extracted)) == []
