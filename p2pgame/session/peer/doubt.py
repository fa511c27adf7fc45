"""Asks other peers for our own newest entries after our log was restored.

:mod:`.recall` judges questions and answers.  This module repeats the questions on every
connection, and settles the log once nothing can be missing.
"""

from __future__ import annotations

import math

import trio

from .core import Core
from .intake import Intake
from .own_recall import ASK_EVERY
from .peer_connection import PeerConnection
from .recall import ASK_LIMIT, RECALL_COST, Message


class Doubt:
    """Carry a peer's questions and answers of recalls."""

    def __init__(self, core: Core, intake: Intake) -> None:
        self._core = core
        self._intake = intake

    async def ask(self, connection: PeerConnection) -> None:
        """Ask for what our restored log may lack, until nothing can be missing."""
        core, ask_at, pause = self._core, -math.inf, ASK_EVERY
        while core.table.in_doubt and not core.recalls.own.elsewhere:
            async with core.lock:
                now = trio.current_time()
                if now >= ask_at:
                    question = core.recalls.own.question(now, core.machine.entropy)
                    core.outbound.recall(connection, question, now)
                    ask_at = now + pause
                    if connection.topic is not None:  # which keeps them all
                        pause = min(2 * pause, ASK_LIMIT)
            await trio.sleep(ASK_EVERY)
            async with core.lock:
                await self.settle()

    async def settle(self) -> None:
        """Sign again once we have all that we ever signed; the lock is held."""
        if self._core.table.in_doubt and self._has_settled():
            with trio.CancelScope(shield=True):
                await self._core.machine.aside(self._core.journal.settle)
                await self._core.work()

    def _has_settled(self) -> bool:
        """Return whether topics have sent all they keep, and all peers answered."""
        topics = [connection.topic for connection in self._core.outbound.connections]
        come = all(topic is None or topic.is_live for topic in topics)
        return come and self._core.recalls.own.may_settle(trio.current_time())

    async def hear(self, message: Message, sender: PeerConnection) -> None:
        """Answer a question about lost entries, or pass on a question or an answer."""
        sender.load.charge(RECALL_COST)
        if sender.topic is not None:
            sender.topic.questions.let_go(message)
            if not sender.topic.is_live:
                return  # an old one: a peer that is still in doubt asks again
        async with self._core.lock:
            now = trio.current_time()
            for to, said in self._core.recalls.hear(message, sender, now):
                for connection in [*self._core.outbound.connections]:
                    if connection is to or (to is None and connection is not sender):
                        self._core.outbound.recall(connection, said, now)
            await self._core.work()
        raw = self._core.recalls.own_entry(message)
        if raw:
            # Later readers of a topic pass over answers to old questions.
            await self._intake.take((raw,), sender, is_kept=False)
        async with self._core.lock:
            await self.settle()
