"""Step 10, what a player lays down hidden, and what it proves of hidden cards."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import Hidden, Laid, Slots
from .errors import blaming, demand
from .feeds import Answer
from .group import ORDER, Card, Element, G, Reader, combine, face
from .hashes import le64
from .hearing import Hearing
from .keys import Keys
from .proofs import Transcript, membership, proved
from .turns import Place, Prove


def placed(
    hearing: Hearing, seat: int, turn: Place, keys: Keys, message: bytes
) -> tuple[Laid, Slots]:
    """Return the cards that a player has placed, if each has one of the faces."""
    n, k = len(turn.slots), len(turn.faces)
    reader = Reader(message, 2 * n + 2 * n * k)
    cells = reader.cards(n)
    parts = [(reader.scalar(), reader.scalar()) for _ in range(n * k)]
    F = [face(name) for name in turn.faces]

    def begin() -> Transcript:
        t = Transcript("placement")
        return t.append("occasion", hearing.turn, seat, turn.slots, F)

    membership(begin(), keys.shares[seat], cells, F, parts)
    identity = begin().append("laid", *cells).identity()
    laid = {
        slot: Hidden(cell, (seat,), identity + le64(slot), turn.faces, owner=seat)
        for slot, cell in zip(turn.slots, cells, strict=True)
    }
    return Laid(identity, turn.slots), laid


def hear_place(hearing: Hearing, turn: Place, keys: Keys, slots: Slots) -> list[Laid]:
    done = []
    for said in hearing.hear([turn.player]).values():
        laid, cards = blamed(hearing, turn, keys, said)
        slots.update(cards)
        done.append(laid)
    return done


def blamed(
    hearing: Hearing, turn: Place, keys: Keys, said: Answer
) -> tuple[Laid, Slots]:
    """Return what an answer places, or blame its author."""
    with blaming(said.author):
        return placed(hearing, turn.player, turn, keys, said.message)


def hear_claims(hearing: Hearing, turn: Prove, keys: Keys, slots: Slots) -> None:
    """Hear a Prove: a round for each kind of card that is not open."""
    allowed = _allowed(turn, slots)
    for slot in turn.slots:
        shown = slots[slot].shown
        demand(shown is None or shown in allowed, "an open card refutes it")
    kinds: dict[tuple[tuple[str, ...], int | None], list[int]] = {}
    for slot in turn.slots:
        card = slots[slot]
        if card.shown is None:
            kinds.setdefault((card.faces, card.shift), []).append(slot)
    for chosen in kinds.values():
        faces = dict.fromkeys(slots[chosen[0]].faces)
        demand(any(name in allowed for name in faces), "no card can be so")
        for seat, said in hearing.hear([turn.player]).items():
            with blaming(said.author):
                _claim(hearing, seat, chosen, allowed, keys, slots, said.message)


def _allowed(turn: Prove, slots: Slots) -> frozenset[str]:
    if not turn.refused:
        return frozenset(turn.faces)
    may = {name for slot in turn.slots for name in slots[slot].faces}
    return frozenset(may.difference(turn.faces))


def _claim(
    hearing: Hearing, seat: int, chosen: Sequence[int], allowed: frozenset[str],
    keys: Keys, slots: Slots, message: bytes,
) -> None:  # fmt: skip
    cards, first = [slots[slot] for slot in chosen], slots[chosen[0]]
    pairs: list[Card] = []
    for card in cards:
        D2 = card.halves[1]
        for holder in card.holders:
            if holder != seat:
                demand(holder in card.tokens, "a card is held by others, too")
                D2 = D2 - card.tokens[holder]
        pairs.append((card.halves[0], D2))
    distinct = tuple(dict.fromkeys(first.faces))
    F = [first.element(name) for name in distinct if name in allowed]
    Q = [first.element(name) for name in distinct if name not in allowed]
    t = Transcript("claim")
    t.append("occasion", hearing.turn, seat, chosen, [card.origin for card in cards])
    check_claim(t, keys.shares[seat], pairs, F, Q, message)


def check_claim(
    t: Transcript, Y: Element, pairs: Sequence[Card], F: Sequence[Element],
    Q: Sequence[Element], message: bytes,
) -> None:  # fmt: skip
    """Check that all cards hold one of F, none of Q, by the shorter proof."""
    k, N, M = len(pairs), len(F), len(Q)
    if M == 0 or 3 * k * N < k * (M + 4) + M + 2:
        reader = Reader(message, 2 * k * N)
        parts = [(reader.scalar(), reader.scalar()) for _ in range(k * N)]
        membership(t, Y, pairs, F, parts)
    else:
        _none(t, Y, pairs, Q, message)


def _none(
    t: Transcript,
    Y: Element,
    pairs: Sequence[Card],
    Q: Sequence[Element],
    message: bytes,
) -> None:
    """Check a proof of non-membership."""
    k, M = len(pairs), len(Q)
    reader = Reader(message, k * M + 2 * k + 3)
    U, B, S = reader.elements(k), reader.elements(k * M), reader.element()
    c, z0 = reader.scalar(), reader.scalar()
    z = reader.scalars(k)
    t.append("non-membership statement", G, Y, pairs, Q)
    w = t.append("non-membership multiples", U, B).challenge("non-membership weight")
    R = [z[i] * pairs[i][0] + c * U[i] for i in range(k)]
    t.append("non-membership commitments", z0 * G + c * Y, R, S)
    proved(t.challenge("non-membership challenge") == c, "a claim is not proved")
    scalars, elements, weight = [], [], 1
    for i, (_, D2) in enumerate(pairs):
        for j in range(M):
            weight = weight * w % ORDER
            scalars += [weight * z[i], -weight * z0, weight * c]
            elements += [D2 - Q[j], U[i], B[i * M + j]]
    proved(combine(scalars, elements) == S, "a claim does not hold")
