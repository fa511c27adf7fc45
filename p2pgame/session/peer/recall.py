"""Asks the others for our own newest entries after our log was restored.

A log that was put back from a backup, or that lost a part, may lack entries that we
have signed and others hold.  If we then signed another one in the same place, we
would have forked without meaning to.  So until everybody who is there has told us
our newest entry, and we have it, nothing is signed (:mod:`.own_recall`).

A :class:`~p2pgame.transport.frames.Recall` goes to everybody, each peer passing on
what it has not seen yet; a :class:`~p2pgame.transport.frames.Recalled` goes back by
the ways on which the question came.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from p2pgame.transport.frames import Recall, Recalled

from ..lobby import events
from ..table.table import Table
from .own_recall import QUESTIONS, OwnRecall, seated
from .recall_messages import check_asked, check_told, tell

#: Where a message came from, or goes to.
R = TypeVar("R")

#: Seconds to which the pause between questions grows where each is kept, and room is
#: for few.
ASK_LIMIT = 30.0

#: As many frames a question or an answer counts for, of those that a link may bring.
RECALL_COST = 10.0

#: Seconds from one question of a player to the next that is heard, but for the first
#: few.  All who have no seat share one turn: each question costs everybody an answer,
#: and the links on which both are passed on bring the game, too.  Before there are
#: players, all who have no hello here share it: guests in doubt ask until they are
#: seated, and would drown the question of one that has come late.
HEAR_EVERY, AT_FIRST = 1.0, 4

Message: TypeAlias = Recall | Recalled


@dataclass
class _Question(Generic[R]):
    """A question of somebody's: the ways back to it, and who has answered."""

    author: bytes
    routes: list[R]
    answered: set[bytes] = field(default_factory=set)


class Recalls(Generic[R]):
    """One peer's part in recalls: its ``own`` question, and those of others."""

    def __init__(self, table: Table) -> None:
        self.own = OwnRecall(table)
        self._table = table
        self._passing: dict[bytes, _Question[R]] = {}
        self._next_at: dict[bytes, float] = {}
        self._warned = False

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
        ours = isinstance(message, Recalled) and message.author == self.own.me
        return message.entry if isinstance(message, Recalled) and ours else b""

    def _hear_question(
        self, asked: Recall, sender: R, now: float
    ) -> Iterator[tuple[R | None, Message]]:
        author, nonce = asked.author, asked.nonce
        known = self._passing.get(nonce)
        if self.own.has_asked(nonce) or (known is not None and known.author != author):
            return
        if known is not None:
            # Whoever it came through at first may not be able to read the answers.
            if sender not in known.routes:
                known.routes.append(sender)
                yield from self._own_answer(asked, sender)
            return
        joined = seated(self._table) or self._table.history.feeds
        whose = author if author in joined else b""
        next_at = self._next_at.get(whose, -math.inf)
        if now < next_at:
            return
        check_asked(asked, self._table.id)
        saved = now - (AT_FIRST - 1) * HEAR_EVERY
        self._next_at[whose] = max(next_at, saved) + HEAR_EVERY
        self._passing[nonce] = _Question(author, [sender])
        self._forget_some()
        if author == self.own.me and not self._table.in_doubt:
            # In doubt it says nothing: it may be our own, of an earlier run.
            self._tell_elsewhere(plays_on=True)
        yield from self._own_answer(asked, sender)
        yield None, asked

    def _own_answer(
        self, asked: Recall, sender: R
    ) -> Iterator[tuple[R | None, Message]]:
        seat = self._table.seat
        if seat is not None:
            author, nonce = asked.author, asked.nonce
            newest = self._table.history.newest(author)
            entry = b"" if newest is None else newest.raw
            yield sender, tell(seat.key, self._table.id, author, nonce, entry)

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
        if told.author == self.own.me and self.own.has_asked(told.nonce):
            if self._is_known(told):
                check_told(told, self._table.history)
                self.own.learn(told)
                if self.own.elsewhere:
                    self._tell_elsewhere(plays_on=False)
        elif (
            question is not None
            and question.author == told.author
            and self._is_known(told)
            and told.by not in question.answered
            and self._may_answer(told)
        ):
            check_told(told, self._table.history)
            question.answered.add(told.by)
            yield from ((to, told) for to in question.routes if to != sender)

    def _may_answer(self, told: Recalled) -> bool:
        """Return whether the answer is by a player, once it is known who plays."""
        players = seated(self._table)
        return not players or told.by in {*players, told.author}

    def _is_known(self, told: Recalled) -> bool:
        # Whoever opened the table may have lost its hello, and wait for ours.
        return (
            told.by in (told.author, self._table.id)
            or told.by in self._table.history.feeds
        )

    def _tell_elsewhere(self, *, plays_on: bool) -> None:
        if not self._warned:
            self._warned = True
            self._table.events.append(events.Elsewhere(plays_on))
