import io
import json
import zipfile
from datetime import date

import pytest

from tests.tournament.imports.sheets import (
    HEADER,
    codes,
    judged,
    kinds,
    names,
    read,
    text_bytes,
    with_part,
    workbook_bytes,
)
from tournament.imports.roster import (
    LARGEST_FILE,
    MOST_ROWS,
    Column,
    Fault,
    FileRefused,
    Sheet,
    find_header,
    judge,
    read_roster,
    resolve,
)
from tournament.imports.roster.columns import meaning
from tournament.roster import Person

ZHANG = (1, "张伟", "北京队", "国标社", "A1")
WANG = (2, "王芳", "北京队", "国标社", "A2")


def fault(content):
    with pytest.raises(FileRefused) as refused:
        read(content)
    assert "%(" not in str(refused.value)
    return refused.value.fault


# Cells


def test_merged_cells_are_filled_down_and_reported():
    rows = [HEADER, (1, "张伟", "北京队"), (2, "王芳"), (3, "李娜"), (4, "陈静", "上海队")]

    verdicts = judged(workbook_bytes(rows, merged=["C2:C4"]))

    assert [v.person.team for v in verdicts.values()] == ["北京队", "北京队", "北京队", "上海队"]
    assert codes(verdicts[3]) == ["filled_down"]
    assert "C2:C4" in str(verdicts[3].remarks[0])


def test_a_merged_name_is_refused():
    rows = [HEADER, (1, "张伟"), (2, None), (3, "李娜")]

    verdicts = judged(workbook_bytes(rows, merged=["B2:B3"]))

    assert kinds(verdicts) == {2: "new", 3: "refused", 4: "new"}
    assert codes(verdicts[3]) == ["merged_name"]


def test_blank_rows_are_skipped_and_rows_keep_their_numbers():
    rows = [HEADER, ZHANG, (), (), WANG]

    assert names(judged(workbook_bytes(rows))) == {2: "张伟", 5: "王芳"}


def test_formatted_cells_below_the_list_are_nobody():
    def format_below(workbook):
        workbook.active["A30"].number_format = "0.00"

    content = workbook_bytes([HEADER, ZHANG], change=format_below)

    assert names(judged(content)) == {2: "张伟"}


def test_a_claimed_size_and_row_number_are_not_trusted():
    content = workbook_bytes([HEADER, ZHANG])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    forged = sheet.replace('<row r="2"', '<row r="99999999999"').replace("A1:E2", "A1:XFD1048576")

    assert [line.row for line in read(with_part(content, "xl/worksheets/sheet1.xml", forged)).lines] == [1]  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        pytest.param("３", 3, id="full-width"),
        pytest.param("07", 7, id="leading-zero"),
        pytest.param(7.0, 7, id="float"),
        pytest.param(" 12 ", 12, id="spaces"),
        pytest.param("③", 3, id="circled"),
    ],
)
def test_numbers_are_read_in_every_form(cell, number):
    assert judged(workbook_bytes([HEADER, (cell, "张伟")]))[2].person.number == number


@pytest.mark.parametrize(
    "cell",
    [
        pytest.param("一", id="chinese-word"),
        pytest.param("7a", id="letter"),
        pytest.param(1.5, id="fraction"),
        pytest.param("-1", id="negative"),
        pytest.param("0", id="zero"),
        pytest.param("9" * 200, id="endless"),
        pytest.param("½", id="vulgar-fraction"),
    ],
)
def test_what_is_no_number_is_refused_with_its_row(cell):
    verdict = judged(workbook_bytes([HEADER, ZHANG, (cell, "王芳")]))[3]

    assert codes(verdict) == ["no_whole_number"]


def test_a_superscript_is_never_passed_to_int():
    # NFKC makes ² a 2; what is left over and isdigit() alone would let through is refused.
    verdicts = judged(workbook_bytes([HEADER, ("²", "张伟"), ("፩", "王芳")]))

    assert verdicts[2].person.number == 2
    assert codes(verdicts[3]) == ["no_whole_number"]


def test_outer_spaces_make_no_second_person():
    verdicts = judged(workbook_bytes([HEADER, (1, "张伟 "), (2, "张伟")]))

    assert kinds(verdicts) == {2: "new", 3: "asks"}
    assert [c.choice for c in verdicts[3].candidates] == ["row-2"]


