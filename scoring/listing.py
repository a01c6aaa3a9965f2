"""Several things said in one sentence, parted as the reader's language parts them."""

from collections.abc import Iterable

from django.utils.translation import pgettext


def listed(items: Iterable[object]) -> str:
    """Return things named in a row: "1, 2" in English, "1、2" in Chinese."""
    return pgettext("between items", ", ").join(map(str, items))


def phrased(phrases: Iterable[object]) -> str:
    """Return phrases one after another: "done, 2 left" in English, "已完成，余 2" in Chinese."""
    return pgettext("between phrases", ", ").join(map(str, phrases))
