"""Finds out whether a host has let one guest in: the host tells only how many it has.

A guest has a seat once the host counts one more, and that many are at the table.  The
host passes each hello on before it counts its author, but on a new link older hellos
may still be under way; so the count must hold for a moment.
"""

from __future__ import annotations

from collections.abc import Collection

#: Seconds for which all who are here must be counted.
HOLDS_FOR = 1.0


class SeatCount:
    """What a host's counts show to the guest that signs with the key ``own``."""

    def __init__(self, own: bytes) -> None:
        self._own = own
        self._taken = 0
        self._since: float | None = None
        #: Whether the host has let us in; None: that can't be known.
        self.is_in: bool | None = None

    def hear(self, taken: int, here: Collection[bytes], now: float) -> None:
        """Take in that so many seats are taken, the host's own among them.

        ``here`` are the authors at the table, as far as we have heard.
        """
        rises, self._taken = 0 < self._taken < taken, taken
        if taken == 1:
            self.is_in = False
        elif self.is_in is False:
            self.is_in = None
        counts_all = rises and self._own in here and taken >= len(here)
        self._since = now if counts_all else None

    def look(self, here: Collection[bytes], now: float) -> None:
        """Note that we are in, once the count of all has held."""
        if self._since is None or now < self._since + HOLDS_FOR:
            return
        self._since = None
        if self._taken >= len(here):
            self.is_in = True
