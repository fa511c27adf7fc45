"""Runs one peer at one table: links, disk and table joined in one nursery.

Only here do effects meet the table.  Bytes from a link are opened, read and
handed to the table; what the table says is stored and synced to disk before
any link sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TypeVar, overload

import trio

from p2pgame.engine import IllegalMove, Message
from p2pgame.log import InvalidEntry, Store
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import InvalidFrame, Link, LinkClosed, Mailbox
from p2pgame.transport.outbox import Outbox

from ..lobby.seat import Seat
from ..table.report import Report
from ..table.status import Status
from ..table.table import Table
from ..table.verify import held
from .core import Core
from .delivery_tracker import DeliveryTracker
from .doubt import Doubt
from .frame_reader import FrameReader
from .frame_sender import LOBBY
from .intake import Intake
from .machine import MACHINE, Machine
from .peer_connection import ANSWER_BYTES, OtherSide, PeerConnection, parts
from .topic.topic import Topic

T = TypeVar("T")


class Peer:
    """A table at work.

    ``events`` receives all that people should know; the table itself belongs to the
    holder of the lock in the :class:`.Core`.
    """

    def __init__(
        self,
        table: Table,
        store: Store,
        envelope: Envelope,
        machine: Machine = MACHINE,
    ) -> None:
        self.table = table
        self._core = Core(table, store, envelope, machine)
        self.connections = self._core.outbound.connections
        self.events = self._core.reporter.events
        #: What a host tells its guests, on every link; by the guest whom it is about.
        self.announcements = self._core.announcements
        #: The peers that have all that we have.
        self.delivery = DeliveryTracker(table, self._core.outbound)
        self._intake = Intake(self._core)
        self._doubt = Doubt(self._core, self._intake)
        self._reader = FrameReader(
            self._core, envelope, self._intake, self._doubt, self.delivery
        )
        #: What is called with that which is no word of the game.
        self.hears = self._reader.hears

    @property
    def status(self) -> Status:
        """Where the table stood after its last piece of work."""
        return self._core.reporter.status

    async def announce(self, message: frames.Announce, *, about: bytes = b"") -> None:
        """Say what a host tells its guests: on all links now, and on each new one.

        It takes the place of what was said ``about`` the same guest, or about none.
        """
        self.announcements[about] = message
        async with self._core.lock:
            for connection in self.connections:
                mailbox = connection.mailbox
                if mailbox is None or mailbox.live.is_set():
                    self._core.outbound.frame_sender.say(connection, message, LOBBY)

    async def start(self) -> None:
        """Take in what an earlier run has stored, then do what is due."""
        async with self._core.lock:
            await self._core.restore()
            await self._doubt.settle()

    async def propose(self, move: str, turns: int | None = None) -> None:
        """Make our move; once begun, that cannot be cancelled.

        ``turns`` is that of the question; None: the move is for the open turn.  The
        rules may take long to check it, so they do in a thread.  A note of the move is
        stored before anything is said.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        core = self._core
        async with core.lock:
            with trio.CancelScope(shield=True):
                checked = partial(self.table.own.propose, move, turns)
                try:
                    note = await core.machine.aside(checked)
                finally:  # rules that fail are told of at once
                    core.reporter.tell()
                await core.machine.aside(partial(core.journal.note, note))
                await core.work()

    async def leave(self, *, sits_out: bool = False) -> None:
        """Leave the game for good, or the next table; once begun, not cancelled.

        Raises:
          IllegalMove: As :meth:`.Table.leave`.
        """
        await self._core.act(partial(self.table.leave, sits_out=sits_out))

    async def chat(self, text: str) -> None:
        """Say something to the others; not cancelled, raises as :meth:`.Talk.chat`."""
        await self._core.act(partial(self.table.chat, text))

    async def nudge(self) -> None:
        """Remind those for whom the turn waits; raises as :meth:`.OwnEntries.nudge`."""
        await self._core.act(self.table.own.nudge)

    async def admit(self, author: bytes, *, is_let_in: bool) -> None:
        """Let a guest have a seat at the table that we opened, or none; not cancelled.

        Raises:
          IllegalMove: As :meth:`.Seat.turn_away`.
        """
        seat = self.table.seat
        if seat is None:
            raise IllegalMove("not-opener", Message.of("not-opener"))
        if not is_let_in:
            await self._core.act(partial(seat.turn_away, author))
        elif seat.let_in is not None:
            await self._core.act(partial(seat.let_in.add, author))

    async def at_seat(self, act: Callable[[Seat], None]) -> None:
        """Change what our seat offers, or to whom; not cancelled, raises as ``act``."""
        seat = self.table.seat
        if seat is not None:
            await self._core.act(partial(act, seat))

    async def rematch(self, table: bytes, secret: bytes) -> None:
        """Say at which table we play again; once begun, not cancelled.

        Raises:
          IllegalMove: It is not ours to say, or not now.
        """
        await self._core.act(partial(self.table.rematch, table, secret))

    async def watch(self) -> None:
        """Tell the table whenever the others have been waited for long enough."""
        await self._core.watch()

    @overload
    async def attach(
        self,
        link: Link,
        *,
        author: bytes | None = None,
        other: OtherSide | None = None,
    ) -> None: ...
    @overload
    async def attach(self, link: Mailbox, topic: Topic) -> None: ...
    async def attach(
        self,
        link: Link,
        topic: Topic | None = None,
        *,
        author: bytes | None = None,
        other: OtherSide | None = None,
    ) -> None:
        """Talk with one peer until the link is gone or breaks the rules.

        If it is known whose link that is, its ``author`` is told.  ``other`` learns
        whose it seems to be.

        Or with all who are at a topic, of which each has a :class:`Topic` that all
        links to it share, one after the other.  Without a seat we only listen there.
        """
        mailbox = link if topic is not None and isinstance(link, Mailbox) else None
        me = PeerConnection(Outbox(link), topic, mailbox, author=author, other=other)
        self.connections.append(me)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(me.outbox.run)
                nursery.start_soon(self._intake.release)
                if topic is not None and mailbox is not None:
                    self._core.outbound.begin(topic)
                    nursery.start_soon(
                        _tend, self._core, self._doubt, me, topic, mailbox
                    )
                else:
                    nursery.start_soon(_serve, self._core, me)
                    nursery.start_soon(self._doubt.ask, me)
                    nursery.start_soon(self._intake.ask, me)
                    async with self._core.lock:
                        self._core.outbound.tell(me)
                        _announce(self._core, me)
                with suppress(LinkClosed, InvalidFrame, InvalidEntry):
                    await self._reader.read(me, link)
                nursery.cancel_scope.cancel()
        finally:
            self.connections.remove(me)

    def send_direct(self, sealed: Iterable[bytes]) -> None:
        """Say, at every topic, what is each for one player alone; never wait."""
        self._core.outbound.send_direct(sealed)

    def close(self) -> None:
        """Let go of the log and of the threads."""
        self._core.close()

    async def aside(self, work: Callable[[], T]) -> T:
        """Do a piece of work with the table, which nothing else changes meanwhile."""
        async with self._core.lock:
            return await self._core.machine.aside(work)

    async def report(self) -> Report:
        """Return what the transcript of a complete game says, without reading it."""
        return await self.aside(partial(held, self.table))

    async def flush(self) -> None:
        """Wait until every link has taken what is to be sent, or is gone.

        What is being signed and stored just now is sent, too.
        """
        async with self._core.lock:
            pass
        for connection in list(self.connections):
            await connection.flush()