def test_inner_spaces_are_kept_told_and_asked_about():
    verdicts = judged(workbook_bytes([HEADER, (1, "李　娜"), (2, "　李娜　")]))

    assert names(verdicts) == {2: "李 娜", 3: "李娜"}
    assert codes(verdicts[2]) == ["inner_spaces"]
    assert verdicts[3].kind == "asks"


@pytest.mark.parametrize(
    ("cell", "name", "told"),
    [
        pytest.param("\u200b王芳", "王芳", ["hidden_signs"], id="zero-width"),
        pytest.param("王\u2060芳\ufeff", "王芳", ["hidden_signs"], id="word-joiner"),
        pytest.param("王芳\xa0", "王芳", [], id="nbsp"),
        pytest.param("陈\n静", "陈 静", ["one_line", "inner_spaces"], id="newline"),
        pytest.param("Ａnna Lee", "Anna Lee", [], id="full-width-latin"),
        pytest.param("\uf9d1", "六", [], id="compatibility-ideograph"),
        pytest.param("O'Néill", "O'Néill", [], id="accents"),
    ],
)
def test_names_are_cleaned(cell, name, told):
    verdict = judged(workbook_bytes([HEADER, (1, cell)]))[2]

    assert verdict.person.name == name
    assert codes(verdict) == told


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("\uf9d1", "六", id="compatibility-ideograph"),
        pytest.param("Ａnna", "anna", id="full-width-latin"),
    ],
)
def test_other_forms_of_a_name_are_the_same_name(first, second):
    assert kinds(judged(workbook_bytes([HEADER, (1, first), (2, second)]))) == {2: "new", 3: "asks"}


@pytest.mark.parametrize("cell", [12345, "12345", "１２３"])
def test_a_number_is_no_name(cell):
    assert codes(judged(workbook_bytes([HEADER, (1, cell)]))[2]) == ["digits_for_name"]


def test_zeros_in_front_of_a_federation_id_stay_and_lost_ones_are_told():
    rows = [HEADER, (1, "张伟", "", "", "006"), (2, "王芳", "", "", 6)]

    verdicts = judged(workbook_bytes(rows))

    assert [v.person.federation_id for v in verdicts.values()] == ["006", "6"]
    assert [codes(v) for v in verdicts.values()] == [[], ["number_for_text"]]


def test_a_formula_that_was_never_calculated_is_refused():
    verdict = judged(workbook_bytes([HEADER, (1, "=1+1")]))[2]

    assert (verdict.kind, codes(verdict)[0]) == ("refused", "not_calculated")


def test_a_formula_gives_its_stored_result():
    content = workbook_bytes([HEADER, (1, '="张"&"伟"')])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    stored = sheet.replace("</f><v />", "</f><v>张伟</v>").replace('"B2"', '"B2" t="str"')

    verdict = judged(with_part(content, "xl/worksheets/sheet1.xml", stored))[2]

    assert (verdict.person.name, codes(verdict)) == ("张伟", ["from_formula"])


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        pytest.param(date(2025, 3, 1), "date", id="date"),
        pytest.param(True, "flag", id="flag"),
        pytest.param("#N/A", "error", id="error"),
        pytest.param("张" * 101, "too_long", id="long"),
    ],
)
def test_what_excel_made_of_a_name_is_refused(cell, code):
    assert codes(judged(workbook_bytes([HEADER, (1, cell)]))[2]) == [code]


def test_a_missing_name_is_refused_with_its_row():
    verdicts = judged(workbook_bytes([HEADER, ZHANG, (), (7, None, "", "国标社")]))

    assert kinds(verdicts) == {2: "new", 4: "refused"}
    assert codes(verdicts[4]) == ["no_name"]


def test_every_fault_of_a_line_is_named_at_once():
    rows = [("编号", "姓名", "队内号", "替补"), ("x", None, "y", "maybe")]

    assert codes(judged(workbook_bytes(rows))[2]) == [
        "no_whole_number",
        "no_whole_number",
        "no_yes_or_no",
        "no_name",
    ]


# Files


