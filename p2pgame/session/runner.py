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
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

import trio

from p2pgame.log import Entry, InvalidEntry, Store, UnknownAuthor
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import InvalidFrame, Link, LinkClosed, UnknownEpoch
from p2pgame.transport.outbox import Outbox
from protocols import workers

from .bundles import bundle, unbundle
from .events import TableEvent
from .machine import MACHINE, Machine
from .neighbour import ANSWER_BYTES, Neighbour, parts
from .notes import Note
from .patience import Clocks, awaited
from .post import Post
from .recall import ASK_EVERY, RECALL_COST, Message, Recalls
from .status import Status, spot_of, status_of
from .table import Table

T = TypeVar("T")

#: Seconds for a new link to show that it has the invite.
GREET_WITHIN = 10.0

#: So many entries of one link are taken in before a word of ours or of another
#: link gets its turn: about as long as the disk is waited for.
BATCH = 16


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
        self._kept = dict.fromkeys(unbundle(store.records))
        self._post = Post(table, envelope, machine.entropy)
        self.neighbours = self._post.neighbours
        self._recalls: Recalls[Neighbour] = Recalls(table)
        table.in_doubt = store.in_doubt and table.seat is not None
        self.status = Status()
        self._threads = ThreadPoolExecutor(machine.cores) if machine.cores > 1 else None
        #: The links whose other side has the end, like us.
        self.fetched: set[Neighbour] = set()
        self._moved = trio.Event()
        self._clocks: Clocks | None = None
        self._lock = trio.Lock()
        self._to_people, self.events = trio.open_memory_channel[TableEvent](math.inf)

    async def start(self) -> None:
        """Take in what an earlier run has stored, then do what is due."""
        async with self._lock:
            with self._machine.undisturbed():
                said = await self._aside(self._restore)
            self._post.pass_on(said, None)
            await self._work()
            await self._settle()

    def _restore(self) -> tuple[Entry, ...]:
        """Fold what our own disk has; return what there was to say by then.

        All in one go, because nobody waits for a word before the last one.  What
        is stored was verified before it was: unless the file may not be the one
        that we wrote, signatures are not checked again.
        """
        read = Entry.read if self._store.in_doubt else Entry.kept
        pairs = [(raw, Note.read(raw)) for raw in self._kept]
        for _, note in pairs:
            if note is not None:
                self.table.remember(note)
        rest = [read(raw) for raw, note in pairs if note is None]
        before = len(rest) + 1
        while len(rest) < before:  # what was lost and came back is behind what names it
            before = len(rest)
            for entry in rest:
                with suppress(UnknownAuthor):  # a stranger's, of no consequence
                    self.table.receive(entry)
            rest = [entry for entry in rest if entry.raw not in self.table.history]
        return self._lend(self._catch_up)

    def _catch_up(self) -> tuple[Entry, ...]:
        """Do what is due until there is something to send, or nothing to do."""
        busy, news = True, tuple[Entry, ...]()
        while busy and not news:
            busy, news = self._advance()
        return news

    async def propose(self, move: str) -> None:
        """Make our move; once begun, that cannot be cancelled.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        async with self._lock:
            with trio.CancelScope(shield=True):
                note = self.table.propose(move)
                await self._aside(partial(self._store.append, note))
                await self._work()

    async def leave(self) -> None:
        """Leave the game for good; once begun, that cannot be cancelled.

        Raises:
          IllegalMove: There is none, or it goes on without us.
        """
        await self._do(self.table.leave)

    async def chat(self, text: str) -> None:
        """Say something to the others at the table; once begun, not cancelled.

        Raises:
          IllegalMove: We have no seat in a game that has started, or have left it.
          ValueError: It cannot be shown as it is.
        """
        await self._do(partial(self.table.chat, text))

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
            self.status = status_of(self.table, recalling=self._recalling)
            return False
        if clocks is None:
            clocks = self._clocks = Clocks(play.start.patience, play.start.bank)
        before = clocks.late
        if clocks.look(trio.current_time(), play.spot, *awaited(play)):
            self._moved.set()
            self._moved = trio.Event()
        if clocks.late:
            self.table.lose_patience(clocks.late)
        self.status = status_of(self.table, clocks.left, self._recalling)
        return bool(clocks.late - before)

    async def attach(self, link: Link) -> None:
        """Talk with one peer until the link is gone or breaks the rules."""
        me = Neighbour(Outbox(link))
        self.neighbours.append(me)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(me.outbox.run)
                nursery.start_soon(self._serve, me)
                nursery.start_soon(self._recall, me)
                async with self._lock:
                    self._post.tell(me)
                with suppress(LinkClosed, InvalidFrame, InvalidEntry):
                    await self._converse(me, link)
                nursery.cancel_scope.cancel()
        finally:
            self.neighbours.remove(me)

    def close(self) -> None:
        """Let go of the log."""
        self._store.close()
        if self._threads is not None:
            self._threads.shutdown()

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
            await neighbour.outbox.flush()

    async def _converse(self, sender: Neighbour, link: Link) -> None:
        """Hear what comes, unless nothing does that shows it is a guest's."""
        with trio.move_on_after(GREET_WITHIN) as greeting:
            while True:
                frame = await link.receive()
                sender.load.charge(1 + len(frame) / 1024)
                await sender.load.ready()
                if await self._hear(sender, frame):
                    greeting.deadline = math.inf

    async def _hear(self, sender: Neighbour, frame: bytes) -> bool:
        """Take in one frame; return False if it was sealed for others."""
        try:
            _, plaintext = self._envelope.open(frame)
        except UnknownEpoch:
            return False  # for the seated: we ask again when we are one of them
        match frames.decode(plaintext):
            case frames.Have(heads):
                sender.ask(heads)
            case frames.Entries(raws):
                await self._take(raws, sender)
            case message:
                await self._hear_recall(message, sender)
        async with self._lock:
            if self.table.complete:
                self._note_end()
            elif self.table.history.lacking:
                self._post.tell(sender)
        return True

    def _note_end(self) -> None:
        """Say that we have the end, and note who says the same."""
        for neighbour in self.neighbours:
            self._post.tell(neighbour)
            if neighbour.has_all(self.table.history.heads()):
                self.fetched.add(neighbour)

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

    async def _recall(self, neighbour: Neighbour) -> None:
        """Ask for what our restored log may lack, until nothing can be missing."""
        while self.table.in_doubt and not self._recalls.elsewhere:
            async with self._lock:
                now = trio.current_time()
                question = self._recalls.question(now, self._machine.entropy)
                self._post.recall(neighbour, question)
            await trio.sleep(ASK_EVERY)
            async with self._lock:
                await self._settle()

    async def _settle(self) -> None:
        """Sign again once we have all that we ever signed."""
        if self.table.in_doubt and self._recalls.may_settle(trio.current_time()):
            with trio.CancelScope(shield=True):
                await self._aside(self._store.settle)
                self.table.in_doubt = False
                await self._work()

    @property
    def _recalling(self) -> tuple[str, ...]:
        return self._recalls.awaited if self.table.in_doubt else ()

    async def _hear_recall(self, message: Message, sender: Neighbour) -> None:
        """Answer or pass on what is asked and told of forgotten words."""
        sender.load.charge(RECALL_COST)
        async with self._lock:
            for to, said in self._recalls.hear(message, sender, trio.current_time()):
                for neighbour in [*self.neighbours]:
                    if neighbour is to or (to is None and neighbour is not sender):
                        self._post.recall(neighbour, said)
            await self._work()
        raw = self._recalls.own_entry(message)
        if raw:
            await self._take((raw,), sender)
        async with self._lock:
            await self._settle()

    async def _take(self, raws: Sequence[bytes], sender: Neighbour) -> None:
        """Take entries in, a few at a time: others' and our own words get between.

        Raises:
          InvalidEntry: One of them is none; those before it count.
        """
        fresh = [raw for raw in raws if raw not in self.table.history]
        while fresh:
            async with self._lock:
                take = partial(self._receive, fresh[:BATCH])
                news, strangers, wrong = await self._aside(take)
                self._post.pass_on(news, sender)
                before = spot_of(self.table)
                await self._work()
                moved = spot_of(self.table) != before
            if wrong is not None:
                raise wrong
            del fresh[:BATCH]
            sender.load.charge(strangers)
            await sender.pace(news, useful=moved)

    def _receive(
        self, raws: Sequence[bytes]
    ) -> tuple[tuple[Entry, ...], int, InvalidEntry | None]:
        """Take entries in; return the news, how many are void, and what is wrong."""
        news, strangers = list[Entry](), 0
        wrong: InvalidEntry | None = None
        for raw in raws:
            try:
                news += self.table.receive(raw)
            except UnknownAuthor:
                strangers += 1  # its hello may still be under way, by another link
            except InvalidEntry as error:
                wrong = error
                break
        return self._keep(tuple(news)), strangers, wrong

    def _keep(self, news: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Keep whatever has taken effect."""
        raws = [entry.raw for entry in news if entry.raw not in self._kept]
        for record in bundle(list(dict.fromkeys(raws))):
            self._store.append(record)
        self._kept.update(dict.fromkeys(raws))
        return news

    async def _work(self) -> None:
        """Do all that is due, sending what is said before the next piece."""
        busy = True
        while busy:
            busy, news = await self._aside(partial(self._lend, self._advance))
            self._post.learn_key()  # first: what accepts a genesis goes under its key
            self._post.pass_on(news, None)
            busy |= self._look()  # whoever has just run late is to be told of
            while self.table.events:
                self._to_people.send_nowait(self.table.events.popleft())
        stock = self.table.stock
        if stock is not None and stock.is_short:
            prepare = partial(stock.prepare, self._machine.entropy)
            await self._aside(partial(self._lend, prepare))

    def _lend(self, work: Callable[[], T]) -> T:
        """Do a piece of work on all our threads."""
        if self._threads is None:
            return work()
        with workers.lent(self._machine.cores, self._threads.map):
            return work()

    def _advance(self) -> tuple[bool, tuple[Entry, ...]]:
        """Do one piece of work; return whether there was any, and what to send.

        In one call, so that no cancellation can come between a word, the disk
        and the table, which says it once.
        """
        busy, raw = self.table.advance()
        if raw is None:
            return busy, ()
        self._kept[raw] = None
        self._store.append(raw)
        return busy, self._keep(self.table.receive(raw))
