"""
Says of every line whether it can be entered, is refused, is known, or must be asked about.

What a program cannot know it does not decide: the same name may be two persons, and a number that
is taken may be a person under a new name. Such a line lists whom it may be.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournament.imports.roster.clean import key
from tournament.imports.roster.columns import Column
from tournament.imports.roster.persons import Reading, read_person
from tournament.imports.roster.remarks import Code, Remark
from tournament.imports.roster.sheet import Line
from tournament.roster import Person

# A question with more answers than this is one nobody can read.
MOST_CANDIDATES = 8


class Why(StrEnum):
    """What a line shares with another person."""

    NAME = "name"
    NUMBER = "number"
    FEDERATION_ID = "federation_id"


@dataclass(frozen=True, slots=True)
class Candidate:
    """
    Somebody a line may be: entry `ref` of the roster, or the line in row `ref` of the file.

    `is_entry` tells which; `why` is what they share.
    """

    is_entry: bool
    ref: int
    person: Person
    why: tuple[Why, ...]

    @property
    def choice(self) -> str:
        """The answer "the same person" in a form."""
        return f"{'entry' if self.is_entry else 'row'}-{self.ref}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in one line; a refused one has faults, a doubtful one has candidates."""

    row: int
    person: Person
    faults: tuple[Remark, ...] = ()
    remarks: tuple[Remark, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    # The entry that says the same already.
    known_as: int | None = None

    @property
    def kind(self) -> str:
        """refused, known, asks or new."""
        if self.faults:
            return "refused"
        if self.known_as is not None:
            return "known"
        return "asks" if self.candidates else "new"


def judge(
    lines: Iterable[Line],
    columns: Sequence[Column | None],
    *,
    last_header_row: int,
    standing: Sequence[Person],
    teams: Mapping[int, str] | None = None,
) -> tuple[Verdict, ...]:
    """
    Return a verdict for every line below the header.

    `standing` is the roster as it stands, `teams` its teams by number; a team without a name has
    a blank one.
    """
    book = _Book(standing, teams or {})
    readings = (
        read_person(line, columns, last_header_row=last_header_row)
        for line in lines
        if line.row > last_header_row
    )
    return tuple(book.verdict(reading) for reading in readings if reading)


@dataclass
class _Persons:
    """Persons by what tells them apart; `ref` as in `Candidate`."""

    is_entry: bool
    by: dict[tuple[Why, str | int], list[tuple[int, Person]]] = field(default_factory=dict)

    def add(self, ref: int, person: Person) -> None:
        for trait in _traits(person):
            self.by.setdefault(trait, []).append((ref, person))

    def like(self, person: Person) -> list[Candidate]:
        """Everybody who shares something with a person, each once."""
        found: dict[int, tuple[Person, list[Why]]] = {}
        for trait in _traits(person):
            for ref, other in self.by.get(trait, [])[:MOST_CANDIDATES]:
                found.setdefault(ref, (other, []))[1].append(trait[0])
        return [
            Candidate(self.is_entry, ref, other, tuple(why)) for ref, (other, why) in found.items()
        ]


def _traits(person: Person) -> list[tuple[Why, str | int]]:
    traits: list[tuple[Why, str | int]] = []
    if person.name:
        traits.append((Why.NAME, key(person.name)))
    if person.number is not None:
        traits.append((Why.NUMBER, person.number))
    if person.federation_id:
        traits.append((Why.FEDERATION_ID, key(person.federation_id)))
    return traits


class _Book:
    """Everybody met so far: the roster first, then line after line."""

    def __init__(self, standing: Sequence[Person], teams: Mapping[int, str]) -> None:
        self.entries = _Persons(is_entry=True)
        self.rows = _Persons(is_entry=False)
        for person in standing:
            self.entries.add(person.number or 0, person)
        self.team_names = dict(teams)
        self.team_numbers = {key(name): number for number, name in teams.items() if name}
        self.members = {_place(person) for person in standing}

    def verdict(self, reading: Reading) -> Verdict:
        """Return the verdict of a line, and remember it for the next ones."""
        person = reading.person
        faults = reading.faults or self._team_faults(person)
        if faults:
            return Verdict(reading.row, person, faults=tuple(faults), remarks=reading.remarks)
        entries = self.entries.like(person)
        known = next((c.ref for c in entries if _says_nothing_new(person, c.person)), None)
        if known is not None:
            return Verdict(reading.row, person, remarks=reading.remarks, known_as=known)
        candidates = [*entries, *self.rows.like(person)][:MOST_CANDIDATES]
        remarks = (*reading.remarks, *self._place_remarks(person))
        self._remember(reading.row, person)
        return Verdict(reading.row, person, remarks=remarks, candidates=tuple(candidates))

    def _remember(self, row: int, person: Person) -> None:
        self.rows.add(row, person)
        self.members.add(_place(person))
        if person.team_number is not None:
            self.team_names[person.team_number] = person.team or self.team_names.get(
                person.team_number, ""
            )
            if person.team:
                self.team_numbers[key(person.team)] = person.team_number

    def _team_faults(self, person: Person) -> tuple[Remark, ...]:
        """A team's name and number must belong together, here and in the roster."""
        number, name = person.team_number, person.team
        if number is None or not name:
            return ()
        holder = self.team_names.get(number, "")
        if holder and key(holder) != key(name):
            return (Remark(Code.TEAM_NUMBER_TAKEN, Column.TEAM_NUMBER, holder, number),)
        other = self.team_numbers.get(key(name), number)
        if other != number:
            return (Remark(Code.TEAM_HAS_NUMBER, Column.TEAM, name, other),)
        return ()

    def _place_remarks(self, person: Person) -> tuple[Remark, ...]:
        place = _place(person)
        if place[1] is None or place not in self.members:
            return ()
        return (Remark(Code.MEMBER_TWICE, Column.MEMBER_NUMBER, number=place[1]),)


def _place(person: Person) -> tuple[str | int | None, int | None]:
    """The place in a team."""
    team = key(person.team) if person.team else person.team_number
    return (team, person.member_number) if team else (None, None)


def _says_nothing_new(person: Person, entry: Person) -> bool:
    """Whether an entry already has everything that a line gives."""
    if key(person.name) != key(entry.name):
        return False
    there = entry.given()
    return all(
        field in ("name",) or _same(value, there.get(field))
        for field, value in person.given().items()
    )


def _same(value: str | int | bool, other: str | int | bool | None) -> bool:
    if isinstance(value, str) and isinstance(other, str):
        return key(value) == key(other)
    return value == other
