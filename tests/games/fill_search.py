"""This module computes the exact answer that `fill_cascade` approximates.

It tries every order of single undos of the other blocks, breadth first.  No block may
ever overlap another, and in the end the mover's target must be free.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.games.puzzles.fill.fill_cascade import Track


class Undecided(Exception):
    """The search exceeds its bound on positions."""


def fewest_undos(
    tracks: Sequence[Track], item: int, after: int, *, bound: int = 3_000
) -> int | None:
    """Return the fewest undos of others that let ``item`` move, or None."""
    start = tuple(len(track) - 1 for track in tracks)
    queue, seen = [(start, 0)], {start}
    for depths, undos in queue:
        blocks = [track[depth] for track, depth in zip(tracks, depths, strict=True)]
        others = [block for other, block in enumerate(blocks) if other != item]
        if not any(block & after for block in others):
            return undos
        for other, depth in enumerate(depths):
            if other == item or not depth:
                continue
            back = tracks[other][depth - 1]
            taken = sum(blocks) - blocks[other]
            nearer = (*depths[:other], depth - 1, *depths[other + 1 :])
            if not back & taken and nearer not in seen:
                seen.add(nearer)
                queue.append((nearer, undos + 1))
                if len(seen) > bound:
                    raise Undecided
    return None
