"""
A model's plain fields as text and back: what the long event files write and read.

Columns bear the fields' own names, so a new field of a model is a new column by itself. Relations,
and fields whose value only means something in this database, are for the caller.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any, TypeAlias

from django.core.exceptions import ValidationError
from django.db import models

PlainField: TypeAlias = "models.Field[Any, Any]"

_FAN = re.compile(r"(?P<key>[a-z0-9_]+)(\*(?P<count>\d{1,3}))?", re.ASCII)


def plain_fields(model: type[models.Model], *left_out: str) -> tuple[PlainField, ...]:
    """The model's own columns without its key, its relations and those left out."""
    return tuple(
        field
        for field in model._meta.concrete_fields
        if not (field.primary_key or field.is_relation or field.name in left_out)
    )


# --- out ------------------------------------------------------------------------------------


def text_of(value: Any) -> str:
    """A value as the text of a cell: blank for nothing, 1 and 0, moments in UTC."""
    match value:
        case None:
            return ""
        case bool():
            return str(int(value))
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
        case date():
            return value.isoformat()
        case dict():
            return fans_text(value)
        case _:
            return str(value)


def json_of(value: Any) -> Any:
    """A value as JSON keeps it, objects in the order of their keys on every database."""
    match value:
        case dict():
            return {key: json_of(value[key]) for key in sorted(value)}
        case list() | tuple():
            return [json_of(part) for part in value]
        case datetime() | date():
            return text_of(value)
        case _:
            return value


def fans_text(fans: Mapping[str, int]) -> str:
    """A fan list as text: "all_chows tile_hog*2"."""
    return " ".join(key if fans[key] == 1 else f"{key}*{fans[key]}" for key in sorted(fans))


# --- in -------------------------------------------------------------------------------------


def value_of(field: PlainField, text: str) -> Any:
    """The value a cell means; raise `ValueError` with what is wrong with it."""
    if isinstance(field, models.JSONField):
        return fans_of(text)
    if "\0" in text:
        raise ValueError("holds a NUL character")
    if not text and not isinstance(field, models.CharField):
        if field.null:
            return None
        raise ValueError("is blank")
    if isinstance(field, models.BooleanField) and text not in ("0", "1"):
        raise ValueError(f"is {text!r}, not 0 or 1")
    if isinstance(field, models.DateTimeField):
        return _moment(text)
    return _clean(field, text)


def json_value_of(field: PlainField, value: Any) -> Any:
    """The value that stands in JSON; raise `ValueError` with what is wrong with it."""
    if isinstance(field, models.JSONField):
        return value
    if isinstance(value, list | dict | float):
        raise ValueError("is not a plain value")
    return value_of(field, text_of(value))


def _clean(field: PlainField, text: str) -> Any:
    """Let the field itself read and check the text."""
    if isinstance(field, models.IntegerField) and not re.fullmatch(r"-?\d{1,18}", text, re.ASCII):
        raise ValueError(f"is {text[:40]!r}, not a whole number")
    try:
        return field.clean(text, None)
    except ValidationError as error:
        raise ValueError(f"is {text[:40]!r}: {' '.join(error.messages)}") from None


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ValueError(f"is {text[:40]!r}, not a moment such as 2025-05-01T09:00:00.000000Z")
    return moment


def fans_of(text: str) -> dict[str, int]:
    """A fan list from its text; raise `ValueError` for a word that is none."""
    fans: dict[str, int] = {}
    for word in text.split():
        match = _FAN.fullmatch(word)
        if not match or match["key"] in fans:
            raise ValueError(f"has {word[:40]!r}, not a fan such as all_chows or tile_hog*2")
        fans[match["key"]] = int(match["count"] or 1)
    return fans


def texts(row: models.Model, fields: Iterable[PlainField]) -> tuple[str, ...]:
    """The cells of a row's fields."""
    return tuple(text_of(getattr(row, field.attname)) for field in fields)


def json_values(row: models.Model, fields: Iterable[PlainField]) -> dict[str, Any]:
    """A row's fields as JSON keeps them."""
    return {field.name: json_of(getattr(row, field.attname)) for field in fields}
