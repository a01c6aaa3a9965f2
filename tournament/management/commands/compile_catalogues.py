"""Compiles the translations without gettext's tools."""

import os
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


def compile_catalogues(folder: Path) -> list[Path]:
    """Write `django.mo` beside each `django.po` under `folder` that is newer; return those."""
    stale = [source for source in sorted(folder.glob("*/LC_MESSAGES/*.po")) if _is_stale(source)]
    for source in stale:
        # Renamed into place: test workers and a running server never read half a file.
        part = source.with_suffix(f".{os.getpid()}.part")
        polib.pofile(str(source), encoding="utf-8").save_as_mofile(str(part))
        part.replace(source.with_suffix(".mo"))
    return stale


def _is_stale(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return not target.exists() or target.stat().st_mtime < source.stat().st_mtime


class Command(BaseCommand):
    """`manage.py compile_catalogues`."""

    help = "Compile the translations (.po to .mo); needs no gettext."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile what is newer than its compiled file."""
        for folder in settings.LOCALE_PATHS:
            for source in compile_catalogues(Path(folder)):
                self.stdout.write(f"compiled {source.relative_to(settings.BASE_DIR)}")
