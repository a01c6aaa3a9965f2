"""A running game, and its referee logged in."""

import pytest

from tests.factories import make_game, make_official
from tournament.models import Role


@pytest.fixture
def game():
    return make_game()


@pytest.fixture
def referee(game, client):
    user = make_official(game.round.tournament, Role.REFEREE, username="ref")
    client.force_login(user)
    return user
