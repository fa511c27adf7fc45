"""Finds direct links to the other players, in the background.

The table plays over a relay from the start, and goes on doing so; proven direct links
are handed over as they come.  One link to each player is enough: entries are signed and
may travel any way.

A player that hides its addresses tells none, dials none and accepts nobody: relay only.
"""

from __future__ import annotations

import math
import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address

import trio

from p2pgame.transport.link import InvalidFrame, Link, TransportError
from p2pgame.transport.listener.listening import HANDSHAKES_LIMIT, LINKS_LIMIT, serve
from p2pgame.transport.listener.reception import ListenerConfig, Recogniser
from p2pgame.transport.paths import signals
from p2pgame.transport.paths.candidates import (
    Address,
    Candidate,
    is_public,
    own_candidates,
)
from p2pgame.transport.paths.greeting import Greeter
from p2pgame.transport.paths.interfaces import gateway, own_hosts
from p2pgame.transport.paths.lines import Line, Lines
from p2pgame.transport.paths.mapping import FindRouter, Router, mapped
from p2pgame.transport.paths.natpmp import NatPmp
from p2pgame.transport.paths.punch import Puncher, open_puncher
from p2pgame.transport.paths.punching import Agreements
from p2pgame.transport.paths.race import Attempt, Dial, Pursuit
from p2pgame.transport.paths.signals import Reach, Sync
from p2pgame.transport.paths.standing import Standing
from p2pgame.transport.paths.upnp import find_igd
from p2pgame.transport.websocket import Socket, connect, wrap

#: Players at a table, at most; further authors are ignored.
PLAYERS_LIMIT = 32

#: Seconds between two messages about our addresses, at least; and after news, because
#: more often follow.
SAY_EVERY = 2.0
SAY_AFTER = 0.5

#: Seconds between two looks at our own addresses.
LOOK_EVERY = 30.0

#: Seconds before a router that gave no port is asked again.
ASK_ROUTER_EVERY = 900.0


async def find_natpmp() -> Router:
    """Return the home router, if its address is known."""
    host = gateway()
    if host is None:
        raise TransportError("There is no router here.")
    return NatPmp(host)


@dataclass(frozen=True, slots=True)
class Wishes:
    """A player's choices about its paths.

    ``given`` are addresses that the player says lead here; ``hosts`` finds the
    machine's addresses, ``routers`` find routers that may map ports.
    """

    is_hidden: bool = False
    given: tuple[Address, ...] = ()
    hosts: Callable[[], tuple[str, ...]] = own_hosts
    routers: Sequence[FindRouter] = (find_natpmp, find_igd)


@dataclass(frozen=True, slots=True)
class Calls:
    """How a player's first frames are made and read.

    ``path_to`` returns the path by which a link to an author is asked for; ``callers``
    None: whoever asks gets a link, and must greet.
    """

    path_to: Callable[[bytes], str]
    callers: Recogniser | None


NO_CALLS = Calls(lambda _: "/", None)


