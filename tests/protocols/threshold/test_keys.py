from collections.abc import Callable, Mapping
from functools import cache

import pytest

from p2pgame.protocols.arithmetic.errors import ProtocolError
from p2pgame.protocols.arithmetic.group import IDENTITY, ORDER, Element, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs import ownership
from p2pgame.protocols.rounds import Protocol, Run
from p2pgame.protocols.threshold.keys import Keys, generate
from tests.protocols.table import Entropy, Seat, Table, instead, lies, prg

PLAYERS = (0, 1, 2)
SEATS: list[Seat] = [0, 1, 2, 3, None]
SECRETS = {player: Scalar(10**60 + player) for player in range(4)}


def table(
    context: bytes = b"table 1",
    players: tuple[int, ...] = PLAYERS,
    secrets: Mapping[int, Scalar] = SECRETS,
) -> Table[Keys]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Keys]:
        secret = None if me is None else secrets[me]
        return generate(me, players, context, secret, entropy)

    return Table(SEATS, protocol)


@cache
def honest(
    context: bytes = b"table 1", players: tuple[int, ...] = PLAYERS
) -> dict[tuple[int, int], bytes]:
    """Return what everybody says at an honest table, by player and round."""
    honest_table = table(context, players)
    honest_table.play()
    return honest_table.said


def refuse(player: int, lie: bytes) -> None:
    """Check that whoever says ``lie`` in ``player``'s seat is named by all."""
    tampered = table()
    assert tampered.play(tamper=instead(player, 0, lie)) == {}
    assert tampered.blamed == dict.fromkeys(SEATS, player)


@pytest.mark.parametrize("order", range(10))
def test_everybody_and_every_spectator_learn_the_same_shares(order: int) -> None:
    keys = Keys({player: SECRETS[player] * G for player in PLAYERS})
    assert table().play(order) == dict.fromkeys(SEATS, keys)


def test_a_joint_key_is_the_sum_of_its_players_shares() -> None:
    keys = table().play()[None]
    assert keys.joint(PLAYERS) == sum(SECRETS.values(), -SECRETS[3]) * G
    assert keys.joint((2, 0)) == (SECRETS[0] + SECRETS[2]) * G
    assert keys.joint((1,)) == SECRETS[1] * G


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(11)
@pytest.mark.parametrize("player", PLAYERS)
def test_a_share_that_is_not_proven_names_its_player(player: int) -> None:
    message = honest()[player, 0]
    larger = int.from_bytes(message[64:], "little") + ORDER
    padded = message[:32] + b"\0" + message[32:]
    for lie in [*lies(message), padded, message[:64] + larger.to_bytes(32, "little")]:
        refuse(player, lie)


@pytest.mark.pitfall(4)
def test_a_rogue_share_is_refused_with_every_proof_there_is() -> None:
    a, others = Scalar(12345), (SECRETS[0] + SECRETS[1]) * G
    rogue = a * G - others
    transcript = Transcript(b"key share")
    transcript.append(b"occasion", b"table 1", [0, 1, 2], 2)
    proof_of_a = ownership.prove(a * G, a, transcript, prg("rogue"))
    proofs = [honest()[player, 0][32:] for player in PLAYERS]
    for proof in [*proofs, proof_of_a.encode(), bytes(64), b""]:
        refuse(2, rogue.encode() + proof)


@pytest.mark.pitfall(4)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize("player", PLAYERS)
def test_the_identity_is_nobody_s_share(player: int) -> None:
    refuse(player, IDENTITY.encode() + honest()[player, 0][32:])
    refuse(player, bytes(96))


@pytest.mark.pitfall(4)
@pytest.mark.pitfall(24)
@pytest.mark.parametrize("thief", PLAYERS)
def test_another_s_share_names_the_thief_and_not_the_owner(thief: int) -> None:
    for owner in PLAYERS:
        if owner != thief:
            refuse(thief, honest()[owner, 0])
            share = Element.decode(honest()[owner, 0][:32])
            refuse(thief, (-share).encode() + honest()[owner, 0][32:])


@pytest.mark.pitfall(4)
@pytest.mark.parametrize("relate", [lambda x: x, Scalar.__neg__])
def test_two_players_with_one_secret_are_refused(
    relate: Callable[[Scalar], Scalar],
) -> None:
    conspiracy = table(secrets={**SECRETS, 2: relate(SECRETS[0])})
    assert conspiracy.play() == {}
    assert conspiracy.blamed == dict.fromkeys(SEATS, 2)


@pytest.mark.pitfall(4)
@pytest.mark.pitfall(12)
def test_shares_that_cancel_each_other_out_are_no_joint_key() -> None:
    secrets = {**SECRETS, 2: -(SECRETS[0] + SECRETS[1])}
    conspiracy = table(secrets=secrets)
    assert conspiracy.play() == {}
    assert conspiracy.blamed == dict.fromkeys(SEATS, 2)
    keys = Keys({player: secret * G for player, secret in secrets.items()})
    assert keys.joint((0, 1)) == (SECRETS[0] + SECRETS[1]) * G
    with pytest.raises(ProtocolError, match="cancel") as caught:
        keys.joint((2, 0, 1))
    assert caught.value.culprit == 2


@pytest.mark.pitfall(3)
@pytest.mark.parametrize("player", PLAYERS)
def test_a_share_is_proven_for_one_table_and_one_roster(player: int) -> None:
    refuse(player, honest(b"table 2")[player, 0])
    refuse(player, honest(players=(0, 1, 2, 3))[player, 0])


@pytest.mark.pitfall(3)
def test_a_share_is_proven_for_one_seat() -> None:
    elsewhere = table(secrets={**SECRETS, 1: SECRETS[2], 2: SECRETS[1]})
    elsewhere.play()
    refuse(1, elsewhere.said[2, 0])


@pytest.mark.pitfall(22)
@pytest.mark.parametrize("player", PLAYERS)
def test_whoever_says_nothing_is_the_one_waited_for(player: int) -> None:
    silent = table()
    assert silent.play(tamper=instead(player, 0, None)) == {}
    for run in silent.runs.values():
        assert run.waiting_for == {player}


def test_a_player_without_a_secret_cannot_begin() -> None:
    for secret in (None, Scalar(0)):
        with pytest.raises(ValueError):
            Run(generate(0, PLAYERS, b"table 1", secret, prg("0"))).step()


@pytest.mark.parametrize("players", [(), (0, 0), (0, 4)])
def test_a_joint_key_is_of_players_with_a_share(players: tuple[int, ...]) -> None:
    keys = table().play()[None]
    with pytest.raises(ValueError, match=r"a joint key|without a key share"):
        keys.joint(players)
