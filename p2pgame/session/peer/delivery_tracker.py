"""Tracks which peers have the end of a game; once they do, we may stop serving it."""

from __future__ import annotations

from ..table.table import Table
from .outbound import Outbound
from .peer_connection import PeerConnection


class DeliveryTracker:
    """Keep the connections whose other side has the end of the game."""

    def __init__(self, table: Table, outbound: Outbound) -> None:
        self._table = table
        self._outbound = outbound
        self._links: set[PeerConnection] = set()

    def __len__(self) -> int:
        """Return a lower bound of the number of peers that have the end.

        One peer may have both a connection that names its author and one that does
        not, so the two kinds are not added.
        """
        proven = {link.author for link in self._links if link.author is not None}
        dialled = [link for link in self._links if link.author is None]
        return max(len(proven), len(dialled))

    @property
    def by_opener(self) -> bool:
        """Whether the table's opener has the end: a guest dials no other peer."""
        return any(link.author in (None, self._table.id) for link in self._links)

    @property
    def by_all(self) -> bool:
        """Whether each peer that is connected directly now has the end."""
        return all(line in self._links for line in self._outbound.lines)

    def note(self) -> None:
        """Announce that we have the end, and note each peer that says the same."""
        for link in self._outbound.lines:
            self._outbound.tell(link)
            if link.has_all(self._table.history.heads()):
                self._links.add(link)

    def clear(self) -> None:
        """Forget all peers: the history has grown."""
        self._links.clear()

    @property
    def at_topic(self) -> bool:
        """Whether a topic keeps all that we have, so that no peer needs us for it."""
        return any(topic.holds(self._table.history) for topic in self._outbound.topics)
