"""
Seconds to read and judge a roster of 10,000 lines, as .xlsx and as .csv: `make bench`.

CPU time of this process; the median of three turns, with the fastest and the slowest.
"""

import io
import sys
import time
from collections.abc import Callable
from statistics import median

from openpyxl import Workbook

from tournament.imports.roster import find_header, judge, read_roster, resolve

TURNS = 3
LINES = 10_000
HEADINGS = ("编号", "姓名", "拼音", "队名", "队内号", "单位", "国家", "会员号")


def rows() -> list[tuple[object, ...]]:
    """A list of different people in teams of four."""
    people = (
        (n, f"选手{n}号", f"Xuan Shou {n}", f"第{n // 4}队", n % 4 + 1, "国标社", "中国", f"{n:06}")
        for n in range(1, LINES + 1)
    )
    return [HEADINGS, *people]


def as_workbook() -> bytes:
    """The list as .xlsx."""
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet()
    for row in rows():
        sheet.append(row)
    target = io.BytesIO()
    workbook.save(target)
    return target.getvalue()


def as_text() -> bytes:
    """The list as .csv."""
    return "".join(",".join(map(str, row)) + "\r\n" for row in rows()).encode("gb18030")


def read(content: bytes) -> None:
    """Do what an upload and its preview do, without the database."""
    lines = read_roster(io.BytesIO(content), len(content)).lines
    header = find_header(lines)
    assert header is not None
    verdicts = judge(lines, header.columns, last_header_row=header.last_row, standing=())
    assert len(resolve(verdicts, {}, taken=()).arrivals) == LINES


def seconds(work: Callable[[bytes], None], content: bytes) -> str:
    """The median of some turns, and how far they lay apart."""
    found = []
    for _turn in range(TURNS):
        started = time.process_time()
        work(content)
        found.append(time.process_time() - started)
    return f"{median(found):5.2f} s  ({min(found):.2f}-{max(found):.2f})"


def main() -> None:
    """Print two lines."""
    sys.stdout.write(f"roster of {LINES:,} lines, {TURNS} turns, CPU time\n")
    for name, content in (("xlsx", as_workbook()), ("csv", as_text())):
        sys.stdout.write(f"{name:4}  {seconds(read, content)}\n")


if __name__ == "__main__":
    main()
