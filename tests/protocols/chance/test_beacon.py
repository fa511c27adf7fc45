from collections import Counter
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.group import ORDER, Element, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.chance.beacon import flip
from p2pgame.protocols.chance.coin import roll
from p2pgame.protocols.rounds import Protocol, Run
from p2pgame.protocols.threshold import pvss
from p2pgame.protocols.threshold.keys import Keys
from tests.protocols.table import Entropy, Seat, Table, instead, lies, prg

PLAYERS = (0, 1, 2)
SEATS: list[Seat] = [0, 1, 2, 9, None]
SECRETS = {player: Scalar(10**60 + player**5) for player in range(10)}
KEYS = Keys({player: secret * G for player, secret in SECRETS.items()})


class Silence:
    """Nobody hears the players in ``gone`` from round 2 on."""

    def __init__(self, gone: frozenset[int]) -> None:
        self._gone = gone

    def __call__(self, player: int, round: int, message: bytes) -> bytes | None:
        return None if round > 0 and player in self._gone else message


def table(
    context: bytes = b"hand 1",
    players: tuple[int, ...] = PLAYERS,
    threshold: int = 2,
    seed: str = "table",
) -> Table[bytes]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[bytes]:
        secret = None if me is None else SECRETS[me]
        return flip(me, players, KEYS, threshold, secret, context, entropy)

    return Table([*players, 9, None], protocol, seed)


def without(
    gone: frozenset[int],
    players: tuple[int, ...] = PLAYERS,
    threshold: int = 2,
    seed: str = "table",
) -> Mapping[Seat, bytes]:
    """Flip a coin that ``gone`` leave when they have seen all of round 1."""
    coin = table(players=players, threshold=threshold, seed=seed)
    assert coin.play(tamper=Silence(gone)) == {}
    for run in coin.runs.values():
        assert (run.round, run.waiting_for) == (1, gone)
        assert run.lose(gone)
    return coin.play(tamper=Silence(gone))


@cache
def honest(
    context: bytes = b"hand 1",
    players: tuple[int, ...] = PLAYERS,
    threshold: int = 2,
    seed: str = "table",
) -> dict[tuple[int, int], bytes]:
    """Return what everybody says at an honest table, by player and round."""
    honest_table = table(context, players, threshold, seed)
    honest_table.play()
    return honest_table.said


def refuse(player: int, round: int, lie: bytes) -> None:
    """Check that whoever says ``lie`` in ``player``'s seat is named by all."""
    tampered = table()
    assert tampered.play(tamper=instead(player, round, lie)) == {}
    assert tampered.blamed == dict.fromkeys(SEATS, player)


@settings(max_examples=15, deadline=None)
@given(size=st.integers(1, 5), order=st.integers(0, 2**32), data=st.data())
def test_everybody_and_every_spectator_agree(
    size: int, order: int, data: st.DataObject
) -> None:
    threshold = data.draw(st.integers(1, size))
    coin = table(players=tuple(range(5 - size, 5)), threshold=threshold)
    results = coin.play(order)
    assert results.keys() == coin.runs.keys()
    assert len(set(results.values())) == 1
    assert len(results[None]) == 32
    assert roll(results[None], 6) in [(side,) for side in range(6)]


def test_every_player_s_secret_and_the_occasion_change_the_result() -> None:
    coins = [
        table(),
        table(b"hand 2"),
        table(threshold=3),
        table(players=(0, 1)),
        table(seed="other"),
    ]
    for player in PLAYERS:
        coin = table()
        one = flip(
            player, PLAYERS, KEYS, 2, SECRETS[player], b"hand 1", prg("another seed")
        )
        coin.runs[player] = Run(one)
        coins.append(coin)
    assert len({coin.play()[None] for coin in coins}) == len(coins)


