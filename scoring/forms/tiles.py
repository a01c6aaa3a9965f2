"""The situation that written tiles name, against the one the form names."""

from collections.abc import Iterator
from unicodedata import normalize

from django.utils.translation import gettext as _

from scoring.rules import Hand


def text_parts(text: str) -> tuple[str, str, str]:
    """Split a text into tiles, situation and flowers, "" for what is missing; more is dropped."""
    parts = [part.strip() for part in normalize("NFKC", text).split("|")] + ["", ""]
    return parts[0], parts[1], parts[2]


def contradictions(text: str, written: Hand, hand: Hand) -> Iterator[tuple[str, str]]:
    """Give a sentence and code for each thing the tiles' own situation says against the form."""
    _tiles, situation, flowers = text_parts(text)
    if situation and written.prevalent_wind is not hand.prevalent_wind:
        yield (
            _("The tiles name another prevalent wind than this hand has. Change or remove it."),
            "other_prevalent_wind",
        )
    if situation and written.seat_wind is not hand.seat_wind:
        yield (
            _("The tiles name another seat wind than the winner has. Change or remove it."),
            "other_seat_wind",
        )
    if situation and written.self_drawn is not hand.self_drawn:
        yield (
            _("The tiles and the discarder disagree about the self-draw. Change one of them."),
            "other_self_draw",
        )
    if flowers and written.flower_count != hand.flower_count:
        yield (
            _("The tiles and the field name different numbers of flowers. Change one of them."),
            "other_flowers",
        )
