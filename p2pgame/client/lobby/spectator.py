"""Follows one table as a spectator, who has nothing to say there.

A spectator signs nothing, so nothing has to outlive the program: any log will do, and
one that comes back gets it all from the others once more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import trio

from p2pgame.engine import Message, Over
from p2pgame.games.registry import KNOWN
from p2pgame.log import Store
from p2pgame.session import Table
from p2pgame.session.lobby.events import (
    Apart,
    Completed,
    Declined,
    Ended,
    Joined,
    LateFork,
    Overtaken,
    RulesBroken,
    Started,
    Stopped,
    TableEvent,
    WatchNext,
)
from p2pgame.session.peer.runner import Peer
from p2pgame.session.peer.topic.topic import Topic
from p2pgame.session.table.status import Status
from p2pgame.transport import first_frame
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding import announce, chain
from p2pgame.transport.finding.invite import Watch
from p2pgame.transport.frames import Announce
from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.relay.tended import TendedLink
from p2pgame.transport.relay.url import RelayUrl

from ..errors import ClientError
from ..events import Arrived, Notice
from ..names import all_of
from ..profile.transcripts import Transcript
from ..seat import pointers, staying, waiting
from ..seat.files import Files
from ..seat.fork_news import ForkNews
from ..seat.links.links import Links
from ..seat.setup import SeatSetup
from ..telling.story import Story
from ..words import message_of_error, reason
from . import lines
from .seat_runner import SIGN_WITHIN
from .status_reporter import LOOK_EVERY

#: Seconds to keep dialling while nobody has ever answered.
PATIENCE = 20.0


class Spectator:
    """One table as a spectator sees it; ``seat`` names its front end and world."""

    def __init__(self, seat: SeatSetup, link: Watch, store: Store) -> None:
        self.front, self.world, self._link = seat.front, seat.world, link
        self.table = Table(link.table, KNOWN, watch=link.box_secret)
        envelope = Envelope({0: link.epoch_key})
        self.peer = Peer(self.table, store, envelope, self.world.machine)
        self.links = Links(self.peer, self._say_lost)
        self.answered, self.dials = False, seat.dials
        self._files = Files(
            *(self.peer, seat.front, seat.world.folder, seat.out), is_checked=True
        )
        #: What is known of players who have signed two stories, here or elsewhere.
        self.forks = ForkNews(self.peer, seat.front, self._files)
        self._story: Story | None = None
        self._next: WatchNext | None = None
        self._no_next = trio.Event()
        self.peer.hears.announcement = self._hear_announced
        self._topics: list[Topic] = []
        self._shown: object = None

    def path(self) -> str:
        """Return the path of one request for a link to the host."""
        key = chain.watching_key(self._link.secret)
        return first_frame.path_for(key, self._link.table, self.world.entropy)

    def say(self, message: Message) -> None:
        """Report something to tell the spectator once."""
        self.front.tell(Notice(message))

    def _say_lost(self, news: Message) -> None:
        if not isinstance(self.peer.status.turn, Over):
            self.say(news)

    async def run(self, kept: list[Transcript], *, stays: bool) -> Watch | None:
        """Look on to the end, and return the link to where it goes on.

        For that it ``stays`` as long as a guest does; before, the transcript is among
        those that are ``kept``.
        """
        try:
            async with trio.open_nursery() as nursery:
                await self.peer.start()
                self._begin(nursery)
                with trio.CancelScope() as told:
                    await self._hear_all(told)
                kept.append(await self._save())
                self.forks.tell()
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
            nursery.start_soon(lines.dial, self, self.dials, address)
        for url in self._link.relays:
            nursery.start_soon(self._read, url)
        nursery.start_soon(self._look)
        nursery.start_soon(self._lose_patience)

    async def _lose_patience(self) -> None:
        await trio.sleep(PATIENCE)
        if not self.answered:
            raise ClientError("nobody-answers")

    async def _read(self, url: RelayUrl) -> None:
        """Read at a relay, without the key that lets others write there."""
        topic = Topic()
        self._topics.append(topic)

        async def use(link: TendedLink) -> None:
            await self.links.read(link, topic)

        place = await lines.placed(
            *(self.world, self.dials, url), self._link.topic, None
        )
        if place is not None:
            await lines.stay(self, place, use)

    async def _look(self) -> None:
        """Report what goes on; end where nobody may look on."""
        lacking = waiting.Lacking()
        while not self.table.complete:
            status, now = self.peer.status, trio.current_time()
            news = lacking.news(self._lacking(status), now)
            if news is not None:
                self.say(news)
            elif self._story is not None:
                self._story.unshown(now)
            if status.is_shut:
                raise ClientError("not-to-be-watched")
            if status.turn is None or self._story is not None:
                # Nobody waits for us, and of others' clocks we know nothing.
                status = replace(status, left=())
                shown = waiting.waiting(status, self.links.is_up, None)
                if shown != self._shown:
                    self._shown = shown
                    self.front.tell(shown)
            await trio.sleep(LOOK_EVERY)

    def _lacking(self, status: Status) -> Message | None:
        """Return what the relays should have brought by now, if nobody else may."""
        live = [topic for topic in self._topics if topic.is_live]
        if self.links.dialled or not live:
            return None
        unread = any(len(topic.unread) for topic in live)
        if status.lacking or (unread and status.turn is None):
            return waiting.A_PART
        return None if status.guests else waiting.NOTHING

    async def _hear_all(self, told: trio.CancelScope) -> None:
        """Report what happens until all have signed the end, or should have."""
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
            case Apart(text):
                self.front.tell(Notice(reason(text)))
            case Joined(name):
                self.front.tell(Arrived(name))
                self.forks.warn()
            case LateFork():
                self.forks.tell()
            case Started(start):
                self.forks.warn()
                self._story = Story(self.front, self.table.id, start, None)
                self._story.begin()
            case Declined(error):
                raise ClientError.saying(message_of_error(error))
            case Stopped(misbehaviour):
                raise await self._files.accuse(misbehaviour)
            case RulesBroken():
                raise await self._files.blame_rules(event)
            case WatchNext():
                self._next = event
            case _ if self._story is not None:
                self._story.hear(event, trio.current_time())

    async def _save(self) -> Transcript:
        if self._story is not None:
            self._story.unshown()
        saved = await self._files.save()
        if not self.table.complete:
            missing = all_of(self._names[s] for s in self.peer.status.unsigned)
            raise ClientError("end-unsigned", players=missing, path=str(saved.path))
        return saved

    async def _linger(self) -> None:
        """Stay until the host plays again or has gone; what is said is told."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._hear_next, nursery.cancel_scope)
            await staying.wait_alone(self.links, self.front, no_next=self._no_next)
            nursery.cancel_scope.cancel()

    async def _hear_next(self, waiting: trio.CancelScope) -> None:
        async for event in self.peer.events:
            await self._hear(event)
            if isinstance(event, WatchNext):
                waiting.cancel()

    def _hear_announced(self, message: Announce) -> None:
        """Note that the host does not play again, once it says so."""
        if message.table != self.table.id:
            return
        with suppress(InvalidFrame):  # anybody with the link may have said it
            if announce.read(message).label == pointers.NO_NEXT:
                self._no_next.set()

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
        return () if self._story is None else self._story.names
