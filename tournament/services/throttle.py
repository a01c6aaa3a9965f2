"""
How often a password or PIN may be tried: ten times wrong in five minutes, then a rest.

The count belongs to a name tried from an address: twenty phones behind one address do not lock each
other out, and nobody locks a referee out from another phone. It is kept in the database, which all
of the server's processes share; an attempt that failed is no change of an event, so no log tells of
it.
"""

import hashlib
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from tournament.models import FailedLogIn

MOST_FAILURES: Final = 10
REST: Final = timedelta(minutes=5)


def are_too_many(*, name: str, address: str) -> bool:
    """Whether `name` was tried wrongly too often from `address`, in one query."""
    tried = FailedLogIn.objects.filter(key_hash=_key(name, address), at__gt=_oldest())
    return tried.count() >= MOST_FAILURES


@transaction.atomic
def count_failure(*, name: str, address: str) -> None:
    """Note one wrong try, and drop those of all names that count no more."""
    FailedLogIn.objects.filter(at__lte=_oldest()).delete()
    FailedLogIn.objects.create(key_hash=_key(name, address), at=timezone.now())


def forget(*, name: str, address: str) -> None:
    """Start from nothing after a log-in."""
    FailedLogIn.objects.filter(key_hash=_key(name, address)).delete()


def _oldest() -> datetime:
    return timezone.now() - REST


def _key(name: str, address: str) -> str:
    return hashlib.sha256(f"{address} {name.casefold()}".encode()).hexdigest()
