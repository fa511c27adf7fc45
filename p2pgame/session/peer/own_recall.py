"""Asks for our own newest entry, and decides when nothing can be missing.

Our own program may still be running elsewhere, with the same keys.  It hears the
question, answers for itself, and then the one in doubt does not sign at all.

``now`` is a clock that nobody can set; the nonce of a question is made of entropy
that comes as an argument.
"""

from __future__ import annotations

import math

from p2pgame.log import Entry
from p2pgame.transport.envelope import Entropy
from p2pgame.transport.frames import NONCE, Recall, Recalled

from ..table.table import Table
from .recall_messages import ask

#: Seconds after which the same is asked again, in a new question.
ASK_EVERY = 2.0

#: Seconds that another program with our keys has to object, once all have answered.
OBJECT_WITHIN = 2.0

#: So many questions of our own are remembered, and of others.
QUESTIONS = 64


class OwnRecall:
    """What we have asked about our own entries, and what we were told."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.me = b"" if table.seat is None else table.seat.key.public
        #: Whether another program has our keys, and is there now.
        self.elsewhere = False
        self._asked: dict[bytes, None] = {}
        self._asked_at = self._ready_at = math.inf
        self._told: set[bytes] = set()
        self._newest = -1
        self._by = b""

    def question(self, now: float, entropy: Entropy) -> Recall:
        """Return what to ask on a link: the question of the moment, or a new one."""
        assert self._table.seat is not None
        if not self._asked or now - self._asked_at >= ASK_EVERY:
            self._asked[entropy(NONCE)] = None
            self._asked_at = now
            if len(self._asked) > QUESTIONS:
                del self._asked[next(iter(self._asked))]
        nonce = next(reversed(self._asked))
        return ask(self._table.seat.key, self._table.id, nonce)

    def has_asked(self, nonce: bytes) -> bool:
        """Return whether a question is one of ours."""
        return nonce in self._asked

    def learn(self, told: Recalled) -> None:
        """Take in an answer that was checked."""
        if told.by == self.me:
            self.elsewhere = True
            return
        self._told.add(told.by)
        newest = Entry.kept(told.entry).sequence if told.entry else -1
        if newest > self._newest:
            self._newest, self._by = newest, told.by

    def may_settle(self, now: float) -> bool:
        """Return whether we know and have all that we ever signed.

        Asked again and again: it must have been so for a while, in which nobody
        has objected.
        """
        if self.elsewhere or self.awaited or self._may_be_seated:
            self._ready_at = math.inf
            return False
        alone = not self._others and not self._wanted
        self._ready_at = min(self._ready_at, now)
        return alone or now - self._ready_at >= OBJECT_WITHIN

    @property
    def awaited(self) -> tuple[str, ...]:
        """The peers that have not told us our newest entry, or told of one we lack."""
        name = self._table.roster.name_of
        silent = [name(author) for author in self._others if author not in self._told]
        silent += ["a guest"] * (self._wanted - len(self._told))
        if silent:
            return tuple(silent)
        feed = self._table.history.feeds.get(self.me)
        have = 0 if feed is None else len(feed)
        return (name(self._by),) if have <= self._newest else ()

    @property
    def _may_be_seated(self) -> bool:
        """Whether the opener alone can tell us what we said, and has not offered yet.

        Then we have nothing to say, and once it has all others are asked, too.
        """
        has_come = self.me in self._table.history.feeds
        return has_come and self.me != self._table.id and not seated(self._table)

    @property
    def _others(self) -> list[bytes]:
        """The authors that must have told us: all who play, or the opener at first."""
        if self.me in seated(self._table):
            there = [player.author for player in self._table.roster.staying]
            return [author for author in there if author != self.me]
        return [] if self.me == self._table.id else [self._table.id]

    @property
    def _wanted(self) -> int:
        """How many guests must have told us, if it is we who opened the table.

        A lost genesis names its players only once it has come back: until then as many
        count as it would seat.
        """
        if self.me != self._table.id or self._table.roster.staying:
            return 0
        return 1 if self._table.seat is None else max(1, self._table.seat.wanted)


def seated(table: Table) -> list[bytes]:
    """Return the players, once it is known who plays; who has gone may still ask."""
    return [player.author for player in table.players if table.roster.staying]
