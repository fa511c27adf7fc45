"""Tells the small pokers for two in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from p2pgame.engine import Message


def duel_told(
    actions: Sequence[str],
    paid: Sequence[int],
    faces: Mapping[int, str],
    seat: int | None,
) -> Iterator[Message]:
    """Yield the pot, what was done in this round, and the cards that this seat sees.

    The card of each player has the slot of the player's number.
    """
    yield Message.of("duel-pot", chips=sum(paid))
    for n, move in enumerate(actions):
        yield Message.by("duel-done", n % 2, move=move)
    for player in range(2):
        if player in faces and player != seat:
            yield Message.by("has-shown", player, cards=faces[player])
    if seat is not None and seat in faces:
        yield Message.of("hand-of-you", cards=faces[seat])
