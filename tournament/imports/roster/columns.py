"""What the columns of a roster mean, by their headings in Chinese and English, in any order."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.imports.roster.sheet import Line

# Titles and notes above the header; further down a line is somebody's.
_LOOKED_AT = 20


class Column(StrEnum):
    """What a column can say of a person."""

    NUMBER = "number"
    NAME = "name"
    FAMILY_NAME = "family_name"
    GIVEN_NAME = "given_name"
    LATIN_NAME = "latin_name"
    TEAM = "team"
    TEAM_NUMBER = "team_number"
    MEMBER_NUMBER = "member_number"
    RESERVE = "reserve"
    CLUB = "club"
    COUNTRY = "country"
    FEDERATION_ID = "federation_id"


ALIASES: Mapping[Column, str] = {
    Column.NUMBER: "编号 序号 号码 选手号 选手编号 参赛号 参赛编号 no number entryno entrynumber "
    "playerno playernumber id startno startnumber",
    Column.NAME: "姓名 名字 选手 选手姓名 中文名 中文姓名 name fullname player playername",
    Column.FAMILY_NAME: "姓 lastname surname familyname",
    Column.GIVEN_NAME: "名 firstname givenname forename",
    Column.LATIN_NAME: "拼音 姓名拼音 拼音姓名 英文名 英文姓名 外文名 拉丁名 latinname pinyin "
    "romanname romanisedname romanizedname englishname nameinlatin",
    Column.TEAM: "队 队名 队伍 代表队 团队 团体 参赛队 team teamname",
    Column.TEAM_NUMBER: "队号 队伍编号 队编号 团体号 teamno teamnumber",
    Column.MEMBER_NUMBER: "队内号 队内编号 队内序号 队员号 队员序号 memberno membernumber "
    "numberintheteam numberinteam nointheteam nointeam teammemberno",
    Column.RESERVE: "替补 是否替补 替补队员 reserve substitute",
    Column.CLUB: "单位 俱乐部 所属单位 工作单位 协会 club organisation organization",
    Column.COUNTRY: "国家 国籍 地区 国家地区 国家或地区 country nation nationality countryregion",
    Column.FEDERATION_ID: "会员号 会员编号 注册号 证号 federationid emanumber emano emaid "
    "memberid membershipnumber membershipno licence license",
}


HEADINGS: Mapping[Column, tuple[str, str]] = {
    Column.NUMBER: ("编号", "No."),
    Column.NAME: ("姓名", "Name"),
    Column.FAMILY_NAME: ("姓", "Family name"),
    Column.GIVEN_NAME: ("名", "Given name"),
    Column.LATIN_NAME: ("拼音", "Latin name"),
    Column.TEAM: ("队名", "Team"),
    Column.TEAM_NUMBER: ("队号", "Team no."),
    Column.MEMBER_NUMBER: ("队内号", "No. in team"),
    Column.RESERVE: ("替补", "Reserve"),
    Column.CLUB: ("单位", "Club"),
    Column.COUNTRY: ("国家", "Country"),
    Column.FEDERATION_ID: ("会员号", "Federation id"),
}
"""The headings of the template, Chinese and English; data, since they must be found again."""


@dataclass(frozen=True, slots=True)
class Header:
    """
    Which columns say what: `columns` by index, None for one that is not read.

    Lines up to and including `last_row` are no players. `unread` are headings that mean nothing
    here, `unclear` those whose meaning stands there twice.
    """

    columns: tuple[Column | None, ...]
    last_row: int
    unread: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()


_MEANING = {word: column for column, words in ALIASES.items() for word in words.split()}
_CHINESE = re.compile(r"[\u3400-\u9fff]+")


def meaning(heading: str) -> Column | None:
    """Return what a heading means: "姓 名", "NAME:", "单位/Club"; None for an unknown one."""
    folded = unicodedata.normalize("NFKC", heading).casefold()
    word = "".join(sign for sign in folded if sign.isalpha())
    if word in _MEANING:
        return _MEANING[word]
    chinese = "".join(_CHINESE.findall(word))
    found = {_MEANING.get(chinese), _MEANING.get(_CHINESE.sub("", word))} - {None}
    # Both halves of a bilingual heading must not contradict each other.
    return found.pop() if len(found) == 1 else None


def find_header(lines: Sequence[Line]) -> Header | None:
    """Return the header among the first lines: the one that has a heading for the name."""
    for line in lines[:_LOOKED_AT]:
        columns = [meaning(cell) for cell in line.cells]
        if _names_people(columns) and _is_all_headings(line, columns):
            return _header(line, columns)
    return None


def _names_people(columns: Sequence[Column | None]) -> bool:
    return Column.NAME in columns or {Column.FAMILY_NAME, Column.GIVEN_NAME} <= {*columns}


def _is_all_headings(line: Line, columns: Sequence[Column | None]) -> bool:
    """Whether the line is not a title such as "Players" alone above a list of several columns."""
    known = sum(column is not None for column in columns)
    return known > 1 or sum(map(bool, line.cells)) == 1


def _header(line: Line, columns: Sequence[Column | None]) -> Header:
    seen = [column for column in columns if column]
    return Header(
        columns=tuple(columns),
        last_row=line.row,
        unread=tuple(
            cell.strip()
            for cell, column in zip(line.cells, columns, strict=True)
            if cell and column is None
        ),
        unclear=tuple(
            cell.strip()
            for cell, column in zip(line.cells, columns, strict=True)
            if column and seen.count(column) > 1
        ),
    )
