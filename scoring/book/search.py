"""Finds what a reader types: in either language, by pinyin or its initials, by another name."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from scoring.book.loader import load_book
from scoring.book.model import Principle, Term
from scoring.names import pinyin_words, plain, search_words
from scoring.rules import FANS, Fan
from scoring.rules.penalties import CATALOGUES, Offence

Thing = TypeVar("Thing", Fan, Principle, Offence, Term)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search gives, each kind in its own order, better hits first."""

    fans: tuple[Fan, ...]
    principles: tuple[Principle, ...]
    offences: tuple[Offence, ...]
    terms: tuple[Term, ...]

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.fans or self.principles or self.offences or self.terms)


def find(query: str) -> Found:
    """Give everything one of whose names holds the query; nothing for an empty one."""
    typed = plain(query)
    terms = (term for group in load_book().glossary for term in group.terms)
    return Found(
        fans=_hits(typed, FANS, search_words),
        principles=_hits(typed, load_book().principles, _principle_words),
        offences=_hits(typed, all_offences(), _offence_words),
        terms=_hits(typed, terms, _term_words),
    )


@cache
def all_offences() -> tuple[Offence, ...]:
    """Give each kind of offence once, as the first catalogue that has it writes it."""
    rows: dict[str, Offence] = {}
    for catalogue in CATALOGUES.values():
        for offence in catalogue:
            rows.setdefault(offence.key, offence)
    return tuple(rows.values())


def _hits(
    typed: str, things: Iterable[Thing], words_of: Callable[[Thing], Iterable[str]]
) -> tuple[Thing, ...]:
    """Give the things with a word that holds what was typed: whole words, beginnings, the rest."""
    graded = [(_grade(typed, words_of(thing)), thing) for thing in things]
    hits = [(grade, thing) for grade, thing in graded if grade is not None]
    return tuple(thing for _, thing in sorted(hits, key=lambda hit: hit[0]))


def _grade(typed: str, words: Iterable[str]) -> int | None:
    """Give 0 for the word itself, 1 for its beginning, 2 for a part, None for no hit."""
    holding = [word for word in words if typed and typed in word]
    return min(
        (0 if word == typed else 1 if word.startswith(typed) else 2 for word in holding),
        default=None,
    )


def _principle_words(principle: Principle) -> Iterable[str]:
    return plain(principle.title.en), plain(principle.title.zh)


def _offence_words(offence: Offence) -> Iterable[str]:
    return plain(offence.en), plain(offence.zh)


def _term_words(term: Term) -> Iterable[str]:
    return [
        *(plain(word) for word in (term.zh, term.en, *term.also)),
        *pinyin_words(term.pinyin),
    ]
