from dataclasses import replace

import pytest

from protocols.deck import Deck, deal, open_cards
from protocols.errors import InvalidProof
from protocols.keys import Keys
from protocols.rounds import Run
from tests.protocols.decks import (
    KEYS,
    PLAYERS,
    SEATS,
    SECRETS,
    Dealt,
    dealing,
    opening,
    refuse,
    shuffled,
)
from tests.protocols.table import Seat, instead, lies, prg


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(9)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_changed_token_names_its_author(culprit: int) -> None:
    deck, _ = shuffled()
    hands = {0: 0, 1: 1, 2: 2}
    honest = dealing(deck, hands)
    honest.play()
    message = honest.said[culprit, 1]
    first, second, proof = message[:32], message[32:64], message[64:]
    changed = [
        second + first + proof,
        first + first + proof,
        bytes(32) + second + proof,
        first[:31] + bytes([first[31] | 0x80]) + second + proof,
        first + proof,
        first + second + second + proof,
        first + second,
        first + second + bytes(64),
    ]
    for lie in [*lies(message), *changed]:
        refuse(dealing(deck, hands), instead(culprit, 1, lie), culprit)


@pytest.mark.pitfall(3)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_tokens_are_void_on_another_occasion(culprit: int) -> None:
    deck, _ = shuffled()
    hand_2, _ = shuffled(context=b"hand 2")
    for elsewhere in (
        opening(deck, (0, 1), b"open 2"),
        opening(deck, (0, 2)),
        opening(deck, (2, 3)),
        opening(hand_2, (0, 1)),
    ):
        elsewhere.play()
        lie = elsewhere.said[culprit, 1]
        refuse(opening(deck, (0, 1)), instead(culprit, 1, lie), culprit)


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


def refuse_tokens_for(deck: Deck, culprit: int, secret_of: int) -> None:
    """Check that tokens for ``deck`` instead of the real one name the culprit."""
    real, _ = shuffled()
    table = opening(real, (0,))
    table.runs[culprit] = Run(
        open_cards(culprit, deck, (0,), SECRETS[secret_of], b"open 1", prg("cheat"))
    )
    table.play()
    others: list[Seat] = [seat for seat in SEATS if seat != culprit]
    assert {seat: table.blamed.get(seat) for seat in others} == dict.fromkeys(
        others, culprit
    )


@pytest.mark.pitfall(30)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_token_for_a_card_that_is_not_in_that_slot_is_refused(culprit: int) -> None:
    """As if to have another's card opened under the name of one's own."""
    deck, _ = shuffled()
    hand_2, _ = shuffled(context=b"hand 2")
    turned = (deck.cards[1], deck.cards[0], *deck.cards[2:])
    for cards in (hand_2.cards, turned):
        refuse_tokens_for(replace(deck, cards=cards), culprit, secret_of=culprit)


@pytest.mark.pitfall(30)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_token_is_bound_to_its_deck_and_not_only_to_its_card(culprit: int) -> None:
    deck, _ = shuffled()
    twin = replace(deck, identity=bytes(32))
    refuse_tokens_for(twin, culprit, secret_of=culprit)


@pytest.mark.pitfall(3)
def test_a_token_is_bound_to_its_seat_and_slot_and_not_only_to_key_and_card() -> None:
    """No table has two equal keys or cards; the proof does not rely on it."""
    deck, _ = shuffled((0, 1))
    keys = Keys({0: KEYS.shares[0], 1: KEYS.shares[0]})
    deck = replace(deck, keys=keys, cards=deck.cards[:1] * 2)

    def owing(me: Seat, player: int, slot: int) -> Run[Dealt]:
        """Return a run in which only ``player`` owes a token, for ``slot``."""
        hands = {slot: 1 - player}
        return Run(deal(me, deck, hands, SECRETS[0], b"deal 1", prg("x")))

    def hear(player: int, slot: int, message: bytes) -> None:
        spectator = owing(None, player, slot)
        spectator.step()
        spectator.receive(player, 0, message)
        spectator.step()

    message = owing(0, 0, 0).step() or b""
    hear(0, 0, message)
    for player, slot in ((1, 0), (0, 1)):
        with pytest.raises(InvalidProof):
            hear(player, slot, message)


@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_token_made_with_another_secret_is_refused(culprit: int) -> None:
    deck, _ = shuffled()
    keys = Keys({**KEYS.shares, culprit: KEYS.shares[4]})
    refuse_tokens_for(replace(deck, keys=keys), culprit, secret_of=4)
