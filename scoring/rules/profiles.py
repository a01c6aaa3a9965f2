"""
Rule profiles: what each fan is worth, and what counts beside what, in one edition.

A profile is the default list (the catalogue) with some values changed and some switches turned.
An organiser derives a house profile the same way. `data` gives it as plain values to store;
`profile_from_data` reads them back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from graphlib import TopologicalSorter
from typing import Any

from scoring.rules.catalogue import ANY_FAN_BY_KEY, FANS, FANS_OF_THE_HALL, MINIMUM_POINTS, Fan
from scoring.rules.switches import (
    FORMAL_WAITS,
    HALL_FANS,
    MELDED_AND_CONCEALED_KONG,
    SWITCHES,
    WAITS_BESIDE_KNITTED_STRAIGHT,
)

MOST_FAN_POINTS = 999
"""What an organiser may price a fan at, at most."""


@dataclass(frozen=True)
class Profile:
    """
    One edition of the rules, or a house profile derived from it.

    `key` is the edition's. `values` holds the prices that differ from the catalogue's, by the
    table's order; `switches` the keys of the switches that are on; `cap` the most a hand pays,
    flowers included, or None.
    """

    key: str
    values: tuple[tuple[str, int], ...] = ()
    switches: frozenset[str] = frozenset(key for key, switch in SWITCHES.items() if switch.on)
    cap: int | None = None

    def __hash__(self) -> int:
        return hash(self.key)  # Tables are kept by profile, and asked for in every hand.

    @property
    def zh(self) -> str:
        """The Chinese name of the edition."""
        return NAMES[self.key][0]

    @property
    def en(self) -> str:
        """The English name of the edition."""
        return NAMES[self.key][1]

    @property
    def is_house(self) -> bool:
        """Whether it was derived from its edition."""
        return self != PROFILES[self.key]

    def is_on(self, switch: str) -> bool:
        """Whether the switch of this key is on."""
        return switch in self.switches

    @cached_property
    def takes_every_wait(self) -> bool:
        """Whether every formal wait counts, beside 组合龙 too."""
        return self.is_on(FORMAL_WAITS) and self.is_on(WAITS_BESIDE_KNITTED_STRAIGHT)

    @cached_property
    def fans(self) -> Mapping[str, Fan]:
        """Each fan of the edition by key, with this value and implied list, in table order."""
        prices = dict(self.values)
        return {
            key: replace(fan, points=prices.get(key, fan.points), implies=tuple(self._implied(fan)))
            for key, fan in ANY_FAN_BY_KEY.items()
            if key in self._keys
        }

    @cached_property
    def containers_first(self) -> Mapping[str, int]:
        """The place of each fan in an order that has it after every fan that contains it."""
        containers = {
            key: [
                other
                for other in self.fans
                # Two fan that contain each other never meet.
                if key in self.fans[other].implies and other not in self.fans[key].implies
            ]
            for key in self.fans
        }
        order = TopologicalSorter(containers).static_order()
        return {key: place for place, key in enumerate(order)}

    @cached_property
    def implied_bits(self) -> Mapping[str, int]:
        """The fan each fan implies as one number, a bit at the place of `containers_first`."""
        return {
            key: sum(1 << self.containers_first[implied] for implied in fan.implies)
            for key, fan in self.fans.items()
        }

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """The place of each fan in the table as this profile prices it, the dearest first."""
        by_price = sorted(self.fans, key=lambda key: -self.fans[key].points)
        return {key: place for place, key in enumerate(by_price)}

    def capped(self, points: int) -> int:
        """Give what a hand of so many points pays."""
        return points if self.cap is None else min(points, self.cap)

    @property
    def declarable(self) -> tuple[str, ...]:
        """The fan that tiles do not show and somebody has to declare."""
        return tuple(key for key in DECLARED_FANS if key in self.fans)

    @cached_property
    def _keys(self) -> frozenset[str]:
        keys = {fan.key for fan in FANS}
        if self.is_on(HALL_FANS):
            keys.update(fan.key for fan in FANS_OF_THE_HALL)
        if not self.is_on(MELDED_AND_CONCEALED_KONG):
            keys.remove(MELDED_AND_CONCEALED_KONG)
        return frozenset(keys)

    def _implied(self, fan: Fan) -> Iterable[str]:
        """Give what does not count beside the fan: the catalogue's list as the switches turn it."""
        implied = dict.fromkeys(fan.implies)
        for switch in SWITCHES.values():
            mentioned = (one for one, other in switch.beside if other == fan.key)
            for one in mentioned:
                if self.is_on(switch.key):
                    implied.pop(one, None)
                else:
                    implied[one] = None
        return (key for key in implied if key in self._keys)

    def data(self) -> dict[str, Any]:
        """Give the profile as plain values, every price and switch named, for `profile_from_data`."""
        return {
            "profile": self.key,
            "points": {fan.key: fan.points for fan in self.fans.values()},
            "switches": {key: key in self.switches for key in SWITCHES},
            "cap": self.cap,
        }


