"""
Reads a roster from a spreadsheet or a text file; nothing here writes.

`read_roster` gives the cells as they stand, `find_header` what the columns mean, `judge` what each
line says and what only a person can decide, `resolve` what an import would do.
"""

from tournament.imports.roster.columns import Column, Header, find_header
from tournament.imports.roster.files import LARGEST_FILE, MOST_ROWS, read_roster
from tournament.imports.roster.judge import Candidate, Verdict, judge
from tournament.imports.roster.refusals import Fault, FileRefused
from tournament.imports.roster.remarks import Remark
from tournament.imports.roster.resolve import resolve
from tournament.imports.roster.sheet import Line, Sheet

__all__ = [
    "LARGEST_FILE",
    "MOST_ROWS",
    "Candidate",
    "Column",
    "Fault",
    "FileRefused",
    "Header",
    "Line",
    "Remark",
    "Sheet",
    "Verdict",
    "find_header",
    "judge",
    "read_roster",
    "resolve",
]
