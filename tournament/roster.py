"""What a roster says of a person, and what an import makes of it: plain values."""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Person:
    """One person as a list or the roster has him; blank is not said."""

    name: str
    number: int | None = None
    latin_name: str = ""
    team: str = ""
    team_number: int | None = None
    member_number: int | None = None
    is_reserve: bool = False
    club: str = ""
    country: str = ""
    federation_id: str = ""

    def given(self) -> dict[str, str | int | bool]:
        """What is said, by field."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value not in (None, "", False)}


@dataclass(frozen=True, slots=True)
class Arrival:
    """A line of a file that becomes a new entry; its person has a number."""

    row: int
    person: Person


@dataclass(frozen=True, slots=True)
class Correction:
    """A line of a file that is told to be entry `number`: what it gives replaces what was there."""

    row: int
    number: int
    person: Person


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import will do; `skipped` are the sheet rows left out, `undecided` those to ask."""

    arrivals: tuple[Arrival, ...] = ()
    corrections: tuple[Correction, ...] = ()
    skipped: tuple[int, ...] = ()
    undecided: tuple[int, ...] = ()
