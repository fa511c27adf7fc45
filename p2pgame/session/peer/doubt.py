"""Asks other peers for our own newest entries after our log was restored.

:mod:`.recall` judges questions and answers.  This module repeats the questions on every
connection, and settles the log once nothing can be missing.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence

import trio

from ..table.journal import Journal
from ..table.table import Table
from .machine import Machine
from .outbound import Outbound
from .peer_connection import PeerConnection
from .recall import ASK_EVERY, ASK_LIMIT, RECALL_COST, Message, Recalls


class Doubt:
    """Carry a peer's questions and answers of recalls.

    ``lock`` is the table's.  Call ``work``, which does what is due, with the lock held;
    call ``take``, which takes entries in, without it.
    """

    def __init__(
        self,
        table: Table,
        journal: Journal,
        outbound: Outbound,
        machine: Machine,
        *,
        lock: trio.Lock,
        work: Callable[[], Awaitable[int]],
        take: Callable[[Sequence[bytes], PeerConnection], Awaitable[None]],
    ) -> None:
        self._table = table
        self._journal = journal
        self._outbound = outbound
        self._machine = machine
        self._lock = lock
        self._work = work
        self._take = take
        self._recalls: Recalls[PeerConnection] = Recalls(table)

    @property
    def awaited(self) -> tuple[str, ...]:
        """The peers to wait for before we sign; empty if we are not in doubt."""
        return self._recalls.awaited if self._table.in_doubt else ()

    async def ask(self, connection: PeerConnection) -> None:
        """Ask for what our restored log may lack, until nothing can be missing."""
        ask_at, pause = -math.inf, ASK_EVERY
        while self._table.in_doubt and not self._recalls.elsewhere:
            async with self._lock:
                now = trio.current_time()
                if now >= ask_at:
                    question = self._recalls.question(now, self._machine.entropy)
                    self._outbound.recall(connection, question, now)
                    ask_at = now + pause
                    if connection.topic is not None:  # which keeps them all
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
        """Return whether topics have sent all they keep, and all peers answered."""
        topics = [connection.topic for connection in self._outbound.connections]
        come = all(topic is None or topic.is_live for topic in topics)
        return come and self._recalls.may_settle(trio.current_time())

    async def hear(self, message: Message, sender: PeerConnection) -> None:
        """Answer a question about lost entries, or pass on a question or an answer."""
        sender.load.charge(RECALL_COST)
        if sender.topic is not None:
            sender.topic.let_go(message)
            if not sender.topic.is_live:
                return  # an old one: a peer that is still in doubt asks again
        async with self._lock:
            now = trio.current_time()
            for to, said in self._recalls.hear(message, sender, now):
                for connection in [*self._outbound.connections]:
                    if connection is to or (to is None and connection is not sender):
                        self._outbound.recall(connection, said, now)
            await self._work()
        raw = self._recalls.own_entry(message)
        if raw:
            await self._take((raw,), sender)
        async with self._lock:
            await self.settle()
