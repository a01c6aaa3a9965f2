"""
The roster cases of the reference material, kept beside the checkout.

Every record of `cases/roster_import.jsonl` is restated below as a file and what comes of it; a
record without one fails. Without the folder the first test skips and says so.
"""

import io
import json
import zipfile

import pytest

from tests.tournament.imports.sheets import (
    HEADER,
    codes,
    judged,
    kinds,
    names,
    read,
    text_bytes,
    workbook_bytes,
)
from tournament.exports.workbook import Sheet, sheet_titles, write_workbook
from tournament.imports.roster import Fault, FileRefused, find_header
from tournament.views.organiser.roster import Counts

CASES = {}


def case(key):
    def register(check):
        CASES[key] = check
        return check

    return register


def one(name, **rest):
    """The verdict of a list with one name."""
    return judged(workbook_bytes([HEADER, (1, name)], **rest))[2]


def exported(value):
    """The cell of the export that holds `value`, and the XML around it."""
    target = io.BytesIO()
    write_workbook([Sheet("x", [["Name"], [value]])], target, heading="x", zone=None)
    with zipfile.ZipFile(target) as archive:
        return archive.read("xl/worksheets/sheet1.xml").decode()


@case("im-01")
def merged_cells_fill_down_and_say_so():
    rows = [HEADER, (1, "甲甲", "北京队"), (2, "乙乙"), (3, "丙丙")]
    verdicts = judged(workbook_bytes(rows, merged=["C2:C4"]))
    assert [verdict.person.team for verdict in verdicts.values()] == ["北京队"] * 3
    assert [codes(verdict) for verdict in verdicts.values()] == [[], ["filled_down"], ["filled_down"]]  # fmt: skip


@case("im-02")
def blank_lines_are_skipped():
    assert names(judged(workbook_bytes([HEADER, (1, "甲甲"), (), (2, "乙乙")]))) == {
        2: "甲甲",
        4: "乙乙",
    }


@case("im-03")
def trailing_rows_are_nobody():
    def format_below(workbook):
        workbook.active["A30"].number_format = "0"

    rows = [HEADER, *((number, f"选手{number}甲") for number in range(1, 11))]
    assert len(judged(workbook_bytes(rows, change=format_below))) == 10


@case("im-04")
def full_width_digits_are_digits():
    assert judged(workbook_bytes([HEADER, ("３", "甲甲")]))[2].person.number == 3


@case("im-05")
def a_superscript_does_not_break_the_import():
    verdicts = judged(workbook_bytes([HEADER, ("²", "甲甲"), ("፩", "乙乙")]))
    assert verdicts[2].person.number == 2
    assert codes(verdicts[3]) == ["no_whole_number"]


@case("im-06")
def outer_spaces_make_no_other_person():
    assert kinds(judged(workbook_bytes([HEADER, (1, "张伟 "), (2, "张伟")]))) == {
        2: "new",
        3: "asks",
    }


@case("im-07")
def an_ideographic_space_inside_is_asked_about():
    verdicts = judged(workbook_bytes([HEADER, (1, "李　娜"), (2, "　李娜　")]))
    assert names(verdicts) == {2: "李 娜", 3: "李娜"}
    assert (codes(verdicts[2]), verdicts[3].kind) == (["inner_spaces"], "asks")


@case("im-08")
def zero_width_signs_go():
    assert one("\u200b王芳").person.name == "王芳"


@case("im-09")
def a_hard_space_goes():
    assert one("王芳\xa0").person.name == "王芳"


@case("im-10")
def a_line_end_in_a_cell_becomes_a_space():
    verdict = one("陈\n静")
    assert verdict.person.name == "陈 静"
    assert "one_line" in codes(verdict)


@case("im-11")
def a_number_is_no_name():
    assert codes(one(12345)) == ["digits_for_name"]


