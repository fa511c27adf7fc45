"""Entries come in by every link, whole or as briefs, and take effect in one place.

They are taken in a few at a time, each time as one piece of work under the table's
lock, and passed on.  What briefs told of before its time has come is taken in as soon
as what it builds on is here, by whichever link that came; what its author says too
much of when there is room for it, or when others' words build on it.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import trio

from p2pgame.log import Entry, InvalidEntry
from p2pgame.transport.frames import Brief

from ..table.journal import Journal
from ..table.status import progress_of
from ..table.table import Table
from .machine import Machine
from .neighbour import ASK_AGAIN, Neighbour
from .post import Post
from .restraint import BATCH, Restraint
from .topic import ASK_LIMIT

#: What is held back counts for so many frames of the link that brought it.
HELD_COST = 4


class Intake:
    """A peer's way in for entries.

    ``work`` does what is due while ``lock`` is held, and returns in how many steps.
    """

    def __init__(
        self,
        table: Table,
        journal: Journal,
        post: Post,
        machine: Machine,
        restraint: Restraint,
        *,
        lock: trio.Lock,
        work: Callable[[], Awaitable[int]],
    ) -> None:
        self._restraint = restraint
        self._holding = trio.Event()
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
        wrong = await self._sift_in(given, sender)
        await self._follow()
        if wrong is not None:
            raise wrong

    async def _follow(self) -> None:
        """Take in what is clear, or needed, by what has just been taken in."""
        is_done = False
        while not is_done:
            is_done = True
            for neighbour in [one for one in self._post.neighbours if len(one.briefs)]:
                async with self._lock:
                    entries = self._post.clear(neighbour, trio.current_time())
                if entries:
                    is_done = False
                    await self._sift_in(entries, neighbour)
            if len(self._restraint):
                with trio.CancelScope(shield=True):
                    async with self._lock:
                        needed = self._restraint.needed(trio.current_time())
                    is_done &= not needed
                    await self._take_in(needed, None)

    async def _sift_in(
        self, given: Sequence[bytes | Entry], sender: Neighbour
    ) -> InvalidEntry | None:
        """Take entries in, up to one that is none, unless they are to be held back."""
        pairs = [(one if isinstance(one, bytes) else one.raw, one) for one in given]
        if sender.topic is not None:
            async with self._lock:
                raws = [raw for raw, _ in pairs]
                self._post.come(sender.topic, raws, trio.current_time())
        here = self._table.history, self._restraint
        fresh = [one for raw, one in pairs if not any(raw in place for place in here)]
        return await self._take_in(fresh, sender)

    async def _take_in(
        self, given: Sequence[bytes | Entry], sender: Neighbour | None
    ) -> InvalidEntry | None:
        """Take entries in, up to one that is none; others get their turn in between.

        Without a ``sender`` they were held back, and are not once more.
        """
        rest = [*given]
        while rest:
            async with self._lock:
                now = trio.current_time()
                before = progress_of(self._table)
                at = None if sender is None else now
                take = partial(self._take, rest[:BATCH], at)
                held, taken, (news, strangers, wrong) = await self._aside(take)
                self._post.learn_key()  # what came may be the last receipt of a key
                self._post.pass_on(news, sender, now)
                steps = await self._work()
                moved = progress_of(self._table) != before
                if sender is not None:
                    self._restraint.charge(taken, now, free=steps if moved else 0)
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
            if now is not None and self._restraint.holds(entry, now):
                held += 1
            else:
                taken.append(entry)
        news, strangers, wrong = self._journal.receive(taken)
        return held, taken, (news, strangers, wrong or unread)

    async def release(self) -> None:
        """Take in what is held back, whenever there is room for some of it."""
        while True:
            async with self._lock:
                due_at = self._restraint.next_at
                if due_at == math.inf and self._holding.is_set():
                    self._holding = trio.Event()
            if due_at == math.inf:
                await self._holding.wait()
                continue
            await trio.sleep_until(due_at)
            with trio.CancelScope(shield=True):
                async with self._lock:
                    entries = self._restraint.due(trio.current_time())
                await self._take_in(entries, None)
            await self._follow()
            await self._ask_on()

    async def _ask_on(self) -> None:
        """Ask for what found no place among what is held back, once there is some."""
        async with self._lock:
            if not len(self._restraint) and self._table.history.lacking:
                for line in self._post.lines:
                    self._post.tell(line)
                self._post.look(trio.current_time())

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