def test_the_same_seed_gives_the_same_coin_for_ever() -> None:
    assert table().play() == table().play(order=99)
    assert (
        table().play()[None].hex()
        == "f47fa83321bfe21418b449197d318e79ab511ed9128a228a65f9d028c3b0b8a6"
    )
    said = sha256(b"".join(honest()[key] for key in sorted(honest())))
    assert (
        said.hexdigest()
        == "427519d85a07aa7329f1dfc0fc1a722d7952a425ff61236092fabe18e9cd5b03"
    )


@pytest.mark.attack(22)
@pytest.mark.pitfall(22)
@pytest.mark.pitfall(23)
def test_whoever_sees_the_result_first_and_leaves_changes_nothing() -> None:
    for i in range(100):
        seed, gone = f"coin {i}", i % 3
        result = table(seed=seed).play()[None]
        left = without(frozenset({gone}), seed=seed)
        assert set(left.values()) == {result}
        assert left.keys() == set(SEATS)


@pytest.mark.pitfall(25)
def test_every_subset_that_reaches_the_threshold_gives_the_same_coin() -> None:
    players = (0, 1, 2, 3, 4)
    result = table(players=players, threshold=3).play()[None]
    for size in (1, 2):
        for gone in combinations(players, size):
            left = without(frozenset(gone), players, 3)
            assert set(left.values()) == {result}


@pytest.mark.pitfall(28)
def test_a_share_that_only_some_have_heard_changes_nothing() -> None:
    coin = table()
    coin.play(tamper=Silence(frozenset({2})))
    for seat in (0, None):
        coin.runs[seat].receive(2, 1, coin.said[2, 1])
    for seat in (1, 2, 9):
        assert coin.runs[seat].lose(frozenset({2}))
    results = coin.play()
    assert results.keys() == set(SEATS)
    assert set(results.values()) == {table().play()[None]}


@pytest.mark.pitfall(22)
def test_players_may_leave_one_after_the_other() -> None:
    players, gone = (0, 1, 2, 3, 4), frozenset({1, 3})
    coin = table(players=players, threshold=3)
    coin.play(tamper=Silence(gone))
    for player in sorted(gone):
        assert all(run.lose(frozenset({player})) for run in coin.runs.values())
    results = coin.play(tamper=Silence(gone))
    assert set(results.values()) == {table(players=players, threshold=3).play()[None]}


@pytest.mark.pitfall(22)
@pytest.mark.pitfall(25)
def test_fewer_than_the_threshold_wait_by_name_until_the_others_are_back() -> None:
    gone = frozenset({0, 2})
    coin = table()
    coin.play(tamper=Silence(gone))
    for run in coin.runs.values():
        assert run.lose(gone)
    assert coin.play(tamper=Silence(gone)) == {}
    for run in coin.runs.values():
        assert (run.round, run.waiting_for) == (2, gone)
        assert not run.lose(frozenset({0}))
    assert (1, 2) not in coin.said
    for player in gone:
        for seat in coin.runs:
            coin.wire.append((player, seat, 2, coin.said[player, 2]))
    assert set(coin.play().values()) == {table().play()[None]}


@pytest.mark.pitfall(22)
def test_whoever_does_not_deal_is_waited_for() -> None:
    coin = table()
    assert coin.play(tamper=instead(1, 0, None)) == {}
    for run in coin.runs.values():
        assert (run.round, *run.waiting_for) == (0, 1)
        assert not run.lose(frozenset({1}))
        assert not run.ready


def test_where_everybody_is_needed_nobody_is_spare() -> None:
    coin = table(threshold=3)
    coin.play(tamper=instead(1, 1, None))
    assert not any(run.lose(frozenset({1})) for run in coin.runs.values())


