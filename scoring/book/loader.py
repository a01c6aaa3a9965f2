"""
Reads the rule book from its TOML files.

Whatever is missing, unknown or only there in one language stops the reading with the place.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from scoring.book.model import (
    Book,
    Chapter,
    Entry,
    Example,
    Principle,
    Series,
    SwitchWords,
    Term,
    TermGroup,
    Words,
)
from scoring.rules import FANS, NotationError, parse_hand
from scoring.rules.catalogue import ANY_FAN_BY_KEY

FOLDER = Path(__file__).parent
FAN_MARK = re.compile(r"\{([^{}]*)\}")
TABLE_ORDER = {fan.key: place for place, fan in enumerate(FANS)}


class BookError(ValueError):
    """A file of the rule book does not hold what it has to."""


@cache
def load_book() -> Book:
    """Give the whole book, read once. Raise `BookError` for anything wrong in it."""
    principles = _read("principles.toml")
    editions = _read("editions.toml")
    entries, series = _fans(sorted((FOLDER / "fans").glob("*.toml")))
    return Book(
        entries=entries,
        series=series,
        principles_intro=read_words(principles["intro"], "principles: intro"),
        principles=tuple(_principle(*row) for row in principles["principle"].items()),
        chapters=tuple(_chapter(row) for row in _read("play.toml")["section"]),
        offences={
            key: read_words(row, f"offence {key}")
            for key, row in _read("offences.toml")["offence"].items()
        },
        glossary=tuple(_term_group(row) for row in _read("glossary.toml")["section"]),
        switches={key: _switch(key, row) for key, row in editions["switch"].items()},
        hall={key: read_words(row, f"hall {key}") for key, row in editions["hall"].items()},
    )


def _read(name: str) -> dict[str, Any]:
    with (FOLDER / name).open("rb") as file:
        return tomllib.load(file)


def read_words(row: Any, where: str) -> Words:
    """Give a text that has to be there in both languages, naming only fan that exist."""
    texts = {language: _text(row, language, where) for language in ("en", "zh")}
    for key in FAN_MARK.findall("".join(texts.values())):
        _known_fan(key, where)
    return Words(**texts)


def read_example(row: Mapping[str, Any], where: str) -> Example:
    """Give a drawn hand, its claims unchecked: it has either a `total` or a `problem`."""
    _only(row, {"hand", "total", "problem", "en", "zh", "present", "absent"}, where)
    if ("total" in row) == ("problem" in row):
        raise BookError(f"{where}: a hand has a total or a problem")
    try:
        hand = parse_hand(_text(row, "hand", where))
    except NotationError as error:
        raise BookError(f"{where}: unreadable hand {row['hand']!r}") from error
    return Example(
        hand=hand,
        total=row.get("total"),
        problem=row.get("problem"),
        note=read_words(row, where) if {"en", "zh"} & row.keys() else None,
        present=_fan_keys(row.get("present", ()), where),
        absent=_fan_keys(row.get("absent", ()), where),
    )


def read_entry(key: str, series: str, row: Mapping[str, Any]) -> Entry:
    """Give a fan's entry, which needs an example, and a near miss with its reason."""
    where = f"fan {key}"
    _known_fan(key, where)
    _only(row, {"en", "zh", "pattern", "example", "near"}, where)
    examples = tuple(read_example(one, where) for one in row.get("example", ()))
    near = tuple(read_example(one, f"{where}, near miss") for one in row.get("near", ()))
    if not examples or not near:
        raise BookError(f"{where}: an example or a near miss is missing")
    if any(one.note is None for one in near):
        raise BookError(f"{where}: a near miss without its reason")
    return Entry(
        key=key,
        series=series,
        definition=read_words(row, where),
        pattern=tuple(row.get("pattern", "").split()),
        examples=examples,
        near_misses=near,
    )


def _fans(files: Iterable[Path]) -> tuple[Mapping[str, Entry], tuple[Series, ...]]:
    """Give the entries in the table's order, and the series in that of their files."""
    entries: dict[str, Entry] = {}
    series = []
    for file in files:
        data = _read(f"fans/{file.name}")
        name = data["series"]["key"]
        if twice := entries.keys() & data["fan"].keys():
            raise BookError(f"{file.name}: in another series already: {sorted(twice)}")
        entries |= {key: read_entry(key, name, row) for key, row in data["fan"].items()}
        keys = sorted(data["fan"], key=TABLE_ORDER.__getitem__)
        series.append(Series(name, read_words(data["series"], file.name), tuple(keys)))
    if missing := TABLE_ORDER.keys() - entries.keys():
        raise BookError(f"fan without an entry: {sorted(missing)}")
    return {key: entries[key] for key in TABLE_ORDER}, tuple(series)


def _principle(key: str, row: Mapping[str, Any]) -> Principle:
    where = f"principle {key}"
    _only(row, {"title", "en", "zh", "example"}, where)
    return Principle(
        key=key,
        title=read_words(row["title"], where),
        text=read_words(row, where),
        examples=tuple(read_example(one, where) for one in row["example"]),
    )


def _chapter(row: Mapping[str, Any]) -> Chapter:
    where = f"chapter {row.get('key')}"
    _only(row, {"key", "title", "ordered", "text"}, where)
    texts = row["text"]
    if len(texts["en"]) != len(texts["zh"]):
        raise BookError(f"{where}: the languages have different numbers of paragraphs")
    paragraphs = (
        read_words({"en": en, "zh": zh}, where)
        for en, zh in zip(texts["en"], texts["zh"], strict=True)
    )
    return Chapter(
        key=row["key"],
        title=read_words(row["title"], where),
        paragraphs=tuple(paragraphs),
        ordered=row.get("ordered", False),
    )


def _term_group(row: Mapping[str, Any]) -> TermGroup:
    where = f"glossary {row.get('key')}"
    _only(row, {"key", "title", "terms"}, where)
    terms = tuple(_term(term) for term in row["terms"])
    return TermGroup(row["key"], read_words(row["title"], where), terms)


def _term(row: Mapping[str, Any]) -> Term:
    where = f"term {row.get('zh')}"
    _only(row, {"zh", "en", "pinyin", "also", "text"}, where)
    return Term(
        zh=_text(row, "zh", where),
        en=_text(row, "en", where),
        pinyin=_text(row, "pinyin", where),
        also=tuple(row["also"]),
        text=read_words(row["text"], where),
    )


def _switch(key: str, row: Mapping[str, Any]) -> SwitchWords:
    where = f"switch {key}"
    _only(row, {"fans", "on", "off"}, where)
    return SwitchWords(
        fans=_fan_keys(row["fans"], where),
        on=read_words(row["on"], where),
        off=read_words(row["off"], where),
    )


def _text(row: Any, name: str, where: str) -> str:
    text = row.get(name) if isinstance(row, Mapping) else None
    if not isinstance(text, str) or not text.strip():
        raise BookError(f"{where}: {name!r} is missing")
    return text


def _only(row: Mapping[str, Any], names: set[str], where: str) -> None:
    if unknown := row.keys() - names:
        raise BookError(f"{where}: unknown {sorted(unknown)}")


def _fan_keys(keys: Iterable[str], where: str) -> tuple[str, ...]:
    for key in keys:
        _known_fan(key, where)
    return tuple(keys)


def _known_fan(key: str, where: str) -> None:
    if key not in ANY_FAN_BY_KEY:
        raise BookError(f"{where}: there is no fan {key!r}")
