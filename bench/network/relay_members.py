"""Members of many tables at a relay, all played by one loop over plain sockets.

What measures must cost less than what is measured: no task, no library and no copy
that can be done without.  Whoever publishes does so when it is time, whether the relay
keeps up or not (an *open loop*).
"""

from __future__ import annotations

import selectors
import socket
import time
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from p2pgame.transport.link import SIZES
from p2pgame.transport.relay.codec import encode, read_relay
from p2pgame.transport.relay.protocol import FromPeer, Publish, Subscribe, Welcome
from p2pgame.transport.websocket import Address
from tests.relay.clients import Writing

#: Connections that are made at once, and seconds that any of them may take.
_WAVE, _PATIENCE = 32, 30.0

#: Seconds for what is still on its way at the end.
_GRACE = 3.0

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: relay\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
    + b64encode(bytes(16))
    + b"\r\n\r\n"
)
_DELIVER, _LIVE, _STORED = 66, 67, 68


#: WebSocket frames by their first byte: a whole binary message, and two of control.
_MESSAGE, _PING, _PONG = 0x82, 0x89, 0x8A


def masked(data: bytes, kind: int = _MESSAGE) -> bytes:
    """Return a client's WebSocket frame; a mask of zeros is as good as any."""
    size = len(data)
    head = bytes([0xFE]) + size.to_bytes(2) if size > 125 else bytes([0x80 | size])
    return bytes([kind]) + head + bytes(4) + data


def split(data: bytes) -> tuple[list[bytes], bytes]:
    """Return the messages in a server's bytes, and the rest of the bytes."""
    framed, rest = frames(data)
    return [content for kind, content in framed if kind == _MESSAGE], rest


def frames(data: bytes) -> tuple[list[tuple[int, bytes]], bytes]:
    """Return the frames in a server's bytes, with their kinds, and the rest."""
    found, at = [], 0
    while len(data) >= at + 2:
        size, start = data[at + 1], at + 2
        if size == 126:
            size, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
        if len(data) < start + size:
            break
        found.append((data[at], data[start : start + size]))
        at = start + size
    return found, data[at:]


@dataclass
class Seen:
    """What all members have seen; times are nanoseconds."""

    published: int = 0
    stored: int = 0
    refused: int = 0
    #: Deliveries that must come, and how long those that came were under way.
    expected: int = 0
    under_way: list[int] = field(default_factory=list)
    #: Frames that came before an earlier one, or twice.
    disordered: int = 0
    #: How late frames were published, for this process had something else to do.
    late: list[int] = field(default_factory=list)


