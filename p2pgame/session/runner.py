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
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TypeVar

import trio

from p2pgame.engine import Turn
from p2pgame.log import Entry, InvalidEntry, Store, UnknownAuthor
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import InvalidFrame, Link, LinkClosed, UnknownEpoch
from p2pgame.transport.outbox import Outbox
from protocols import workers

from .absence import Spot
from .events import TableEvent
from .neighbour import Neighbour
from .notes import Note
from .table import Table

T = TypeVar("T")

#: Seconds for a new link to show that it has the invite.
GREET_WITHIN = 10.0

#: Bytes of entries that are queued at once for a peer that has to catch up.
PART = 512 * 1024

#: More threads than this do not make a proof any faster.
CORES = min(2, os.cpu_count() or 1)

#: The epoch of the invite's key, and that of the key in the genesis.
LOBBY, GAME = 0, 1


class Machine:
    """What a peer needs of the machine besides links and a disk: threads and chance.

    Whoever wants a game to run the same way twice gives it another one.
    """

    cores = CORES

    async def aside(self, work: Callable[[], T]) -> T:
        """Do a piece of work while others go on."""
        return await trio.to_thread.run_sync(work)

    def entropy(self, size: int) -> bytes:
        """Return random bytes."""
        return os.urandom(size)


MACHINE = Machine()


