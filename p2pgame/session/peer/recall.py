"""Asks the others for our own newest entries after our log was restored.

A log that was put back from a backup, or that lost a part, may lack entries that we
have signed and others hold.  If we then signed another one in the same place, we
would have forked without meaning to.  So until everybody who is there has told us
our newest entry, and we have it, nothing is signed.

A :class:`~p2pgame.transport.frames.Recall` goes to everybody, each peer passing on
what it has not seen yet; a :class:`~p2pgame.transport.frames.Recalled` goes back by
the ways on which the question came.  The answer holds the entry itself, so nobody can
invent a newer one, and whoever tells of an older one does not undo what another
tells.  It is signed by whoever gives it, for this question and no other.

Our own program may still be running elsewhere, with the same keys.  It hears the
question, answers for itself, and then the one in doubt does not sign at all.

``now`` is a clock that nobody can set; the nonce of a question is made of entropy
that comes as an argument.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Generic, TypeAlias, TypeVar

from p2pgame.log import AuthorKey, Entry, admit, verify
from p2pgame.transport.envelope import Entropy
from p2pgame.transport.frames import NONCE, Recall, Recalled
from p2pgame.transport.link import InvalidFrame

from ..lobby import events
from ..table.table import Table

#: Where a message came from, or goes to.
R = TypeVar("R")

#: Seconds after which the same is asked again, in a new question.
ASK_EVERY = 2.0

#: Seconds to which that grows where each question is kept, and room is for few.
ASK_LIMIT = 30.0

#: Seconds that another program with our keys has to object, once all have answered.
OBJECT_WITHIN = 2.0

#: As many frames a question or an answer counts for, of those that a link may bring.
RECALL_COST = 10.0

#: Seconds from one question of a player to the next that is heard, but for the first
#: few.  All who have no seat share one turn: each question costs everybody an answer,
#: and the links on which both are passed on bring the game, too.
HEAR_EVERY, AT_FIRST = 1.0, 4

#: So many questions of others are remembered, and of our own.
QUESTIONS = 64

_ASKED = b"p2pgame recall 1"
_TOLD = b"p2pgame recalled 1"

Message: TypeAlias = Recall | Recalled


@dataclass
class _Question(Generic[R]):
    """A question of somebody's: the ways back to it, and who has answered."""

    author: bytes
    routes: list[R]
    answered: set[bytes] = field(default_factory=set)


