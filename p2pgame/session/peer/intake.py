"""Takes in entries from every link, whole or compact, in one place.

They are taken in a few at a time, each time as one piece of work under the table's
lock, and passed on.  A compact entry that builds on something absent is taken in
as soon as that is here, by whichever link it came.  What its author says too much of is
taken in when there is room for it, or when others' words build on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import trio

from p2pgame.log import Entry, InvalidEntry
from p2pgame.transport.frames import Brief

from ..table.status import progress_of
from .author_rate_limiter import BATCH
from .core import Core
from .peer_connection import ASK_AGAIN, PeerConnection
from .topic.have_timer import ASK_LIMIT

#: What is held back counts for so many frames of the link that brought it.
HELD_COST = 4


class Intake:
    """A peer's way in for entries."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._holding = trio.Event()

    async def hear(self, brief: Brief, sender: PeerConnection) -> None:
        """Take in a compact entry, now or when what it builds on is here."""
        async with self._core.lock:
            entry = self._core.outbound.hear_compact(sender, brief, trio.current_time())
        if entry is not None:
            await self.take((entry,), sender)

    async def take(
        self,
        given: Sequence[bytes | Entry],
        sender: PeerConnection,
        *,
        is_kept: bool = True,
    ) -> None:
        """Take entries in, and then the compact entries that waited for them.

        Bytes are verified; an :class:`~p2pgame.log.Entry` has been already.
        ``is_kept``: a topic that brings them keeps them, for whoever reads it later.

        Raises:
          InvalidEntry: One of them is none; those before it count.
        """
        wrong = await self._sift_in(given, sender, is_kept=is_kept)
        await self._follow()
        if wrong is not None:
            raise wrong

    async def _follow(self) -> None:
        """Take in what is clear, or needed, by what has just been taken in."""
        core, is_done = self._core, False
        while not is_done:
            is_done = True
            links = core.outbound.connections
            for connection in [one for one in links if len(one.compact_entries)]:
                async with core.lock:
                    entries = core.outbound.clear(connection, trio.current_time())
                if entries:
                    is_done = False
                    await self._sift_in(entries, connection)
            if len(core.limiter):
                with trio.CancelScope(shield=True):
                    async with core.lock:
                        needed = core.limiter.needed(trio.current_time())
                    is_done &= not needed
                    await self._take_in(needed, None)

    async def _sift_in(
        self,
        given: Sequence[bytes | Entry],
        sender: PeerConnection,
        *,
        is_kept: bool = True,
    ) -> InvalidEntry | None:
        """Take entries in, up to one that is none, unless they are to be held back."""
        pairs = [(one if isinstance(one, bytes) else one.raw, one) for one in given]
        if sender.topic is None:
            for raw, _ in pairs[:1]:
                sender.other.brings(raw, self._core.ours)
        elif is_kept:
            async with self._core.lock:
                raws = [raw for raw, _ in pairs]
                self._core.outbound.come(sender.topic, raws, trio.current_time())
        here = self._core.table.history, self._core.limiter
        fresh = [one for raw, one in pairs if not any(raw in place for place in here)]
        return await self._take_in(fresh, sender)

    async def _take_in(
        self, given: Sequence[bytes | Entry], sender: PeerConnection | None
    ) -> InvalidEntry | None:
        """Take entries in, up to one that is none; others get their turn in between.

        Without a ``sender`` they were held back, and are not once more.
        """
        core, rest = self._core, [*given]
        while rest:
            async with core.lock:
                now = trio.current_time()
                before = progress_of(core.table)
                at = None if sender is None else now
                take = partial(self._take, rest[:BATCH], at)
                held, taken, (news, strangers, wrong) = await core.machine.aside(take)
                core.outbound.learn_key()  # what came may be the last receipt of a key
                core.outbound.pass_on(news, sender, now)
                steps = await core.work()
                moved = progress_of(core.table) != before
                if sender is not None:
                    core.limiter.charge(taken, now, free=steps if moved else 0)
                if held:
                    self._holding.set()
            if sender is not None:
                sender.load.charge(strangers + HELD_COST * held)
            if wrong is not None:
                return wrong
            del rest[:BATCH]
        return None

    def _take(
        self, given: Sequence[bytes | Entry], now: float | None
    ) -> tuple[int, list[Entry], tuple[tuple[Entry, ...], int, InvalidEntry | None]]:
        """Read entries, and take in those that need not be held back at this time.

        Return how many are, which are not, and what :meth:`.Journal.receive` does.
        """
        held, taken = 0, list[Entry]()
        unread: InvalidEntry | None = None
        for one in given:
            try:
                entry = Entry.read(one) if isinstance(one, bytes) else one
            except InvalidEntry as error:
                unread = error
                break
            if now is not None and self._core.limiter.holds(entry, now):
                held += 1
            else:
                taken.append(entry)
        news, strangers, wrong = self._core.journal.receive(taken)
        return held, taken, (news, strangers, wrong or unread)

    async def release(self) -> None:
        """Take in what is held back, whenever there is room for some of it."""
        while True:
            async with self._core.lock:
                due_at = self._core.limiter.next_at
                if due_at == math.inf and self._holding.is_set():
                    self._holding = trio.Event()
            if due_at == math.inf:
                await self._holding.wait()
                continue
            await trio.sleep_until(due_at)
            with trio.CancelScope(shield=True):
                async with self._core.lock:
                    entries = self._core.limiter.due(trio.current_time())
                await self._take_in(entries, None)
            await self._follow()
            await self._ask_on()

    async def _ask_on(self) -> None:
        """Ask for what found no place among what is held back, once there is some."""
        async with self._core.lock:
            if not len(self._core.limiter) and self._core.table.history.lacking:
                for line in self._core.outbound.lines:
                    self._core.outbound.tell(line)
                self._core.outbound.look(trio.current_time())

    async def ask(self, connection: PeerConnection) -> None:
        """Ask again, more and more seldom, for what compact entries lack."""
        while True:
            await connection.holding()
            pause, lacks = ASK_AGAIN, True
            while lacks:
                await trio.sleep(pause)
                async with self._core.lock:
                    lacks = connection.compact_entries.lacks(self._core.table.history)
                    if lacks:
                        self._core.outbound.tell(connection)
                pause = min(2 * pause, ASK_LIMIT)
