"""constraints.txt: every dependency at one exact version, from no place in particular."""

import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.servers import ROOT

LINES = [
    line
    for line in (ROOT / "constraints.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"].values()
WANTED = [*PROJECT["dependencies"], *(each for extra in EXTRAS for each in extra)]


@pytest.mark.parametrize("wanted", WANTED)
def test_dependency_is_pinned_within_its_bounds(wanted):
    requirement = Requirement(wanted)
    pins = {canonicalize_name(name): version for name, _, version in map(split, LINES)}

    assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)])


@pytest.mark.parametrize("line", LINES)
def test_line_is_a_name_and_a_version(line):
    requirement = Requirement(line)

    assert requirement.url is None
    assert [specifier.operator for specifier in requirement.specifier] == ["=="]


def split(line: str) -> tuple[str, str, str]:
    return line.partition("==")