def test_the_visible_sheet_is_read_and_the_others_are_told():
    def hide(workbook):
        workbook.active.title = "旧名单"
        workbook.active.sheet_state = "hidden"
        workbook.create_sheet("名单").append(HEADER)
        workbook["名单"].append(WANG)

    sheet = read(workbook_bytes([HEADER, ZHANG], change=hide))

    assert (sheet.title, sheet.unread) == ("名单", ("旧名单",))
    assert sheet.lines[1].cells[1] == "王芳"


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        pytest.param("utf-8", "", id="utf-8"),
        pytest.param("utf-8-sig", "", id="utf-8-bom"),
        pytest.param("gb18030", "GB18030", id="gb18030"),
        pytest.param("utf-16", "UTF-16", id="utf-16-bom"),
        pytest.param("utf-16-le", "UTF-16", id="utf-16-le-bare"),
        pytest.param("utf-16-be", "UTF-16", id="utf-16-be-bare"),
    ],
)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
def test_text_files_are_read_in_every_encoding(encoding, told, delimiter):
    content = text_bytes([HEADER, (1, "㛃𠮷", "北京队", "", "006")], encoding, delimiter)

    verdict = judged(content)[2]

    assert verdict.person == Person("㛃𠮷", 1, team="北京队", federation_id="006")
    assert read(content).encoding == told


def test_utf_16_be_with_its_mark():
    content = b"\xfe\xff" + text_bytes([HEADER, ZHANG], "utf-16-be")

    assert names(judged(content)) == {2: "张伟"}


def test_the_row_of_a_text_file_is_the_one_a_spreadsheet_shows():
    content = '编号,姓名\r\n1,"陈\r\n静"\r\n\r\n3,王芳\r\n'.encode()

    assert names(judged(content)) == {2: "陈 静", 4: "王芳"}


def test_excels_own_separator_line_counts_as_a_row():
    assert names(judged("sep=;\n编号;姓名\n1;张伟\n".encode())) == {3: "张伟"}


def test_the_first_bytes_decide_not_the_name():
    assert names(judged(text_bytes([HEADER, ZHANG]))) == {2: "张伟"}


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
XLSX = workbook_bytes([HEADER, ZHANG])


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"", Fault.EMPTY, id="empty"),
        pytest.param(b" \r\n\r\n", Fault.EMPTY, id="blank"),
        pytest.param(workbook_bytes([]), Fault.EMPTY, id="empty-sheet"),
        pytest.param(OLE + bytes(600), Fault.OLD_EXCEL, id="xls-renamed"),
        pytest.param(
            OLE + bytes(600) + "EncryptedPackage".encode("utf-16-le"),
            Fault.PASSWORD,
            id="encrypted",
        ),
        pytest.param(with_part(XLSX, "xl/vbaProject.bin", b"x"), Fault.MACROS, id="xlsm"),
        pytest.param(
            with_part(
                XLSX,
                "[Content_Types].xml",
                b'<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled"/></Types>',
            ),
            Fault.MACROS,
            id="xlsm-without-macros",
        ),
        pytest.param(XLSX[:2000], Fault.DAMAGED, id="cut"),
        pytest.param(b"PK\x03\x04" + bytes(500), Fault.DAMAGED, id="no-zip"),
        pytest.param(
            with_part(XLSX, "xl/worksheets/sheet1.xml", b"<worksheet><sheetData><row"),
            Fault.DAMAGED,
            id="broken-xml",
        ),
        pytest.param(
            with_part(
                XLSX,
                "xl/worksheets/sheet1.xml",
                b'<!DOCTYPE x [<!ENTITY a "a">]><worksheet><sheetData>&a;</sheetData></worksheet>',
            ),
            Fault.DAMAGED,
            id="entities",
        ),
        pytest.param(b"%PDF-1.7 ...", Fault.NOT_A_SHEET, id="pdf"),
        pytest.param(b"<html><table></table></html>", Fault.NOT_A_SHEET, id="web-page"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(50), Fault.NOT_A_SHEET, id="picture"),
        pytest.param(b"\xff\xfeA", Fault.UNKNOWN_ENCODING, id="half-a-sign"),
        pytest.param('编号,姓名\n1,"张伟\n2,王芳\n'.encode(), Fault.BROKEN_QUOTES, id="open-quote"),
        pytest.param(
            with_part(XLSX, "xl/worksheets/sheet1.xml", bytes(70 * 2**20)),
            Fault.UNPACKS_TOO_LARGE,
            id="zip-bomb",
        ),
        pytest.param(
            with_part(XLSX, "xl/styles.xml", bytes(9 * 2**20)),
            Fault.UNPACKS_TOO_LARGE,
            id="zip-bomb-in-styles",
        ),
        pytest.param(
            with_part(XLSX, "xl/worksheets/sheet1.xml", bytes(2 * 2**20)),
            Fault.UNPACKS_TOO_LARGE,
            id="ratio",
        ),
    ],
)
def test_other_files_get_a_clear_answer(content, expected):
    assert fault(content) is expected