class Paths:
    """Finds and keeps one player's direct links to the others of one table.

    ``say`` sends a plaintext, sealed, to all at the table; ``attach`` uses a link until
    it is over.  ``calls`` makes and reads first frames.  ``clock`` returns milliseconds
    that rise from one session to the next.
    """

    def __init__(
        self,
        greeter: Greeter,
        say: Callable[[bytes], Awaitable[None]],
        attach: Callable[[bytes, Link], Awaitable[None]],
        *,
        clock: Callable[[], int],
        wishes: Wishes | None = None,
        calls: Calls = NO_CALLS,
    ) -> None:
        self._greeter = greeter
        self._calls = calls
        self._author = greeter.voice.author
        self._say = say
        self._clock = clock
        self._wishes = wishes or Wishes()
        self._players: set[bytes] = set()
        self._pursuits: dict[bytes, Pursuit] = {}
        self._lines = Lines(
            greeter, attach, knows=self._players.__contains__, turned=self._turn
        )
        self._agreements = Agreements(greeter, say)
        self._hosts: tuple[str, ...] = ()
        self._ports: dict[int, int] = {}
        self._seen: dict[str, Address] = {}
        self._mapped: Address | None = None
        self._edition = 0
        self._puncher: Puncher | None = None
        self._nursery: trio.Nursery | None = None
        self._news = trio.Event()
        #: Set once a relay has seen us at a public address, so that a mapping can help.
        self._is_abroad = trio.Event()
        #: Our last message about our addresses, for later links.
        self.reach: bytes | None = None

    @property
    def source(self) -> int | None:
        """The port from which to dial relays, once we run."""
        return self._puncher.port if self._puncher else None

    def standing(self, author: bytes) -> Standing:
        """Return a player's current path."""
        return self._lines.standing(author)

    def admit(self, author: bytes) -> None:
        """Look for a path to a player at the table, and accept it."""
        if author != self._author:
            self._players.add(author)
            self._wake()

    def dismiss(self, author: bytes) -> None:
        """Forget a player that has left the table."""
        self._players.discard(author)
        self._pursuits.pop(author, None)
        self._lines.drop(author)

    def observe(self, relay: str, address: Address, *, is_shared: bool) -> None:
        """Note where a relay sees us; ``is_shared`` if it was dialled from
        ``source``."""
        if self._puncher is None:
            return
        # Most routers keep a port's number: assume so where it can't be seen.
        place = address if is_shared else (address[0], self._puncher.port)
        if is_public(address[0]):
            self._is_abroad.set()
        if self._seen.get(relay) != place:
            self._seen[relay] = place
            self._wake()

    def hear(self, plaintext: bytes, *, is_fresh: bool) -> None:
        """Process a signal; ``is_fresh`` means sent now, not kept by a relay.

        Raises:
          InvalidFrame: It is malformed, or not signed by its author.
        """
        signal = signals.decode(plaintext)
        if not isinstance(signal, Reach | Sync):
            raise InvalidFrame("This signal belongs at the start of a link.")
        if self._wishes.is_hidden or signal.author == self._author:
            return
        signals.verify(signal, self._greeter.voice)
        if isinstance(signal, Reach):
            self._learn(signal)
        elif is_fresh and signal.to == self._author and self._nursery:
            self._hear_sync(signal, self._nursery)

    def _learn(self, reach: Reach) -> None:
        pursuit = self._pursuits.get(reach.author)
        if pursuit is None:
            if len(self._pursuits) >= PLAYERS_LIMIT:
                return
            pursuit = Pursuit(begins=self._author < reach.author)
            self._pursuits[reach.author] = pursuit
            if reach.author in self._lines:
                pursuit.up(trio.current_time())
        pursuit.learn(reach, trio.current_time())
        self._wake()

    def _hear_sync(self, sync: Sync, nursery: trio.Nursery) -> None:
        pursuit = self._pursuits.get(sync.author)
        if pursuit is None or sync.author not in self._players:
            return
        if sync.step is signals.Step.ASK:
            if sync.author < self._author and self._agreements.may_answer(sync):
                targets = pursuit.targets(trio.current_time(), self._hosts)
                if targets:
                    nursery.start_soon(self._agreements.answer, sync, targets)
            return
        targets = self._agreements.hear(sync)
        if targets:
            nursery.start_soon(self._punch, sync.author, targets)

    async def run(
        self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Find and keep direct links, until cancelled.

        Raises:
          TransportError: No port can be bound.
        """
        if self._wishes.is_hidden:
            task_status.started()
            await self._tell(())
            await trio.sleep_forever()
        async with open_puncher() as puncher, trio.open_nursery() as nursery:
            self._puncher, self._nursery = puncher, nursery
            self._hosts = self._wishes.hosts()
            config = ListenerConfig(
                LINKS_LIMIT, HANDSHAKES_LIMIT, callers=self._calls.callers
            )
            listen = partial(serve, config=config)
            bound = await nursery.start(listen, None, 0, self._welcome)
            self._ports = {ip_address(host).version: port for host, port in bound}
            task_status.started()
            nursery.start_soon(self._keep_looking)
            nursery.start_soon(self._keep_telling)
            if 4 in self._ports:
                nursery.start_soon(self._keep_mapped, self._ports[4])
            await self._pursue(nursery)

    def _turn(self, author: bytes, is_up: bool) -> None:
        pursuit = self._pursuits.get(author)
        if pursuit is not None and is_up:
            pursuit.up(trio.current_time())
        elif pursuit is not None:
            pursuit.down(trio.current_time(), random.random())
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = trio.Event()

    async def _pursue(self, nursery: trio.Nursery) -> None:
        while True:
            now, news = trio.current_time(), self._news
            mine = [(a, p) for a, p in self._pursuits.items() if a in self._players]
            for author, pursuit in mine:
                for attempt in pursuit.due(now, self._hosts):
                    nursery.start_soon(self._try, author, attempt)
            at = min((pursuit.next_at for _, pursuit in mine), default=math.inf)
            with trio.move_on_at(at):
                await news.wait()

    async def _try(self, author: bytes, attempt: Attempt) -> None:
        if not isinstance(attempt, Dial):
            await self._begin_punch(author)
            return
        with suppress(TransportError):
            path = self._calls.path_to(author)
            link = await connect(*attempt.candidate.address, path=path)
            line = await self._lines.settle(link, attempt.candidate.host, author)
            await self._lines.use(line)

    async def _begin_punch(self, author: bytes) -> None:
        for _ in range(self._agreements.tries):
            pursuit = self._pursuits.get(author)
            if pursuit is None or author in self._lines:
                return
            targets = pursuit.targets(trio.current_time(), self._hosts)
            if not targets or not await self._agreements.ask(author):
                return
            await self._punch(author, targets)

    async def _punch(self, author: bytes, targets: tuple[Address, ...]) -> None:
        async def become(stream: trio.SocketStream) -> Line:
            host = stream.socket.getpeername()[0]
            link = await wrap(
                stream,
                is_client=self._author > author,
                path=self._calls.path_to(author),
                callers=self._calls.callers,
            )
            return await self._lines.settle(link, host, author)

        if self._puncher is None:
            return
        with suppress(TransportError):
            line = await self._puncher.punch(targets, become)
            await self._lines.use(line)

    async def _welcome(self, link: Socket) -> None:
        line = await self._lines.settle(link, link.remote[0], None)
        await self._lines.use(line)

    async def _keep_looking(self) -> None:
        while True:
            await trio.sleep(LOOK_EVERY)
            hosts = self._wishes.hosts()
            if hosts != self._hosts:
                self._hosts = hosts
                self._wake()

    async def _keep_mapped(self, port: int) -> None:
        await self._is_abroad.wait()
        while True:
            with suppress(TransportError):
                async with mapped(port, self._wishes.routers) as mapping:
                    while True:
                        self._mapped = mapping.external
                        self._wake()
                        await mapping.wait_changed()
            await trio.sleep(ASK_ROUTER_EVERY)

    async def _keep_telling(self) -> None:
        told: tuple[Candidate, ...] | None = None
        while True:
            news = self._news
            if self._candidates() != told:
                await trio.sleep(SAY_AFTER)
                told = candidates = self._candidates()
                await self._tell(candidates)
                for author, pursuit in self._pursuits.items():
                    if author not in self._lines:
                        pursuit.start(trio.current_time())
                self._wake()
                await trio.sleep(SAY_EVERY)
            else:
                await news.wait()

    def _candidates(self) -> tuple[Candidate, ...]:
        return own_candidates(
            self._hosts,
            self._ports,
            punch=self.source,
            observed=[*self._seen.values()],
            mapped=[self._mapped] if self._mapped else [],
            given=self._wishes.given,
        )

    async def _tell(self, candidates: tuple[Candidate, ...]) -> None:
        self._edition = max(self._edition + 1, self._clock())
        reach = Reach(self._author, self._edition, candidates)
        self.reach = signals.signed(reach, self._greeter.voice)
        await self._say(self.reach)
