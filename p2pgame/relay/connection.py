"""Serves one connection to a relay: its requests, its limits, its messages.

There are two tasks.  One reads requests and handles them in order; publishing goes on
by itself (:mod:`.publishing`).  The other writes (:mod:`p2pgame.transport.writer`).
Old frames are read from the store only while the writer is idle.  So a slow reader
delays nobody else.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hmac import compare_digest
from typing import NoReturn

import trio
from nacl.bindings import crypto_sign_open
from nacl.exceptions import CryptoError

from p2pgame.relay.counts import Counts
from p2pgame.relay.doors import Doors
from p2pgame.relay.leaving import Leaving
from p2pgame.relay.prefixes import Prefix, Prefixes
from p2pgame.relay.publishing import Publishing
from p2pgame.relay.rendezvous import RendezvousRegistry
from p2pgame.relay.settings import Settings
from p2pgame.relay.store import ORIGIN, Store, StoreError
from p2pgame.relay.topics import COST, Subscription, Topics
from p2pgame.transport.link import InvalidFrame, LinkClosed
from p2pgame.transport.rate import TokenBucket
from p2pgame.transport.relay.codec import encode, read_peer
from p2pgame.transport.relay.protocol import (
    NONCE,
    Claim,
    Enter,
    FromPeer,
    FromRelay,
    Knock,
    Open,
    Opened,
    Publish,
    Refusal,
    Refused,
    Reply,
    Shut,
    Subscribe,
    Unsubscribe,
    Welcome,
    Work,
    claimed,
    entering,
    is_worked,
)
from p2pgame.transport.relay.topic_id import topic_of
from p2pgame.transport.websocket import Socket
from p2pgame.transport.wire_version import SPOKEN
from p2pgame.transport.writer import Writer, build


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """The parts that all connections of a relay share."""

    settings: Settings
    store: Store
    counts: Counts
    topics: Topics
    rendezvous: RendezvousRegistry
    doors: Doors
    prefixes: Prefixes
    leaving: Leaving


class Connection:
    """A peer as the relay knows it: a number, some topics, some token buckets."""

    __slots__ = (
        *("_behind", "_bits", "_claimed", "_is_outside", "_nonce"),
        "_publishing",
        *("_requests", "_shared", "_socket", "_subscriptions"),
        *("_wanted", "_writer", "held", "id", "prefix"),
    )

    def __init__(self, socket: Socket, writer: Writer, shared: Shared) -> None:
        settings, now = shared.settings, trio.current_time()
        self.id = secrets.token_bytes(ORIGIN)
        self._socket = socket
        self._writer = writer
        self._shared = shared
        self.prefix: Prefix = shared.prefixes.of(socket.remote[0])
        #: What is held for the peer, and of what came from it.
        self.held = socket.held
        self._nonce = secrets.token_bytes(NONCE)
        attacked = shared.prefixes.is_attacked
        #: Whether the token has not been shown that a closed relay asks for.
        self._is_outside = settings.token is not None
        self._bits = max(settings.bits, settings.attack_bits if attacked else 0)
        self._subscriptions: dict[bytes, Subscription] = {}
        self._behind: list[Subscription] = []
        self._claimed: set[bytes] = set()
        self._publishing = Publishing(
            self,
            shared.store,
            shared.counts,
            (settings.publishes.bucket(now), self.prefix.publishes),
            (settings.publish_bytes.bucket(now), self.prefix.size),
            self.held,
            self.prefix.share,
        )
        self._requests: TokenBucket = settings.requests.bucket(now)
        self._wanted = now

    async def run(self) -> None:
        """Handle requests until the connection ends.

        Raises:
          LinkClosed: It has ended.
        """
        self._welcome()
        try:
            while True:
                await self._hear(await self._socket.receive())
        finally:
            for subscription in self._subscriptions.values():
                self._shared.topics.remove(subscription)
            self._shared.doors.leave(self)
            self._subscriptions.clear()
            self._behind.clear()
            # It refers to us; a cycle would wait for the garbage collector.
            del self._publishing

    def post(self, built: bytes) -> None:
        settings, writer = self._shared.settings, self._writer
        writer.post(built)
        if len(writer) > settings.queue_frames or writer.size > settings.queue_bytes:
            self.cut()

    def say(self, message: FromRelay) -> None:
        """Send a message to the peer."""
        self.post(build(encode(message)))

    def look(self, now: float) -> None:
        """Check that the peer is alive, reads, and uses the relay; else disconnect
        it."""
        settings, counts = self._shared.settings, self._shared.counts
        silence = now - self._socket.heard
        stuck = self._writer.size and now - self._writer.since > settings.stuck
        if now - self._socket.unfinished_since > settings.message_within:
            counts.cut_unfinished += 1
            self._shared.leaving.end(self._socket, "Its message does not end.")
        elif silence > settings.silent or stuck:
            counts.cut_silent += 1
            self._shared.leaving.end(self._socket, "It gives no sign of life.")
        elif self._subscriptions or self._shared.doors.is_used_by(self):
            self._wanted = now
            if silence > settings.ping_after:
                self._writer.ping()
        elif now - self._wanted > settings.idle:
            counts.cut_idle += 1
            self._shared.leaving.end(self._socket, "It wants nothing.")

    @property
    def has_token(self) -> bool:
        """Whether the peer has shown the token of a closed relay."""
        return self._shared.settings.token is not None and not self._is_outside

    def cut(self, *, is_spared: bool = False, is_lost: bool = False) -> None:
        """Disconnect a slow reader, one of a lost topic, or one that holds too much.

        What a connection that is spared (``is_spared``) holds is free at once.  It
        returns for the rest.
        """
        counts, why = self._shared.counts, "It reads too slowly."
        if is_lost:
            why = "The topic is lost."
        elif is_spared:
            counts.cut_memory += 1
            self.held.close()
        else:
            counts.cut_slow += 1
        self._shared.leaving.end(self._socket, why)

    async def goodbye(self) -> None:
        """Tell that the relay stops, and close; the caller limits the time."""
        self.say(Refused(0, Refusal.STOPPING))
        await self._writer.flush()
        await self._socket.aclose(1001)

    def _welcome(self) -> None:
        settings, (host, port) = self._shared.settings, self._socket.remote
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self.say(
            Welcome(
                self._nonce,
                self._bits,
                settings.room,
                settings.days,
                place,
                settings.message,
                self._is_outside,
            )
        )

    async def _hear(self, data: bytes) -> None:
        try:
            message = read_peer(data)
        except InvalidFrame:
            await self._end(Refusal.INVALID)
        if isinstance(message, Enter):
            await self._enter(message)
        elif self._is_outside:
            await self._end(Refusal.TOKEN)
        elif isinstance(message, Work) or self._bits:
            await self._work(message)
        elif isinstance(message, Publish):
            await self._publish(message)
        elif self._requests.take(1, now=trio.current_time()):
            await self._do(message)
        else:
            self.refuse(Refusal.RATE_LIMITED)

    async def _do(self, message: FromPeer) -> None:
        match message:
            case Subscribe(topic):
                await self._publishing.start_over(topic)
                self._subscribe(message)
            case Unsubscribe(topic):
                await self._publishing.start_over(topic)
                self._unsubscribe(topic)
            case Claim():
                await self._claim(message)
            case Knock(door, body):
                is_wrong = not await self._shared.doors.knock(self, door, body)
                if is_wrong and self.prefix.is_failing():
                    await self._end(Refusal.FAULTS)
            case Open(seconds):
                opened = await self._shared.doors.open(self, seconds)
                if isinstance(opened, Refusal):
                    self.refuse(opened)
                else:
                    self.say(Opened(opened))
            case Reply(door, guest, body):
                if not self._shared.rendezvous.reply(self, door, guest, body):
                    self.refuse(Refusal.INVALID)
            case Shut(door):
                if not self._shared.rendezvous.shut(self, door):
                    self.refuse(Refusal.INVALID)

    async def _enter(self, message: Enter) -> None:
        """Admit whoever shows the token, without work; refuse other versions."""
        if message.versions.shared(SPOKEN) is None:
            await self._end(Refusal.VERSION)
        token = self._shared.settings.token
        if token is None:
            return
        expected = entering(token, self._nonce, message.versions)
        if not compare_digest(message.tag, expected):
            await self._end(Refusal.TOKEN)
        self._is_outside, self._bits = False, 0

    async def _work(self, message: FromPeer) -> None:
        if not self._bits:
            return
        if not isinstance(message, Work):
            await self._end(Refusal.WORK)
        if not is_worked(self._nonce, message.answer, self._bits):
            await self._end(Refusal.WORK)
        self._bits = 0

    def _subscribe(self, message: Subscribe) -> None:
        if message.topic in self._subscriptions:
            self._unsubscribe(message.topic)
        elif len(self._subscriptions) >= self._shared.settings.topics:
            self.refuse(Refusal.TOPICS)
            return
        subscription = Subscription(self, message.topic, message.cursor)
        self._subscriptions[message.topic] = subscription
        self._socket.vouch()
        self._shared.topics.add(subscription)
        self.held.add(COST)
        self._behind.append(subscription)
        self._writer.ask(self._catch_up)

    def _unsubscribe(self, topic: bytes) -> None:
        subscription = self._subscriptions.pop(topic, None)
        if subscription is not None:
            self._shared.topics.remove(subscription)
            self.held.add(-COST)
            if subscription in self._behind:
                self._behind.remove(subscription)

    async def _catch_up(self) -> bool:
        """Post the next old frames, one topic after the other; runs in the writer's
        task."""
        settings, counts = self._shared.settings, self._shared.counts
        try:
            async with self.prefix.reading():
                if not self._behind:
                    return False
                # The peer may have unsubscribed since.
                subscription = self._behind[0]
                count = await subscription.step(self._shared.store, settings.step)
            counts.delivered_old += count
        except StoreError:
            self._socket.stop("The store can't be read.")
            return False
        if subscription in self._behind:
            self._behind.remove(subscription)
            if not subscription.is_live:
                self._behind.append(subscription)
        return bool(self._behind)

    async def _claim(self, message: Claim) -> None:
        topic = topic_of(message.key)
        if topic in self._claimed:
            return
        if len(self._claimed) >= self._shared.settings.topics:
            self.refuse(Refusal.TOPICS)
            return
        try:
            crypto_sign_open(message.signature + claimed(self._nonce), message.key)
        except CryptoError:
            self.refuse(Refusal.INVALID)
            if self.prefix.is_failing():
                await self._end(Refusal.FAULTS)
        else:
            self._claimed.add(topic)

    async def _publish(self, message: Publish) -> None:
        subscription = self._subscriptions.get(message.topic)
        is_claimed = message.topic in self._claimed
        # Before it is live, the writer's own frames could not be told from old ones,
        # and would wait here for a backlog that the writer does not read.
        if subscription is None or not is_claimed or not subscription.is_live:
            self.refuse(Refusal.NOT_CLAIMED, message.number)
        else:
            await self._publishing.publish(message, subscription)

    def refuse(self, refusal: Refusal, number: int = 0) -> None:
        self._shared.counts.refused[refusal.word] += 1
        self.say(Refused(number, refusal))

    async def _end(self, refusal: Refusal) -> NoReturn:
        """Refuse, and end the connection."""
        self.refuse(refusal)
        self.prefix.failures.take(1, now=trio.current_time())
        with trio.move_on_after(1):
            await self._writer.flush()
        raise LinkClosed(f"It was refused: {refusal.word}.")