def test_a_file_of_other_office_programs_is_no_sheet():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("word/document.xml", "<x/>")

    assert fault(target.getvalue()) is Fault.NOT_A_SHEET


class Untouchable(io.BytesIO):
    def read(self, *size):
        raise AssertionError("the file was read")


def test_a_large_file_is_refused_before_it_is_read():
    with pytest.raises(FileRefused, match="5 MB"):
        read_roster(Untouchable(), LARGEST_FILE + 1)


def test_more_rows_than_an_event_has_are_refused():
    rows = [HEADER, *((number, f"Player {number}x") for number in range(MOST_ROWS + 1))]

    assert fault(text_bytes(rows)) is Fault.TOO_MANY_ROWS


def test_ten_thousand_rows_are_judged_one_by_one():
    rows = [("No.", "Name"), *((number, f"P{number}x") for number in range(1, 10_001))]

    verdicts = judged(workbook_bytes(rows))

    assert {verdict.kind for verdict in verdicts.values()} == {"new"}
    assert len(verdicts) == 10_000


def test_a_sheet_survives_json():
    sheet = read(workbook_bytes([HEADER, (1, "张伟", "北京队"), (2, 5)], merged=["C2:C3"]))

    assert Sheet.from_data(json.loads(json.dumps(sheet.as_data()))) == sheet


# Headers


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        pytest.param("姓 名", Column.NAME, id="inner-space"),
        pytest.param("NAME:", Column.NAME, id="capitals"),
        pytest.param("姓名 Name", Column.NAME, id="bilingual"),
        pytest.param("单位/Club", Column.CLUB, id="slash"),
        pytest.param("国家（地区）", Column.COUNTRY, id="brackets"),
        pytest.param("Ｎｏ．", Column.NUMBER, id="full-width"),
        pytest.param("EMA number", Column.FEDERATION_ID, id="ema"),
        pytest.param("队内号", Column.MEMBER_NUMBER, id="member"),
        pytest.param("队号", Column.TEAM_NUMBER, id="team-number"),
        pytest.param("备注", None, id="unknown"),
        pytest.param("队 Club", None, id="contradiction"),
    ],
)
def test_headings(heading, column):
    assert meaning(heading) is column


def test_the_header_is_found_below_a_title_in_any_order():
    rows = [
        ("2025 国标公开赛选手名单",),
        (),
        ("单位", "姓 名", "备注", "序号"),
        ("国标社", "张伟", "x", 3),
    ]

    content = workbook_bytes(rows, merged=["A1:D1"])

    assert judged(content)[4].person == Person("张伟", 3, club="国标社")
    assert find_header(read(content).lines).unread == ("备注",)


def test_a_file_without_a_header_has_none():
    assert find_header(read(workbook_bytes([ZHANG, WANG])).lines) is None


def test_a_heading_that_stands_twice_is_unclear():
    assert find_header(read(workbook_bytes([("姓名", "姓名", "队")])).lines).unclear == (
        "姓名",
        "姓名",
    )


def test_family_and_given_name_become_one():
    rows = [("Last name", "First name", "EMA number"), ("Müller", "Anna", "04010001")]

    assert judged(workbook_bytes(rows))[2].person == Person("Anna Müller", federation_id="04010001")


# Who is who

KNOWN = Person("张伟", 7, team="北京队", team_number=1, club="国标社")


def whom(content, **roster):
    return {
        row: [(candidate.choice, *map(str, candidate.why)) for candidate in verdict.candidates]
        for row, verdict in judged(content, **roster).items()
        if verdict.kind == "asks"
    }


def test_two_people_of_one_name_are_asked_about_and_may_both_enter():
    rows = [HEADER, (1, "张伟", "", "国标社"), (2, "张伟", "", "雀友会")]
    verdicts = judged(workbook_bytes(rows))

    plan = resolve(list(verdicts.values()), {3: "another"}, taken=())

    assert kinds(verdicts) == {2: "new", 3: "asks"}
    assert [(a.person.number, a.person.club) for a in plan.arrivals] == [
        (1, "国标社"),
        (2, "雀友会"),
    ]


def test_a_number_taken_by_another_name_is_asked_about():
    assert whom(workbook_bytes([HEADER, (7, "李娜")]), standing=[KNOWN]) == {
        2: [("entry-7", "number")]
    }


