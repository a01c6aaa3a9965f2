"""The hashes come from sha256sum."""

from tournament.draw.commitment import (
    LotProblem,
    commitment,
    keeps_commitment,
    read_lots,
    revealed_seed,
    with_players,
)

# printf '%s' '秘密 7' | sha256sum
COMMITTED = "e3f85f1d9f22dc2cc29cc3b66594da067597098caf841b811e2bf986fa20dbad"
# printf '%s%s' '秘密 7' '春天' | sha256sum
SEED = "46ee4dbc6573d2f6aa243db1b9d1344537d63eeaede17a88c7e285a80f115b7d"


def test_a_secret_is_bound_by_its_hash():
    assert commitment("秘密 7") == COMMITTED
    assert keeps_commitment("秘密 7", f" {COMMITTED.upper()}\n")
    assert not keeps_commitment("秘密 8", COMMITTED)
    assert not keeps_commitment("秘密 7 ", COMMITTED)


def test_the_seed_is_the_hash_of_secret_and_word():
    assert revealed_seed("秘密 7", "春天") == SEED
    assert revealed_seed("秘密 7", "秋天") != SEED
    assert revealed_seed("秘密 7", " 春天") != SEED


def test_typed_lots_give_the_players_their_numbers():
    lots = read_lots([(2, 11), (1, 12), (3, 10)], {1, 2, 3}, {10, 11, 12})

    assert lots.problems == ()
    assert lots.players == {1: 12, 2: 11, 3: 10}
    assert with_players((((3, 1), (2,)),), lots.players) == (((10, 12), (11,)),)


def test_all_problems_of_typed_lots_are_told_at_once():
    lots = read_lots([(1, 10), (1, 11), (9, 10), (2, 77)], {1, 2, 3, 4}, {10, 11, 12})

    assert lots.problems == (
        (LotProblem.UNKNOWN_NUMBER, 9),
        (LotProblem.UNKNOWN_PLAYER, 77),
        (LotProblem.NUMBER_TWICE, 1),
        (LotProblem.PLAYER_TWICE, 10),
        (LotProblem.NUMBER_MISSING, 3),
        (LotProblem.NUMBER_MISSING, 4),
        (LotProblem.PLAYER_MISSING, 12),
    )


def test_no_lots_at_all_are_all_missing():
    assert read_lots([], {1}, {10}).problems == (
        (LotProblem.NUMBER_MISSING, 1),
        (LotProblem.PLAYER_MISSING, 10),
    )