@pytest.mark.pitfall(23)
def test_one_share_fewer_than_the_threshold_says_nothing_of_the_coin() -> None:
    # Other dealings of the honest players have the same share for player 2 and
    # another result: what 2 sees in round 1 fits any coin.
    first, second = (Scalar(5), Scalar(7)), (Scalar(8), Scalar(6))
    keys = {player: KEYS.shares[player] for player in PLAYERS}
    shares, secrets = set(), set()
    for polynomial in (first, second):
        place = Transcript(b"place")
        dealing = pvss.deal(polynomial, keys, place, prg("deal"))
        shares.add(SECRETS[2].inverse() * dealing.shares[2])
        secrets.add(polynomial[0] * G)
    assert (len(shares), len(secrets)) == (1, 2)


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(32)
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("round", [0, 1])
def test_whoever_says_something_else_is_named_by_all(player: int, round: int) -> None:
    said = honest()[player, round]
    assert len(said) == 32 * (3 + 1 + 2) if round == 0 else 96
    for lie in lies(said):
        refuse(player, round, lie)


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(11)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize("round", [0, 1])
def test_every_part_of_a_message_has_one_encoding(round: int) -> None:
    said = honest()[1, round]
    parts = [said[i : i + 32] for i in range(0, len(said), 32)]
    elements = 3 if round == 0 else 1
    for i, part in enumerate(parts):
        alias = part[:31] + bytes([part[31] | 0x80])
        larger = (int.from_bytes(part, "little") + ORDER) % 2**256
        for lie in (alias, larger.to_bytes(32, "little")):
            refuse(1, round, b"".join([*parts[:i], lie, *parts[i + 1 :]]))
        if i < elements:
            refuse(1, round, b"".join([*parts[:i], bytes(32), *parts[i + 1 :]]))


@pytest.mark.attack(20)
@pytest.mark.pitfall(24)
@pytest.mark.parametrize("thief", PLAYERS)
@pytest.mark.parametrize("round", [0, 1])
def test_a_copied_message_names_the_thief(thief: int, round: int) -> None:
    for owner in PLAYERS:
        if owner != thief:
            refuse(thief, round, honest()[owner, round])


@pytest.mark.pitfall(3)
@pytest.mark.parametrize("round", [0, 1])
def test_a_message_of_another_occasion_is_refused(round: int) -> None:
    # With the same seed, and so the same polynomials wherever nothing binds them.
    refuse(1, round, honest(b"hand 2")[1, round])
    refuse(1, round, honest(players=(0, 1, 2, 3))[1, round])
    refuse(1, round, honest(threshold=1)[1, round])
    refuse(1, round, honest(threshold=3)[1, round])


@pytest.mark.pitfall(3)
def test_a_share_of_another_coin_is_refused() -> None:
    refuse(1, 1, honest(seed="other")[1, 1])


@pytest.mark.pitfall(24)
def test_nobody_cancels_another_s_dealing() -> None:
    said = honest()[0, 0]
    opposite = [-Element.decode(said[i : i + 32]) for i in (0, 32, 64)]
    refuse(2, 0, b"".join(P.encode() for P in opposite) + said[96:])


@pytest.mark.pitfall(20)
def test_no_side_of_a_coin_is_preferred() -> None:
    flips = [table(players=(0, 1), seed=f"fair {i}").play()[None] for i in range(200)]
    sides = Counter(roll(result, 2)[0] for result in flips)
    assert abs(sides[0] - 100) < 40
    assert len(set(flips)) == 200


@pytest.mark.parametrize(
    ("players", "threshold"),
    [((0, 1, 2), 0), ((0, 1, 2), 4), ((0, 1, 2), -1), ((), 0), ((), 1), ((0, 0), 1)],
)
def test_a_beacon_has_bounds(players: tuple[int, ...], threshold: int) -> None:
    with pytest.raises(ValueError):
        Run(flip(None, players, KEYS, threshold, None, b"", prg("0"))).step()


def test_a_player_without_its_secret_or_key_share_cannot_begin() -> None:
    for secret in (None, SECRETS[1]):
        with pytest.raises(ValueError, match="behind its key share"):
            Run(flip(0, PLAYERS, KEYS, 2, secret, b"", prg("0"))).step()
    with pytest.raises(ValueError, match="one key share"):
        Run(flip(None, (0, 1, 77), KEYS, 2, None, b"", prg("0"))).step()
