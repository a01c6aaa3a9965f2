"""The vectors come from a second writing of the shuffle, not from `Lots`."""

import hashlib

import pytest

from tournament.draw import Lots


def test_words_are_the_digests_of_seed_and_counter():
    words = hashlib.sha256(b"spring/0").digest() + hashlib.sha256(b"spring/1").digest()
    lots = Lots("spring")

    drawn = [lots.below(1 << 32) for _ in range(16)]

    assert drawn == [int.from_bytes(words[i : i + 4], "big") for i in range(0, 64, 4)]


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        pytest.param("", [15, 4, 6, 12, 14, 7, 2, 3, 8, 10, 9, 13, 1, 16, 5, 11], id="empty"),
        pytest.param(
            "2026-秋-07", [3, 9, 15, 6, 4, 11, 12, 13, 8, 7, 1, 14, 2, 16, 5, 10], id="chinese"
        ),
    ],
)
def test_shuffle_vectors(seed, expected):
    assert Lots(seed).shuffled(range(1, 17)) == expected


def test_every_order_is_about_as_likely():
    lots = Lots("fair")
    seen = {}

    for _ in range(6000):
        order = tuple(lots.shuffled("abc"))
        seen[order] = seen.get(order, 0) + 1

    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())
