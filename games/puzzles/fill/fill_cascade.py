"""This module finds the blocks to undo, and how often, before a block moves in fill.

The search is breadth first, from the block that moves.  A block *claims* its cells
and all cells that its undos pass; the block that moves claims its cells and its
target.  Any block on such a claim, apart from the cells where its owner is now, must
be undone first, until it has left the claim.  If claims of two blocks meet in any
other way, the move is *abandoned*.

The search is sound: the blocks are undone from the last found to the first.  Then
each moves over free cells only, because blocks in the way of its claims were found
after it, and other claims do not meet its own.  The search is incomplete: it treats
all claims as taken at once, although no block is on all its claims together.

Source: "Undo-Redo-Redo-Undo", the condition when a move is abandoned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: The places of a block, from its start to the current one, as masks of cells.
Track = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Claim:
    """Masks of a block's current cells, and of the cells it passes and reaches."""

    now: int
    later: int

    def meets(self, other: _Claim) -> bool:
        return bool((self.now | self.later) & (other.now | other.later))


def undos_needed(
    tracks: Sequence[Track], item: int, after: int
) -> tuple[tuple[int, int], ...] | None:
    """Return the undos of other items that let ``item`` move to ``after``.

    They are pairs of an item and a number, in an order in which the undos are
    possible; None if the move is abandoned.
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
    """Return how many undos take a block out of the ``way``, or None."""
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
    """Return whether ``times`` undos of a block meet no forbidden claim."""
    claim = _claim(track, times)
    if claim.later & claims[pusher].now:
        return False
    return not any(
        claim.meets(other) for item, other in claims.items() if item != pusher
    )
