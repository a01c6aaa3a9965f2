"""
The lists of an event, each written once: pages draw them, the workbook takes their values.

A column that only the page needs is left out of the export; one that only the workbook needs is
invisible. Every table is given whole rows, so drawing it asks the database nothing.
"""

from tournament.tables.base import as_number
from tournament.tables.games import GameRow, GamesTable
from tournament.tables.penalties import PenaltiesTable, measures, offence_name, offences_of
from tournament.tables.standings import StandingsTable, standing_rows
from tournament.tables.teams import TeamMembersTable, TeamsTable

__all__ = [
    "GameRow",
    "GamesTable",
    "PenaltiesTable",
    "StandingsTable",
    "TeamMembersTable",
    "TeamsTable",
    "as_number",
    "measures",
    "offence_name",
    "offences_of",
    "standing_rows",
]
