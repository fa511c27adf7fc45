"""Counts what a relay does, for its operator; tells nothing about any peer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Current:
    """How things are now; such names end in ``_now``."""

    connections_now: int = 0
    topics_now: int = 0
    rendezvous_now: int = 0
    #: Bytes that are held for connections: the limit ``memory`` is theirs.
    held_bytes_now: int = 0


@dataclass(slots=True)
class Counts(Current):
    """Totals since the start, beside the current values."""

    arrived: int = 0
    turned_away: int = 0
    #: Admitted connections that have ended, even during the handshake.
    ended: int = 0
    published: int = 0
    published_bytes: int = 0
    #: Of these, frames that were handed on and could not be kept.
    not_kept: int = 0
    #: Of these, frames of sources that have stored their share.
    over_share: int = 0
    delivered: int = 0
    delivered_old: int = 0
    cut_slow: int = 0
    cut_silent: int = 0
    cut_idle: int = 0
    #: Connections whose message did not end, and those that held most of too much.
    cut_unfinished: int = 0
    cut_memory: int = 0
    #: Connections that ended by an error of the program.
    faults: int = 0
    refused: Counter[str] = field(default_factory=Counter)
