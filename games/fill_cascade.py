"""Which blocks must be undone, and how often, before one can move in fill.

The search is breadth first, from the block that moves.  A block *claims* where
it is and wherever its undos take it; the one that moves claims where it is and
where it goes.  Whatever lies on a claim of a block, other than where that block
is now, must be undone before it, until it has left those claims.  If claims of
two blocks meet elsewhere than where one leaves the other's way, the move is
*abandoned*.

It is sound: undone from the last found to the first, each block moves over free
cells alone, since whoever is in the way of its claims was found after it, and
the claims of all others do not meet its own.  It is not complete: claims count
as taken all at once, though their blocks are never on all of them together.

Source: "Undo-Redo-Redo-Undo", the condition when a move is abandoned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: Where a block has been, from its start to where it is, as masks of cells.
Track = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Claim:
    """Masks: where the block is now, and what it passes and comes to."""

    now: int
    later: int

    def meets(self, other: _Claim) -> bool:
        return bool((self.now | self.later) & (other.now | other.later))


def undos_needed(
    tracks: Sequence[Track], item: int, after: int
) -> tuple[tuple[int, int], ...] | None:
    """Return the undos of other items that let ``item`` move to ``after``.

    Each is an item and how often, in the order in which they can be done; None
    if the move is abandoned.
    """
    claims = {item: _Claim(tracks[item][-1], after)}
    undos: list[tuple[int, int]] = []
    queue = [item]
    for pusher in queue:
        for other, track in enumerate(tracks):
            if other in claims or not track[-1] & claims[pusher].later:
                continue
            times = _times(track, claims[pusher].later)
            if times is None or not _fits(claims, pusher, track, times):
                return None
            claims[other] = _claim(track, times)
            undos.append((other, times))
            queue.append(other)
    return tuple(reversed(undos))


def _times(track: Track, way: int) -> int | None:
    """Return how many undos take a block out of the ``way``, if any do."""
    for times, block in enumerate(reversed(track)):
        if not block & way:
            return times
    return None


def _claim(track: Track, times: int) -> _Claim:
    later = 0
    for block in track[-1 - times : -1]:
        later |= block
    return _Claim(track[-1], later)


def _fits(claims: dict[int, _Claim], pusher: int, track: Track, times: int) -> bool:
    """Return whether so many undos of a block meet no claim they must not."""
    claim = _claim(track, times)
    if claim.later & claims[pusher].now:
        return False
    return not any(
        claim.meets(other) for item, other in claims.items() if item != pusher
    )
