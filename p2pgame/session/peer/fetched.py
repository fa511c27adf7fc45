"""Who else has all that we have: then nobody needs us for the end of a game."""

from __future__ import annotations

from ..table.table import Table
from .neighbour import Neighbour
from .post import Post


class Fetched:
    """The links whose other side has the end, like us."""

    def __init__(self, table: Table, post: Post) -> None:
        self._table = table
        self._post = post
        self._links: set[Neighbour] = set()

    def __len__(self) -> int:
        """Return how many others have the end, at least.

        One and the same may be at the end of a link that somebody has dialled and of
        one that shows whose it is, so the two kinds are not added.
        """
        proven = {link.author for link in self._links if link.author is not None}
        dialled = [link for link in self._links if link.author is None]
        return max(len(proven), len(dialled))

    @property
    def by_opener(self) -> bool:
        """Whether whoever opened the table has the end: a guest dials nobody else."""
        return any(link.author in (None, self._table.id) for link in self._links)

    @property
    def by_all(self) -> bool:
        """Whether everybody has it who is at the end of a line just now."""
        return all(line in self._links for line in self._post.lines)

    def note(self) -> None:
        """Say that we have the end, and note who says the same."""
        for link in self._post.lines:
            self._post.tell(link)
            if link.has_all(self._table.history.heads()):
                self._links.add(link)

    def clear(self) -> None:
        """Forget all: there is more to have."""
        self._links.clear()

    @property
    def at_topic(self) -> bool:
        """Whether all that we have is kept at a topic: then nobody needs us for it."""
        return any(topic.holds(self._table.history) for topic in self._post.topics)
