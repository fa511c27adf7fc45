"""Limits strangers by network: each IPv4 address and each IPv6 /64 has its limits.

One person has one IPv4 address or one IPv6 /64.  Nothing of this is written to a disk.
A prefix is forgotten once its state equals a new one's.
"""

from __future__ import annotations

import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import trio

from p2pgame.relay.counts import Counts
from p2pgame.relay.settings import CLUB, Rate, Settings
from p2pgame.transport.address_prefix import prefix_of
from p2pgame.transport.fair_queue import FairQueue, RoundRobin
from p2pgame.transport.listener.forwarded import is_in
from p2pgame.transport.rate import TokenBucket

#: After a network's connection has read from the store for ``t`` seconds, the network
#: pauses for ``min(REST * t, LONGEST_REST)`` seconds.
REST, LONGEST_REST = 2.0, 0.02

#: Explanations for connections that are turned away: of one network, and of all.
TOLD_EACH, TOLD = Rate(1, 8), Rate(20, 40)

#: Seconds between two lines in the log about that.
WARN_EVERY = 60.0

_log = logging.getLogger("p2pgame.relay")


@dataclass(slots=True, eq=False)
class Prefix:
    """One network's connections and token buckets."""

    limits: Settings
    #: Those who are told why they are turned away.
    told: TokenBucket
    arrivals: TokenBucket
    failures: TokenBucket
    publishes: TokenBucket
    size: TokenBucket
    share: TokenBucket
    fair_queue: FairQueue
    connections: int = 0
    _reading: trio.Semaphore = field(default_factory=lambda: trio.Semaphore(1))
    _rests_until: float = -math.inf

    def is_failing(self) -> bool:
        """Count an error that honest peers do not make; return if they are many."""
        return not self.failures.take(1, now=trio.current_time())

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[None]:
        """Hold the network's turn to read old frames; pause after each.

        A network that asks for much, by many connections, delays only itself.
        """
        async with self._reading:
            await trio.sleep_until(self._rests_until)
            begun = trio.current_time()
            try:
                yield
            finally:
                now = trio.current_time()
                self._rests_until = now + min(REST * (now - begun), LONGEST_REST)

    def is_new(self, now: float) -> bool:
        """Return whether the prefix equals one that nothing has come from."""
        budgets = (self.arrivals, self.failures, self.publishes, self.size)
        is_full = all(b.is_full(now=now) for b in (*budgets, self.share))
        return is_full and not self.connections


class Prefixes:
    """Holds the recently active prefixes; serves as a listener's gate."""

    def __init__(self, settings: Settings, counts: Counts) -> None:
        self._settings = settings
        self._counts = counts
        self._prefixes: dict[bytes, Prefix] = {}
        self.round_robin = RoundRobin()
        self._attack = TokenBucket(
            settings.attack, 2 * settings.attack, now=trio.current_time()
        )
        self._attacked = self._warned = -math.inf
        self._told = TOLD.bucket(trio.current_time())
        #: The limits of addresses in trusted networks.
        self._trusting = replace(settings, **CLUB)  # type: ignore[arg-type]

    @property
    def is_attacked(self) -> bool:
        """Whether more connections than usual came in the last minute."""
        return trio.current_time() - self._attacked < 60

    def enter(self, host: str) -> bool:
        now, prefix = trio.current_time(), self.of(host)
        may = prefix.connections < prefix.limits.per_prefix
        if not may or not prefix.arrivals.take(1, now=now):
            # It does not count as an attack, or one address could make all others work.
            self._counts.turned_away += 1
            self._warn(now)
            return False
        if not self._attack.take(1, now=now):
            if not self.is_attacked:
                _log.warning("more arrive than usual: newcomers have work to do")
            self._attacked = now
        prefix.connections += 1
        return True

    def explains(self, host: str) -> bool:
        """Return whether somebody who is turned away hears why: so many in a second."""
        now = trio.current_time()
        return self.of(host).told.take(1, now=now) and self._told.take(1, now=now)

    def handshakes(self, host: str) -> int:
        return self.of(host).limits.prefix_handshakes

    def _warn(self, now: float) -> None:
        if now - self._warned >= WARN_EVERY:
            self._warned = now
            _log.warning(
                "one address brings more connections than its limits let in: "
                "--limit club is for many behind one address, --trust for some of them"
            )

    def leave(self, host: str) -> None:
        self.of(host).connections -= 1
        self._counts.ended += 1

    def fair_queue(self, host: str) -> FairQueue:
        return self.of(host).fair_queue

    def of(self, host: str) -> Prefix:
        """Return the prefix of an address."""
        key = prefix_of(host)
        prefix = self._prefixes.get(key)
        if prefix is None:
            now = trio.current_time()
            is_trusted = is_in(host, self._settings.trusted)
            settings = self._trusting if is_trusted else self._settings
            prefix = self._prefixes[key] = Prefix(
                settings,
                TOLD_EACH.bucket(now),
                settings.arrivals.bucket(now),
                settings.failures.bucket(now),
                settings.prefix_publishes.bucket(now),
                settings.prefix_bytes.bucket(now),
                settings.prefix_kept.bucket(now),
                FairQueue(self.round_robin),
            )
        return prefix

    def forget(self) -> None:
        """Forget each prefix that equals a new one."""
        now = trio.current_time()
        for key in [k for k, p in self._prefixes.items() if p.is_new(now)]:
            del self._prefixes[key]
