"""Asking the others for our own newest words over links that come and go.

What is asked and told is :mod:`.recall`'s to judge; here it is said again and again
on every link, and the log is settled once nothing can be missing.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence

import trio

from ..table.journal import Journal
from ..table.table import Table
from .machine import Machine
from .neighbour import Neighbour
from .post import Post
from .recall import ASK_EVERY, ASK_LIMIT, RECALL_COST, Message, Recalls


class Doubt:
    """A peer's part in recalls.

    ``lock`` is the table's; ``work`` does what is due while it is held, and ``take``
    takes entries in while it is not.
    """

    def __init__(
        self,
        table: Table,
        journal: Journal,
        post: Post,
        machine: Machine,
        *,
        lock: trio.Lock,
        work: Callable[[], Awaitable[int]],
        take: Callable[[Sequence[bytes], Neighbour], Awaitable[None]],
    ) -> None:
        self._table = table
        self._journal = journal
        self._post = post
        self._machine = machine
        self._lock = lock
        self._work = work
        self._take = take
        self._recalls: Recalls[Neighbour] = Recalls(table)

    @property
    def awaited(self) -> tuple[str, ...]:
        """Whom we wait for before we sign anything; nobody if we are not in doubt."""
        return self._recalls.awaited if self._table.in_doubt else ()

    async def ask(self, neighbour: Neighbour) -> None:
        """Ask for what our restored log may lack, until nothing can be missing."""
        ask_at, pause = -math.inf, ASK_EVERY
        while self._table.in_doubt and not self._recalls.elsewhere:
            async with self._lock:
                now = trio.current_time()
                if now >= ask_at:
                    question = self._recalls.question(now, self._machine.entropy)
                    self._post.recall(neighbour, question, now)
                    ask_at = now + pause
                    if neighbour.topic is not None:  # which keeps them all
                        pause = min(2 * pause, ASK_LIMIT)
            await trio.sleep(ASK_EVERY)
            async with self._lock:
                await self.settle()

    async def settle(self) -> None:
        """Sign again once we have all that we ever signed; the lock is held."""
        if self._table.in_doubt and self._has_settled():
            with trio.CancelScope(shield=True):
                await self._machine.aside(self._journal.settle)
                await self._work()

    def _has_settled(self) -> bool:
        """Return whether all has come that is kept at topics, and been told by all."""
        topics = [neighbour.topic for neighbour in self._post.neighbours]
        come = all(topic is None or topic.is_live for topic in topics)
        return come and self._recalls.may_settle(trio.current_time())

    async def hear(self, message: Message, sender: Neighbour) -> None:
        """Answer or pass on what is asked and told of forgotten words."""
        sender.load.charge(RECALL_COST)
        if sender.topic is not None:
            sender.topic.let_go(message)
            if not sender.topic.is_live:
                return  # of long ago; who is still in doubt asks again
        async with self._lock:
            now = trio.current_time()
            for to, said in self._recalls.hear(message, sender, now):
                for neighbour in [*self._post.neighbours]:
                    if neighbour is to or (to is None and neighbour is not sender):
                        self._post.recall(neighbour, said, now)
            await self._work()
        raw = self._recalls.own_entry(message)
        if raw:
            await self._take((raw,), sender)
        async with self._lock:
            await self.settle()