class Member:
    """One connection."""

    __slots__ = ("_last", "_rest", "_said", "_table", "seat", "socket")

    def __init__(
        self, address: Address, table: Writing, seat: int, source: str = ""
    ) -> None:
        self.socket = socket.create_connection(address, _PATIENCE, (source, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.seat = seat
        self._table = table
        self._rest = b""
        self._said = 0
        #: The newest sequence delivered (-1) and stored (-2), and of each seat.
        self._last: dict[int, int] = {}

    def knock(self) -> None:
        self.socket.sendall(REQUEST)

    def join(self) -> None:
        """Hear the welcome, and claim and subscribe."""
        while b"\r\n\r\n" not in self._rest:
            self._rest += self.socket.recv(1)
        self._rest = b""
        welcome = read_relay(self._next())
        assert isinstance(welcome, Welcome)
        self._say(Subscribe(self._table.topic))
        self._say(self._table.claim(welcome.nonce))

    def wait_live(self) -> None:
        assert self._next()[0] == _LIVE
        self.socket.setblocking(False)

    def publish(self) -> None:
        self._said += 1
        frame = time.perf_counter_ns().to_bytes(8) + bytes([self.seat])
        frame += self._said.to_bytes(8)
        self._say(Publish(self._table.topic, self._said, frame.ljust(SIZES[0], b"\0")))

    def hear(self, seen: Seen) -> None:
        data = self.socket.recv(65536)
        if not data:
            raise EOFError("The relay has closed a connection.")
        now = time.perf_counter_ns()
        framed, self._rest = frames(self._rest + data)
        for opcode, message in framed:
            if opcode == _PING:
                self.socket.sendall(masked(message, _PONG))
            if opcode != _MESSAGE:
                continue
            kind = message[0]
            if kind == _DELIVER:
                # Its topic (16), sequence (8), and the frame: time, seat, number.
                seen.under_way.append(now - int.from_bytes(message[25:33]))
                self._check(seen, -1, int.from_bytes(message[17:25]))
                self._check(seen, message[33], int.from_bytes(message[34:42]))
            elif kind == _STORED:
                seen.stored += 1
                self._check(seen, -2, int.from_bytes(message[21:29]))
            else:
                seen.refused += 1

    def _check(self, seen: Seen, of: int, number: int) -> None:
        if number <= self._last.get(of, 0):
            seen.disordered += 1
        self._last[of] = number

    def _next(self) -> bytes:
        while True:
            messages, self._rest = split(self._rest)
            if messages:
                (message,) = messages
                return message
            self._rest += self.socket.recv(65536)

    def _say(self, message: FromPeer) -> None:
        self.socket.sendall(masked(encode(message)))


class Members:
    """All members of so many tables; a context that closes them."""

    def __init__(
        self,
        address: Address,
        tables: int,
        seats: int,
        homes: Sequence[str] = ("",),
        pause: float = 0,
    ) -> None:
        """Join; tables are at these addresses of ours in turn ("": any).

        ``pause`` are seconds after each :data:`_WAVE` of connections.
        """
        self._seats = seats
        self._members: list[Member] = []
        self._selector = selectors.DefaultSelector()
        groups = [Writing(number + 1) for number in range(tables)]
        places = [
            (table, seat, homes[number % len(homes)])
            for number, table in enumerate(groups)
            for seat in range(seats)
        ]
        for start in range(0, len(places), _WAVE):
            wave = [Member(address, *place) for place in places[start : start + _WAVE]]
            for step in (Member.knock, Member.join, Member.wait_live):
                for member in wave:
                    step(member)
            self._members += wave
            for member in wave:
                self._selector.register(member.socket, selectors.EVENT_READ, member)
            until = time.perf_counter() + pause
            while pause and time.perf_counter() < until:
                self._hear(Seen(), until - time.perf_counter())

    def __len__(self) -> int:
        return len(self._members)

    def close(self) -> None:
        for member in self._members:
            member.socket.close()
        self._selector.close()

    def play(self, rate: float, seconds: float, random: Random) -> Seen:
        """Publish at a rate, anybody at any time; return what was seen."""
        seen, due = Seen(), self._due(rate, seconds)
        at = next(due, None)
        while at is not None:
            now = time.perf_counter_ns()
            if now >= at:
                seen.late.append(now - at)
                random.choice(self._members).publish()
                seen.published += 1
                at = next(due, None)
            self._hear(seen, 0 if at is None else (at - now) / 1e9)
        seen.expected = seen.published * (self._seats - 1)
        return seen

    def settle(self, seen: Seen) -> None:
        """Hear what is still under way."""
        end = time.perf_counter() + _GRACE
        while time.perf_counter() < end and (
            len(seen.under_way) < seen.expected or seen.stored < seen.published
        ):
            self._hear(seen, 0.1)

    def _due(self, rate: float, seconds: float) -> Iterator[int]:
        begun = time.perf_counter_ns()
        for number in range(int(rate * seconds)):
            yield begun + int(number / rate * 1e9)

    def _hear(self, seen: Seen, timeout: float) -> None:
        for key, _ in self._selector.select(max(timeout, 0)):
            member: Member = key.data
            member.hear(seen)
