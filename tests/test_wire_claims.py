"""The second reader of docs/wire.md takes the program's claims, and no others."""

from __future__ import annotations

import pytest

from protocols.deck.claims import is_by_membership
from tests import wire_group as group
from tests import wire_proofs as proofs
from tests.protocols.deck.cards_at_hand import KEYS, claiming
from tests.protocols.deck.test_claims import PACK, hand, held
from tests.wire_values import Malformed

TURN, SEAT = b"claim 1", 1


def read(message: bytes, slots: tuple[int, ...], allowed: frozenset[str]) -> int:
    """Return the challenge of a claim about the hand of player 1."""
    cards, pile = [], held().on(slots)
    for card in pile:
        C1, C2 = card.masked.C1.data, card.masked.C2.data
        taken = [group.read_element(T.data) for T in card.tokens.values()]
        rest = group.read_element(C2) - group.total(taken)
        cards.append((group.read_element(C1), rest))
    origins = [card.origin for card in pile]
    return proofs.check_claim(
        message,
        cards,
        [group.face_element(face) for face in PACK if face in allowed],
        [group.face_element(face) for face in PACK if face not in allowed],
        group.read_element(KEYS.shares[SEAT].data),
        proofs.occasion_of_claim(TURN, SEAT, slots, origins),
    )


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("more", [0, 1, 2, 3])
def test_a_second_reader_takes_each_claim_and_no_changed_one(
    number: int, more: int
) -> None:
    slots = (0, 1, 2)[:number]
    shown = hand()[:number]
    others = [face for face in PACK if face not in shown]
    allowed = frozenset({*shown, *others[:more]})
    table = claiming(SEAT, held(), slots, allowed)
    table.play()
    message = table.said[SEAT, 0]
    read(message, slots, allowed)
    for at in range(0, len(message), 32):
        changed = message[:at] + bytes([message[at] ^ 1]) + message[at + 1 :]
        with pytest.raises(Malformed):
            read(changed, slots, allowed)
    with pytest.raises(Malformed):
        read(message[:-32], slots, allowed)
    if others[more:]:
        with pytest.raises(Malformed):
            read(message, slots, allowed | {others[-1]})


def test_both_proofs_are_read() -> None:
    sizes = [(k, k + more, 6 - k - more) for k in (1, 2, 3) for more in range(4)]
    assert {is_by_membership(*size) for size in sizes} == {True, False}
