"""How far the search for a better draft has come: the page keeps it, nothing is stored."""

from dataclasses import dataclass
from typing import Final

from django import forms
from django.http import QueryDict

from tournament.draw.merit import tries_of
from tournament.models import Draw
from tournament.services.draw_search import is_worth_searching

# A search that goes on by itself ends after so many tries or seconds.
TRIES: Final = 30
SECONDS: Final = 60
MOST_TRIES: Final = 99_999


class SearchForm(forms.Form):
    """How far a search has come: the last try, the one it ends with, the tenths of seconds spent."""

    token = forms.CharField(max_length=64)
    tried = forms.IntegerField(min_value=1, max_value=MOST_TRIES)
    until = forms.IntegerField(min_value=0, max_value=2 * MOST_TRIES, required=False)
    spent = forms.IntegerField(min_value=0, max_value=MOST_TRIES, required=False)


@dataclass(frozen=True, slots=True)
class Search:
    """A search as the page shows it; `until` is 0 while none is under way."""

    tried: int
    until: int = 0
    spent: int = 0

    @property
    def is_running(self) -> bool:
        """Whether it goes on by itself."""
        return self.tried < self.until and self.spent < SECONDS * 10

    @property
    def first(self) -> int:
        """The try it began after."""
        return max(0, self.until - TRIES)

    @property
    def made(self) -> int:
        """How many tries it has made."""
        return self.tried - self.first if self.until else 0

    @property
    def seconds(self) -> int:
        """The whole seconds it has taken."""
        return self.spent // 10

    @property
    def most(self) -> int:
        """How many tries it makes."""
        return TRIES

    @property
    def deadline(self) -> int:
        """After so many seconds it ends."""
        return SECONDS


def search_shown(drawn: Draw, query: QueryDict) -> Search | None:
    """Return the search a page of a draft goes on with, None when nothing is to be gained."""
    if not is_worth_searching(drawn):
        return None
    form = SearchForm({"token": "-", **query.dict()})
    if not form.is_valid():
        return Search(tries_of(drawn.seed))
    given = form.cleaned_data
    tried = max(given["tried"], tries_of(drawn.seed))
    return Search(tried, given["until"] or 0, given["spent"] or 0)
