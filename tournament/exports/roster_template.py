"""The empty list an organiser fills in and sends back, in the language of the page."""

from typing import IO, Any, cast

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from tournament.exports.workbook import Target
from tournament.imports.roster import Column
from tournament.imports.roster.columns import HEADINGS
from tournament.templatetags.mahjong import in_chinese

WIDTH = 16
# So many rows have cells of the kind text: 0042 stays 0042, 3-1 becomes no date.
PREPARED = 400
OFFERED = (
    Column.NUMBER,
    Column.NAME,
    Column.LATIN_NAME,
    Column.TEAM_NUMBER,
    Column.TEAM,
    Column.MEMBER_NUMBER,
    Column.RESERVE,
    Column.CLUB,
    Column.COUNTRY,
    Column.FEDERATION_ID,
)


def save_template(target: Target) -> None:
    """Write the template as .xlsx: a sheet to fill in, a sheet that explains it."""
    workbook = Workbook()
    _fill_list(cast(Worksheet, workbook.active))
    _fill_notes(workbook.create_sheet(_("Notes")))
    workbook.save(cast("IO[bytes]", target))


def headings() -> list[str]:
    """Return the heads of the columns, in the language of the page."""
    language = 0 if in_chinese() else 1
    return [HEADINGS[column][language] for column in OFFERED]


def _fill_list(sheet: Worksheet) -> None:
    sheet.title = _("Players")
    sheet.append(headings())
    sheet.freeze_panes = "A2"
    for index, cell in enumerate(sheet[1], start=1):
        cell.font = Font(bold=True)
        letter = get_column_letter(index)
        sheet.column_dimensions[letter].width = WIDTH
        sheet.column_dimensions[letter].number_format = "@"
    for row in sheet.iter_rows(min_row=2, max_row=1 + PREPARED, max_col=len(OFFERED)):
        for cell in row:
            cell.number_format = "@"


def _fill_notes(sheet: Worksheet) -> None:
    sheet.append([_("Column"), _("What to write"), _("Example")])
    for heading, (what, example) in zip(headings(), _notes(), strict=True):
        sheet.append([heading, what, example])
    for widths, letter in zip((20, 70, 20), "ABC", strict=True):
        sheet.column_dimensions[letter].width = widths
    for row in sheet.iter_rows():
        for cell in row:
            _as_text(cell)
    for cell in sheet[1]:
        cell.font = Font(bold=True)


def _as_text(cell: Any) -> None:
    cell.data_type = "s"
    cell.number_format = "@"
    cell.alignment = Alignment(wrap_text=True, vertical="top")


def _notes() -> list[tuple[str, str]]:
    """What each column takes, and an example, in the order of `OFFERED`."""
    return [
        (_("The entry number, each once. Left blank, the next free number is given."), "7"),
        (_("The name as it is to be shown. Needed; all other columns may stay blank."), "张伟"),
        (_("The name in Latin letters."), "Zhang Wei"),
        (_("The team's number, if teams have one."), "2"),
        (_("The team's name, written the same way for all its players."), "北京队"),
        (_("The place in the team, from 1."), "1"),
        (_("Yes for a reserve, else blank."), ""),
        (_("Club or employer."), "国标社"),
        (_("The country as it is to be shown."), "China"),
        (_("The number of the federation, with its zeros in front."), "04010001"),
    ]
