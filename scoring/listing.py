"""Several things said in one sentence, parted as the reader's language parts them."""

from collections.abc import Iterable

from django.utils.translation import ngettext, pgettext


def listed(items: Iterable[object], most: int = 0) -> str:
    """
    Return things named in a row: "1, 2" in English, "1、2" in Chinese.

    Of more than `most` the others are counted; 0 names all.
    """
    named = [str(item) for item in items]
    if most and (more := len(named) - most) > 0:
        words = ngettext("and %(count)s more", "and %(count)s more", more)
        named[most:] = [words % {"count": more}]
    return pgettext("between items", ", ").join(named)


def phrased(phrases: Iterable[object]) -> str:
    """Return phrases one after another: "done, 2 left" in English, "已完成，余 2" in Chinese."""
    return pgettext("between phrases", ", ").join(map(str, phrases))
