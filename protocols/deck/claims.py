"""This module shows claims about hidden cards without showing a card.

A player claims that each of some cards that it holds has one of some faces.  The
others' tokens are off these cards, so they are ciphertexts under the player's own
key.  A claim is shown for each kind of card (the faces that it may have, in their
order, and its shift), with one of two proofs:

- that each card is one of the N allowed faces
  (:mod:`p2pgame.protocols.proofs.membership`);
- that each card is none of the M others
  (:mod:`p2pgame.protocols.proofs.non_membership`),
  which is the same, since each card was proved to have a face of its kind when it was
  shuffled, placed or rolled.

Which one is decided by what it takes to verify k cards, so by the statement alone: in
time a branch of the first is worth three multiplications of the second
(``bench/bench_claims.py``).  So there is one valid form for each statement,
and it tells nothing of the hand.

The faces are those of the statement, whatever lies open: a deck may have a face
twice, and a card does not know.  To leave an open face out of those allowed would
blame an honest player who holds its copy; to leave it out of the others would let a
liar hold it.  Which faces are still in question only the game knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..arithmetic.elgamal import Masked
from ..arithmetic.errors import blame
from ..arithmetic.group import Element, Entropy
from ..arithmetic.transcript import Item, Transcript
from ..proofs import membership, non_membership
from ..rounds import Protocol, Round
from .cards import Cards, Secrets
from .placing import read


def is_by_membership(cards: int, allowed: int, others: int) -> bool:
    """Return whether a claim of this size is shown by membership in the allowed faces.

    The formula is on the wire: it stays when a proof gets cheaper.

    Args:
      cards: How many, all of one kind.
      allowed: How many faces of the kind they may have.
      others: How many faces of the kind they do not have.
    """
    return others == 0 or 3 * cards * allowed < cards * (others + 4) + others + 2


def claim(
    me: int | None,
    player: int,
    cards: Cards,
    slots: tuple[int, ...],
    allowed: frozenset[str],
    secrets: Secrets | None,
    context: bytes,
    entropy: Entropy,
) -> Protocol[None]:
    """Have ``player`` show that each card on ``slots`` has a face of ``allowed``.

    Cards that are open already take no message.

    Raises:
      ProtocolError: The claim is not proved.
      ValueError: The claim is mine and not true, all can see that it is false, the
        cards are not the player's alone, or ``secrets`` are not mine.

    Cost: the less of 3 k N and k (M + 4) + M + 2 multiplications, to prove and to
    verify, for k hidden cards of a kind with N faces allowed and M others.
    """
    cards.require_secrets(me, secrets)
    pile = cards.on(slots)
    if any(card.face is not None and card.face not in allowed for card in pile):
        raise ValueError("open cards refute what is claimed of them")
    closed = tuple(
        slot for slot, card in zip(slots, pile, strict=True) if card.face is None
    )
    for kind in _alike(cards, closed):
        part = _Part.of(cards, player, kind, allowed, context)
        say = None
        if me is not None and me == player and secrets is not None:
            say = _prove(part, read(cards, kind, me, secrets), secrets, entropy)
        inbox = yield Round(say, frozenset({player}))
        with blame(player):
            _verify(part, inbox[player], cards.keys.shares[player])


@dataclass(frozen=True, slots=True)
class _Part:
    """A claim about cards of one kind, as both proofs state it.

    ``faces`` are those of the kind that are allowed, ``points`` their elements, and
    ``others`` the elements of the rest; ``occasion`` is what the proof is bound to.
    """

    slots: tuple[int, ...]
    masked: tuple[Masked, ...]
    faces: tuple[str, ...]
    points: tuple[Element, ...]
    others: tuple[Element, ...]
    occasion: tuple[Item, ...]

    @classmethod
    def of(
        cls,
        cards: Cards,
        player: int,
        slots: tuple[int, ...],
        allowed: frozenset[str],
        context: bytes,
    ) -> _Part:
        """Return the claim of ``player`` about ``slots``.

        Raises:
          ValueError: A card is not the player's alone, or no face that these cards
            may have is allowed, which everybody sees.
        """
        pile = cards.on(slots)
        can_be = tuple(dict.fromkeys(pile[0].faces))
        faces = tuple(face for face in can_be if face in allowed)
        if not faces:
            raise ValueError("no card of this deck is what is claimed of it")
        return cls(
            slots,
            tuple(card.alone(player) for card in pile),
            faces,
            tuple(map(pile[0].point, faces)),
            tuple(pile[0].point(face) for face in can_be if face not in allowed),
            (context, player, slots, [card.origin for card in pile]),
        )

    @property
    def is_by_membership(self) -> bool:
        return is_by_membership(len(self.slots), len(self.points), len(self.others))

    def transcript(self) -> Transcript:
        transcript = Transcript(b"claim")
        transcript.append(b"occasion", *self.occasion)
        return transcript


def _prove(
    part: _Part, shown: Mapping[int, str], secrets: Secrets, entropy: Entropy
) -> bytes:
    """Return the proof of ``part``, for the faces that my cards have.

    Raises:
      ValueError: One of them is not allowed.
    """
    if not {*part.faces}.issuperset(shown.values()):
        raise ValueError("a claim that is not true cannot be shown")
    masked, x, transcript = part.masked, secrets.key, part.transcript()
    if part.is_by_membership:
        places = [part.faces.index(shown[slot]) for slot in part.slots]
        return membership.prove(masked, part.points, places, x, transcript, entropy)
    return non_membership.prove(masked, part.others, x, transcript, entropy)


def _verify(part: _Part, message: bytes, share: Element) -> None:
    """Check the proof by the player with this key share, and raise if it is none."""
    masked, transcript = part.masked, part.transcript()
    if part.is_by_membership:
        membership.verify(message, masked, part.points, share, transcript)
    else:
        non_membership.verify(message, masked, part.others, share, transcript)


def _alike(cards: Cards, slots: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the slots grouped by the faces that their cards may have."""
    groups: dict[tuple[tuple[str, ...], int | None], tuple[int, ...]] = {}
    for slot in slots:
        kind = (cards[slot].faces, cards[slot].shift)
        groups[kind] = (*groups.get(kind, ()), slot)
    return list(groups.values())
