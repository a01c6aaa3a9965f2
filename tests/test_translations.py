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


# A number and what it counts, in the plural alone.
COUNTED = re.compile(
    r"%\(\w+\)s (?:[a-z-]+ )?(?:rounds|players|teams|tables|hands|points|minutes|seconds|tries|"
    r"times|drafts|fillers|meetings|sheets|devices|entries|games|lines|flowers|stacks)\b"
)
# What is never one: a win has eight points at least, a repeat is the second meeting; or no count.
NEVER_ONE = {
    "These rules pay %(total)s points a hand at most.",
    "%(points)s points reach the minimum of 8; flowers add %(flowers)s.",
    "%(points)s points reach the minimum of 8.",
    "Only %(claimed)s points were claimed; without an objection they are not raised. "
    "Approve %(claimed)s, or write the objection.",
    "%(missing)s missing: %(minimum)s points are needed without flowers, here are %(points)s. "
    "Add a fan, or record a short win.",
    "%(points)s points are rare.",
    "%(flowers)s flowers are rare.",
    "No hand pays more than %(cap)s points by these rules.",
    "A hand may pay more than %(cap)s points.",
    "No hand pays more than %(cap)s points, flowers included.",
    "%(flower)s is there %(count)s times, but every flower exists once. Check the flowers.",
    "%(thrower)s throws second and counts %(count)s stacks.",
    "Publish all %(count)s drafts",
    "Try %(made)s of %(most)s, %(seconds)s of %(deadline)s seconds. "
    "The draft on this page is the best so far.",
    # One point has its own sentence.
    "−%(points)s table points",
    "Extra time is 1 to %(most)s minutes.",
    "%(teams)s teams: perfect for %(perfect)s rounds; with more, up to %(rounds)s, "
    "some cannot help meeting again.",
    "%(teams)s teams, up to %(rounds)s rounds: nobody meets anybody twice or a team-mate.",
    "%(one)s and %(other)s: %(count)s times",
    "%(player)s at table %(table)s: %(count)s times",
    "%(lines)s lines are too many for %(players)s players. None of them is read.",
    "%(name)s signed sheets and stays as a viewer.",
    "%(count)s devices have this sheet open.",
}


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


def test_what_is_counted_has_a_singular(catalogue):
    alone = {e.msgid for e in catalogue if COUNTED.search(e.msgid) and not e.msgid_plural}

    assert alone - NEVER_ONE == set()


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
