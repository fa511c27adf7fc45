import pytest

from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.protocols.arithmetic.group import ORDER
from p2pgame.protocols.deck import stage
from p2pgame.protocols.deck.cards import face_point
from p2pgame.protocols.threshold.keys import Keys
from tests.protocols.deck.cards_at_hand import (
    FACES,
    KEYS,
    PLAYERS,
    Said,
    refuse,
    shuffled,
    shuffling,
    turn,
)
from tests.protocols.table import instead, lies, prg


def honest() -> Said:
    return shuffled()[1]


@pytest.mark.pitfall(7)
@pytest.mark.pitfall(8)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_changed_shuffle_names_its_author(culprit: int) -> None:
    message = honest()[culprit, culprit]
    first, second, rest = message[:64], message[64:128], message[128:]
    turned, doubled = second + first + rest, first + first + rest
    card_more, card_less = first + message, second + rest
    end = 64 * len(FACES)
    padded = message[:end] + bytes(32) + message[end:]
    parts = (0, 32, 256, 256 + 64, len(message) - 64)
    changed = [
        message[:at] + part + message[at + 32 :]
        for at in parts
        for part in (bytes(32), b"\xff" * 32, message[64:96])
    ]
    other = [turned, doubled, card_more, card_less, padded]
    for lie in [*lies(message), *other, *changed]:
        refuse(shuffling(), instead(culprit, culprit, lie), culprit)


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(11)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_second_encoding_of_a_shuffle_is_refused(culprit: int) -> None:
    message = honest()[culprit, culprit]
    top_bit = message[:31] + bytes([message[31] | 0x80]) + message[32:]
    larger = int.from_bytes(message[-32:], "little") + ORDER
    for lie in (top_bit, message[:-32] + larger.to_bytes(32, "little")):
        refuse(shuffling(), instead(culprit, culprit, lie), culprit)


@pytest.mark.attack(19)
@pytest.mark.pitfall(3)
def test_a_shuffle_is_void_in_another_hand() -> None:
    # The first shuffle of every hand starts from the same cards, so nothing but
    # what the proof is bound to tells one hand from the other.
    _, said = shuffled(context=b"hand 2")
    refuse(shuffling(), instead(0, 0, said[0, 0]), 0)


@pytest.mark.attack(19)
@pytest.mark.pitfall(3)
def test_a_shuffle_is_void_in_another_seat() -> None:
    refuse(shuffling((1, 0, 2)), instead(1, 0, honest()[0, 0]), 1)
    deck = stage.first(PLAYERS, KEYS, tuple(map(face_point, FACES)), b"hand 1")
    claim = stage.decode(deck, 1, stage.mix(deck, 0, prg("x")))
    with pytest.raises(InvalidProof) as caught:
        stage.verify(claim)
    assert caught.value.culprit == 1


@pytest.mark.pitfall(3)
@pytest.mark.parametrize("players", [(0, 1), (0, 2, 1), (0, 1, 3)])
def test_a_shuffle_is_void_among_other_players(players: tuple[int, ...]) -> None:
    _, said = shuffled(players)
    refuse(shuffling(), instead(0, 0, said[0, 0]), 0)


@pytest.mark.pitfall(3)
def test_a_shuffle_is_void_for_other_faces() -> None:
    _, said = shuffled(faces=(*FACES[1:], FACES[0]))
    refuse(shuffling(), instead(0, 0, said[0, 0]), 0)


@pytest.mark.pitfall(3)
def test_the_identity_of_a_deck_is_its_whole_history() -> None:
    a, b, *_ = elements = tuple(map(face_point, FACES))
    keys, turned = Keys({0: a, 1: b}), Keys({0: b, 1: a})
    first = stage.first((0, 1), keys, elements, b"hand 1")
    others = [
        stage.first((0, 1), keys, elements, b"hand 2"),
        stage.first((1, 0), keys, elements, b"hand 1"),
        stage.first((0, 1), turned, elements, b"hand 1"),
        stage.first((0, 1), keys, elements[::-1], b"hand 1"),
    ]
    cards = first.cards
    later = [
        first.then(0, cards),
        first.then(1, cards),
        first.then(0, cards[::-1]),
        *(other.then(0, cards) for other in others),
    ]
    stages = [first, *others, *later]
    assert len({stage.identity for stage in stages}) == len(stages)


def honest_until(player: int) -> list[bytes]:
    return [honest()[p, p] for p in range(player)]


@pytest.mark.attack(19)
@pytest.mark.pitfall(7)
@pytest.mark.parametrize("culprit", [1, 2])
def test_a_shuffle_of_another_deck_than_the_last_is_refused(culprit: int) -> None:
    """The culprit leaves out the shuffle before its own, for one of its choice."""
    before = culprit - 1
    other = turn(before, honest_until(before), "other")
    lie = turn(culprit, [*honest_until(before), other], "cheat")
    refuse(shuffling(), instead(culprit, culprit, lie), culprit)


@pytest.mark.pitfall(7)
@pytest.mark.parametrize("culprit", [1, 2])
def test_a_shuffle_of_the_start_deck_is_refused_later(culprit: int) -> None:
    refuse(shuffling(), instead(culprit, culprit, turn(0, [], "start")), culprit)


@pytest.mark.attack(40)
@pytest.mark.pitfall(18)
def test_a_seed_used_twice_does_not_give_the_order_away() -> None:
    """A client that starts again is handed another deck than before."""
    factors = []
    for before in (honest()[0, 0], turn(0, [], "other")):
        after = turn(1, [before], "same seed")
        pairs = [(card, other) for card in cards(after) for other in cards(before)]
        factors.append({card.C1 - other.C1 for card, other in pairs})
    assert not factors[0] & factors[1]


def cards(message: bytes) -> list[Masked]:
    places = range(0, 64 * len(FACES), 64)
    return [Masked.decode(message[i : i + 64]) for i in places]
