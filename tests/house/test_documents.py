"""What the documents name is there."""

import re

import pytest

from tests.servers import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
CODE = "\n".join(
    path.read_text()
    for room in ("scoring", "tournament")
    for path in sorted((ROOT / room).rglob("*.py"))
)
TARGETS = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)


def rows_of_glossary():
    for line in (ROOT / "docs" / "glossary.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 4 and "`" in cells[3]:
            yield pytest.param(cells[3], id=cells[1])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    broken = [link for link in LINK.findall(path.read_text()) if not (path.parent / link).exists()]

    assert broken == []


@pytest.mark.parametrize("code", rows_of_glossary())
def test_glossary_names_what_the_code_has(code):
    names = [name for text in re.findall(r"`([^`]+)`", code) for name in re.findall(r"\w+", text)]
    unknown = [name for name in names if not re.search(rf"\b{name}|{name}\b", CODE)]

    assert unknown == []


def test_every_picture_is_shown():
    shown = {
        (path.parent / link).resolve()
        for path in DOCUMENTS
        for link in LINK.findall(path.read_text())
        if link.endswith(".png")
    }

    assert sorted(shown) == sorted((ROOT / "docs").rglob("*.png"))


def test_pictures_are_small():
    heavy = [path.name for path in (ROOT / "docs").rglob("*.png") if path.stat().st_size > 200_000]

    assert heavy == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_make_targets_exist(path):
    named = set(re.findall(r"\bmake ([a-z]+(?:-[a-z]+)*)`", path.read_text()))

    assert named <= set(TARGETS)


def test_env_example_explains_every_setting():
    settings = (ROOT / "tournament" / "settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', settings))
    explained = set(
        re.findall(r"^#? ?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    )

    # Where the file is, tuning, and what `make run` sets by itself.
    assert read - explained == {"ENV_FILE", "CONN_MAX_AGE", "STATIC_MANIFEST"}
