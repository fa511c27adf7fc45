"""The second reader of docs/wire.md takes the program's claims, and no others."""

from __future__ import annotations

import pytest

from p2pgame.protocols.deck.claims import is_by_membership
from tests.protocols.deck.cards_at_hand import KEYS, claiming
from tests.protocols.deck.test_claims import PACK, hand, held
from tests.second import Refused
from tests.second.group import Element, face, total
from tests.second.placing import check_claim
from tests.second.proofs import Transcript

TURN, SEAT = b"claim 1", 1


def read(message: bytes, slots: tuple[int, ...], allowed: frozenset[str]) -> None:
    """Check a claim about the hand of player 1, as the page says."""
    cards, pile = [], held().on(slots)
    for card in pile:
        taken = total(Element(T.data) for T in card.tokens.values())
        C1, C2 = (Element(half.data) for half in (card.masked.C1, card.masked.C2))
        cards.append((C1, C2 - taken))
    origins = [card.origin for card in pile]
    allowing = [face(name) for name in PACK if name in allowed]
    refusing = [face(name) for name in PACK if name not in allowed]
    t = Transcript("claim").append("occasion", TURN, SEAT, slots, origins)
    check_claim(t, Element(KEYS.shares[SEAT].data), cards, allowing, refusing, message)


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
        with pytest.raises(Refused):
            read(changed, slots, allowed)
    with pytest.raises(Refused):
        read(message[:-32], slots, allowed)
    if others[more:]:
        with pytest.raises(Refused):
            read(message, slots, allowed | {others[-1]})


def test_both_proofs_are_read() -> None:
    sizes = [(k, k + more, 6 - k - more) for k in (1, 2, 3) for more in range(4)]
    assert {is_by_membership(*size) for size in sizes} == {True, False}
