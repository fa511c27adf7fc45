"""Keeps the links of a seat: talks over each, and counts them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

import trio

from p2pgame.engine import Message
from p2pgame.session.peer.peer_connection import OtherSide
from p2pgame.session.peer.runner import Peer
from p2pgame.session.peer.topic.topic import Topic
from p2pgame.transport.link import Link, TransportError

from .. import waiting
from .guest_lines import GuestLines

if TYPE_CHECKING:
    from p2pgame.transport.relay.tended import TendedLink


class Links:
    """All that a peer is attached to; ``say_lost`` tells of what is lost or back.

    A host has the lines of its ``guests``.
    Direct links that were found in the background come and go in silence: the relay
    is there all the time.
    """

    def __init__(
        self,
        peer: Peer,
        say_lost: Callable[[Message], None],
        guests: GuestLines | None = None,
    ) -> None:
        self._peer = peer
        self._say_lost = say_lost
        self._dialled = waiting.LineCounter(waiting.OURS)
        self._guests = guests
        self._is_let_go = False
        self._relayed = waiting.LineCounter(waiting.RELAY)
        self._scopes: set[trio.CancelScope] = set()
        self._detached = trio.Event()
        #: Set once all is read that an earlier run has said; nothing is heard before.
        self.caught_up = trio.Event()
        #: How many links guests have dialled, and how many lead to relays.
        self.dialled = self.at_relays = 0
        #: How many were found in the background.
        self.found = 0
        self.relays: list[TendedLink] = []

    @property
    def is_up(self) -> bool:
        """Whether anybody can be heard."""
        return bool(self.dialled or self.at_relays or self.found)

    @property
    def missing(self) -> frozenset[bytes]:
        """The guests of a host who can't be reached."""
        return frozenset() if self._guests is None else self._guests.missing

    @property
    def connected(self) -> frozenset[bytes]:
        """The guests of a host who have a line."""
        return frozenset() if self._guests is None else self._guests.connected

    async def attach(self, link: Link) -> None:
        """Talk with one peer until the link is gone."""
        guests = self._guests
        other = None if guests is None else guests.come(link)
        if guests is None or other is None:
            await self._talk(partial(self._peer.attach, link), self._count_dialled)
            return
        talk = partial(self._talk_with_guest, link, guests, other)
        await self._talk(talk, self._count_dialled)
        for news in await guests.go(other):
            self._tell(news)

    async def _talk_with_guest(
        self, link: Link, guests: GuestLines, other: OtherSide
    ) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._greet, guests, other)
            await self._peer.attach(link, other=other)
            nursery.cancel_scope.cancel()

    async def _greet(self, guests: GuestLines, other: OtherSide) -> None:
        for news in await guests.meet(other):
            self._tell(news)

    async def meet(self, author: bytes, link: Link) -> None:
        """Talk with a player who has shown who it is until the link is gone."""
        talk = partial(self._peer.attach, link, author=author)
        await self._talk(talk, self._count_found)

    async def read(self, link: TendedLink, topic: Topic) -> None:
        """Talk with all who are at a topic until the link is gone."""
        self.relays.append(link)
        try:
            talk = partial(self._peer.attach, link, topic)
            await self._talk(talk, self._count_relays)
        finally:
            self.relays.remove(link)

    async def _talk(
        self, talk: Callable[[], Awaitable[None]], count: Callable[[int], None]
    ) -> None:
        with trio.CancelScope() as attached:
            self._scopes.add(attached)
            try:
                await self.caught_up.wait()
                count(+1)
                try:
                    await talk()
                except* TransportError:
                    pass  # an end like any other
                count(-1)
            finally:
                self._scopes.remove(attached)
                self._detached.set()

    def hush(self) -> None:
        """Tell nothing more of lines: we are about to go."""
        self._is_let_go = True

    async def let_go(self) -> None:
        """Let go of all links, and tell nothing more of them; not cancelled."""
        self.hush()
        with trio.CancelScope(shield=True):
            while self._scopes:
                self._detached = trio.Event()
                for link in self._scopes:
                    link.cancel()
                await self._detached.wait()

    def _count_dialled(self, change: int) -> None:
        self.dialled += change
        if self._guests is None:
            self._tell(self._dialled.news(self.dialled))

    def _count_relays(self, change: int) -> None:
        self.at_relays += change
        self._tell(self._relayed.news(self.at_relays))

    def _count_found(self, change: int) -> None:
        self.found += change

    def _tell(self, news: Message | None) -> None:
        if news is not None and not self._is_let_go:
            self._say_lost(news)
