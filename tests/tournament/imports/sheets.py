"""Roster files made for a test: real bytes of .xlsx and .csv."""

import io
import zipfile

from openpyxl import Workbook

from tournament.imports.roster import find_header, judge, read_roster

HEADER = ("编号", "姓名", "队", "单位", "会员号")


def workbook_bytes(rows, *, merged=(), change=None):
    """An .xlsx of `rows`; `change(workbook)` does the rest."""
    workbook = Workbook()
    for row in rows:
        workbook.active.append(row)
    for where in merged:
        workbook.active.merge_cells(where)
    if change:
        change(workbook)
    target = io.BytesIO()
    workbook.save(target)
    return target.getvalue()


def text_bytes(rows, encoding="utf-8", delimiter=","):
    text = "".join(delimiter.join(map(str, row)) + "\r\n" for row in rows)
    return text.encode(encoding)


def with_part(content, name, data):
    """The same file with one part more or another one."""
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.namelist():
            if part != name:
                new.writestr(part, old.read(part))
        new.writestr(name, data)
    return target.getvalue()


def read(content):
    return read_roster(io.BytesIO(content), len(content))


def judged(content, *, standing=(), teams=None):
    """The verdicts of a file whose header is found, by sheet row."""
    lines = read(content).lines
    header = find_header(lines)
    verdicts = judge(
        lines, header.columns, last_header_row=header.last_row, standing=standing, teams=teams
    )
    return {verdict.row: verdict for verdict in verdicts}


def names(verdicts):
    return {row: verdict.person.name for row, verdict in verdicts.items()}


def kinds(verdicts):
    return {row: verdict.kind for row, verdict in verdicts.items()}


def codes(verdict):
    return [str(remark.code) for remark in (*verdict.faults, *verdict.remarks)]
