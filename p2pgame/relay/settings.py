"""Defines a relay's limits and their defaults."""

from __future__ import annotations

from dataclasses import dataclass, field
from ssl import SSLContext
from typing import TypeAlias

from p2pgame.transport.listener import forwarded
from p2pgame.transport.rate import TokenBucket
from p2pgame.transport.relay.notice import NOTICE_LIMIT
from p2pgame.transport.relay.protocol import TEXT_LIMIT

#: How long a relay's ``message`` may be.
MESSAGE_LENGTH = f"{NOTICE_LIMIT} characters, of {TEXT_LIMIT} bytes together"


def is_message(text: str) -> bool:
    """Return whether a relay can greet with this: it is not too long."""
    return len(text) <= NOTICE_LIMIT and len(text.encode()) <= TEXT_LIMIT


#: Addresses of IPv4 or IPv6.
Network: TypeAlias = forwarded.Network


def networks(text: str) -> tuple[Network, ...]:
    """Read addresses or networks such as ``192.0.2.0/24``, with commas between them.

    Raises:
      ValueError: One of them is neither.
    """
    return tuple(forwarded.network(part.strip()) for part in text.split(","))


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: ``each`` a second in the long run, ``burst`` at once."""

    each: float
    burst: float

    def bucket(self, now: float) -> TokenBucket:
        """Return a full bucket."""
        return TokenBucket(self.each, self.burst, now=now)


@dataclass(frozen=True, slots=True)
class Settings:
    """A relay's limits; times are seconds, sizes bytes."""

    #: Connections in all, and from one address prefix (IPv4 /32, IPv6 /64).
    connections: int = 9000
    per_prefix: int = 64
    #: Handshakes under way, in all and from one prefix.
    handshakes: int = 256
    prefix_handshakes: int = 16
    #: From one prefix: new connections, errors, frames and their bytes.  Frames cost as
    #: much as bytes: each goes to all others of its table.
    arrivals: Rate = Rate(2, 60)
    failures: Rate = Rate(0.2, 20)
    prefix_publishes: Rate = Rate(128, 1280)
    prefix_bytes: Rate = Rate(128 * 1024, 64 * 1024 * 1024)
    #: From one prefix: bytes that are kept; what is above is handed on and not kept.
    prefix_kept: Rate = Rate(12 * 1024, 1024 * 1024 * 1024)
    #: From one connection: frames, their bytes, and all other requests.
    publishes: Rate = Rate(20, 60)
    publish_bytes: Rate = Rate(64 * 1024, 8 * 1024 * 1024)
    requests: Rate = Rate(20, 200)
    #: Topics that one connection may subscribe to, and that it may write to.
    topics: int = 64
    #: Frames and bytes that may wait for a reader before it is disconnected.
    queue_frames: int = 256
    queue_bytes: int = 2 * 1024 * 1024
    #: Bytes held for all connections together: what waits for readers, and what has
    #: come from writers and is not done with.  Above it, those that hold most are
    #: disconnected (:mod:`.memory`).
    memory: int = 192 * 1024 * 1024
    #: Seconds for the rest of a message that has begun.
    message_within: float = 30.0
    #: Bytes that are read from the store at once for a returning peer.
    step: int = 256 * 1024
    #: Bytes of a topic, and days after its newest frame; the store enforces them.
    room: int = 8 * 1024 * 1024
    days: int = 1
    #: Bytes of all files of a store on a disk.
    disk: int = 16 * 1024 * 1024 * 1024
    #: Rendezvous points of one connection, and in all; their longest life; guests of
    #: one, and how many messages each may send and get there.
    rendezvous_each: int = 4
    rendezvous_total: int = 5000
    rendezvous_seconds: int = 600
    rendezvous_guests: int = 16
    rendezvous_messages: int = 32
    #: Zero bits of work for a new connection: normally, and while more than ``attack``
    #: arrive in a second from all networks together.
    bits: int = 0
    attack_bits: int = 18
    attack: float = 200.0
    #: Seconds without a sign of life, without reading, without using the relay.
    ping_after: float = 20.0
    silent: float = 45.0
    stuck: float = 45.0
    idle: float = 60.0
    #: Seconds between two checks of all connections, and of expired topics.
    sweep: float = 5.0
    expire: float = 300.0
    #: Seconds for goodbyes when the relay stops.
    goodbye: float = 5.0
    #: The welcome's text for people.
    message: str = ""
    #: Whether the players' port has the page of metrics, too.
    shows_metrics: bool = True
    tls: SSLContext | None = None
    #: What peers must show that they have; None: anybody may come.
    token: bytes | None = field(default=None, repr=False)
    #: Where proxies of ours are, which tell addresses in ``X-Forwarded-For``.
    proxies: tuple[Network, ...] = ()
    #: Networks of which each address has the limits of a club.
    trusted: tuple[Network, ...] = ()


#: What one address may do behind which a whole hall plays.
CLUB: dict[str, int | float | Rate] = {
    "per_prefix": 1024,
    "prefix_handshakes": 128,
    "arrivals": Rate(100, 1024),
    "failures": Rate(4, 400),
    "prefix_publishes": Rate(2048, 20480),
    "prefix_bytes": Rate(2 * 1024 * 1024, 512 * 1024 * 1024),
}

#: Limits by name, in place of those above.
PRESETS: dict[str, dict[str, int | float | Rate]] = {
    # A few tables of friends, on a small machine.
    "home": {
        "connections": 200,
        "memory": 48 * 1024 * 1024,
        "disk": 1024 * 1024 * 1024,
        "rendezvous_total": 100,
        "attack": 20.0,
    },
    # A hundred tables behind one address, which all come at once.
    "club": {**CLUB, "connections": 2000, "attack": 1000.0},
    # Anybody, from anywhere: the usual limits.
    "public": {},
}
