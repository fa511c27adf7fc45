"""Discovers tables on the local network: a guest asks by multicast, hosts answer.

Each host answers the guest alone, with what people need to pick a table: the host's
name, the game, how many seats are taken, the port to dial, and a tag.
The tag is random for each table and means nothing.  The answer holds no key, no table's
id and no invite.
Any machine on the network can forge it; the pairing that follows makes sure
(:mod:`.handshake`).

Question and answer are 256 bytes, filled up with zeros:

    Question  "p2pgame?" | version (1) | token (8)
    Answer    "p2pgame!" | version (1) | token (8) | tag (8) | port (2)
                  | taken (1) | seats (1) | name (text) | game (text)

where a text is its length (1) and UTF-8.  An answer repeats the question's token, so
only a machine that received the question can answer it.
An answer is no longer than the question, so a host can't be used to flood others.
Answers are limited for each address and in all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

import trio

from p2pgame.transport.envelope import Entropy
from p2pgame.transport.finding.multicast import (
    REJOIN_EVERY,
    Crowd,
    Place,
    Socket,
    Source,
    host_of,
)
from p2pgame.transport.finding.slip import is_name, read_name
from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.rate import TokenBucket

PACKET = 256
TOKEN = TAG = 8
#: Seconds between questions: first quickly, because datagrams get lost, then steadily.
ASK_AFTER = (0.0, 0.03, 0.3, 1.0)
ASK_EVERY = 2.0
#: Seconds without an answer after which a table counts as gone.
GONE_AFTER = 3.5 * ASK_EVERY
#: Tables that are listed, those of one address, and addresses of each, at most.
TABLES_LIMIT = 64
TABLES_EACH = 8
ADDRESSES_LIMIT = 4
#: Answers a second in the long run, and at once: to one address, and in all.
EACH_RATE, EACH_BURST = 5.0, 20.0
ALL_RATE, ALL_BURST = 50.0, 100.0
#: Addresses whose answers are counted; above it the oldest one makes room.
SOURCES_LIMIT = 256

_EVERYWHERE = Place()
_ASK, _TELL = b"p2pgame?\x01", b"p2pgame!\x01"


@dataclass(frozen=True, slots=True)
class Label:
    """A host's description of its table."""

    name: str
    game: str
    taken: int
    seats: int
    port: int
    tag: bytes

    def __post_init__(self) -> None:
        if not 0 <= self.taken <= self.seats < 256 or not 0 < self.port < 65536:
            raise ValueError("a table has no such seats, or no such port")
        if not (is_name(self.name) and is_name(self.game)) or len(self.tag) != TAG:
            raise ValueError("a table has no such name, game or tag")


@dataclass(frozen=True, slots=True)
class Sighting:
    """A discovered table, and the hosts' addresses in the order of discovery."""

    label: Label
    hosts: tuple[str, ...]


def encode_question(token: bytes) -> bytes:
    return (_ASK + token).ljust(PACKET, b"\0")


def read_question(packet: bytes) -> bytes:
    """Return the token of a question.

    Raises:
      InvalidFrame: It is no question.
    """
    token = packet[len(_ASK) : len(_ASK) + TOKEN]
    if packet != encode_question(token):
        raise InvalidFrame("This is no question of ours.")
    return token


def encode_answer(token: bytes, label: Label) -> bytes:
    body = _TELL + token + label.tag + label.port.to_bytes(2)
    body += bytes((label.taken, label.seats))
    for text in (label.name, label.game):
        body += bytes([len(text.encode())]) + text.encode()
    return body.ljust(PACKET, b"\0")


def read_answer(packet: bytes) -> tuple[bytes, Label]:
    """Return the token and the label of an answer.

    Raises:
      InvalidFrame: It is no answer.
    """
    if len(packet) != PACKET or not packet.startswith(_TELL):
        raise InvalidFrame("This is no answer of ours.")
    at = len(_TELL)
    token, tag = packet[at : at + TOKEN], packet[at + TOKEN : at + TOKEN + TAG]
    at += TOKEN + TAG
    port, taken, seats = int.from_bytes(packet[at : at + 2]), *packet[at + 2 : at + 4]
    name, at = _read_text(packet, at + 4)
    game, at = _read_text(packet, at)
    try:
        label = Label(name, game, taken, seats, port, tag)
    except ValueError:
        raise InvalidFrame("No table is like that.") from None
    if any(packet[at:]):
        raise InvalidFrame("This answer is filled up wrongly.")
    return token, label


def _read_text(packet: bytes, at: int) -> tuple[str, int]:
    end = at + 1 + packet[at] if at < PACKET else at + 1
    if end > PACKET:
        raise InvalidFrame("This answer is cut off.")
    return read_name(packet[at + 1 : end]), end


