from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.deck import Deck, deal, face_point, open_cards, shuffle
from protocols.elgamal import Masked
from protocols.errors import InvalidProof, ProtocolError
from protocols.group import ORDER, Element, G, Scalar
from protocols.keys import Keys
from protocols.rounds import Protocol, Run
from tests.protocols.table import Entropy, Seat, Table, Tamper, instead, lies, prg

from tests.protocols.decks import (DECK, FACES, KEYS, PLAYERS, SEATS, SECRETS, Dealt, Opening, Said, dealing, faces_of, opening, refuse, secret, shuffled, shuffling)



@pytest.mark.pitfall(7)
@pytest.mark.pitfall(8)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_changed_shuffle_names_its_author(culprit: int) -> None:
    _, said = shuffled()
    message = said[culprit, culprit]
    parts = (0, 32, 256, 256 + 64, len(message) - 64)
    changed = [
        message[:at] + part + message[at + len(part) :]
        for at in parts
        for part in (bytes(32), b"\xff" * 32, message[64:96])
    ]
    card_more = message[:64] + message
    card_less = message[64:]
    swapped = message[64:128] + message[:64] + message[128:]
    doubled = message[:64] + message[:64] + message[128:]
    lengths = [card_more, card_less, swapped, doubled]
    for lie in [*lies(message), *changed, *lengths]:
        refuse(shuffling(), instead(culprit, culprit, lie), culprit)


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(11)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_second_encoding_of_a_shuffle_is_refused(culprit: int) -> None:
    _, said = shuffled()
    message = said[culprit, culprit]
    top_bit = message[:31] + bytes([message[31] | 0x80]) + message[32:]
    larger = int.from_bytes(message[-32:], "little") + ORDER
    for lie in (top_bit, message[:-32] + larger.to_bytes(32, "little")):
        refuse(shuffling(), instead(culprit, culprit, lie), culprit)


@pytest.mark.pitfall(3)
def test_a_shuffle_is_void_in_another_hand() -> None:
    # The first shuffle of every hand starts from the same cards, so nothing but
    # what the proof is bound to tells one hand from the other.
    _, said = shuffled(context=b"hand 2")
    refuse(shuffling(), instead(0, 0, said[0, 0]), 0)


@pytest.mark.pitfall(3)
def test_a_shuffle_is_void_in_another_seat() -> None:
    _, said = shuffled()
    refuse(shuffling((1, 0, 2)), instead(1, 0, said[0, 0]), 1)


@pytest.mark.pitfall(3)
@pytest.mark.parametrize("players", [(0, 1), (0, 2, 1), (0, 1, 3)])
def test_a_shuffle_is_void_among_other_players(players: tuple[int, ...]) -> None:
    _, said = shuffled(players)
    refuse(shuffling(), instead(0, 0, said[0, 0]), 0)


@pytest.mark.pitfall(3)
def test_a_shuffle_is_void_for_other_faces() -> None:
    _, said = shuffled(faces=(*FACES[1:], FACES[0]))
    refuse(shuffling(), instead(0, 0, said[0, 0]), 0)


@pytest.mark.pitfall(7)
@pytest.mark.parametrize("culprit", [1, 2])
def test_a_shuffle_of_an_earlier_deck_is_refused(culprit: int) -> None:
    """Players who shuffle as if those before them had never been there."""
    _, early = shuffled((culprit, *(p for p in PLAYERS if p != culprit)))
    refuse(shuffling(), instead(culprit, culprit, early[culprit, 0]), culprit)


@pytest.mark.pitfall(7)
@pytest.mark.parametrize("culprit", [1, 2])
def test_a_shuffle_that_leaves_out_the_one_before_is_refused(culprit: int) -> None:
    table = shuffling()
    stale = shuffling()
    before = culprit - 1
    lone = Run(shuffle(culprit, PLAYERS, KEYS, FACES, b"hand 1", prg("lone")))
    lone.step()
    for round in range(culprit):
        # It is shown another deck than everybody else.
        other = stale_message(stale, round) if round == before else shuffled()[1]
        message = other if isinstance(other, bytes) else other[round, round]
        lone.receive(round, round, message)
        said = lone.step()
    assert said is not None
    refuse(table, instead(culprit, culprit, said), culprit)


@pytest.mark.pitfall(18)
def test_a_seed_used_twice_does_not_give_the_order_away() -> None:
    """A client that starts again is handed another deck than before."""
    messages = [shuffled()[1][0, 0], stale_message(shuffling(), 0)]
    moves = []
    for message in messages:
        run = Run(shuffle(1, PLAYERS, KEYS, FACES, b"hand 1", prg("same")))
        run.step()
        run.receive(0, 0, message)
        said = run.step()
        assert said is not None
        moves.append(
            {after.C1 - before.C1 for before in cards(message) for after in cards(said)}
        )
    assert not moves[0] & moves[1]


def cards(message: bytes) -> list[Masked]:
    places = range(0, 64 * len(FACES), 64)
    return [Masked.decode(message[i : i + 64]) for i in places]
