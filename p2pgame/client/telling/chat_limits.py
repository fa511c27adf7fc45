"""Limits how much chat of one player is shown; the log keeps every word."""

from __future__ import annotations

from collections import deque

#: So many lines of one author are shown in so many seconds.
LINES, SECONDS = 5, 10.0


class ChatLimits:
    """Counts lines, by their author's seat; times are those of any steady clock."""

    def __init__(self) -> None:
        self._shown: dict[int, deque[float]] = {}
        #: How many lines were not shown, and since when.
        self._unshown: dict[int, tuple[int, float]] = {}

    def shows(self, seat: int, now: float) -> bool:
        """Count a line that is said now; return whether it is to be shown."""
        shown = self._shown.setdefault(seat, deque(maxlen=LINES))
        if len(shown) < LINES or now - shown[0] >= SECONDS:
            shown.append(now)
            return True
        count, since = self._unshown.get(seat, (0, now))
        self._unshown[seat] = count + 1, since
        return False

    def unshown(self, now: float) -> list[tuple[int, int]]:
        """Return who said how much that was not shown, if it is time to tell.

        Of each author that is once in a while; ``now`` infinite: of all, at once.
        """
        waits = self._unshown.items()
        due = [(seat, count) for seat, (count, at) in waits if now - at >= SECONDS]
        for seat, _ in due:
            del self._unshown[seat]
        return due
