"""One peer at one table: links, disk and table joined in one nursery.

Only here do effects meet the table.  Bytes from a link are opened, read and
handed to the table; what the table says is stored and synced to disk before
any link sees it.  A link that brings what no peer of this program sends is
dropped, and the game goes on over the others.

The table's work (proofs, mostly) runs in a thread, one piece at a time, so the
loop keeps answering while cards are shuffled.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import overload

import trio

from p2pgame.log import InvalidEntry, Store
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import (
    InvalidFrame,
    Link,
    LinkClosed,
    Mailbox,
    UnknownEpoch,
)
from p2pgame.transport.outbox import Outbox

from ..game.patience import Clocks, awaited
from ..lobby.events import TableEvent
from ..table.journal import Journal
from ..table.status import Status, status_of
from ..table.table import Table
from .doubt import Doubt
from .fetched import Fetched
from .intake import Intake
from .machine import MACHINE, Machine, Threads
from .neighbour import ANSWER_BYTES, Neighbour, parts
from .post import LOBBY, Post
from .restraint import Restraint
from .topic import Topic

#: Seconds for a new link to show that it has the invite.
GREET_WITHIN = 10.0


class Peer:
    """A table at work.

    ``events`` receives all that people should know, and ``status`` is what they
    may look at meanwhile; the table itself belongs to whoever holds the lock.
    """

    def __init__(
        self,
        table: Table,
        store: Store,
        envelope: Envelope,
        machine: Machine = MACHINE,
    ) -> None:
        self.table = table
        self._machine = machine
        self._aside = machine.aside
        self._store = store
        self._envelope = envelope
        self._journal = Journal(table, store)
        own = None if table.seat is None else table.seat.key.public
        restraint = Restraint(table.history, own)
        self._post = Post(table, envelope, machine.entropy, restraint.find)
        self.neighbours = self._post.neighbours
        self.status = Status()
        self._threads = Threads(machine)
        #: What a host tells guests with a short invite, at every topic.
        self.announcement: frames.Announce | None = None
        #: Who has all that we have.
        self.fetched = Fetched(table, self._post)
        #: Called with each whisper that comes, and whether it is said just now.
        self.overhear: Callable[[bytes, bool], None] | None = None
        self._moved = trio.Event()
        self._clocks: Clocks | None = None
        self._lock = trio.Lock()
        parts = table, self._journal, self._post, machine
        self._intake = Intake(*parts, restraint, lock=self._lock, work=self._work)
        take = self._intake.take
        self._doubt = Doubt(*parts, lock=self._lock, work=self._work, take=take)
        self._to_people, self.events = trio.open_memory_channel[TableEvent](math.inf)

    async def start(self) -> None:
        """Take in what an earlier run has stored, then do what is due."""
        async with self._lock:
            with self._machine.undisturbed():
                restore = partial(self._threads.lend, self._journal.restore)
                said = await self._aside(restore)
            self._post.pass_on(said, None, trio.current_time())
            await self._work()
            await self._doubt.settle()

    async def propose(self, move: str) -> None:
        """Make our move; once begun, that cannot be cancelled.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        async with self._lock:
            with trio.CancelScope(shield=True):
                note = self.table.propose(move)
                await self._aside(partial(self._journal.note, note))
                await self._work()

    async def leave(self) -> None:
        """Leave the game for good; once begun, that cannot be cancelled.

        Raises:
          IllegalMove: There is none, or it goes on without us.
        """
        await self._do(self.table.leave)

    async def chat(self, text: str) -> None:
        """Say something to the others; not cancelled, raises as :meth:`.Talk.chat`."""
        await self._do(partial(self.table.chat, text))

    async def let_in(self, author: bytes) -> None:
        """Let a guest have a seat at the table that we opened; not cancelled."""
        if self.table.seat is not None and self.table.seat.let_in is not None:
            await self._do(partial(self.table.seat.let_in.add, author))

    async def rematch(self, table: bytes, secret: bytes) -> None:
        """Say at which table we play again; once begun, not cancelled.

        Raises:
          IllegalMove: It is not ours to say, or not now.
        """
        await self._do(partial(self.table.rematch, table, secret))

    async def _do(self, act: Callable[[], None]) -> None:
        async with self._lock:
            with trio.CancelScope(shield=True):
                act()
                await self._work()

    async def watch(self) -> None:
        """Tell the table whenever the others have been waited for long enough.

        Time is that of our own program, and a clock that nobody can set.
        """
        while True:
            moved = self._moved
            pause = math.inf if self._clocks is None else self._clocks.next_look
            with trio.move_on_after(pause) as waiting:
                await moved.wait()
            if waiting.cancelled_caught:
                async with self._lock:
                    if self._look():
                        await self._work()

    def _look(self) -> bool:
        """Look at our clock and at the table; return whether somebody has run late."""
        play, clocks = self.table.play, self._clocks
        if play is None:
            self.status = status_of(self.table, recalling=self._doubt.awaited)
            return False
        if clocks is None:
            clocks = self._clocks = Clocks(play.start.patience, play.start.bank)
        before = clocks.late
        if clocks.look(trio.current_time(), play.spot, *awaited(play)):
            self._moved.set()
            self._moved = trio.Event()
        if clocks.late:
            self.table.lose_patience(clocks.late)
        self.status = status_of(self.table, clocks.left, self._doubt.awaited)
        return bool(clocks.late - before)

    @overload
    async def attach(self, link: Link, *, author: bytes | None = None) -> None: ...
    @overload
    async def attach(self, link: Mailbox, topic: Topic) -> None: ...
    async def attach(
        self, link: Link, topic: Topic | None = None, *, author: bytes | None = None
    ) -> None:
        """Talk with one peer until the link is gone or breaks the rules.

        If it is known whose link that is, its ``author`` is told.

        Or with all who are at a topic, of which each has a :class:`Topic` that all
        links to it share, one after the other.  Without a seat we only listen there.
        """
        mailbox = link if topic is not None and isinstance(link, Mailbox) else None
        me = Neighbour(Outbox(link), topic, mailbox, author=author)
        self.neighbours.append(me)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(me.outbox.run)
                nursery.start_soon(self._intake.release)
                if topic is not None and mailbox is not None:
                    self._post.begin(topic)
                    nursery.start_soon(self._tend, me, topic, mailbox)
                else:
                    nursery.start_soon(self._serve, me)
                    nursery.start_soon(self._doubt.ask, me)
                    nursery.start_soon(self._intake.ask, me)
                    async with self._lock:
                        self._post.tell(me)
                with suppress(LinkClosed, InvalidFrame, InvalidEntry):
                    await self._converse(me, link)
                nursery.cancel_scope.cancel()
        finally:
            self.neighbours.remove(me)

    def whisper(self, sealed: Iterable[bytes]) -> None:
        """Say, at every topic, what is each for one player alone; never wait."""
        self._post.whisper(sealed)

    def close(self) -> None:
        """Let go of the log."""
        self._journal.close()
        self._threads.close()

    async def transcript(self) -> bytes:
        """Return the game so far as one file.

        Raises:
          ValueError: It is too long to be read back.
        """
        async with self._lock:
            return await self._aside(self.table.transcript)

    async def flush(self) -> None:
        """Wait until every link has taken what is to be sent, or is gone."""
        for neighbour in list(self.neighbours):
            await neighbour.flush()

    async def _converse(self, sender: Neighbour, link: Link) -> None:
        """Hear what comes, unless nothing does that shows it is a guest's."""
        many = sender.topic is not None
        with trio.move_on_after(math.inf if many else GREET_WITHIN) as greeting:
            if many:
                await self._hear_unread()
            while True:
                frame = await link.receive()
                sender.load.charge(1 + len(frame) / 1024)
                await sender.load.ready()
                try:
                    if await self._hear(sender, frame):
                        greeting.deadline = math.inf
                        await self._hear_unread()
                except (InvalidFrame, InvalidEntry):
                    if not many:  # of many, one or their relay is to blame
                        raise

    async def _hear_unread(self) -> None:
        """Take in what topics have brought before its key, if that has come."""
        for one in [*self.neighbours]:
            while one.topic and (frame := one.topic.unread.due()) is not None:
                with suppress(InvalidFrame, InvalidEntry):
                    await self._hear(one, frame, is_late=True)

    async def _hear(
        self, sender: Neighbour, frame: bytes, *, is_late: bool = False
    ) -> bool:
        """Take in one frame; return False if it was sealed for others.

        Of what ``is_late`` entries alone count: whoever asked asks again.
        """
        try:
            epoch, plaintext = self._envelope.open(frame)
        except UnknownEpoch:
            if sender.topic is not None:
                sender.topic.unread.keep(frame)
            return False  # for the seated: we ask again when we are one of them
        message = frames.decode(plaintext)
        if is_late and not isinstance(message, frames.Entries | frames.Brief):
            return True
        match message:
            case frames.Have(heads) if sender.topic is not None:
                async with self._lock:
                    now = trio.current_time()
                    self._post.hear_have(sender.topic, heads, epoch, now)
            case frames.Have(heads):
                sender.ask(heads)
            case frames.Entries(raws):
                await self._intake.take(raws, sender)
            case frames.Brief() as brief:
                await self._intake.hear(brief, sender)
            case frames.Announce():
                pass  # it is for guests who do not know the table yet
            case frames.Whisper(sealed):
                if sender.mailbox is not None and self.overhear is not None:
                    self.overhear(sealed, sender.mailbox.live.is_set())
                return True  # it says nothing of the game
            case frames.Recall() | frames.Recalled():
                await self._doubt.hear(message, sender)
        async with self._lock:
            history = self.table.history
            if self.table.complete:
                self.fetched.note()
            elif history.lacking or sender.briefs.lacks(history):
                self._post.tell(sender)
            self._post.look(trio.current_time())
        return True

    async def _serve(self, neighbour: Neighbour) -> None:
        """Send what the other side lacks, no faster than the link takes it."""
        while True:
            heads = await neighbour.asked()
            async with self._lock:
                look_up = partial(self.table.history.missing, heads)
                missing = await self._aside(look_up)
            neighbour.answers.charge(sum(map(len, missing)) / ANSWER_BYTES)
            for part in parts(missing):
                self._post.send(neighbour, part)
                await neighbour.outbox.flush()

    async def _tend(self, neighbour: Neighbour, topic: Topic, link: Mailbox) -> None:
        """Say on a topic what is to be said there, once its backlog has come.

        Who only looks on says nothing, but reads again what nobody tells it.
        """
        await link.live.wait()
        async with self._lock:
            self._post.go_live(neighbour, trio.current_time(), whole=link.is_whole)
            if self.announcement is not None:
                self._post.say(neighbour, self.announcement, LOBBY)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._doubt.ask, neighbour)
            while True:
                async with self._lock:
                    self._post.tend(neighbour, trio.current_time())
                if not await neighbour.wait_kept(self.table.history):
                    break
                await neighbour.stirred(topic.next_at)

    async def _work(self) -> int:
        """Do all that is due, sending what is said before the next piece.

        Returns how many pieces there were.
        """
        busy, steps = True, -1
        while busy:
            steps += 1
            advance = partial(self._threads.lend, self._journal.advance)
            busy, news = await self._aside(advance)
            self._post.learn_key()  # first: what accepts a genesis goes under its key
            self._post.pass_on(news, None, trio.current_time())
            busy |= self._look()  # whoever has just run late is to be told of
            while self.table.events:
                self._to_people.send_nowait(self.table.events.popleft())
        stock = self.table.stock
        if stock is not None and stock.is_short:
            prepare = partial(stock.prepare, self._machine.entropy)
            await self._aside(partial(self._threads.lend, prepare))
        return steps