async def _tend(
    core: Core, doubt: Doubt, connection: PeerConnection, topic: Topic, link: Mailbox
) -> None:
    """Say on a topic what is to be said there, once its backlog has come.

    A peer without a seat says nothing, but reads again what nobody tells it.
    """
    await link.live.wait()
    async with core.lock:
        core.outbound.go_live(connection, trio.current_time(), whole=link.is_whole)
        _announce(core, connection)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(doubt.ask, connection)
        while True:
            async with core.lock:
                core.outbound.tend(connection, trio.current_time())
            if not await connection.wait_kept(core.table.history):
                break
            await connection.stirred(topic.next_at)


def _announce(core: Core, connection: PeerConnection) -> None:
    for message in core.announcements.values():
        core.outbound.frame_sender.say(connection, message, LOBBY)


async def _serve(core: Core, connection: PeerConnection) -> None:
    """Send what the other side lacks, no faster than the link takes it.

    A long history is read part by part, and never all of it is in memory.
    """
    history, send = core.table.history, core.outbound.frame_sender.send
    while True:
        heads = await connection.asked()
        async with core.lock:
            ours = history.heads()
            look_up = partial(history.read_missing, heads)
            missing = parts(await core.machine.aside(look_up))
        is_more = True
        while is_more:
            async with core.lock:
                part = await core.machine.aside(partial(next, missing, ()))
                send(connection, part)
            connection.answers.charge(sum(map(len, part)) / ANSWER_BYTES)
            await connection.outbox.flush()
            is_more = bool(part)
        if not connection.is_caught_up:
            async with core.lock:  # what is new since then was held back
                look_up = partial(history.read_missing, ours)
                send(connection, [*await core.machine.aside(look_up)])
                connection.is_caught_up = True
