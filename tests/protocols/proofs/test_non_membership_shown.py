"""What a proof of non-membership shows of a hand, and what it would show otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.group import Element, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs.non_membership import Proof, prove, verify
from tests.protocols.proofs.membership_by_hand import card, one, place, point, x
from tests.protocols.proofs.non_membership_by_hand import (
    CARDS,
    ENTROPY,
    HELD,
    REFUSED,
    SHARE,
    by_hand,
)
from tests.protocols.proofs.non_membership_refused import PROOF, refuses


def simulated(
    cards: Sequence[Masked], refused: Sequence[Element], c: Scalar, w: Scalar
) -> bytes:
    """Make a proof without the secret, of challenges that are known beforehand."""
    k, M = len(cards), len(refused)
    z_0, *z = (Scalar(3**100 + i) for i in range(k + 1))
    U = [point(100 + i) for i in range(k)]
    B = [point(200 + i) for i in range(k * M)]
    S, weight = Scalar(0) * G, one
    for (i, j), B_ij in zip(product(range(k), range(M)), B, strict=True):
        weight *= w
        D = cards[i].C2 - refused[j]
        S += weight * (z[i] * D - z_0 * U[i] + c * B_ij)
    return Proof(tuple(U), tuple(B), S, c, (z_0, *z)).encode()


@pytest.mark.pitfall(31)
def test_who_chooses_the_challenges_proves_anything_without_the_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So all but the multiples says nothing of the hand, true or not."""
    c, w = Scalar(5**100), Scalar(7**80)
    for held in (HELD, REFUSED[:1] * 3):
        cards = [card(P, 10**40 + i) for i, P in enumerate(held)]
        made = simulated(cards, REFUSED, c, w)
        refuses(made, cards)
        with monkeypatch.context() as patch:
            patch.setattr(
                Transcript, "challenge", lambda _, text: w if b"weight" in text else c
            )
            verify(made, cards, REFUSED, SHARE, place())


def relations(proof: Proof, M: int) -> set[Element]:
    """Return the multiples of a proof, and the differences of any two of a card."""
    rows = [proof.B[i : i + M] for i in range(0, len(proof.B), M)]
    less = [P - Q for row in rows for P in row for Q in row if P != Q]
    return {*proof.U, *proof.B, *less}


@pytest.mark.pitfall(31)
def test_equal_cards_do_not_look_equal() -> None:
    proof = Proof.decode(PROOF, 3, 2)
    assert HELD[0] == HELD[1]
    assert len(relations(proof, 2)) == 3 + 6 + 6


def test_with_one_factor_for_all_cards_equal_ones_would_look_equal() -> None:
    """Which is why each has its own."""
    shown = Proof.decode(by_hand(CARDS, REFUSED, one_factor=True), 3, 2)
    assert shown.B[:2] == shown.B[2:4] != shown.B[4:]


def test_elements_of_known_logarithm_would_tell_the_card() -> None:
    """So they are hashed to the group."""
    logs = [Scalar(1000 + i) for i in range(5)]
    r = Scalar(4711)
    for held in (2, 3, 4):
        cards = [card(logs[held] * G, r.value)]
        refused = [log * G for log in logs[:2]]
        made = prove(cards, refused, x, place(), ENTROPY)
        proof = Proof.decode(made, 1, 2)
        a_G = r.inverse() * proof.U[0]
        found = [f for f in range(2, 5) if (logs[f] - logs[0]) * a_G == proof.B[0]]
        assert found == [held]


def test_a_first_half_that_nobody_proved_would_tell_the_card() -> None:
    """So a card's first half is a multiple of G that its makers have proved to know."""
    guess = HELD[0] - REFUSED[0]
    for held, told in ((HELD[0], True), (HELD[2], False)):
        cards = [Masked(guess, held + x * guess)]
        made = prove(cards, REFUSED, x, place(), ENTROPY)
        verify(made, cards, REFUSED, SHARE, place())
        proof = Proof.decode(made, 1, 2)
        assert (proof.B[0] == proof.U[0]) is told
