"""Entries come in by every link, whole or as briefs, and take effect in one place.

They are taken in a few at a time, each time as one piece of work under the table's
lock, and passed on.  What briefs told of before its time has come is taken in as soon
as what it builds on is here, by whichever link that came.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import trio

from p2pgame.log import Entry, InvalidEntry
from p2pgame.transport.frames import Brief

from .briefs import BATCH
from .journal import Journal
from .machine import Machine
from .neighbour import ASK_AGAIN, Neighbour
from .post import Post
from .status import spot_of
from .table import Table
from .topic import ASK_LIMIT


class Intake:
    """A peer's way in for entries; ``work`` does what is due while ``lock`` is held."""

    def __init__(
        self,
        table: Table,
        journal: Journal,
        post: Post,
        machine: Machine,
        *,
        lock: trio.Lock,
        work: Callable[[], Awaitable[None]],
    ) -> None:
        self._table = table
        self._journal = journal
        self._post = post
        self._aside = machine.aside
        self._lock = lock
        self._work = work

    async def hear(self, brief: Brief, sender: Neighbour) -> None:
        """Take in the entry that a brief is short for, now or when that is clear."""
        async with self._lock:
            entry = self._post.hear_brief(sender, brief, trio.current_time())
        if entry is not None:
            await self.take((entry,), sender)

    async def take(self, given: Sequence[bytes | Entry], sender: Neighbour) -> None:
        """Take entries in, and then whatever briefs told of and is clear by that.

        Bytes are verified; an :class:`~p2pgame.log.Entry` has been already.

        Raises:
          InvalidEntry: One of them is none; those before it count.
        """
        wrong = await self._take_in(given, sender)
        while waiting := [one for one in self._post.neighbours if len(one.briefs)]:
            is_done = True
            for neighbour in waiting:
                async with self._lock:
                    entries = self._post.clear(neighbour, trio.current_time())
                if entries:
                    is_done = False
                    await self._take_in(entries, neighbour, waits=False)
            if is_done:
                break
        if wrong is not None:
            raise wrong

    async def _take_in(
        self, given: Sequence[bytes | Entry], sender: Neighbour, *, waits: bool = True
    ) -> InvalidEntry | None:
        """Take entries in, up to one that is none; others get their turn in between.

        Unless it ``waits`` for the sender's pace, what comes next from there does.
        """
        pairs = [(one if isinstance(one, bytes) else one.raw, one) for one in given]
        if sender.topic is not None:
            async with self._lock:
                raws = [raw for raw, _ in pairs]
                self._post.come(sender.topic, raws, trio.current_time())
        fresh = [one for raw, one in pairs if raw not in self._table.history]
        while fresh:
            async with self._lock:
                take = partial(self._journal.receive, fresh[:BATCH])
                news, strangers, wrong = await self._aside(take)
                self._post.learn_key()  # what came may be the last receipt of a key
                self._post.pass_on(news, sender, trio.current_time())
                before = spot_of(self._table)
                await self._work()
                moved = spot_of(self._table) != before
            if wrong is not None:
                return wrong
            del fresh[:BATCH]
            sender.load.charge(strangers)
            if waits:
                await sender.pace(news, useful=moved)
            else:
                sender.weigh(news, useful=moved)
        return None

    async def ask(self, neighbour: Neighbour) -> None:
        """Ask again, more and more seldom, for what briefs told of and is not here."""
        while True:
            await neighbour.holding()
            pause, lacks = ASK_AGAIN, True
            while lacks:
                await trio.sleep(pause)
                async with self._lock:
                    lacks = neighbour.briefs.lacks(self._table.history)
                    if lacks:
                        self._post.tell(neighbour)
                pause = min(2 * pause, ASK_LIMIT)
