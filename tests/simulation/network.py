"""Links between simulated machines: late, stuck, cut, doubled, and tampered with.

A line joins two programs.  Each of its ways carries frames in order, each after a
delay of its own; a way may be stuck, and then nothing comes through until it is
not, or the line is cut.  A cut loses what is under way, all or from some frame on.

Between the ends there may be a forwarder (:mod:`tests.simulation.forwarders`), who
hands on other frames than it was given.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

import trio

from p2pgame.transport.link import FRAME_LIMIT, LinkClosed
from p2pgame.transport.relay.protocol import MESSAGE_LIMIT

#: The first of the relays; a machine has its player's seat for a number.
RELAYS = 100

#: Frames that may be under way before a sender has to wait.
WINDOW = 16


@dataclass(frozen=True)
class Weather:
    """How long a frame takes, in seconds: at least, and at most that much more."""

    delay: float = 0.02
    jitter: float = 0.0


class Forwarder(Protocol):
    """Whoever carries the frames of a line, if that is not the network alone."""

    def restart(self) -> None:
        """Forget all frames."""

    def forward(self, sender: int, receiver: int, frame: bytes) -> Sequence[bytes]:
        """Return what arrives instead of a frame, in order."""


class Way:
    """One direction of a line."""

    def __init__(self, net: Network, sender: int, receiver: int) -> None:
        self._net = net
        self._ends = sender, receiver
        self._under_way: deque[tuple[float, bytes]] = deque()
        self._last = 0.0
        self._changed = trio.Event()
        self.closed = False

    def __len__(self) -> int:
        return len(self._under_way)

    def _note_change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def send(self, frame: bytes) -> None:
        await trio.lowlevel.checkpoint()
        while len(self._under_way) >= WINDOW and not self.closed:
            await self._changed.wait()
        if self.closed:
            raise LinkClosed("the line is cut")
        self._net.sent(*self._ends, frame)
        for arriving in self._net.forwarded(*self._ends, frame):
            self._last = max(self._last, self._net.due(*self._ends))
            self._under_way.append((self._last, arriving))
        self._note_change()

    async def receive(self) -> bytes:
        await trio.lowlevel.checkpoint()
        while True:
            changed = self._changed
            stuck = self._net.is_stuck(*self._ends)
            if self._under_way and not stuck:
                due, frame = self._under_way[0]
                wait = due - trio.current_time()
                if wait <= 0:
                    self._under_way.popleft()
                    self._note_change()
                    await self._net.read_by(self._ends[1])
                    return frame
                with trio.move_on_after(wait):
                    await changed.wait()
            elif self.closed and (stuck or not self._under_way):
                raise LinkClosed("the line is cut")
            else:
                await changed.wait()

    def wake(self) -> None:
        self._note_change()

    def close(self, lost: int) -> None:
        """Take no more frames, and lose so many of the last that are under way."""
        self.closed = True
        for _ in range(min(lost, len(self._under_way))):
            self._under_way.pop()
        self._note_change()


class End:
    """One end of a line, as a program holds it."""

    def __init__(self, line: Line, out: Way, into: Way, after: Sent) -> None:
        self._line, self._out, self._into = line, out, into
        self._after = after
        to_relay = max(line.ends) >= RELAYS
        self._limit = MESSAGE_LIMIT if to_relay else FRAME_LIMIT

    async def send(self, frame: bytes) -> None:
        await self._out.send(frame)
        self._after()

    async def receive(self) -> bytes:
        frame = await self._into.receive()
        if len(frame) > self._limit:
            await self.aclose()
            raise LinkClosed("the other side sent a frame above the limit")
        return frame

    async def aclose(self) -> None:
        self._line.hang_up(self._into)
        await trio.lowlevel.checkpoint()


Sent = Callable[[], None]


class Line:
    """Two ways between two programs, and the ends that they hold."""

    def __init__(
        self, net: Network, one: int, other: int, after: tuple[Sent, Sent]
    ) -> None:
        self.ends = one, other
        self._net = net
        there, back = Way(net, one, other), Way(net, other, one)
        self.ways = there, back
        self.handles = (
            End(self, there, back, after[0]),
            End(self, back, there, after[1]),
        )

    @property
    def closed(self) -> bool:
        return all(way.closed for way in self.ways)

    def hang_up(self, into: Way) -> None:
        """Close it from one end: what is under way to the other still arrives."""
        if not self.closed:
            for way in self.ways:
                way.close(len(way) if way is into else 0)
            self._net.forget(self)

    def cut(self, chance: Random | None) -> None:
        """Lose it; of what is under way each end gets what came before some frame.

        Without chance, nothing.
        """
        if not self.closed:
            for way in self.ways:
                lost = len(way) if chance is None else chance.randrange(len(way) + 1)
                way.close(lost)
            self._net.forget(self)


class Network:
    """All lines, and what goes on between each two machines."""

    def __init__(
        self,
        chance: Random,
        sent: Callable[[int, int, bytes], None],
        usual: Weather = Weather(),
    ) -> None:
        self.sent = sent
        self._chance = chance
        self._usual = usual
        self.lines: list[Line] = []
        self.weather: dict[frozenset[int], Weather] = {}
        self.stuck: set[tuple[int, int]] = set()
        self.unreachable: set[frozenset[int]] = set()
        self.forwarders: dict[frozenset[int], Forwarder] = {}
        self.slow: dict[int, float] = {}

    def connect(self, one: int, other: int, after: tuple[Sent, Sent]) -> Line | None:
        """Return a new line, or None if there is no way now."""
        pair = frozenset((one, other))
        if pair in self.unreachable or {(one, other), (other, one)} & self.stuck:
            return None
        line = Line(self, one, other, after)
        self.lines.append(line)
        return line

    async def read_by(self, receiver: int) -> None:
        """Take as long as this machine needs to read a frame."""
        if receiver in self.slow:
            await trio.sleep(self.slow[receiver])

    def forget(self, line: Line) -> None:
        if line in self.lines:
            self.lines.remove(line)

    def between(self, one: int, other: int) -> list[Line]:
        return [line for line in self.lines if {*line.ends} == {one, other}]

    def of(self, one: int) -> list[Line]:
        return [line for line in self.lines if one in line.ends]

    def is_stuck(self, sender: int, receiver: int) -> bool:
        return (sender, receiver) in self.stuck

    def stick(self, sender: int, receiver: int) -> None:
        self.stuck.add((sender, receiver))

    def release(self, sender: int, receiver: int) -> None:
        self.stuck.discard((sender, receiver))
        for line in self.between(sender, receiver):
            for way in line.ways:
                way.wake()

    def due(self, sender: int, receiver: int) -> float:
        weather = self.weather.get(frozenset((sender, receiver)), self._usual)
        return (
            trio.current_time() + weather.delay + self._chance.random() * weather.jitter
        )

    def forwarded(self, sender: int, receiver: int, frame: bytes) -> Sequence[bytes]:
        forwarder = self.forwarders.get(frozenset((sender, receiver)))
        if forwarder is None:
            return (frame,)
        return forwarder.forward(sender, receiver, frame)

    def clear(self) -> None:
        """Let everything through again."""
        self.unreachable.clear()
        self.weather.clear()
        self.slow.clear()
        self.stop_forwarding(self._chance)
        for sender, receiver in sorted(self.stuck):
            self.release(sender, receiver)

    def forget_frames(self, one: int) -> None:
        """Lose what relays keep of one machine's frames."""
        for pair, forwarder in self.forwarders.items():
            if one in pair:
                forwarder.restart()

    def stop_forwarding(self, chance: Random) -> None:
        """Leave the lines to the network; cut those in which somebody had a hand."""
        meddled = {*self.forwarders}
        self.forwarders.clear()
        for line in list(self.lines):
            if frozenset(line.ends) in meddled:
                line.cut(chance)
