"""A true proof of non-membership, and how one that is not is refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.protocols.arithmetic.group import Element
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs.non_membership import prove, verify
from tests.protocols.proofs.membership_by_hand import place, x
from tests.protocols.proofs.non_membership_by_hand import (
    CARDS,
    ENTROPY,
    REFUSED,
    SHARE,
)

PROOF = prove(CARDS, REFUSED, x, place(), ENTROPY)


def refuses(
    message: bytes,
    cards: Sequence[Masked] = CARDS,
    refused: Sequence[Element] = REFUSED,
    share: Element = SHARE,
    transcript: Transcript | None = None,
) -> None:
    with pytest.raises(InvalidProof):
        verify(message, cards, refused, share, transcript or place())