class Answering:
    """Answers questions for a host, within limits."""

    def __init__(self, *, now: float) -> None:
        self._all = TokenBucket(ALL_RATE, ALL_BURST, now=now)
        self._each: dict[str, TokenBucket] = {}

    def receive(
        self, packet: bytes, host: str, label: Label, *, now: float
    ) -> bytes | None:
        """Return the answer to a question; None if it is none, or above a limit."""
        try:
            token = read_question(packet)
        except InvalidFrame:
            return None
        if not self._of(host, now).take(1, now=now) or not self._all.take(1, now=now):
            return None
        return encode_answer(token, label)

    def _of(self, host: str, now: float) -> TokenBucket:
        if host not in self._each:
            if len(self._each) >= SOURCES_LIMIT:
                del self._each[next(iter(self._each))]
            self._each[host] = TokenBucket(EACH_RATE, EACH_BURST, now=now)
        return self._each[host]


@dataclass(slots=True)
class _Seen:
    label: Label
    hosts: list[str] = field(default_factory=list)
    last: float = 0.0


#: What tells tables apart: a label, but for the seats that are taken.
_Key: TypeAlias = tuple[bytes, str, str, int, int]


class Looking:
    """Collects the tables that a guest discovers.

    Anybody can answer with a tag that it has heard.  So an address says nothing new of
    a table of another one: what it says otherwise is a table of its own.  If there are
    too many, those of the address with most of them make room.
    """

    def __init__(self, entropy: Entropy) -> None:
        self._token = entropy(TOKEN)
        self._seen: dict[_Key, _Seen] = {}

    def ask(self) -> bytes:
        """Return the question to send."""
        return encode_question(self._token)

    def receive(self, packet: bytes, host: str, *, now: float) -> None:
        """Take in an answer; ignore anything else."""
        try:
            token, label = read_answer(packet)
        except InvalidFrame:
            return
        key = label.tag, label.name, label.game, label.seats, label.port
        if token != self._token or (key not in self._seen and not self._has_room(host)):
            return
        seen = self._seen.setdefault(key, _Seen(label))
        if host not in seen.hosts and len(seen.hosts) < ADDRESSES_LIMIT:
            seen.hosts.append(host)
        seen.last = now
        if host == seen.hosts[0]:
            seen.label = label

    def _has_room(self, host: str) -> bool:
        """Make room for one more table of an address, if it may have one."""
        of = Counter(seen.hosts[0] for seen in self._seen.values())
        if of[host] >= TABLES_EACH:
            return False
        if len(self._seen) < TABLES_LIMIT:
            return True
        most, count = of.most_common(1)[0]
        if count <= of[host] + 1:
            return False
        newest = [key for key, seen in self._seen.items() if seen.hosts[0] == most][-1]
        del self._seen[newest]
        return True

    def tables(self, *, now: float) -> tuple[Sighting, ...]:
        """Return the tables that still answer, in the order of discovery."""
        self._seen = {
            key: seen
            for key, seen in self._seen.items()
            if now - seen.last < GONE_AFTER
        }
        return tuple(
            Sighting(seen.label, tuple(seen.hosts)) for seen in self._seen.values()
        )


async def announce(
    label: Callable[[], Label],
    *,
    place: Place = _EVERYWHERE,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Answer discovery questions until cancelled; ``label`` is called for each.

    Raises:
      TransportError: The machine has no network, or another program has the port.
    """
    crowd = Crowd(place, listens=True)
    answering = Answering(now=trio.current_time())

    async def listen(each: Socket) -> None:
        while True:
            packet, source = await _hear(each)
            now = trio.current_time()
            answer = answering.receive(packet, source[0], label(), now=now)
            if answer is not None:
                with suppress(OSError):
                    await each.sendto(answer, source)

    try:
        async with trio.open_nursery() as nursery:
            for each in crowd.sockets:
                nursery.start_soon(listen, each)
            task_status.started()
            while True:
                await trio.sleep(REJOIN_EVERY)
                crowd.join()
    finally:
        crowd.close()


async def look(
    found: Callable[[tuple[Sighting, ...]], None],
    entropy: Entropy,
    *,
    place: Place = _EVERYWHERE,
) -> None:
    """Call ``found`` with all tables whenever they change, until cancelled.

    Raises:
      TransportError: The machine has no network.
    """
    crowd, looking = Crowd(place, listens=False), Looking(entropy)
    told: tuple[Sighting, ...] = ()

    def tell() -> None:
        nonlocal told
        tables = looking.tables(now=trio.current_time())
        if tables != told:
            told = tables
            found(tables)

    async def listen(each: Socket) -> None:
        while True:
            packet, source = await _hear(each)
            looking.receive(packet, host_of(source), now=trio.current_time())
            tell()

    try:
        async with trio.open_nursery() as nursery:
            begun = trio.current_time()
            await crowd.call(looking.ask())
            for each in crowd.sockets:
                nursery.start_soon(listen, each)
            for after in ASK_AFTER[1:]:
                await trio.sleep_until(begun + after)
                await crowd.call(looking.ask())
            while True:
                await trio.sleep(ASK_EVERY)
                await crowd.call(looking.ask())
                tell()
    finally:
        crowd.close()


async def _hear(each: Socket) -> tuple[bytes, Source]:
    while True:
        try:
            return await each.recvfrom(PACKET + 1)
        except OSError:
            # An old packet of ours came back as undeliverable.  The pause bounds how
            # often this
            # loop runs, whatever the system reports.
            await trio.sleep(0.1)
