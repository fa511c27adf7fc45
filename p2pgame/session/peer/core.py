"""Holds what a peer's parts share: table, journal, lock and connections.

All parts of a peer share one core.  A part that reads or changes the table holds the
lock.  After a change it calls :meth:`Core.work`, which has the table do what is due,
stores what the table says, and only then sends it.

The table's work (proofs, mostly) runs in a thread, one piece at a time, so the
loop keeps answering while cards are shuffled.
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from p2pgame.log import Store
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Announce

from ..table.journal import Journal
from ..table.table import Table
from .author_rate_limiter import AuthorRateLimiter
from .machine import Machine, Threads
from .outbound import Outbound
from .peer_connection import PeerConnection
from .recall import Recalls
from .reporter import Reporter


class Core:
    """What all parts of a peer share; the table belongs to the holder of ``lock``."""

    def __init__(
        self, table: Table, store: Store, envelope: Envelope, machine: Machine
    ) -> None:
        own = None if table.seat is None else table.seat.key.public
        self.table = table
        self.ours = table.id if own is None else own
        self.machine = machine
        self.lock = trio.Lock()
        self.journal = Journal(table, store)
        self.limiter = AuthorRateLimiter(table.history, own)
        self.outbound = Outbound(table, envelope, machine.entropy, self.limiter.find)
        self.recalls: Recalls[PeerConnection] = Recalls(table)
        self.announcements: dict[bytes, Announce] = {}
        self.reporter = Reporter(table, self.recalls.own, machine)
        self._threads = Threads(machine)

    async def restore(self) -> None:
        """Take in what an earlier run has stored, and do what is due; lock held."""
        with self.machine.undisturbed():
            said = await self._threads.aside(self.journal.restore)
        self.outbound.pass_on(said, None, trio.current_time())
        await self.work()

    async def act(self, change: Callable[[], None]) -> None:
        """Change the table, and do what is due then; once begun, not cancelled."""
        async with self.lock:
            with trio.CancelScope(shield=True):
                try:
                    change()
                finally:  # of what it has come to, too, where it can't be done
                    self.reporter.tell()
                await self.work()

    async def watch(self) -> None:
        """Tell the table whenever the others have been waited for long enough.

        Time is that of our own program, and a clock that nobody can set.
        """
        while True:
            await self.reporter.wait_look()
            async with self.lock:
                if self.reporter.look():
                    await self.work()

    async def work(self) -> int:
        """Do all that is due, sending what is said before the next piece; lock held.

        Returns how many pieces there were.
        """
        busy, steps = True, -1
        while busy:
            steps += 1
            busy, news = await self._threads.aside(self.journal.advance)
            self.outbound.learn_key()  # first: an accept goes under the genesis's key
            self.outbound.pass_on(news, None, trio.current_time())
            busy |= self.reporter.look()  # whoever has just run late is to be told of
            self.reporter.tell()
        return steps

    def close(self) -> None:
        """Let go of the log and of the threads."""
        self.journal.close()
        self._threads.close()