def derive(
    base: "str | Profile",
    *,
    values: Mapping[str, int] | None = None,
    switches: Mapping[str, bool] | None = None,
    cap: int | None = None,
) -> Profile:
    """
    Give a profile like `base` but for these values by fan and these switches.

    `cap` None leaves the base's, 0 lifts it. Raise `ValueError` for a fan or switch that is
    unknown, a value that is no whole number from 1 to 999, a switch that is not True or False, and
    a cap below the minimum.
    """
    start = scoring_profile(base)
    turned = _turned(start.switches, switches or {})
    changed = replace(start, switches=turned, cap=start.cap if cap is None else _checked_cap(cap))
    # A fan that the switches took away takes its price along.
    inherited = {key: points for key, points in start.values if key in changed.fans}
    prices = {**inherited, **(values or {})}
    for key, points in prices.items():
        _check_price(changed, key, points)
    return replace(changed, values=_differing(prices))


def profile_from_data(data: Mapping[str, Any]) -> Profile:
    """
    Read back what `Profile.data` gave; other entries are left alone.

    Data without switches, as it was once stored, means the edition itself. Raise `ValueError` for
    anything else that is no profile.
    """
    edition = scoring_profile(data.get("profile", ""))
    if "switches" not in data:
        return edition
    points, switches = data.get("points"), data["switches"]
    if not isinstance(points, Mapping) or not isinstance(switches, Mapping):
        raise ValueError(f"no rule profile: points {points!r}, switches {switches!r}")
    return derive(edition, values=points, switches=switches, cap=data.get("cap") or 0)


def _turned(on: frozenset[str], switches: Mapping[str, bool]) -> frozenset[str]:
    for key, value in switches.items():
        if key not in SWITCHES:
            raise ValueError(f"unknown switch: {key!r}; known are {', '.join(SWITCHES)}")
        if not isinstance(value, bool):
            raise ValueError(f"switch {key!r} is on (True) or off (False), not {value!r}")
    return on.difference(switches).union(key for key, value in switches.items() if value)


def _check_price(profile: Profile, key: str, points: int) -> None:
    if key not in profile.fans:
        raise ValueError(f"no fan {key!r} in this profile")
    if type(points) is not int or not 1 <= points <= MOST_FAN_POINTS:
        raise ValueError(f"{key!r} is worth 1 to {MOST_FAN_POINTS} points, not {points!r}")


def _checked_cap(cap: int) -> int | None:
    if type(cap) is not int or 0 != cap < MINIMUM_POINTS:
        raise ValueError(f"a cap is a whole number from {MINIMUM_POINTS} up, not {cap!r}")
    return cap or None


def _differing(prices: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Give the prices that differ from the catalogue's, in the table's order."""
    return tuple(
        (key, prices[key])
        for key, fan in ANY_FAN_BY_KEY.items()
        if prices.get(key, fan.points) != fan.points
    )


DECLARED_FANS = ("heavenly_hand", "earthly_hand", "human_hand")

NAMES: Mapping[str, tuple[str, str]] = {
    "guobiao": ("国标", "Chinese Official (MIL 2025)"),
    "cn1998": ("1998 试行", "Chinese Official (1998 book)"),
    "wmo2006": ("世界麻将组织 2006", "World Mahjong Organization (2006)"),
    "jmsa": ("日本", "Japan (JMSA)"),
    "lianzhong": ("联众", "Lianzhong online hall"),
}

DEFAULT_PROFILE = "guobiao"


def scoring_profile(profile: str | Profile) -> Profile:
    """Give the profile itself or that of an edition's key; raise `ValueError` if unknown."""
    if isinstance(profile, Profile):
        return profile
    if not isinstance(profile, str) or profile not in PROFILES:
        raise ValueError(f"unknown rule profile: {profile!r}; known are {', '.join(PROFILES)}")
    return PROFILES[profile]


_DEFAULT = Profile(DEFAULT_PROFILE)

PROFILES: Mapping[str, Profile] = {
    profile.key: profile
    for profile in (
        _DEFAULT,
        derive(
            replace(_DEFAULT, key="cn1998"),
            switches={
                "melded_and_concealed_kong": False,
                "concealed_pungs_beside_kongs": False,
                "four_ranks_beside_three": True,
            },
        ),
        derive(
            replace(_DEFAULT, key="wmo2006"),
            values={"two_concealed_kongs": 8, "melded_and_concealed_kong": 6},
            switches={
                "fully_concealed_beside_closed_fans": True,
                "half_flush_beside_all_green": True,
                "double_pung_beside_all_terminals": True,
                "waits_beside_knitted_straight": False,
                "formal_waits": False,
            },
        ),
        derive(
            replace(_DEFAULT, key="jmsa"),
            switches={"all_types_beside_seven_pairs": False},
            cap=88,
        ),
        derive(replace(_DEFAULT, key="lianzhong"), switches={"hall_fans": True}),
    )
}