class Recalls(Generic[R]):
    """One peer's part in recalls: its own question, and those of others."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._key = None if table.seat is None else table.seat.key
        self._me = b"" if self._key is None else self._key.public
        self._passing: dict[bytes, _Question[R]] = {}
        self._next_at: dict[bytes, float] = {}
        self._asked: dict[bytes, None] = {}
        self._asked_at = self._ready_at = math.inf
        self._told: set[bytes] = set()
        self._newest = -1
        self._by = b""
        self._warned = False
        #: Whether another program has our keys, and is there now.
        self.elsewhere = False

    def question(self, now: float, entropy: Entropy) -> Recall:
        """Return what to ask on a link: the question of the moment, or a new one."""
        assert self._key is not None
        if not self._asked or now - self._asked_at >= ASK_EVERY:
            self._asked[entropy(NONCE)] = None
            self._asked_at = now
            if len(self._asked) > QUESTIONS:
                del self._asked[next(iter(self._asked))]
        return ask(self._key, self._table.id, next(reversed(self._asked)))

    def hear(
        self, message: Message, sender: R, now: float = math.inf
    ) -> Iterator[tuple[R | None, Message]]:
        """Take in a message; yield what to send, and to whom; None: all but the sender.

        Raises:
          InvalidFrame, InvalidEntry: No peer of this program sends that.
        """
        match message:
            case Recall():
                yield from self._hear_question(message, sender, now)
            case Recalled():
                yield from self._hear_answer(message, sender)

    def own_entry(self, message: Message) -> bytes:
        """Return the entry of our own in a message that was heard, or nothing."""
        ours = isinstance(message, Recalled) and message.author == self._me
        return message.entry if isinstance(message, Recalled) and ours else b""

    def _hear_question(
        self, asked: Recall, sender: R, now: float
    ) -> Iterator[tuple[R | None, Message]]:
        author, nonce = asked.author, asked.nonce
        known = self._passing.get(nonce)
        if nonce in self._asked or (known is not None and known.author != author):
            return
        if known is not None:
            # Whoever it came through at first may not be able to read the answers.
            if sender not in known.routes:
                known.routes.append(sender)
                yield from self._own_answer(asked, sender)
            return
        whose = author if author in self._seated else b""
        next_at = self._next_at.get(whose, -math.inf)
        if now < next_at:
            return
        admit(author)
        verify(author, _ASKED, _asking(self._table.id, author, nonce), asked.signature)
        saved = now - (AT_FIRST - 1) * HEAR_EVERY
        self._next_at[whose] = max(next_at, saved) + HEAR_EVERY
        self._passing[nonce] = _Question(author, [sender])
        self._forget_some()
        if author == self._me and not self._table.in_doubt:
            # In doubt it says nothing: it may be our own, of an earlier run.
            self._tell_elsewhere(plays_on=True)
        yield from self._own_answer(asked, sender)
        yield None, asked

    def _own_answer(
        self, asked: Recall, sender: R
    ) -> Iterator[tuple[R | None, Message]]:
        if self._key is not None:
            author, nonce = asked.author, asked.nonce
            newest = self._table.history.newest(author)
            entry = b"" if newest is None else newest.raw
            yield sender, tell(self._key, self._table.id, author, nonce, entry)

    def _forget_some(self) -> None:
        """Keep the newest questions; those of whom nobody knows go first."""
        if len(self._passing) > QUESTIONS:
            known = self._table.history.feeds.keys()
            asked = self._passing.items()
            strange = (nonce for nonce, one in asked if one.author not in known)
            del self._passing[next(strange, next(iter(self._passing)))]

    def _hear_answer(
        self, told: Recalled, sender: R
    ) -> Iterator[tuple[R | None, Message]]:
        question = self._passing.get(told.nonce)
        if told.author == self._me and told.nonce in self._asked:
            if self._is_known(told):
                self._check(told)
                self._learn(told)
        elif (
            question is not None
            and question.author == told.author
            and self._is_known(told)
            and told.by not in question.answered
            and (not self._seated or told.by in {*self._seated, told.author})
        ):
            self._check(told)
            question.answered.add(told.by)
            yield from ((to, told) for to in question.routes if to != sender)

    @property
    def _seated(self) -> list[bytes]:
        """The players, once it is known who plays; who has gone may still ask."""
        return [player.author for player in self._table.players if self._table.staying]

    def _is_known(self, told: Recalled) -> bool:
        # Whoever opened the table may have lost its hello, and wait for ours.
        return (
            told.by in (told.author, self._table.id)
            or told.by in self._table.history.feeds
        )

    def _check(self, told: Recalled) -> None:
        table, raw = self._table.id, told.entry
        if told.by not in self._table.history.feeds:
            admit(told.by)
        content = _telling(table, told.author, told.nonce, raw)
        verify(told.by, _TOLD, content, told.signature)
        if raw:
            is_known = raw in self._table.history
            entry = Entry.kept(raw) if is_known else Entry.read(raw)
            if (entry.author, entry.table) != (told.author, table):
                raise InvalidFrame("A peer tells somebody another's words.")

    def _learn(self, told: Recalled) -> None:
        if told.by == self._me:
            self.elsewhere = True
            self._tell_elsewhere(plays_on=False)
            return
        self._told.add(told.by)
        newest = Entry.kept(told.entry).sequence if told.entry else -1
        if newest > self._newest:
            self._newest, self._by = newest, told.by

    def _tell_elsewhere(self, *, plays_on: bool) -> None:
        if not self._warned:
            self._warned = True
            self._table.events.append(events.Elsewhere(plays_on))

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
        """Who has yet to tell us our newest entry, or has told of one that we lack."""
        name = self._table.roster.name_of
        silent = [name(author) for author in self._others if author not in self._told]
        silent += ["a guest"] * (self._wanted - len(self._told))
        if silent:
            return tuple(silent)
        feed = self._table.history.feeds.get(self._me)
        have = 0 if feed is None else len(feed)
        return (name(self._by),) if have <= self._newest else ()

    @property
    def _may_be_seated(self) -> bool:
        """Whether the opener alone can tell us what we said, and has not offered yet.

        Then we have nothing to say, and once it has all others are asked, too.
        """
        has_come = self._me in self._table.history.feeds
        return has_come and self._me != self._table.id and not self._seated

    @property
    def _others(self) -> list[bytes]:
        """Who must have told us: all players who are there, or the opener at first."""
        if self._me in self._seated:
            there = [player.author for player in self._table.staying]
            return [author for author in there if author != self._me]
        return [] if self._me == self._table.id else [self._table.id]

    @property
    def _wanted(self) -> int:
        """How many guests must have told us, if it is we who opened the table.

        Whom a lost genesis seats is not known before it has come back: as many as
        it would seat.
        """
        if self._me != self._table.id or self._table.staying:
            return 0
        return 1 if self._table.seat is None else max(1, self._table.seat.wanted)


def ask(key: AuthorKey, table: bytes, nonce: bytes) -> Recall:
    """Return the question for the newest entry of this key's."""
    signature = key.sign(_ASKED, _asking(table, key.public, nonce))
    return Recall(key.public, nonce, signature)


def tell(
    key: AuthorKey, table: bytes, author: bytes, nonce: bytes, entry: bytes
) -> Recalled:
    """Return this key's answer to the question with ``nonce`` of ``author``."""
    signature = key.sign(_TOLD, _telling(table, author, nonce, entry))
    return Recalled(author, nonce, key.public, signature, entry)


def _asking(table: bytes, author: bytes, nonce: bytes) -> bytes:
    return table + author + nonce


def _telling(table: bytes, author: bytes, nonce: bytes, entry: bytes) -> bytes:
    told = blake2b(entry, digest_size=32, person=b"p2pgame recalled").digest()
    return table + author + nonce + told
