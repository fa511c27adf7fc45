"""Everything that a client needs of the machine around it, as one frozen parameter.

Tests and simulations give it another world; in a browser's tab there is one without
listening, programs or direct links.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import trio

from p2pgame.log.disk import MACHINE as DISK
from p2pgame.log.disk import Disk
from p2pgame.session.peer.machine import MACHINE, Machine
from p2pgame.transport.link import Link
from p2pgame.transport.listener.reception import Recogniser
from p2pgame.transport.ports import Allows
from p2pgame.transport.relay.url import RelayUrl

from .profile import places, settings

if TYPE_CHECKING:
    from .profile.ticket import Guest
    from .subscriber import Subscriber

#: Attached to each link that a listener accepts.
Handler = Callable[[Link], Awaitable[None]]


class Dial(Protocol):
    """Connects to a listener."""

    async def __call__(self, host: str, port: int, *, path: str = "/") -> Link:
        """Return the link.

        Raises:
          TransportError: Nothing answers there.
        """


class Resolve(Protocol):
    """Looks up a name."""

    async def __call__(self, host: str, port: int) -> tuple[str, ...]:
        """Return the addresses that a name stands for; a number is its own.

        Raises:
          TransportError: It stands for none, or that can't be known now.
        """


class Listen(Protocol):
    """Accepts links, and calls the handler with each, until cancelled."""

    async def __call__(
        self,
        host: str | None,
        port: int,
        handler: Handler,
        *,
        callers: Recogniser | None = None,
        task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Report the bound port as started; strangers to ``callers`` get no link.

        Raises:
          TransportError: The address can't be bound.
        """


class Spawn(Protocol):
    """Runs a program that plays as a guest, until it has ended."""

    async def __call__(
        self,
        invite: str,
        guest: Guest,
        home: Path,
        ready: Callable[[], Awaitable[None]],
        tell: Callable[[str], None],
    ) -> None:
        """Let it join once ``ready`` returns; ``tell`` what it complains of."""


class Subscribe(Protocol):
    """Makes a subscriber of a topic at a relay."""

    def __call__(
        self,
        url: RelayUrl,
        topic: bytes,
        writing: bytes | None,
        *,
        source: int | None = None,
        allows: Allows | None = None,
    ) -> Subscriber: ...


@dataclass(frozen=True, slots=True)
class World:
    """The machine around a client; make it with :meth:`native`.

    ``home`` is the folder of the player's files, and transcripts go to ``folder``.
    ``now`` is Unix time in seconds; waiting goes by trio's clock.  ``machine`` has the
    threads and the entropy, and ``disk`` keeps the logs.  None: there is no such thing.
    """

    home: Path
    folder: Path
    dial: Dial
    listen: Listen | None
    spawn: Spawn | None
    subscribe: Subscribe
    resolve: Resolve
    machine: Machine = field(default=MACHINE)
    disk: Disk = field(default=DISK)
    now: Callable[[], float] = time.time
    #: Whether ports for direct links are to be had.
    has_network: bool = True

    @classmethod
    def native(cls, home: Path | None = None) -> World:
        """Return the world of this machine; ``home`` None: the player's own folder."""
        from .native import dial, listen, resolve, spawn  # not for the pure parts

        found = places.place() if home is None else home
        world = cls(found, Path(), dial, listen, spawn, subscribe, resolve)
        if home is None:
            return replace(world, folder=settings.transcripts())
        with world.at_home():
            return replace(world, folder=settings.transcripts())

    def entropy(self, size: int) -> bytes:
        """Return random bytes."""
        return self.machine.entropy(size)

    @contextmanager
    def at_home(self) -> Iterator[None]:
        """Have the profile's functions use this world meanwhile.

        That holds for this task, for those that it starts, and for its threads.
        """
        ground = places.Ground(self.home, self.disk, self.entropy, self.now)
        token = places.GROUND.set(ground)
        try:
            yield
        finally:
            places.GROUND.reset(token)


def subscribe(
    url: RelayUrl,
    topic: bytes,
    writing: bytes | None,
    *,
    source: int | None = None,
    allows: Allows | None = None,
) -> Subscriber:
    """Return a subscriber that connects over this machine's network."""
    from .subscriber import Subscriber  # not where there is no relay

    return Subscriber(url, topic, writing, source=source, allows=allows)
