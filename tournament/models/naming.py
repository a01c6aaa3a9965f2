"""
What the log keeps of an object to name it later, in the language of whoever reads.

The facts are the fields that the object's own `str` is made of, related objects nested: a game is
`{"round": {"number": 4}, "table": {"number": 5, "label": ""}}`.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.apps import apps
from django.db import models

NAMED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "tournament": ("name",),
    "profilerevision": ("profile", "number"),
    "stage": ("name",),
    "official": ("user", "role"),
    "team": ("number", "name"),
    "player": ("number", "name", "is_ranked"),
    "keptapart": ("one", "other"),
    "draw": ("first_round", "last_round"),
    "round": ("number",),
    "table": ("number", "label"),
    "game": ("round", "table"),
    "seat": ("start", "player"),
    "hand": ("game", "number", "version"),
    "appeal": ("game",),
    "penalty": ("player", "team", "measure"),
    "user": ("username",),
    "group": ("name",),
}
"""The fields that name an object, by the name of its model."""

ACCOUNTS: Final = ("user", "group")

AS_WRITTEN: Final = "as_written"
"""The only fact of rows that were written as text and whose object is gone."""


def naming_facts(obj: models.Model) -> dict[str, Any]:
    """Return the facts that name an object as it is now."""
    values = {name: getattr(obj, name) for name in NAMED_BY[obj._meta.model_name or ""]}
    return {
        name: naming_facts(value) if isinstance(value, models.Model) else value
        for name, value in values.items()
    }


def name_in_words(object_type: str, facts: Mapping[str, Any]) -> str:
    """Return the name that facts give an object, in the active language."""
    return str(facts[AS_WRITTEN]) if AS_WRITTEN in facts else str(_unsaved(object_type, facts))


def model_of(object_type: str) -> type[models.Model]:
    """Return the model by its name; raise `LookupError` when there is none."""
    return apps.get_model("auth" if object_type in ACCOUNTS else "tournament", object_type)


def _unsaved(object_type: str, facts: Mapping[str, Any]) -> models.Model:
    """Build an object that has nothing but its name."""
    model = model_of(object_type)
    return model(**{name: _value(model, name, value) for name, value in facts.items()})


def _value(model: type[models.Model], name: str, value: Any) -> Any:
    """Return a field's value; facts become the object they name."""
    if not isinstance(value, Mapping):
        return value
    related = model._meta.get_field(name).related_model
    return _unsaved(related._meta.model_name, value)  # type: ignore[union-attr,arg-type] # a key
