"""Topics in memory, as an honest relay keeps them, and what is said at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import TypeVar

import trio

from p2pgame.engine.turns import Choose, Over, Turn
from p2pgame.log import Store
from p2pgame.session import Offer, Table
from p2pgame.session.peer.machine import Machine
from p2pgame.session.peer.runner import Peer
from p2pgame.session.peer.topic.topic import Topic
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Have, Message
from p2pgame.transport.link import LinkClosed, UnknownEpoch
from tests.session.peers import EPOCH_KEY
from tests.session.ring import STEPS, Ring, Steps
from tests.session.tables import TABLE, known, me
from tests.session.wholes import wholes

T = TypeVar("T")

#: Seconds that a frame is under way to the place, and from there to everybody.
HOP = 0.03


class BigRing(Ring):
    """The same for six, with so many steps."""

    seats = range(2, 7)

    def __init__(self, steps: int = STEPS) -> None:
        self._steps = steps

    def turn(self, state: Steps) -> Turn:
        done, others = len(state.taken), state.seats - 1
        if done == self._steps:
            return Over((others, *[-1] * others))
        return Choose(state.here[done % len(state.here)], ("left", "right"))


class Inline(Machine):
    """Works in the loop, because virtual time runs on while threads work; its chance
    comes from a seed.
    """

    cores = 1

    def __init__(self, seed: object) -> None:
        self._chance = Random(repr(seed))

    async def aside(self, work: Callable[[], T]) -> T:
        await trio.lowlevel.checkpoint()
        return work()

    def entropy(self, size: int) -> bytes:
        return self._chance.randbytes(size)


def player(
    folder: Path,
    seat: int,
    seats: int = 2,
    *,
    chance: int = 0,
    steps: int = STEPS,
    watch: bytes | None = None,
) -> Peer:
    """Make a peer in virtual time; it goes on with the log in ``folder``, if any.

    With a ``watch`` secret the table lets itself be watched.
    """
    game = BigRing(steps)
    path = folder / f"seat{seat}" / "log"
    store = Store.open(path) if path.exists() else Store.create(path)
    watched = watch is not None
    offer = Offer(game, game.options(), seats, 0, spectators=watched)
    table = Table(TABLE, known(game), me(seat), None if seat else offer, watch)
    return Peer(table, store, Envelope({0: EPOCH_KEY}), Inline((seat, chance)))


def restored(folder: Path, seat: int, seats: int, log: bytes) -> Peer:
    """Make a peer that goes on with a copy of an old log."""
    home = folder / "restored" / f"seat{seat}"
    home.mkdir(parents=True)
    home.chmod(0o700)
    (home / "log").write_bytes(log)
    (home / "log").chmod(0o600)
    peer = player(home.parent, seat, seats, chance=1)
    assert peer.table.in_doubt
    return peer


class Place:
    """What is kept at one topic, and everybody's mailbox there."""

    def __init__(self) -> None:
        self.kept: list[bytes] = []
        #: How many frames of these were there when all were lost.
        self._lost = 0
        self.mailboxes: list[MemoryMailbox] = []

    def visit(self, cursor: list[int], *, can_write: bool = True) -> MemoryMailbox:
        mailbox = MemoryMailbox(self, cursor, can_write=can_write)
        self.mailboxes.append(mailbox)
        return mailbox

    def expire(self, count: int) -> None:
        """Forget the oldest frames."""
        self._lost += count
        del self.kept[:count]

    def lose(self) -> None:
        """Forget all frames, and hang up on everybody."""
        self.expire(len(self.kept))
        for mailbox in [*self.mailboxes]:
            mailbox.close()

    def behind(self, cursor: int) -> Iterable[tuple[int, bytes]]:
        for at, frame in enumerate(self.kept, self._lost + 1):
            if at > cursor:
                yield at, frame

    @property
    def oldest(self) -> int:
        return self._lost + 1 if self.kept else 0

    def keep(self, frame: bytes, by: MemoryMailbox) -> None:
        self.kept.append(frame)
        for mailbox in self.mailboxes:
            mailbox.bring(
                self._lost + len(self.kept), frame if mailbox is not by else b""
            )


class MemoryMailbox:
    """One visitor's link to a place; ``cursor`` holds how far it has read, for good."""

    def __init__(self, place: Place, cursor: list[int], *, can_write: bool) -> None:
        self.can_write = can_write
        self.live = trio.Event()
        self.is_whole = place.oldest == 0 or place.oldest > cursor[0]
        self.sent = 0
        self._place = place
        self._cursor = cursor
        self._closed = trio.CancelScope()
        self._to_us, self._coming = trio.open_memory_channel[
            tuple[float, int, bytes] | None
        ](100_000)
        for at, frame in place.behind(cursor[0]):
            self.bring(at, frame)
        self._to_us.send_nowait(None)

    def bring(self, at: int, frame: bytes) -> None:
        self._to_us.send_nowait((trio.current_time() + HOP, at, frame))

    async def send(self, frame: bytes) -> None:
        await trio.sleep(HOP)
        if self not in self._place.mailboxes:
            raise LinkClosed("closed")
        if self.can_write:
            self.sent += 1
            self._place.keep(frame, self)

    async def receive(self) -> bytes:
        while True:
            try:
                word = await self._coming.receive()
            except (trio.EndOfChannel, trio.ClosedResourceError):
                raise LinkClosed("closed") from None
            if word is None:
                self.live.set()
                continue
            due, self._cursor[0], frame = word
            await trio.sleep_until(due)
            if frame:
                return frame

    def read_again(self) -> None:
        self.close()
        self._coming.close()
        self._cursor[0] = 0

    async def wait_stored(self) -> None:
        await trio.sleep(HOP)
        if self not in self._place.mailboxes:
            raise LinkClosed("closed")

    def close(self) -> None:
        if self in self._place.mailboxes:
            self._place.mailboxes.remove(self)
            self._to_us.close()

    async def aclose(self) -> None:
        self.close()
        await trio.lowlevel.checkpoint()


class Reading:
    """A peer that comes back to a place whenever it is hung up on."""

    def __init__(self, peer: Peer, place: Place, *, can_write: bool = True) -> None:
        self.peer = peer
        self.topic = Topic()
        self._place = place
        self._cursor = [0]
        self._can_write = can_write
        self.mailboxes: list[MemoryMailbox] = []
        self._life = trio.CancelScope()

    async def run(self) -> None:
        with self._life:
            while True:
                mailbox = self._place.visit(self._cursor, can_write=self._can_write)
                self.mailboxes.append(mailbox)
                await self.peer.attach(mailbox, self.topic)
                await trio.sleep(0.1)

    def stop(self) -> None:
        self._life.cancel()

    @property
    def sent(self) -> int:
        return sum(mailbox.sent for mailbox in self.mailboxes)


def messages(sealed: Iterable[bytes], peer: Peer) -> list[Message]:
    """Return what is in those frames that a peer can read."""
    read = []
    for frame in sealed:
        try:
            read.append(frames.decode(peer._reader._envelope.open(frame)[1]))
        except UnknownEpoch:
            continue
    return read


def copies(sealed: Iterable[bytes], peer: Peer) -> Counter[bytes]:
    """Count how often each entry is in some frames."""
    said = messages(sealed, peer)
    return Counter(raw for one in said for raw in wholes(one, peer.table))


def questions(sealed: Iterable[bytes], peer: Peer) -> int:
    return sum(isinstance(one, Have) for one in messages(sealed, peer))
