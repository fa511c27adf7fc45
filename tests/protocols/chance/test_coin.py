from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.protocols.chance.coin import flip, roll
from p2pgame.protocols.rounds import Run
from tests.protocols.table import Seat, Table, instead, lies, prg

PLAYERS = frozenset({0, 1, 2})
SEATS: list[Seat] = [0, 1, 2, 3, None]


def table(context: bytes = b"hand 1", seed: str = "table") -> Table[bytes]:
    return Table(SEATS, lambda me, entropy: flip(me, PLAYERS, context, entropy), seed)


def honest(context: bytes = b"hand 1") -> dict[tuple[int, int], bytes]:
    """Return what everybody says at an honest table, by player and round."""
    honest_table = table(context)
    honest_table.play()
    return honest_table.said


@given(size=st.integers(1, 5), order=st.integers(0, 2**32))
def test_everybody_and_every_spectator_agree(size: int, order: int) -> None:
    players = frozenset(range(size))
    seats = [*players, None]
    coin = Table(seats, lambda me, entropy: flip(me, players, b"hand 1", entropy))
    results = coin.play(order)
    assert results.keys() == set(seats)
    assert len(set(results.values())) == 1
    assert len(results[None]) == 32


def test_every_player_s_throw_and_the_occasion_change_the_result() -> None:
    results = {table().play()[None], table(b"hand 2").play()[None]}
    for player in PLAYERS:

        def other(me: Seat, player: int = player) -> str:
            return f"{'other' if me == player else 'table'} {me}"

        coin = table()
        coin.runs = {
            me: Run(flip(me, PLAYERS, b"hand 1", prg(other(me)))) for me in SEATS
        }
        results.add(coin.play()[None])
    assert len(results) == 2 + len(PLAYERS)


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("round", [0, 1])
def test_whoever_opens_another_throw_is_named_by_all(player: int, round: int) -> None:
    for lie in lies(honest()[player, round]):
        tampered = table()
        assert tampered.play(tamper=instead(player, round, lie)) == {}
        assert tampered.blamed == dict.fromkeys(SEATS, player)


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_throw_of_another_length_names_who_sealed_it(size: int) -> None:
    def cheat(n: int) -> bytes:
        return next(draws)

    draws = iter([bytes(size), bytes(32)])
    coin = table()
    coin.runs[1] = Run(flip(1, PLAYERS, b"hand 1", cheat))
    assert coin.play() == {}
    assert coin.blamed == dict.fromkeys(SEATS, 1)


@pytest.mark.attack(20)
@pytest.mark.pitfall(24)
def test_a_copied_throw_names_who_copied_it() -> None:
    said = honest()
    coin = table()
    coin.play(
        tamper=lambda player, round, message: said[0, round] if player == 2 else message
    )
    assert coin.blamed == dict.fromkeys(SEATS, 2)


@pytest.mark.pitfall(3)
def test_a_throw_of_another_occasion_is_refused() -> None:
    said = honest(b"hand 2")
    coin = table()
    coin.play(
        tamper=lambda player, round, message: (
            said[player, round] if player == 1 else message
        )
    )
    assert coin.blamed == dict.fromkeys(SEATS, 1)


@pytest.mark.attack(22)
@pytest.mark.pitfall(22)
@pytest.mark.pitfall(23)
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("round", [0, 1])
def test_whoever_will_not_open_is_waited_for_and_gets_no_new_coin(
    player: int, round: int
) -> None:
    coin = table()
    assert coin.play(tamper=instead(player, round, None)) == {}
    for run in coin.runs.values():
        assert (run.round, *run.waiting_for) == (round, player)
        assert not run.ready
        assert not run.lose(frozenset({player}))
    again = table()
    again.play(tamper=instead(player, round, None))
    assert again.said == coin.said


def test_nobody_flips_no_coin() -> None:
    with pytest.raises(ValueError, match="needs a player"):
        Run(flip(None, frozenset(), b"hand 1", prg("0"))).step()


def test_a_logged_seed_rolls_the_same_dice_for_ever() -> None:
    assert roll(bytes(32), 6, 10) == (4, 3, 5, 3, 1, 3, 0, 1, 3, 3)
    largest = (1078104335932704238, 16723613641824781371)
    assert roll(bytes(32), 2**64, 2) == largest


@given(seed=st.binary(), sides=st.integers(1, 2**64), dice=st.integers(0, 9))
def test_a_roll_has_as_many_numbers_as_dice_and_none_out_of_range(
    seed: bytes, sides: int, dice: int
) -> None:
    values = roll(seed, sides, dice)
    assert len(values) == dice
    assert all(0 <= value < sides for value in values)
    assert roll(seed, sides, dice + 1)[:dice] == values


@pytest.mark.pitfall(20)
def test_no_number_of_a_die_is_preferred() -> None:
    # The remainder of a 64-bit number would fall in the first third of these
    # sides half the time.
    sides = 3 * 2**62
    thirds = Counter(value // 2**62 for value in roll(b"fair", sides, 3000))
    assert all(abs(thirds[third] - 1000) < 100 for third in range(3))


@pytest.mark.parametrize(("sides", "dice"), [(0, 1), (-6, 1), (2**64 + 1, 1), (6, -1)])
def test_there_is_no_such_die(sides: int, dice: int) -> None:
    with pytest.raises(ValueError, match="a roll takes"):
        roll(b"", sides, dice)
