"""Step 9, orders ahead: answers to a tick that were given before it was open."""

from __future__ import annotations

from collections.abc import Sequence

from .feeds import Speech
from .hashes import le64, personal


class Series:
    """The ticks that have followed one another, with the horizon of each."""

    def __init__(self) -> None:
        self._ticks: list[tuple[bytes, int]] = []

    def reach(
        self, turn: bytes, horizon: int, speeches: Sequence[Speech]
    ) -> dict[int, bytes]:
        """Reach a turn, which is no tick with a horizon if that is 0.

        Each seat's first answer counts, ahead or not, and is then found at the turn.
        Returns the contexts of what was sealed ahead, by seat.
        """
        if not horizon:
            self._ticks = []
            return {}
        contexts = {}
        before = [*enumerate(reversed(self._ticks), 1)]
        for seat, speech in enumerate(speeches):
            for round_ in (0, 1):
                spots = {
                    (tick, 2 * ahead + round_): personal(
                        "p2pgame ahead", tick + le64(ahead)
                    )
                    for ahead, (tick, farthest) in before
                    if ahead <= farthest
                }
                spots[turn, round_] = b""
                said = [spot for spot in spots if spot in speech.answers]
                if said:
                    first = min(said, key=lambda s: speech.answers[s].entry.sequence)
                    speech.answers[turn, round_] = speech.answers[first]
                    if round_ == 0 and spots[first]:
                        contexts[seat] = spots[first]
        self._ticks.append((turn, horizon))
        return contexts
