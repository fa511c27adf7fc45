"""What somebody sees who looks on at one table, and has nothing to say there.

Whoever looks on signs nothing, so nothing has to outlive the program: any log will do,
and who comes back gets it all from the others once more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
import trio

from games.registry import KNOWN
from p2pgame.client.profile.topics import Subscriber
from p2pgame.client.profile.transcripts import Saved
from p2pgame.engine import Over
from p2pgame.log import Store
from p2pgame.session import Table
from p2pgame.session.lobby.events import (
    Assented,
    Completed,
    Declined,
    Ended,
    Happened,
    Joined,
    MovedFor,
    Overtaken,
    Said,
    Started,
    Stopped,
    TableEvent,
    WatchNext,
)
from p2pgame.session.peer.runner import Peer
from p2pgame.session.peer.topic import Topic
from p2pgame.session.table.status import Status
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding.invite import Watch
from p2pgame.transport.relay.tended import TendedLink
from p2pgame.transport.relay.url import RelayUrl

from . import after, joining, lines, watch, words
from .files import Files
from .links import Links
from .screen import Screen
from .sitting import LOOK_EVERY, SIGN_WITHIN
from .telling import OVERTAKEN, Teller

SHUT = "This table does not let itself be watched; its host says so with --spectators."


class Watcher:
    """What somebody sees who looks on at one table; ``out`` is for the transcript."""

    def __init__(
        self, screen: Screen, link: Watch, store: Store, out: Path | None
    ) -> None:
        self._screen, self._link = screen, link
        self.table = Table(link.table, KNOWN, watch=link.box_secret)
        self.peer = Peer(self.table, store, Envelope({0: link.epoch_key}))
        self.links = Links(self.peer, self._say_lost, watch.OURS)
        self.answered = False
        self._files = Files(self.peer, out, self.say, is_checked=True)
        self._teller: Teller | None = None
        self._next: WatchNext | None = None
        self._topics: list[Topic] = []

    def say(self, text: str) -> None:
        self._screen.line(text)

    def _say_lost(self, news: str) -> None:
        if not isinstance(self.peer.status.turn, Over):
            self.say(news)

    async def run(self, kept: list[Saved], *, stays: bool) -> Watch | None:
        """Look on to the end, and return the link to where it goes on.

        For that it ``stays`` as long as a guest does; before, the transcript is among
        those that are ``kept``.
        """
        with self._screen:
            try:
                async with trio.open_nursery() as nursery:
                    await self.peer.start()
                    self._begin(nursery)
                    with trio.CancelScope() as told:
                        await self._hear_all(told)
                    kept.append(await self._save())
                    if stays and self._next is None:
                        await self._linger()
                    nursery.cancel_scope.cancel()
            finally:
                await self.links.let_go()
                self.peer.close()
        return self._there

    def _begin(self, nursery: trio.Nursery) -> None:
        self.links.caught_up.set()
        for address in self._link.addresses:
            nursery.start_soon(lines.dial, self, address)
        for url in self._link.relays:
            nursery.start_soon(self._read, url)
        nursery.start_soon(self._look)
        nursery.start_soon(self._lose_patience)

    async def _lose_patience(self) -> None:
        await trio.sleep(joining.PATIENCE)
        if not self.answered:
            raise click.ClickException(joining.NOBODY)

    async def _read(self, url: RelayUrl) -> None:
        """Read at a relay, without the key that lets others write there."""
        topic = Topic()
        self._topics.append(topic)

        async def use(link: TendedLink) -> None:
            await self.links.read(link, topic)

        await lines.stay(self, Subscriber(url, self._link.topic, None), use)

    async def _look(self) -> None:
        """Keep the line true that says what goes on; end where nobody may look on."""
        lacking = watch.Lacking()
        while not self.table.complete:
            status, now = self.peer.status, trio.current_time()
            news = lacking.news(self._lacking(status), now)
            for line in [news] if news else self._unshown(now):
                self.say(line)
            if status.is_shut:
                raise click.ClickException(SHUT)
            if status.turn is None or self._teller is not None:
                # Nobody waits for us, and of others' clocks we know nothing.
                status = replace(status, left=())
                up = self.links.is_up
                self._screen.working(watch.waiting(status, up, None, self._names))
            await trio.sleep(LOOK_EVERY)

    def _lacking(self, status: Status) -> str | None:
        """Return what the relays should have brought by now, if nobody else may."""
        live = [topic for topic in self._topics if topic.is_live]
        if self.links.dialled or not live:
            return None
        unread = any(len(topic.unread) for topic in live)
        if status.lacking or (unread and status.turn is None):
            return watch.A_PART
        return None if status.guests else watch.NOTHING

    def _unshown(self, now: float = math.inf) -> list[str]:
        return [] if self._teller is None else self._teller.unshown(now)

    async def _hear_all(self, told: trio.CancelScope) -> None:
        """Tell what happens until all have signed the end, or should have."""
        async for event in self.peer.events:
            await self._hear(event)
            match event:
                case Overtaken():
                    told.deadline = math.inf
                case Ended():
                    told.deadline = trio.current_time() + SIGN_WITHIN
                case Completed():
                    return

    async def _hear(self, event: TableEvent) -> None:
        match event:
            case Joined(name):
                self.say(f"{name} is here.")
            case Started(start):
                self._teller = Teller(start, None)
                self.say(self._teller.opening())
            case Declined(error):
                raise click.ClickException(words.sentence(words.told(error)))
            case Stopped(misbehaviour):
                accusation = await self._files.accusation(misbehaviour)
                raise click.ClickException(accusation)
            case WatchNext():
                self._next = event
            case _ if self._teller is not None:
                self._tell(event, self._teller)

    def _tell(self, event: TableEvent, teller: Teller) -> None:
        match event:
            case Happened(view=view):
                for line in teller.lines(event):
                    self.say(line)
                if self._screen.is_live and teller.opens(event):
                    self._screen.block(teller.table(view))
            case Assented() | Said() | MovedFor():
                for line in teller.aside(event, trio.current_time()):
                    self.say(line)
            case Overtaken():
                self.say(words.say(OVERTAKEN))
            case Ended(payoffs):
                self.say(teller.result(payoffs))

    async def _save(self) -> Saved:
        for line in self._unshown():
            self.say(line)
        saved = await self._files.save()
        if not self.table.complete:
            missing = ", ".join(self._names[s] for s in self.peer.status.unsigned)
            raise click.ClickException(
                f"The end is not signed by {missing}; "
                f"what is signed is in {saved.path}."
            )
        return saved

    async def _linger(self) -> None:
        """Stay until the host plays again or has gone; what is said is told."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._hear_next, nursery.cancel_scope)
            await after.wait_alone(self.links, self._screen)
            nursery.cancel_scope.cancel()

    async def _hear_next(self, waiting: trio.CancelScope) -> None:
        async for event in self.peer.events:
            await self._hear(event)
            if isinstance(event, WatchNext):
                waiting.cancel()

    @property
    def _there(self) -> Watch | None:
        """The link to where the players play again, if they do."""
        there = self._next
        if there is None:
            return None
        link = replace(self._link, table=there.table, secret=there.secret)
        return replace(link, topic=there.topic)

    @property
    def _names(self) -> Sequence[str]:
        return () if self._teller is None else self._teller.names
