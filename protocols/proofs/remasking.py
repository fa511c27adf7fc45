"""One card, masked anew, with a proof that it is still the same card.

Statement: masked cards ``e`` (before) and ``E`` (after), a key.  Witness: the
masking factor ``r`` with ``E = e + (r*G, r*key)``: the differences of both
halves have one logarithm, to the bases ``G`` and ``key``.

A message is the card, 64 bytes, and the proof, 64 bytes.  It is how a pile of
one card is shuffled, for which there is no order to hide.

Source: Barnett and Smart, "Mental Poker Revisited" (2003), section 4 (re-mask).
"""

from __future__ import annotations

from ..arithmetic import elgamal
from ..arithmetic.elgamal import Masked
from ..arithmetic.errors import InvalidEncoding
from ..arithmetic.group import Element, Entropy, G
from ..arithmetic.transcript import Transcript
from . import dleq

#: Length of a message in bytes.
SIZE = 128


def remask(
    before: Masked, key: Element, transcript: Transcript, entropy: Entropy
) -> bytes:
    """Return the message that gives ``before`` a new mask.

    Args:
      transcript: Already bound by the caller to table, player and card.

    Cost: 4 multiplications.
    """
    r = next(transcript.nonces((before.C1, before.C2), entropy))
    after = elgamal.remask(before, key, r)
    proof = dleq.prove(_statement(before, after, key), r, transcript, entropy)
    return after.encode() + proof.encode()


def verify(
    message: bytes, before: Masked, key: Element, transcript: Transcript
) -> Masked:
    """Return the card in ``message``, once it is sure to be the one before.

    Raises:
      InvalidEncoding: Another length, or a part is not canonical.
      InvalidProof: It is another card, or the mask is the old one.

    Cost: 4 multiplications, 4 additions.
    """
    if len(message) != SIZE:
        raise InvalidEncoding(f"a remasked card takes {SIZE} bytes")
    proof = dleq.Proof.decode(message[64:])
    after = Masked.decode(message[:64])
    dleq.verify(_statement(before, after, key), proof, transcript)
    return after


def _statement(before: Masked, after: Masked, key: Element) -> dleq.Statement:
    return dleq.Statement(G, key, after.C1 - before.C1, after.C2 - before.C2)
