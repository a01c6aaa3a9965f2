"""What is said about a line: reasons to refuse it, and what was made of its cells."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.imports.roster.columns import Column

COLUMN_NAMES: Mapping[Column, "str | Promise"] = {
    Column.NUMBER: _("entry number"),
    Column.NAME: pgettext_lazy("person", "name"),
    Column.FAMILY_NAME: _("family name"),
    Column.GIVEN_NAME: _("given name"),
    Column.LATIN_NAME: _("Latin name"),
    Column.TEAM: _("team"),
    Column.TEAM_NUMBER: _("team number"),
    Column.MEMBER_NUMBER: _("number in the team"),
    Column.RESERVE: _("reserve"),
    Column.CLUB: _("club"),
    Column.COUNTRY: _("country"),
    Column.FEDERATION_ID: _("federation id"),
}


class Code(StrEnum):
    """Everything there is to say of a line."""

    # Refused
    NO_NAME = "no_name"
    DIGITS_FOR_NAME = "digits_for_name"
    TOO_LONG = "too_long"
    NO_WHOLE_NUMBER = "no_whole_number"
    NO_YES_OR_NO = "no_yes_or_no"
    DATE = "date"
    FLAG = "flag"
    ERROR = "error"
    NOT_CALCULATED = "not_calculated"
    MERGED_NAME = "merged_name"
    TEAM_NUMBER_TAKEN = "team_number_taken"
    TEAM_HAS_NUMBER = "team_has_number"
    # Told
    INNER_SPACES = "inner_spaces"
    ONE_LINE = "one_line"
    HIDDEN_SIGNS = "hidden_signs"
    NUMBER_FOR_TEXT = "number_for_text"
    FROM_FORMULA = "from_formula"
    FILLED_DOWN = "filled_down"
    MEMBER_TWICE = "member_twice"


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence about a line; `column` is the one at fault, `text` what stands there."""

    code: Code
    column: Column | None = None
    text: str = ""
    number: int = 0

    def __str__(self) -> str:
        words = {
            "column": COLUMN_NAMES[self.column] if self.column else "",
            "text": self.text,
            "number": self.number,
        }
        return gettext(_SENTENCES[self.code]) % words


_SENTENCES: Mapping[Code, str] = {
    Code.NO_NAME: gettext_noop("The name is missing."),
    Code.DIGITS_FOR_NAME: gettext_noop("“%(text)s” is a number, not a name."),
    Code.TOO_LONG: gettext_noop("The %(column)s is longer than %(number)s signs."),
    Code.NO_WHOLE_NUMBER: gettext_noop(
        "The %(column)s is “%(text)s”, not a whole number from 1 to %(number)s."
    ),
    Code.NO_YES_OR_NO: gettext_noop("The %(column)s is “%(text)s”, not yes or no."),
    Code.DATE: gettext_noop(
        "The %(column)s is a date (%(text)s). Format the cell as text and type it again."
    ),
    Code.FLAG: gettext_noop("The %(column)s is %(text)s, not a text."),
    Code.ERROR: gettext_noop("The %(column)s is the error %(text)s."),
    Code.NOT_CALCULATED: gettext_noop(
        "The %(column)s is a formula without a result. Type the value itself."
    ),
    Code.MERGED_NAME: gettext_noop(
        "The %(column)s is one merged cell (%(text)s) for several lines. Give every line its own."
    ),
    Code.TEAM_NUMBER_TAKEN: gettext_noop("Team number %(number)s already belongs to “%(text)s”."),
    Code.TEAM_HAS_NUMBER: gettext_noop("The team “%(text)s” already has the number %(number)s."),
    Code.INNER_SPACES: gettext_noop("“%(text)s” has a space inside; it was kept."),
    Code.ONE_LINE: gettext_noop("The %(column)s had several lines; it was put into one."),
    Code.HIDDEN_SIGNS: gettext_noop("Invisible signs in the %(column)s were removed."),
    Code.NUMBER_FOR_TEXT: gettext_noop(
        "The %(column)s %(text)s is stored as a number: zeros in front, if any, are lost."
    ),
    Code.FROM_FORMULA: gettext_noop("The %(column)s is the stored result of a formula."),
    Code.FILLED_DOWN: gettext_noop("The %(column)s was taken from the merged cell %(text)s."),
    Code.MEMBER_TWICE: gettext_noop("The team already has a number %(number)s."),
}
