"""Where the editions of the rules differ about a fan, as their profiles have it."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.book.loader import load_book
from scoring.book.model import Words
from scoring.rules import DEFAULT_PROFILE, PROFILES, Fan
from scoring.rules.catalogue import ANY_FAN_BY_KEY
from scoring.rules.profiles import Profile


@dataclass(frozen=True, slots=True)
class Edition:
    """
    One edition's view of a fan.

    `points` is None where the edition does not have the fan. `added` count beside it in this
    edition but not in the default one, `dropped` the other way round; `remarks` say what else.
    """

    profile: Profile
    points: int | None
    added: tuple[Fan, ...] = ()
    dropped: tuple[Fan, ...] = ()
    remarks: tuple[Words, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether there is more to say of it than the value."""
        return bool(self.added or self.dropped or self.remarks)


def editions_of(key: str) -> tuple[Edition, ...]:
    """Give every edition's view of the fan of this key, the default one first."""
    return tuple(_edition(key, profile) for profile in PROFILES.values())


def agree(editions: Iterable[Edition]) -> bool:
    """Whether all editions have the fan at one value and nothing else to say of it."""
    some = tuple(editions)
    return len({one.points for one in some}) == 1 and not any(one.differs for one in some)


def _edition(key: str, profile: Profile) -> Edition:
    default = PROFILES[DEFAULT_PROFILE]
    remarks = tuple(_remarks(key, profile, default))
    if key not in profile.fans or key not in default.fans:
        points = profile.fans[key].points if key in profile.fans else None
        return Edition(profile, points, remarks=remarks)
    here, there = set(profile.fans[key].implies), set(default.fans[key].implies)
    known = {one for one in here ^ there if one in profile.fans and one in default.fans}
    return Edition(
        profile=profile,
        points=profile.fans[key].points,
        added=_fans(known & there),
        dropped=_fans(known & here),
        remarks=remarks,
    )


def _remarks(key: str, profile: Profile, default: Profile) -> list[Words]:
    return [
        words.on if profile.is_on(switch) else words.off
        for switch, words in load_book().switches.items()
        if key in words.fans and profile.is_on(switch) != default.is_on(switch)
    ]


def _fans(keys: set[str]) -> tuple[Fan, ...]:
    return tuple(fan for key, fan in ANY_FAN_BY_KEY.items() if key in keys)
