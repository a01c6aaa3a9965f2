"""What the rule book holds. Values only; `loader` reads them from the files."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rules import Hand


@dataclass(frozen=True, slots=True)
class Words:
    """One text in both languages. `{key}` in it stands for the name of the fan with that key."""

    en: str
    zh: str


@dataclass(frozen=True, slots=True)
class Example:
    """
    A drawn hand and what the book claims of it.

    It is worth `total`, flowers included, or refused for `problem`. `present` and `absent` are the
    fan it is there to show: counted, and not counted.
    """

    hand: Hand
    total: int | None
    problem: str | None
    note: Words | None
    present: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """
    A fan as the book explains it.

    `pattern` are groups of tiles as they are written, drawn below the definition; empty where tiles
    do not show the fan.
    """

    key: str
    series: str
    definition: Words
    pattern: tuple[str, ...]
    examples: tuple[Example, ...]
    near_misses: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """One of the nine series 系列 and the keys of its fan, the dearest first."""

    key: str
    name: Words
    fans: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Principle:
    """One of the five principles of counting 计番原则."""

    key: str
    title: Words
    text: Words
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A piece of "how a hand is played"; `ordered` when its paragraphs are steps."""

    key: str
    title: Words
    paragraphs: tuple[Words, ...]
    ordered: bool


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the field; `also` is what a reader may type instead."""

    zh: str
    en: str
    pinyin: str
    also: tuple[str, ...]
    text: Words


@dataclass(frozen=True, slots=True)
class TermGroup:
    """Terms about one thing."""

    key: str
    title: Words
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class SwitchWords:
    """What a switch of the rule profiles means for some fan, on and off."""

    fans: tuple[str, ...]
    on: Words
    off: Words


@dataclass(frozen=True, slots=True)
class Book:
    """
    The whole rule book.

    `entries` and `hall` (fan of online halls) go by the fan's key, `offences` by the offence's,
    `switches` by the switch's.
    """

    entries: Mapping[str, Entry]
    series: tuple[Series, ...]
    principles_intro: Words
    principles: tuple[Principle, ...]
    chapters: tuple[Chapter, ...]
    offences: Mapping[str, Words]
    glossary: tuple[TermGroup, ...]
    switches: Mapping[str, SwitchWords]
    hall: Mapping[str, Words]
