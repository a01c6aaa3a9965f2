"""No link is broken: a walk by the links of every page, as a visitor, a referee, the organiser."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.urls import Resolver404, resolve

from tests.screenshots.world import make_world
from tests.worlds import kept

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<a\s[^>]*?href="([^"#]+)')
MOST_OF_A_KIND = 3
# A walk in which every second link is broken would look at little and find nothing.
LEAST_KINDS = {None: 12, "referee": 17, "organiser": 30}


def kind(path: str) -> str | None:
    """The name of the page's address, None for what is no page of ours."""
    try:
        match = resolve(path.partition("?")[0])
    except Resolver404:
        return None
    return None if match.namespaces[:1] == ["admin"] else match.view_name


@pytest.mark.parametrize("who", LEAST_KINDS)
def test_no_link_is_broken(client, who):
    kept(make_world)
    if who:
        client.force_login(User.objects.get(username=who))

    seen: dict[str, int] = {}
    broken = []
    waiting, known = ["/"], {"/"}
    while waiting:
        path = waiting.pop(0)
        name = kind(path)
        if name is None:
            broken.append(path)
            continue
        if seen.get(name, 0) == MOST_OF_A_KIND:
            continue
        seen[name] = seen.get(name, 0) + 1
        answer = client.get(path)
        if answer.status_code != 200:
            broken.append(path)
        if not answer["Content-Type"].startswith("text/html"):
            continue
        for link in map(unescape, LINK.findall(answer.content.decode())):
            address = link if link.startswith("/") else path.partition("?")[0] + link
            if link.startswith(("/", "?")) and address not in known:
                known.add(address)
                waiting.append(address)

    assert broken == []
    assert len(seen) >= LEAST_KINDS[who], sorted(seen)
