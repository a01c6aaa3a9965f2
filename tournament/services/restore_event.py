"""Write a whole event that was recorded elsewhere: all its rows with their history, or none."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction

from tournament.models import (
    Appeal,
    ClockEvent,
    Draw,
    Game,
    Hand,
    HandScore,
    KeptApart,
    Official,
    Penalty,
    PenaltyShare,
    Player,
    ProfileRevision,
    Round,
    Seat,
    Signature,
    Stage,
    StageEntry,
    Table,
    Team,
    Tournament,
)
from tournament.services.errors import ServiceError
from tournament.services.log import Request, write

# Every kind of row after the kinds it points to.
ORDER: tuple[type[models.Model], ...] = (
    ProfileRevision,
    Stage,
    Team,
    Table,
    Player,
    KeptApart,
    StageEntry,
    Official,
    Draw,
    Round,
    Game,
    Seat,
    Hand,
    HandScore,
    Penalty,
    PenaltyShare,
    ClockEvent,
    Signature,
    Appeal,
)

Reference = tuple[type[models.Model], Hashable]
Known = dict[type[models.Model], dict[Hashable, Any]]


@dataclass(frozen=True, slots=True)
class Row:
    """
    One row to be written: its place in the files, its name among its kind, and its values.

    `refs` name the rows it points to, by field.
    """

    place: str
    key: Hashable
    values: Mapping[str, Any]
    refs: Mapping[str, Reference] = field(default_factory=dict)
    many: Mapping[str, Sequence[Reference]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Backup:
    """A whole event: the values of the event itself, and its rows by kind."""

    event: Mapping[str, Any]
    rows: Mapping[type[models.Model], Sequence[Row]]


class RestoreRefused(ServiceError):
    """Rows that do not fit together; `problems` are sentences, all that were found."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


@transaction.atomic
def restore_event(*, slug: str, backup: Backup, request: Request) -> Tournament:
    """
    Make an event of `backup` under a free address.

    A user name that is unknown here becomes an inactive account without a password, so that who
    recorded what stays visible. Raise `RestoreRefused`.
    """
    tournament = Tournament.objects.create(slug=slug, standings_version=1, **backup.event)
    known: Known = {User: _users(backup)}
    for model in ORDER:
        known[model] = _save(model, backup.rows.get(model, ()), tournament, known)
    values = {"slug": slug, "name": tournament.name}
    write(request, "restore_event", values, tournament=tournament, obj=tournament, after=values)
    return tournament


def _users(backup: Backup) -> dict[Hashable, User]:
    """The accounts that rows name, by user name."""
    names = sorted(
        str(key)
        for rows in backup.rows.values()
        for row in rows
        for model, key in row.refs.values()
        if model is User
    )
    users: dict[Hashable, User] = {}
    for name in dict.fromkeys(names):
        users[name] = User.objects.filter(username=name).first() or _placeholder(name)
    return users


def _placeholder(name: str) -> User:
    try:
        User._meta.get_field("username").clean(name, None)
    except ValidationError as error:
        raise RestoreRefused([f"The user name {name!r}: {' '.join(error.messages)}"]) from error
    user = User(username=name, is_active=False)
    user.set_unusable_password()
    user.save()
    return user


def _save(
    model: type[models.Model], rows: Iterable[Row], tournament: Tournament, known: Known
) -> dict[Hashable, Any]:
    """Write the rows of one kind; return them by their names."""
    own = {"tournament": tournament} if _hangs_on_the_event(model) else {}
    made: dict[Hashable, tuple[Row, Any]] = {}
    places: dict[Hashable, str] = {}
    problems: list[str] = []
    for row in rows:
        refs = {name: _find(known, ref, row, problems) for name, ref in row.refs.items()}
        if row.key in made:
            what = f"{model._meta.verbose_name} {_label(row.key)}"
            problems.append(f"{row.place}: {what} is there already ({places[row.key]}).")
        elif None not in refs.values():
            places[row.key] = row.place
            made[row.key] = (row, model(**row.values, **refs, **own))
    if problems:
        raise RestoreRefused(problems)
    _insert(model, tuple(made.values()))
    for row, instance in made.values():
        _finish(row, instance, known)
    return {key: instance for key, (_, instance) in made.items()}


def _hangs_on_the_event(model: type[models.Model]) -> bool:
    return any(field.name == "tournament" for field in model._meta.concrete_fields)


def _find(known: Known, ref: Reference, row: Row, problems: list[str]) -> Any:
    model, key = ref
    found = known[model].get(key)
    if found is None:
        problems.append(f"{row.place}: there is no {model._meta.verbose_name} {_label(key)}.")
    return found


def _label(key: Hashable) -> str:
    return "/".join(map(str, key)) if isinstance(key, tuple) else str(key)


def _insert(model: type[models.Model], rows: Sequence[tuple[Row, models.Model]]) -> None:
    try:
        with transaction.atomic():
            model._default_manager.bulk_create([instance for _, instance in rows])
    except DatabaseError as error:
        # One by one, to name the rows at fault.
        problems = [sentence for row, one in rows for sentence in _refused_alone(row, one)]
        raise RestoreRefused(problems or [_first_line(error)]) from error


def _refused_alone(row: Row, instance: models.Model) -> Iterator[str]:
    instance.pk = None
    try:
        with transaction.atomic():
            instance.save(force_insert=True)
    except DatabaseError as error:
        yield f"{row.place}: does not fit the other rows ({_first_line(error)})."


def _first_line(error: DatabaseError) -> str:
    return str(error).partition("\n")[0]


def _finish(row: Row, instance: Any, known: Known) -> None:
    """Set what creating a row does not: moments Django sets itself, and lists of rows."""
    stamped = [
        field.name
        for field in instance._meta.concrete_fields
        if getattr(field, "auto_now_add", False)
    ]
    for name in stamped:
        setattr(instance, name, row.values[name])
    if stamped:
        instance.save(update_fields=stamped)
    for name, refs in row.many.items():
        problems: list[str] = []
        found = [_find(known, ref, row, problems) for ref in refs]
        if problems:
            raise RestoreRefused(problems)
        getattr(instance, name).set(found)
