from datetime import UTC, datetime
from fractions import Fraction
from io import BytesIO
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest
from openpyxl import load_workbook

from tournament.exports.workbook import Sheet, clean, sheet_titles, write_workbook
from tournament.tables import as_number

ZONE = ZoneInfo("Asia/Shanghai")


def written(*sheets, heading="Event", zone=ZONE):
    file = BytesIO()
    write_workbook(sheets, file, heading=heading, zone=zone)
    return file


def column(*values):
    """The cells of a sheet with one column, its header left out."""
    book = load_workbook(written(Sheet("One", [["Head"], *([value] for value in values)])))
    return [cell for (cell,) in book["One"].iter_rows(min_row=2)]


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1", "@SUM(A1)", "#N/A", '=HYPERLINK("http://x")', "12", "2026-01-01", "TRUE"],
)
def test_text_stays_text(text):
    (cell,) = column(text)

    assert (cell.value, cell.data_type) == (text, "s")


def test_no_formula_gets_into_the_file():
    with ZipFile(written(Sheet("=One", [["=1+1"], ["=2+2"]]))) as package:
        xml = package.read("xl/worksheets/sheet1.xml").decode()

    assert "<f>" not in xml


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\x00b\x0bc", "abc", id="control"),
        pytest.param("a\ufffeb\uffff", "ab", id="no-characters"),
        pytest.param("a\ud800b", "ab", id="half-a-pair"),
        pytest.param("a\nb\tc", "a\nb\tc", id="line-and-tab-stay"),
        pytest.param("张三 🀄 <&>", "张三 🀄 <&>", id="any-script"),
        pytest.param("x" * 40_000, "x" * 32_767, id="too-long"),
    ],
)
def test_text_is_cleaned(text, expected):
    assert clean(text) == expected
    assert column(text)[0].value == expected


@pytest.mark.parametrize(
    "points",
    [Fraction(n, d) for d in (1, 2, 3, 4, 12) for n in range(-5, 40)],
    ids=str,
)
def test_table_points_are_numbers_that_give_the_fraction_back(points):
    assert Fraction(as_number(points)).limit_denominator(99) == points


def test_table_points_are_typed_and_shown_exactly():
    whole, half, third = column(*map(as_number, (Fraction(4), Fraction(1, 2), Fraction(28, 3))))

    assert (whole.value, whole.data_type, whole.number_format) == (4, "n", "General")
    assert (half.value, half.data_type, half.number_format) == (0.5, "n", "# ??/??")
    assert (third.value, third.data_type, third.number_format) == (28 / 3, "n", "# ??/??")


def test_thirds_add_up():
    cells = column(*[as_number(Fraction(7, 3))] * 3)

    assert Fraction(sum(cell.value for cell in cells)).limit_denominator(99) == 7


def test_times_are_the_clock_of_the_event():
    (cell,) = column(datetime(2026, 5, 1, 1, 30, 15, 999, tzinfo=UTC))

    assert cell.value == datetime(2026, 5, 1, 9, 30, 15)  # noqa: DTZ001 - a sheet has no zones
    assert cell.is_date


def test_nothing_is_an_empty_cell():
    assert [cell.value for cell in column(None, 1)] == [None, 1]


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        pytest.param(["a/b\\c?d*e[f]g:h"], ("a b c d e f g h",), id="illegal-signs"),
        pytest.param(["Round 1", "round 1", "ROUND 1"], ("Round 1", "round 1 (2)", "ROUND 1 (3)"), id="same"),
        pytest.param(["x" * 40, "x" * 40], ("x" * 31, "x" * 27 + " (2)"), id="long"),
        pytest.param(["", "''", "\x00"], ("-", "- (2)", "- (3)"), id="empty"),
        pytest.param(["History"], ("History (2)",), id="reserved"),
    ],
)  # fmt: skip
def test_sheet_titles_are_legal_and_unique(titles, expected):
    assert sheet_titles(titles) == expected


def test_sheets_are_ready_to_read_and_print():
    book = load_workbook(written(Sheet("One", [["名次", "x"], [1, "y" * 90]]), heading="A & B"))
    sheet = book["One"]

    assert sheet.freeze_panes == "A2"
    assert sheet.print_title_rows == "$1:$1"
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.oddHeader.left.text == "A && B"
    assert sheet["A1"].font.bold
    assert sheet.column_dimensions["A"].width == 6
    assert sheet.column_dimensions["B"].width == 60


def test_a_sheet_with_a_header_alone_is_written():
    assert load_workbook(written(Sheet("One", [["Head"]])))["One"].dimensions == "A1:A1"
