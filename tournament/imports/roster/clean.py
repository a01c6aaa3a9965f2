"""Makes a cell's text what a person would say it is; tells what was changed beyond spaces."""

import re
import unicodedata
from dataclasses import dataclass

_LINE_ENDS = re.compile(r"[ \t]*[\n\r\v\f\x85\u2028\u2029]+[ \t]*")
# A space with Chinese on one of its sides; between Latin words there is nothing to tell.
_INNER_SPACE = re.compile(r"[\u3400-\u9fff]\s|\s[\u3400-\u9fff]")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A cell's text, and what was found in it."""

    text: str
    had_lines: bool = False
    had_hidden_signs: bool = False

    @property
    def has_inner_spaces(self) -> bool:
        """Whether a space stands inside a Chinese name: 李 娜."""
        return _INNER_SPACE.search(self.text) is not None


def clean(text: str) -> Cleaned:
    """
    Return a cell's text: one form of every sign, no outer spaces, one line, nothing invisible.

    NFKC makes full-width digits and letters plain and an ideographic space a space.
    """
    if text.isascii() and text.isprintable():
        return Cleaned(text.strip())
    normal = unicodedata.normalize("NFKC", text).strip()
    one_line = _LINE_ENDS.sub(" ", normal)
    shown = "".join(
        sign for sign in one_line.replace("\t", " ") if unicodedata.category(sign) not in _HIDDEN
    )
    return Cleaned(
        text=shown.strip(),
        had_lines=one_line != normal,
        had_hidden_signs=len(shown) != len(one_line),
    )


_HIDDEN = {"Cf", "Cc", "Cs"}


def key(text: str) -> str:
    """Return what two names have in common that only differ in case and spaces."""
    return _SPACES.sub("", text).casefold()
