"""How one rule profile differs from another: a house profile from its edition, or two revisions."""

from dataclasses import dataclass

from scoring.rules.catalogue import ANY_FAN_BY_KEY
from scoring.rules.profiles import PROFILES, Profile
from scoring.rules.switches import SWITCHES


@dataclass(frozen=True, slots=True)
class Differences:
    """
    What a new profile has otherwise than an old one, in the order of the tables.

    `values` are keys of fan with the old and the new price, `switches` keys of switches with the
    new state; `caps` are the old and the new cap, or None where they are the same.
    """

    values: tuple[tuple[str, int, int], ...]
    switches: tuple[tuple[str, bool], ...]
    caps: tuple[int | None, int | None] | None

    def __len__(self) -> int:
        return len(self.values) + len(self.switches) + (self.caps is not None)


def differences(old: Profile, new: Profile) -> Differences:
    """Give what `new` has otherwise than `old`; a fan only one of them has is its switch's doing."""
    prices = ((key, price(old, key), price(new, key)) for key in new.fans)
    return Differences(
        values=tuple((key, was, now) for key, was, now in prices if was != now),
        switches=tuple(
            (key, new.is_on(key)) for key in SWITCHES if new.is_on(key) != old.is_on(key)
        ),
        caps=None if old.cap == new.cap else (old.cap, new.cap),
    )


def house_differences(profile: Profile) -> Differences:
    """Give what a profile has otherwise than the edition it is derived from."""
    return differences(PROFILES[profile.key], profile)


def price(profile: Profile, key: str) -> int:
    """Give the points of a fan, also of one that the profile's switches leave out."""
    return dict(profile.values).get(key, ANY_FAN_BY_KEY[key].points)
