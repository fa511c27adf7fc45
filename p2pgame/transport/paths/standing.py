"""Says by which path a player is reached now, and how fast."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Path(Enum):
    """A player's current path, in the words that people see."""

    LAN = "LAN"
    DIRECT = "direct"
    RELAYED = "relayed"
    BY_NOSTR = "relayed by nostr"


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's path, and the round-trip time in seconds, if known."""

    path: Path
    round_trip: float | None = None

    def __str__(self) -> str:
        if self.round_trip is None:
            return self.path.value
        return f"{self.path.value}, {max(1, round(self.round_trip * 1000))} ms"
