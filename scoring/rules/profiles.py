"""
Rule profiles: which values and which 不计 lists a tournament plays by.

Only `guobiao` scores tiles so far. The others are known by name, so that a tournament can be told
apart from one with a misspelt profile; their values and switches are still to come.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.rules.catalogue import FAN_BY_KEY, Fan


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """
    One edition of the rules.

    `fans` holds each fan with this edition's value and implied list, by key; it is empty while
    the edition cannot score tiles.
    """

    key: str
    zh: str
    en: str
    fans: Mapping[str, Fan] = field(default_factory=dict)


PROFILES: Mapping[str, Profile] = {
    profile.key: profile
    for profile in (
        Profile("guobiao", "国标", "Chinese Official (MIL 2025)", FAN_BY_KEY),
        Profile("cn1998", "1998 试行", "Chinese Official (1998 book)"),
        Profile("wmo2006", "世界麻将组织 2006", "World Mahjong Organization (2006)"),
        Profile("jmsa", "日本", "Japan (JMSA)"),
        Profile("lianzhong", "联众", "Lianzhong online hall"),
    )
}

DEFAULT_PROFILE = "guobiao"


def scoring_profile(key: str) -> Profile:
    """Give the profile, or raise `ValueError` if it is unknown or cannot score tiles yet."""
    if key not in PROFILES:
        raise ValueError(f"unknown rule profile: {key!r}; known are {', '.join(PROFILES)}")
    profile = PROFILES[key]
    if not profile.fans:
        raise ValueError(f"rule profile {key!r} cannot score tiles yet; only 'guobiao' can")
    return profile
