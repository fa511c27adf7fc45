"""This module makes secret placements and private dice.

To place, a player masks a face for each slot under its own key and proves that
each is one of the faces allowed.  From then on it cannot change them, and only
its own tokens open them, slot by slot.

A private die is placed too: its player masks a number of its choice. Only then do
all players roll an open number, which is added to it. So the die is fair whatever
either side does, its player alone knows it, and it opens like a card.

Source: Cramer, Damgård and Schoenmakers, "Proofs of Partial Knowledge" (CRYPTO
'94), for the proofs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..arithmetic.elgamal import Masked, mask
from ..arithmetic.errors import InvalidEncoding, blame
from ..arithmetic.group import Entropy, Scalar
from ..arithmetic.transcript import Transcript
from ..chance import coin
from ..proofs import membership
from ..rounds import Protocol, Round
from .cards import Card, Cards, Secrets, face_point


def place(
    me: int | None,
    player: int,
    cards: Cards,
    slots: tuple[int, ...],
    faces: tuple[str, ...],
    chosen: tuple[str, ...] | None,
    secrets: Secrets | None,
    context: bytes,
    entropy: Entropy,
) -> Protocol[tuple[Cards, dict[int, str]]]:
    """Have ``player`` lay one of ``faces`` on each of ``slots``.

    Returns the table, and the faces that I placed.

    Args:
      chosen: My faces, one for each slot; None if I place nothing.
      context: Names this one occasion.

    Raises:
      ProtocolError: The player placed something else than these faces.
      ValueError: I did not choose one of the faces for each slot, or something
        lies there.

    Cost: 4 multiplications to prove, and to verify, for each slot and face.
    """
    cards.require_free(slots)
    say = None
    if me is not None and me == player and chosen is not None and secrets is not None:
        say = _lay_down(cards, me, slots, faces, chosen, secrets.key, context, entropy)
    inbox = yield Round(say, frozenset({player}))
    laid = _laid(inbox[player], cards, player, slots, faces, context)
    mine = {} if say is None else dict(zip(slots, chosen or (), strict=True))
    return cards.lay(laid), mine


def roll(
    me: int | None,
    cards: Cards,
    hands: Mapping[int, tuple[int, ...]],
    sides: int,
    secrets: Secrets | None,
    context: bytes,
    entropy: Entropy,
) -> Protocol[Cards]:
    """Have each player of ``hands`` lay numbers of its own on its slots.

    They become dice when :func:`turn` adds the joint roll.

    Raises, and costs, what :func:`place` does.
    """
    cards.require_free([slot for mine in hands.values() for slot in mine])
    faces = tuple(map(str, range(sides)))
    say = None
    if me is not None and me in hands and secrets is not None:
        drawn = coin.roll(entropy(coin.SIZE), sides, len(hands[me]))
        chosen = tuple(map(str, drawn))
        say = _lay_down(
            cards, me, hands[me], faces, chosen, secrets.key, context, entropy
        )
    inbox = yield Round(say, frozenset(hands))
    laid = cards
    for player, message in inbox.items():
        laid = laid.lay(_laid(message, cards, player, hands[player], faces, context))
    return laid


def turn(
    cards: Cards, hands: Mapping[int, tuple[int, ...]], sides: int, seed: bytes
) -> Cards:
    """Add to each die on these slots the number that ``seed`` rolls for it."""
    slots = [slot for player in sorted(hands) for slot in hands[player]]
    shifts = coin.roll(seed, sides, len(slots))
    return cards.change(
        {
            slot: replace(cards[slot], shift=shift)
            for slot, shift in zip(slots, shifts, strict=True)
        }
    )


def read(
    cards: Cards, slots: tuple[int, ...], me: int, secrets: Secrets
) -> dict[int, str]:
    """Return the faces that I have placed on ``slots``, or rolled there."""
    read = {}
    for slot in slots:
        mine = secrets.key * cards[slot].masked.C1
        read[slot] = cards[slot].read({**cards[slot].tokens, me: mine})
    return read


def _lay_down(
    cards: Cards,
    me: int,
    slots: tuple[int, ...],
    faces: tuple[str, ...],
    chosen: tuple[str, ...],
    secret: Scalar,
    context: bytes,
    entropy: Entropy,
) -> bytes:
    """Return my message: the masked faces, 64 bytes each, and the proof."""
    if len(chosen) != len(slots) or not {*faces}.issuperset(chosen):
        raise ValueError("a placement has one of the faces for each slot")
    share = cards.keys.shares[me]
    places = [faces.index(face) for face in chosen]
    masks = _place(cards, me, slots, faces, context).nonces((secret, places), entropy)
    masked = [
        mask(face_point(face), share, r) for face, r in zip(chosen, masks, strict=False)
    ]
    proof = membership.prove(
        masked,
        [face_point(face) for face in faces],
        places,
        secret,
        _place(cards, me, slots, faces, context),
        entropy,
    )
    return b"".join(one.encode() for one in masked) + proof


def _laid(
    message: bytes,
    cards: Cards,
    player: int,
    slots: tuple[int, ...],
    faces: tuple[str, ...],
    context: bytes,
) -> dict[int, Card]:
    """Verify the message of ``player`` and return the cards that it laid down."""
    points = [face_point(face) for face in faces]
    end = 64 * len(slots)
    with blame(player):
        if len(message) != end + membership.size(len(slots), len(faces)):
            raise InvalidEncoding("a placement of another length")
        masked = [Masked.decode(message[at : at + 64]) for at in range(0, end, 64)]
        transcript = _place(cards, player, slots, faces, context)
        share = cards.keys.shares[player]
        membership.verify(message[end:], masked, points, share, transcript)
    origin = _place(cards, player, slots, faces, context)
    origin.append(b"laid", *((one.C1, one.C2) for one in masked))
    identity = origin.challenge(b"identity").encode()
    return {
        slot: Card(
            one, (player,), faces, identity + slot.to_bytes(8, "little"), owner=player
        )
        for slot, one in zip(slots, masked, strict=True)
    }


def _place(
    cards: Cards,
    player: int,
    slots: tuple[int, ...],
    faces: tuple[str, ...],
    context: bytes,
) -> Transcript:
    transcript = Transcript(b"placement")
    points = tuple(face_point(face) for face in faces)
    transcript.append(b"occasion", context, player, slots, points)
    return transcript