@dataclass(frozen=True, slots=True)
class Status:
    """Where a table stands, looked at between two pieces of work.

    ``seat`` is ours in the game, ``guests`` how many have come; ``unready`` have
    not accepted the offer, ``waiting_for`` (seats) keep the turn from going on,
    ``unsigned`` (seats) have not signed the end.
    """

    seat: int | None = None
    guests: int = 0
    unready: tuple[str, ...] = ()
    turn: Turn | None = None
    waiting_for: tuple[int, ...] = ()
    unsigned: tuple[int, ...] = ()


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
        self._kept = set(store.records)
        self.neighbours: list[Neighbour] = []
        self.status = Status()
        self._threads = ThreadPoolExecutor(machine.cores) if machine.cores > 1 else None
        self._parted = trio.Event()
        self._moved = trio.Event()
        self._spot: Spot | None = None
        self._lock = trio.Lock()
        self._to_people, self.events = trio.open_memory_channel[TableEvent](math.inf)

    async def start(self) -> None:
        """Take in what an earlier run has stored, then do what is due."""
        async with self._lock:
            await self._aside(self._restore)
            await self._work()

    def _restore(self) -> None:
        notes = [Note.read(record) for record in self._store.records]
        for note in notes:
            if note is not None:
                self.table.remember(note)
        for record, note in zip(self._store.records, notes, strict=True):
            if note is None:
                with suppress(UnknownAuthor):  # a stranger's, of no consequence
                    self.table.receive(record)

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
        async with self._lock:
            with trio.CancelScope(shield=True):
                self.table.leave()
                await self._work()

    async def watch(self) -> None:
        """Tell the table whenever the others have been waited for long enough.

        Time is that of our own program, and a clock that nobody can set.
        """
        while True:
            moved = self._moved
            with trio.move_on_after(self._patience()) as waiting:
                await moved.wait()
            if waiting.cancelled_caught:
                async with self._lock:
                    self.table.lose_patience()
                    await self._work()

    def _patience(self) -> float:
        play = self.table.play
        return (play.start.patience if play is not None else 0) or math.inf

    def _note_progress(self) -> None:
        """Let :meth:`watch` begin to wait anew if the table has moved on."""
        play = self.table.play
        now = None if play is None else play.spot
        if now != self._spot:
            self._spot = now
            self._moved.set()
            self._moved = trio.Event()

    async def attach(self, link: Link) -> None:
        """Talk with one peer until the link is gone or breaks the rules."""
        me = Neighbour(Outbox(link))
        self.neighbours.append(me)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(me.outbox.run)
                nursery.start_soon(self._serve, me)
                self._tell(me)
                with suppress(LinkClosed, InvalidFrame, InvalidEntry):
                    await self._converse(me, link)
                nursery.cancel_scope.cancel()
        finally:
            self.neighbours.remove(me)
            self._parted.set()
            self._parted = trio.Event()

    async def alone(self) -> None:
        """Wait until no peer is connected."""
        while self.neighbours:
            await self._parted.wait()

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

    def _look(self) -> Status:
        table, play = self.table, self.table.play
        unsigned = {player.author for player in table.unsigned}
        return Status(
            seat=None if play is None else play.seat,
            guests=len(table.players),
            unready=tuple(player.name for player in table.unready),
            turn=None if play is None else play.turn,
            waiting_for=() if play is None else play.waiting_for,
            unsigned=tuple(
                seat
                for seat, player in enumerate(table.players)
                if player.author in unsigned
            ),
        )

    async def flush(self) -> None:
        """Wait until every link has taken what is to be sent, or is gone."""
        for neighbour in list(self.neighbours):
            await neighbour.outbox.flush()

    async def _converse(self, sender: Neighbour, link: Link) -> None:
        """Hear what comes, unless nothing does that shows it is a guest's."""
        with trio.move_on_after(GREET_WITHIN) as greeting:
            while True:
                if await self._hear(sender, await link.receive()):
                    greeting.deadline = math.inf

    async def _hear(self, sender: Neighbour, frame: bytes) -> bool:
        """Take in one frame; return False if it was sealed for others."""
        try:
            _, plaintext = self._envelope.open(frame)
        except UnknownEpoch:
            return False  # for the seated: we ask again when we are one of them
        message = frames.decode(plaintext)
        async with self._lock:
            match message:
                case frames.Have(heads):
                    sender.ask(heads)
                case frames.Entries(raws):
                    await self._take(raws, sender)
                    await self._work()
        return True

    async def _serve(self, neighbour: Neighbour) -> None:
        """Send what the other side lacks, no faster than the link takes it."""
        while True:
            heads = await neighbour.asked()
            async with self._lock:
                missing = self.table.history.missing(heads)
            for part in _parts(missing):
                self._send(neighbour, part)
                await neighbour.outbox.flush()

    async def _take(self, raws: Iterable[bytes], sender: Neighbour) -> None:
        for raw in raws:
            try:
                news = await self._aside(partial(self._receive, raw))
            except UnknownAuthor:
                continue  # its hello may still be under way, by another link
            self._pass_on(news, sender)
        if self.table.history.lacking:
            self._tell(sender)

    def _receive(self, raw: bytes) -> tuple[Entry, ...]:
        """Take an entry in, and keep whatever takes effect by it."""
        return self._keep(self.table.receive(raw))

    def _keep(self, news: tuple[Entry, ...]) -> tuple[Entry, ...]:
        for entry in news:
            if entry.raw not in self._kept:
                self._kept.add(entry.raw)
                self._store.append(entry.raw)
        return news

    async def _work(self) -> None:
        """Do all that is due, sending what is said before the next piece."""
        busy = True
        while busy:
            busy, news = await self._aside(partial(self._lend, self._advance))
            self._learn_key()  # first: what accepts a genesis goes under its key
            self._pass_on(news, None)
            self.status = self._look()
            self._note_progress()
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
        self._kept.add(raw)
        self._store.append(raw)
        return busy, self._keep(self.table.receive(raw))

    def _learn_key(self) -> None:
        key = self.table.epoch_key
        if key is not None and self._envelope.newest < GAME:
            self._envelope.add(GAME, key)
            for neighbour in self.neighbours:
                self._tell(neighbour)

    def _pass_on(self, news: Sequence[Entry], sender: Neighbour | None) -> None:
        """Send everybody what is new; of a fork the sender has one half only."""
        forks = self.table.history.forks
        raws = [entry.raw for entry in news]
        proofs = [entry.raw for entry in news if entry.author in forks]
        for neighbour in self.neighbours:
            self._send(neighbour, proofs if neighbour is sender else raws)

    def _tell(self, neighbour: Neighbour) -> None:
        """Say what we have, if that is news, so that what we lack is sent.

        Said under the invite's key, because a guest who has no other yet must
        learn what it has that we lack.
        """
        heads = tuple(self.table.history.heads())
        if neighbour.is_news(heads):
            self._post(neighbour, frames.encode(frames.Have(heads)), LOBBY)

    def _send(self, neighbour: Neighbour, raws: Iterable[bytes]) -> None:
        for epoch, group in groupby(raws, self._epoch_of):
            for batch in frames.batches(group):
                self._post(neighbour, frames.encode(batch), epoch)

    def _epoch_of(self, raw: bytes) -> int:
        return LOBBY if self.table.is_lobby(raw) else GAME

    def _post(self, neighbour: Neighbour, plaintext: bytes, epoch: int) -> None:
        if epoch > self._envelope.newest:
            return  # not ours to say: whoever is seated has the key
        sealed = self._envelope.seal(plaintext, self._machine.entropy, epoch=epoch)
        neighbour.outbox.post(sealed)


def _parts(raws: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Divide entries into parts of at most :data:`PART` bytes, or one entry."""
    part: list[bytes] = []
    size = 0
    for raw in raws:
        if part and size + len(raw) > PART:
            yield part
            part, size = [], 0
        part.append(raw)
        size += len(raw)
    if part:
        yield part