@case("im-12")
def zeros_in_front_stay_in_text():
    rows = [HEADER, (1, "甲甲", "", "", "006"), (2, "乙乙", "", "", 6)]
    verdicts = judged(workbook_bytes(rows))
    assert [verdict.person.federation_id for verdict in verdicts.values()] == ["006", "6"]
    assert codes(verdicts[3]) == ["number_for_text"]


@case("im-13")
def a_formula_is_never_a_name():
    assert codes(one("=1+1"))[0] == "not_calculated"


@case("im-14")
def a_missing_name_names_its_row():
    verdicts = judged(workbook_bytes([HEADER, (1, "甲甲"), (2, None, "", "国标社")]))
    assert (verdicts[3].kind, codes(verdicts[3])) == ("refused", ["no_name"])


@case("im-15")
def one_name_in_two_clubs_is_asked_about():
    rows = [HEADER, (1, "张伟", "", "国标社"), (2, "张伟", "", "雀友会")]
    assert [candidate.choice for candidate in judged(workbook_bytes(rows))[3].candidates] == [
        "row-2"
    ]


@case("im-16")
def compatibility_ideographs_are_the_same_sign():
    assert one("\uf9d1").person.name == "六"


@case("im-17")
def full_width_latin_is_the_same_name():
    assert kinds(judged(workbook_bytes([HEADER, (1, "Ａnna"), (2, "anna")])))[3] == "asks"


@case("im-18")
def a_hidden_sheet_is_told_and_not_read():
    def add_hidden(workbook):
        workbook.create_sheet("旧").sheet_state = "hidden"

    sheet = read(workbook_bytes([HEADER, (1, "甲甲")], change=add_hidden))
    assert (len(sheet.lines), sheet.unread) == (2, ("旧",))


@case("im-19")
def the_first_bytes_tell_what_a_file_is():
    assert names(judged(text_bytes([HEADER, (1, "甲甲")]))) == {2: "甲甲"}
    with pytest.raises(FileRefused) as refused:
        read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500))
    assert refused.value.fault is Fault.OLD_EXCEL


@case("im-20")
def gb18030_is_read():
    assert names(judged(text_bytes([HEADER, (1, "㛃𠮷")], "gb18030"))) == {2: "㛃𠮷"}


@case("im-21")
def a_mark_is_no_part_of_the_heading():
    assert judged(text_bytes([HEADER, (1, "甲甲")], "utf-8-sig"))[2].person.number == 1


@case("im-22")
def utf_16_is_read():
    assert names(judged(text_bytes([HEADER, (1, "甲甲")], "utf-16", "\t"))) == {2: "甲甲"}


@case("im-23")
def the_header_is_found_below_a_title():
    content = workbook_bytes([("选手名单",), ("序号", "姓 名"), (1, "甲甲")], merged=["A1:B1"])
    assert find_header(read(content).lines).last_row == 2


@case("im-24")
def an_exported_name_is_no_formula():
    xml = exported("=1+1")
    assert "=1+1" in xml
    assert "<f>" not in xml


@case("im-25")
def control_signs_do_not_break_the_export():
    assert "ab" in exported("a\x07b")
    assert one("a\tb").person.name == "a b"


@case("im-26")
def sheet_titles_are_made_legal():
    long = "名" * 40
    titles = sheet_titles(["a/b:c[d]", long, long, "名次", "名次"])
    assert len(set(titles)) == 5
    assert all(len(title) <= 31 and not set(title) & set("/:[]") for title in titles)


@case("im-27")
def incomplete_tables_are_told():
    missing = [Counts(playing, 0, 0, 0, 0).missing for playing in (16, 17, 18, 19)]
    assert missing == [0, 3, 2, 1]


def test_every_record_has_a_case_here(shared):
    lines = (shared / "cases" / "roster_import.jsonl").read_text(encoding="utf-8").splitlines()

    assert sorted(CASES) == sorted(json.loads(line)["id"] for line in lines if line)


@pytest.mark.parametrize("key", sorted(CASES), ids=lambda key: f"{key}-{CASES[key].__name__}")
def test_case(key):
    CASES[key]()
