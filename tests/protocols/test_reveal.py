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



@pytest.mark.parametrize("culprit", PLAYERS)
def test_agreement_is_an_empty_word(culprit: int) -> None:
    deck, _ = shuffled()
    refuse(dealing(deck, {0: 0}), instead(culprit, 0, b"yes"), culprit)


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_changed_token_names_its_author(culprit: int) -> None:
    deck, _ = shuffled()
    hands = {0: 0, 1: 1, 2: 2}
    honest = dealing(deck, hands)
    honest.play()
    message = honest.said[culprit, 1]
    changed = [
        message[32:64] + message[:32] + message[64:],
        message[:32] + message[:32] + message[64:],
        bytes(32) + message[32:],
        message[32:],
        message[:64],
        message + message,
        message[:64] + bytes(64),
        message[:31] + bytes([message[31] | 0x80]) + message[32:],
    ]
    for lie in [*lies(message), *changed]:
        refuse(dealing(deck, hands), instead(culprit, 1, lie), culprit)


@pytest.mark.pitfall(3)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_tokens_are_void_on_another_occasion(culprit: int) -> None:
    deck, _ = shuffled()
    elsewhere = [
        dealing(deck, {0: 3 - culprit, 1: 3 - culprit}, b"deal 2")
        if culprit
        else dealing(deck, {0: 1, 1: 1}, b"deal 2"),
        opening(deck, (0, 1), b"deal 2"),
        opening(deck, (0, 2), b"deal 1"),
        opening(deck, (2, 3), b"deal 1"),
    ]
    for table in elsewhere:
        table.play()
        if (culprit, 1) in table.said:
            lie = instead(culprit, 1, table.said[culprit, 1])
            refuse(opening(deck, (0, 1), b"deal 1"), lie, culprit)


@pytest.mark.pitfall(24)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_another_s_tokens_are_refused(culprit: int) -> None:
    deck, _ = shuffled()
    honest = opening(deck, (0, 1))
    honest.play()
    for player in PLAYERS:
        if player != culprit:
            lie = instead(culprit, 1, honest.said[player, 1])
            refuse(opening(deck, (0, 1)), lie, culprit)


@pytest.mark.pitfall(30)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_token_for_a_card_that_is_not_in_that_slot_is_refused(culprit: int) -> None:
    """A cheat has its own idea of what is in the slots: to have others' cards
    opened under its own, or to make its own card another."""
    deck, _ = shuffled()
    other, _ = shuffled(context=b"hand 2")
    turned = (deck.cards[1], deck.cards[0], *deck.cards[2:])
    for cards_ in (other.cards, turned):
        table = opening(deck, (0,))
        table.runs[culprit] = Run(
            open_cards(
                culprit,
                replace(deck, cards=cards_),
                (0,),
                SECRETS[culprit],
                b"open 1",
                prg("cheat"),
            )
        )
        table.play()
        honest = {seat: culprit for seat in SEATS if seat != culprit}
        assert {seat: table.blamed.get(seat) for seat in honest} == honest


@pytest.mark.pitfall(30)
def test_a_deck_s_tokens_are_for_that_deck_alone() -> None:
    deck, _ = shuffled()
    table = opening(deck, (0,))
    twin = replace(deck, identity=bytes(32))
    table.runs[1] = Run(open_cards(1, twin, (0,), SECRETS[1], b"open 1", prg("cheat")))
    table.play()
    assert {seat: table.blamed[seat] for seat in (0, 2, 3, None)} == dict.fromkeys(
        (0, 2, 3, None), 1
    )