def test_a_number_that_stands_twice_in_the_file_is_asked_about():
    assert whom(workbook_bytes([HEADER, (7, "李娜"), (7, "王芳")])) == {3: [("row-2", "number")]}


def test_a_person_entered_before_with_another_team_is_asked_about():
    content = workbook_bytes([HEADER, (None, "张伟", "上海队")])

    assert whom(content, standing=[KNOWN]) == {2: [("entry-7", "name")]}


def test_one_federation_id_under_two_names_is_asked_about():
    rows = [HEADER, (1, "张伟", "", "", "X1"), (2, "Zhang Wei", "", "", "x1")]

    assert whom(workbook_bytes(rows)) == {3: [("row-2", "federation_id")]}


def test_who_is_entered_already_is_known():
    verdicts = judged(
        workbook_bytes([HEADER, (7, "张伟", "北京队"), (None, "张 伟")]), standing=[KNOWN]
    )

    assert kinds(verdicts) == {2: "known", 3: "known"}


def test_a_name_shared_by_the_whole_list_stays_quick_and_readable():
    rows = [HEADER, *((number, "张伟") for number in range(1, 3001))]

    assert max(len(found) for found in whom(text_bytes(rows)).values()) == 8


@pytest.mark.parametrize(
    ("row", "code"),
    [
        pytest.param((1, "王芳", 1, "上海队"), "team_number_taken", id="number-of-another"),
        pytest.param((1, "王芳", 2, "北京队"), "team_has_number", id="another-number"),
    ],
)
def test_a_teams_name_and_number_belong_together(row, code):
    rows = [("编号", "姓名", "队号", "队名"), row]

    assert codes(judged(workbook_bytes(rows), teams={1: "北京队"})[2]) == [code]


def test_digits_in_the_teams_column_are_its_number():
    person = judged(workbook_bytes([HEADER, (1, "王芳", 3)]))[2].person

    assert (person.team, person.team_number) == ("", 3)


def test_a_place_in_a_team_taken_twice_is_told():
    rows = [("姓名", "队", "队内号"), ("张伟", "北京队", 1), ("王芳", "北京队", 1)]

    assert codes(judged(workbook_bytes(rows))[3]) == ["member_twice"]


# Plans


def plan_of(rows, choices=None, *, standing=(), rest=""):
    verdicts = judged(workbook_bytes([HEADER, *rows]), standing=standing)
    taken = [person.number for person in standing]
    return resolve(list(verdicts.values()), choices or {}, taken=taken, for_the_rest=rest)


def test_lines_without_a_number_get_the_next_ones():
    plan = plan_of([(None, "李娜"), (9, "王芳"), (None, "陈静")], standing=[KNOWN])

    assert [a.person.number for a in plan.arrivals] == [10, 9, 11]


def test_another_person_gets_another_number():
    plan = plan_of([(7, "李娜")], {2: "another"}, standing=[KNOWN])

    assert [(a.person.name, a.person.number) for a in plan.arrivals] == [("李娜", 8)]


def test_the_same_person_is_a_correction():
    plan = plan_of([(7, "李娜")], {2: "entry-7"}, standing=[KNOWN])

    assert [(c.number, c.person.name) for c in plan.corrections] == [(7, "李娜")]


def test_the_same_person_twice_in_the_file_enters_once():
    plan = plan_of([(1, "张伟"), (2, "张伟")], {3: "row-2"})

    assert ([a.row for a in plan.arrivals], plan.skipped) == ([2], (3,))


@pytest.mark.parametrize("answer", ["", "entry-9", "row-77", "nonsense"])
def test_a_question_without_a_real_answer_stays_open(answer):
    assert plan_of([(1, "张伟"), (2, "张伟")], {3: answer}).undecided == (3,)


def test_one_answer_for_all_the_rest():
    plan = plan_of([(1, "张伟"), (2, "张伟"), (3, "张伟")], {3: "skip"}, rest="another")

    assert ([a.row for a in plan.arrivals], plan.skipped) == ([2, 4], (3,))


def test_judging_needs_no_header():
    lines = read(workbook_bytes([ZHANG])).lines

    verdicts = judge(lines, [Column.NUMBER, Column.NAME], last_header_row=0, standing=())

    assert [(v.row, v.person) for v in verdicts] == [(1, Person("张伟", 1))]
