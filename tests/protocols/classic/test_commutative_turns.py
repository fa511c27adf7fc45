"""A turn that cannot be, is of another occasion or is changed anywhere is refused.

A proved one is as soon as it is said, an unproved one by the audit at the latest.
"""

from __future__ import annotations

import pytest

from p2pgame.protocols.arithmetic.errors import (
    InvalidEncoding,
    InvalidProof,
    ProtocolError,
)
from p2pgame.protocols.arithmetic.group import Element, G, Scalar
from p2pgame.protocols.classic import laps
from p2pgame.protocols.classic.commutative import shuffle
from p2pgame.protocols.classic.commutative_deck import card_points
from p2pgame.protocols.classic.laps import First, Seed
from p2pgame.protocols.rounds import Run
from tests.protocols.classic.locked import (
    FACES,
    PLAYERS,
    Game,
    Said,
    convict,
    parts,
    refuse,
    shuffled,
    shuffling,
    with_part,
)
from tests.protocols.table import instead, prg

# What the laps themselves refuse.


@pytest.mark.pitfall(6)
@pytest.mark.pitfall(9)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize("proved", [False, True], ids=["unproved", "proved"])
@pytest.mark.parametrize("round", range(6))
@pytest.mark.parametrize(
    "card",
    [bytes(32), b"\xff" * 32, b"\x01" + bytes(31), "top bit", "double"],
    ids=["identity", "too big", "odd", "top bit", "double"],
)
def test_a_card_that_cannot_be_is_refused_at_once(
    round: int, card: bytes | str, proved: bool
) -> None:
    _, said = shuffled(proved=proved)
    message, culprit = said[round % 3, round], round % 3
    if card == "top bit":
        card = message[:31] + bytes([message[31] | 0x80])
    elif card == "double":
        card = message[32:64]
    assert isinstance(card, bytes)
    lie = instead(culprit, round, with_part(message, 0, card))
    table = shuffling(proved=proved)
    refuse(table, culprit, lie)
    assert {type(error) for error in table.errors.values()} == {InvalidEncoding}


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize("lock", [bytes(32), b"\xff" * 32])
def test_a_lock_that_cannot_be_is_refused_at_once(lock: bytes) -> None:
    _, said = shuffled()
    lie = instead(1, 4, with_part(said[1, 4], 6, lock))
    refuse(shuffling(), 1, lie)


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("proved", [False, True])
@pytest.mark.parametrize("round", [0, 1, 3, 5])
def test_what_is_no_turn_is_refused(round: int, proved: bool) -> None:
    _, said = shuffled(proved=proved)
    culprit = round % 3
    message = said[culprit, round]
    for lie in (b"", message[:-1], message[:-32], message + b"\0", message + bytes(32)):
        refuse(shuffling(proved=proved), culprit, instead(culprit, round, lie))


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("proved", [False, True])
@pytest.mark.parametrize("round", [0, 3])
def test_a_turn_of_another_length_costs_no_curve_work(
    round: int, proved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, said = shuffled(proved=proved)
    message = said[round % 3, round]
    run = Run(shuffle(None, PLAYERS, FACES, b"hand 1", prg("x"), proved=proved))
    for now in range(round + 1):
        run.step()
        run.receive(now % 3, now, said[now % 3, now] if now < round else message * 99)
    run.work()

    def refuse_work(data: bytes, *, identity: bool = False) -> Element:
        raise AssertionError("something was decoded")

    monkeypatch.setattr(Element, "decode", refuse_work)
    with pytest.raises(InvalidEncoding) as caught:
        run.step()
    assert caught.value.culprit == round % 3


# Other occasions.


@pytest.mark.pitfall(3)
@pytest.mark.parametrize("proved", [False, True], ids=["unproved", "proved"])
def test_a_turn_from_another_occasion_is_refused(proved: bool) -> None:
    """The first player says again what it has said for another hand."""
    _, said = shuffled(context=b"hand 0", proved=proved)
    replay = instead(0, 0, said[0, 0])
    table = shuffling(proved=proved)
    if proved:
        refuse(table, 0, replay)
        assert {round for _, round in table.said} == {0, 1}
    else:
        results = table.play(tamper=replay)
        secrets = {seat: mine for seat, (_, mine) in results.items()}
        convict(Game(results[None][0], secrets), 0)


@pytest.mark.pitfall(3)
@pytest.mark.parametrize(
    ("players", "faces"),
    [((0, 1), FACES), ((0, 2, 1), FACES), (PLAYERS, (*FACES[:3], "T♠"))],
    ids=["roster", "order", "faces"],
)
def test_a_proved_turn_is_for_these_players_and_these_faces(
    players: tuple[int, ...], faces: tuple[str, ...]
) -> None:
    _, said = shuffled(players, faces, proved=True)
    table = shuffling(proved=True)
    refuse(table, 0, instead(0, 0, said[0, 0]))
    assert {round for _, round in table.said} == {0, 1}


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(24)
def test_a_turn_cannot_be_said_again_by_another_player() -> None:
    stage = laps.start(PLAYERS, card_points(FACES), b"hand 1", proved=True)
    seed = Seed.draw(1, stage, prg("x"))
    message = laps.first_turn(stage, seed, prg("x"), proved=True)
    First.decode(stage, 1, message, proved=True).verify()
    with pytest.raises(InvalidProof) as caught:
        First.decode(stage, 0, message, proved=True).verify()
    assert caught.value.culprit == 0
    honest, _ = shuffled((0, 1))
    stolen = honest.secrets[0]
    assert stolen is not None
    # An order drawn for one seat is no other seat's, from whatever seed.
    first = honest.deck.first[1].before
    mine = Seed(1, stolen.seed.data)
    assert mine.mixing(first) != stolen.seed.mixing(first)


# Every part of every message.


@pytest.mark.pitfall(2)
@pytest.mark.pitfall(26)
@pytest.mark.parametrize("round", [0, 2, 3, 5])
def test_no_part_of_a_proved_turn_can_be_another(round: int) -> None:
    """Each element is moved by G, each scalar by one."""
    _, said = shuffled(proved=True)
    culprit, message = round % 3, said[round % 3, round]
    for place, part in enumerate(parts(message)):
        lie = with_part(message, place, moved(part))
        with pytest.raises(ProtocolError) as caught:
            watch({**said, (culprit, round): lie})
        assert caught.value.culprit == culprit, place


def watch(said: Said) -> None:
    """Hear what is said for a proved deck, as a spectator."""
    run = Run(shuffle(None, PLAYERS, FACES, b"hand 1", prg("x"), proved=True))
    run.step()
    for round in range(6):
        run.receive(round % 3, round, said[round % 3, round])
        run.step()


def moved(part: bytes) -> bytes:
    try:
        return (Element.decode(part) + G).encode()
    except InvalidEncoding:
        return (Scalar.decode(part) + Scalar(1)).encode()


@pytest.mark.pitfall(16)
@pytest.mark.parametrize("round", range(6))
def test_no_part_of_an_unproved_turn_passes_the_audit(round: int) -> None:
    _, said = shuffled()
    culprit, message = round % 3, said[round % 3, round]
    for place, part in enumerate(parts(message)):
        lie = with_part(message, place, moved(part))
        table = shuffling()
        results = table.play(tamper=instead(culprit, round, lie))
        assert table.errors == {}
        secrets = {seat: mine for seat, (_, mine) in results.items()}
        game = Game(results[None][0], secrets)
        convict(game, culprit)
        if place >= 4:  # a lock that was moved: no key fits it
            refuse(game.opening(place - 4), culprit)
