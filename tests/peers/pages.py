"""Pages as a reader has them: addresses, words without markup, presses."""

import re
from itertools import count

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tournament.models import Tournament

_tokens = count(1)


def url(event: Tournament, name: str, *args: object) -> str:
    return reverse(f"tournament:{name}", args=[event.slug, *args])


def words(response: HttpResponse) -> str:
    """The page's words without markup, spaces as one."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def post(client: Client, address: str, **data: object) -> HttpResponse:
    """Send a form with a token of its own."""
    return client.post(address, {"token": f"press{next(_tokens)}", **data})


def rows(response: HttpResponse) -> list[list[str]]:
    """The cells of every row of the page's tables, as one reads them."""
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", response.content.decode(), flags=re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, flags=re.DOTALL) for row in found]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]
