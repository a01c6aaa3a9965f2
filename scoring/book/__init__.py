"""
The rule book: prose in two languages as data, and what the engine says about its drawn hands.

The texts stand in TOML files beside these modules; `load_book` reads them. Values, implied fan,
editions, totals and measures are asked of `scoring.rules`, never written down twice. No Django.
"""

from scoring.book.drawn import Drawn, draw
from scoring.book.editions import Edition, agree, editions_of
from scoring.book.loader import BookError, load_book
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
from scoring.book.search import Found, find
from scoring.book.wall import Opening, open_wall

__all__ = [
    "Book",
    "BookError",
    "Chapter",
    "Drawn",
    "Edition",
    "Entry",
    "Example",
    "Found",
    "Opening",
    "Principle",
    "Series",
    "SwitchWords",
    "Term",
    "TermGroup",
    "Words",
    "agree",
    "draw",
    "editions_of",
    "find",
    "load_book",
    "open_wall",
]
