"""Decides when we say at a topic what we have, which is asking for the rest.

We ask soon when we lack something that somebody has named, and then ever more seldom.
At a quiet topic we say it now and then, unless somebody has just said the same.
"""

from __future__ import annotations

import math

from p2pgame.log import History
from p2pgame.transport.envelope import Entropy
from p2pgame.transport.frames import Head

from ..compact_entries import Held
from . import pauses

#: Seconds after which we ask once more for what somebody has named; doubled each time.
ASK_AGAIN, ASK_LIMIT = 2.0, 600.0

#: Authors that are named and not here, and how often we ask for one's first word: it
#: may be somebody's whose words count for nothing.
NAMED, STRANGE = 64, 5

#: Seconds after which we say what we have without being in want, if nobody has said
#: that it has the same: it shows whoever does not know that it lacks something.
#: Doubled each time, too, until there is something new.
QUIET, QUIET_LIMIT = 30.0, 3600.0

#: The same before a game has begun: friends wait for it, and it takes a few words.
QUIET_BEFORE = 5.0

#: More than this a pause is never doubled.
_DOUBLED = 16


class HaveTimer:
    """When to say what we have, at one topic; ``compact`` are compact entries there."""

    def __init__(self, compact: Held) -> None:
        #: Whether the game has not begun, as far as we know.
        self.is_before = False
        self.next_at = math.inf
        #: Whether we lack something, by our last look.
        self.is_lacking = False
        #: How often we have asked for it.
        self.asks = 0
        self._compact = compact
        self._named: dict[bytes, int] = {}
        self._quiets = 0
        self._doubts, self._doubt_at = 0, -math.inf

    def begin(self) -> None:
        """Note a new connection."""
        self._named.clear()
        self.next_at = math.inf
        self.asks = self._quiets = 0
        self.is_lacking = False

    def go_live(self, now: float, entropy: Entropy) -> None:
        """Say what we have soon, once the backlog has come."""
        self.next_at = now + pauses.drawn(entropy)

    def hasten(self, at: float) -> None:
        """Say it no later than that."""
        self.next_at = min(self.next_at, at)

    def note_news(self, now: float, entropy: Entropy) -> None:
        """Note that there is something new to say."""
        self._quiets = 0
        self.hasten(now + self._quiet(entropy))

    def hear(
        self, heads: tuple[Head, ...], history: History, now: float, entropy: Entropy
    ) -> None:
        """Note what somebody says that it has."""
        for author, sequence, _ in heads:
            if author in history.admitted or len(self._named) < NAMED:
                known = self._named.get(author, -1)
                self._named[author] = max(known, sequence)
        if not self.is_lacking and {*heads} == {*history.heads()}:
            self.next_at = max(self.next_at, now + self._quiet(entropy))
        self.look(history, now, entropy)

    def look(self, history: History, now: float, entropy: Entropy) -> None:
        """See whether we lack something that somebody has named."""
        was_lacking, self.is_lacking = self.is_lacking, self._lacks(history)
        if self.is_lacking and not was_lacking:
            self.asks = 0
            self.hasten(now + pauses.drawn(entropy))
        elif was_lacking and not self.is_lacking:
            self.next_at = now + self._quiet(entropy)

    def doubt(self, now: float, entropy: Entropy) -> None:
        """Note that a compact entry fits no signature: others may hold another branch.

        They hear what we have, and then show theirs; more and more seldom, because
        it may have been nonsense.
        """
        if now >= self._doubt_at:
            self._doubt_at = now + min(ASK_AGAIN * 2**self._doubts, ASK_LIMIT)
            self._doubts = min(self._doubts + 1, _DOUBLED)
            self.hasten(now + pauses.drawn(entropy))

    def due(
        self, history: History, now: float, entropy: Entropy
    ) -> tuple[Head, ...] | None:
        """Return what we have, if it is time to say so."""
        if now < self.next_at:
            return None
        self.is_lacking = self._lacks(history)
        if self.is_lacking:
            if self.asks >= STRANGE:
                self._forget_strangers(history)
            again = min(ASK_AGAIN * 2**self.asks, ASK_LIMIT)
            self.next_at = now + pauses.about(again, entropy)
            self.asks = min(self.asks + 1, _DOUBLED)
        else:
            self.next_at = now + self._quiet(entropy)
            self._quiets = min(self._quiets + 1, _DOUBLED)
        return tuple(history.heads())

    def _lacks(self, history: History) -> bool:
        self._named = {
            author: sequence
            for author, sequence in self._named.items()
            if author not in history.forks and sequence >= _length(history, author)
        }
        return bool(self._named) or history.lacking or self._compact.lacks(history)

    def _forget_strangers(self, history: History) -> None:
        for author in self._named.keys() - history.admitted:
            del self._named[author]

    def _quiet(self, entropy: Entropy) -> float:
        first = QUIET_BEFORE if self.is_before else QUIET
        return pauses.about(min(first * 2**self._quiets, QUIET_LIMIT), entropy)


def _length(history: History, author: bytes) -> int:
    feed = history.feeds.get(author)
    return 0 if feed is None else len(feed)
