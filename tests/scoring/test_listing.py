"""Several things in one sentence are parted by the mark of the reader's language."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import translation

from scoring.listing import listed, phrased

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [path for room in ("scoring", "tournament") for path in (ROOT / room).rglob("*.py")]
SCRIPTS = [path for room in ("scoring", "tournament") for path in (ROOT / room).rglob("js/*.js")]
PAGES = list((ROOT / "templates").rglob("*.html"))


@pytest.mark.parametrize(
    ("language", "items", "phrases"), [("en", "1, 2", "1, 2"), ("zh-hans", "1、2", "1，2")]
)
def test_things_in_a_row_are_parted_as_the_language_does(language, items, phrases):
    with translation.override(language):
        assert (listed([1, 2]), phrased([1, 2])) == (items, phrases)
        assert (listed([]), listed(["1"])) == ("", "1")


def test_what_is_too_much_for_a_sentence_is_counted():
    assert listed(range(1, 6), 3) == "1, 2, 3, and 2 more"
    assert listed(range(1, 4), 3) == "1, 2, 3"
    with translation.override("zh-hans"):
        assert listed(range(1, 6), 3) == "1、2、3、另有 2 项"


def test_a_row_on_a_page_is_parted_and_quoted():
    page = Template("{% load listing %}{{ names|listed }}")

    with translation.override("zh-hans"):
        assert page.render(Context({"names": ["A", "<b>"]})) == "A、&lt;b&gt;"


def without_sentences(text):
    """The text of a page without its sentences, which are translated whole."""
    return re.sub(
        r"(\{% blocktranslate.*?%\}).*?\{% endblocktranslate", r"\1", text, flags=re.DOTALL
    )


@pytest.mark.parametrize(
    ("paths", "fixed"),
    [
        pytest.param(PAGES, r'join:"[,，] ?"|%\}[,，] ?\{%|\}\}[,，] ?\{\{', id="pages"),
        pytest.param(
            [path for path in SOURCES if "utils.translation" in path.read_text(encoding="utf-8")],
            r"""["'][,，] ?["']\.join|between (items|phrases)", ", "\)\.join""",
            id="modules-with-words",
        ),
        pytest.param(SCRIPTS, r'join\("[,，] ?"\)', id="scripts"),
    ],
)
def test_no_row_of_words_is_parted_by_a_fixed_comma(paths, fixed):
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in paths
        for line in without_sentences(path.read_text(encoding="utf-8")).splitlines()
        if re.search(fixed, line) and path.name != "listing.py"
    ]

    assert len(paths) > 10
    assert not found
