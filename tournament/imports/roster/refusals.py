"""Why a whole file cannot be read, each with the way out."""

from enum import StrEnum

from django.utils.translation import gettext as _


class Fault(StrEnum):
    """What is wrong with a file."""

    EMPTY = "empty"
    TOO_LARGE = "too_large"
    NOT_A_SHEET = "not_a_sheet"
    OLD_EXCEL = "old_excel"
    MACROS = "macros"
    PASSWORD = "password"
    UNPACKS_TOO_LARGE = "unpacks_too_large"
    DAMAGED = "damaged"
    UNKNOWN_ENCODING = "unknown_encoding"
    BROKEN_QUOTES = "broken_quotes"
    TOO_MANY_ROWS = "too_many_rows"


class FileRefused(Exception):
    """A file that cannot be read; `str()` is the sentence to show."""

    def __init__(self, fault: Fault, **params: int) -> None:
        super().__init__(_sentence(fault) % params)
        self.fault = fault


def _sentence(fault: Fault) -> str:
    return {
        Fault.EMPTY: _("The file is empty. Choose the file with the list of players."),
        Fault.TOO_LARGE: _(
            "The file is larger than %(megabytes)s MB. "
            "Save only the sheet with the players, without pictures."
        ),
        Fault.NOT_A_SHEET: _(
            "This is not a spreadsheet, or it is damaged. Use the template and save as .xlsx."
        ),
        Fault.OLD_EXCEL: _(
            "This is a file of the old Excel (.xls). Open it and save it as Excel workbook (.xlsx)."
        ),
        Fault.MACROS: _("The file holds macros. Save it as Excel workbook (.xlsx) without macros."),
        Fault.PASSWORD: _("The file has a password. Save it without one."),
        Fault.UNPACKS_TOO_LARGE: _(
            "The file unpacks to far more than a list of players needs, so it was not opened. "
            "Copy the list into the template."
        ),
        Fault.DAMAGED: _("The file is damaged. Open it, save it again as .xlsx and send that."),
        Fault.UNKNOWN_ENCODING: _(
            "The signs of this text file cannot be read. Save it as CSV UTF-8 or as .xlsx."
        ),
        Fault.BROKEN_QUOTES: _(
            "Row %(row)s: a quotation mark is not closed. Mend it, or save as .xlsx."
        ),
        Fault.TOO_MANY_ROWS: _(
            "The list has more than %(rows)s rows. Send the players of one event only."
        ),
    }[fault]
