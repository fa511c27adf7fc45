"""What a peer knows of another one at the end of a link."""

from __future__ import annotations

import math

import trio

from p2pgame.transport import frames
from p2pgame.transport.outbox import Outbox

#: Seconds after which the same question may be asked once more.
ASK_AGAIN = 1.0

#: A question costs its sender a few bytes and us the whole history; so many are
#: answered at once, and after that one each so many seconds.
ANSWERS = 32
ANSWER_EVERY = 0.25


class Neighbour:
    """One attached link: what it has said it has, and what we have told it."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox
        self._told = _Heads()
        self._has = _Heads()
        self._asked = trio.Event()
        self._answers_until = -math.inf

    def is_news(self, heads: tuple[frames.Head, ...]) -> bool:
        """Return whether to tell the other side that we have these, and no more."""
        return self._told.renew(heads)

    def ask(self, heads: tuple[frames.Head, ...]) -> None:
        """Note what the other side has, if that is news: it wants the rest."""
        if self._has.renew(heads):
            self._asked.set()

    async def asked(self) -> tuple[frames.Head, ...]:
        """Wait until the other side wants something and may; return what it has."""
        await self._asked.wait()
        await trio.sleep_until(self._answers_until - ANSWERS * ANSWER_EVERY)
        used = max(self._answers_until, trio.current_time())
        self._answers_until = used + ANSWER_EVERY
        self._asked = trio.Event()
        return self._has.heads


class _Heads:
    """The heads that were said last, and when: the same ones are soon no news."""

    def __init__(self) -> None:
        self.heads: tuple[frames.Head, ...] = ()
        self._until = -math.inf

    def renew(self, heads: tuple[frames.Head, ...]) -> bool:
        now = trio.current_time()
        if heads == self.heads and now < self._until:
            return False
        self.heads, self._until = heads, now + ASK_AGAIN
        return True
