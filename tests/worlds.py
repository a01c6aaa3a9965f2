"""A world is made once in a process; every later test gets its rows back, under their keys."""

from collections.abc import Callable
from itertools import islice
from typing import Any, TypeVar

from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.core.management.color import no_style
from django.db import connection, models, transaction

T = TypeVar("T")
Rows = dict[type[models.Model], list[models.Model]]

# These come with the tables themselves.
WITH_THE_TABLES = {"auth.Permission", "contenttypes.ContentType"}
_kept: dict[Callable[[], Any], tuple[Any, Rows, dict[int, tuple[str, ...]]]] = {}


def kept(make: Callable[[], T]) -> T:
    """Return what `make()` returned, with the rows it made; call it with no row in the database."""
    assert not any(_rows().values()), "a world is made first"
    if make not in _kept:
        _kept[make] = make(), _rows(), _permissions()
    else:
        _, rows, permissions = _kept[make]
        now = {key: pk for pk, key in _permissions().items()}
        for given in rows[User.user_permissions.through]:
            given.permission_id = now[permissions[given.permission_id]]
        _kept[make] = (_kept[make][0], rows, _permissions())
        _insert(rows)
    return _kept[make][0]


def _rows() -> Rows:
    kinds = apps.get_models(include_auto_created=True)
    kinds = [kind for kind in kinds if kind._meta.label not in WITH_THE_TABLES]
    return {kind: list(kind._base_manager.order_by("pk")) for kind in kinds}


def _permissions() -> dict[int, tuple[str, ...]]:
    """Key and name of every permission: a database that was emptied makes them anew."""
    return {
        each.pk: each.natural_key() for each in Permission.objects.select_related("content_type")
    }


def _insert(rows: Rows) -> None:
    """Write rows as they are: no moment of writing is put in anew."""
    with transaction.atomic():
        for kind, objects in rows.items():
            fields = kind._meta.local_concrete_fields
            waiting = iter(objects)
            while batch := list(islice(waiting, connection.ops.bulk_batch_size(fields, objects))):
                kind._base_manager._insert(batch, fields=fields, using="default", raw=True)
        with connection.cursor() as cursor:
            for command in connection.ops.sequence_reset_sql(no_style(), list(rows)):
                cursor.execute(command)
