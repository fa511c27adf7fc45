from dataclasses import replace

import pytest

from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.protocols.deck.cards import Cards, Secrets
from p2pgame.protocols.deck.dealing import deal, open_cards
from p2pgame.protocols.rounds import Run
from p2pgame.protocols.threshold.keys import Keys
from tests.protocols.deck.cards_at_hand import (
    KEYS,
    PLAYERS,
    SECRETS,
    Dealt,
    dealing,
    opening,
    refuse,
    refuse_the_word_of,
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
        first + second + bytes(96),
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


def refuse_tokens_for(cards: Cards, culprit: int, secret_of: int) -> None:
    """Check that tokens for ``cards`` instead of the real ones name the culprit."""
    lie = Secrets(SECRETS[secret_of])
    protocol = open_cards(culprit, cards, (0,), lie, b"open 1", prg("cheat"))
    refuse_the_word_of(opening(shuffled()[0], (0,)), culprit, protocol)


@pytest.mark.pitfall(30)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_token_for_a_card_that_is_not_in_that_slot_is_refused(culprit: int) -> None:
    """As if to have another's card opened under the name of one's own."""
    deck, _ = shuffled()
    hand_2, _ = shuffled(context=b"hand 2")
    for masked in (hand_2[0].masked, deck[1].masked):
        lie = replace(deck[0], masked=masked)
        refuse_tokens_for(deck.change({0: lie}), culprit, secret_of=culprit)


@pytest.mark.pitfall(30)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_token_is_bound_to_where_its_card_comes_from(culprit: int) -> None:
    deck, _ = shuffled()
    for origin in (b"", bytes(32), deck[1].origin):
        twin = deck.change({0: replace(deck[0], origin=origin)})
        refuse_tokens_for(twin, culprit, secret_of=culprit)


@pytest.mark.pitfall(30)
def test_no_two_cards_come_from_the_same() -> None:
    decks = [
        shuffled()[0],
        shuffled(context=b"hand 2")[0],
        shuffled((1, 0, 2))[0],
        shuffled(faces=("A♠", "A♠"))[0],
    ]
    origins = [card.origin for deck in decks for card in deck.slots.values()]
    assert len({*origins}) == len(origins)


@pytest.mark.pitfall(3)
def test_a_token_is_bound_to_its_seat_and_slot_and_not_only_to_key_and_card() -> None:
    """No table has two equal keys or cards; the proof does not rely on it."""
    deck, _ = shuffled((0, 1))
    keys = Keys({0: KEYS.shares[0], 1: KEYS.shares[0]})
    deck = replace(deck, keys=keys, slots=dict.fromkeys((0, 1), deck[0]))

    def owing(me: Seat, player: int, slot: int) -> Run[Dealt]:
        """Return a run in which only ``player`` owes a token, for ``slot``."""
        hands, mine = {slot: 1 - player}, Secrets(SECRETS[0])
        return Run(deal(me, deck, hands, mine, b"deal 1", prg("x")))

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
    keys = Keys({**deck.keys.shares, culprit: KEYS.shares[4]})
    refuse_tokens_for(replace(deck, keys=keys), culprit, secret_of=4)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (1, 2)])
def test_of_two_who_lie_in_one_round_the_first_in_its_order_is_named(
    first: int, second: int
) -> None:
    """Be its lie a false proof, which all check at once, or the other's malformed."""
    deck, _ = shuffled()

    def tamper(player: int, round: int, message: bytes) -> bytes:
        if round == 0 or player not in (first, second):
            return message
        return message[:-1] + bytes([message[-1] ^ 1]) if player == first else b""

    for order in range(3):
        table = opening(deck, (0, 1))
        assert table.play(order, tamper) == {}
        assert table.blamed == dict.fromkeys(table.runs, first)
