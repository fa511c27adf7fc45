"""A place at a topic of a relay of nostr: public relays as a way for a slow table.

It is built like a place at a relay of ours (:mod:`p2pgame.transport.relay.client`),
and kept by the same ``keep``.  Such relays are other people's, lent to everybody, so
little is asked of them: an event a second, a day's keeping, no announcing into the
void.  None is used that a player has not named.  One that we write to has to show
first that it keeps what it takes; many say so and do not.

Events are signed by a key that is made for this place and this run of the program:
nothing links it to a player, or to another table.  The key says nothing about who may
write either, see :mod:`.content`.

Source: BIP 340 (signatures), NIP-01.
"""

from __future__ import annotations

import os
import ssl
import time
from collections.abc import Sequence

import trio
from coincurve import PrivateKey, PublicKeyXOnly

from p2pgame.transport import websocket
from p2pgame.transport.envelope import Entropy
from p2pgame.transport.link import SIZES, InvalidFrame
from p2pgame.transport.nostr.content import Piece, claim, encode, verify_claim
from p2pgame.transport.nostr.events import KIND, MESSAGE_LIMIT, Event, our_tags
from p2pgame.transport.nostr.limits import Limits, ask_limits
from p2pgame.transport.nostr.line import Line, Unwanted, prove
from p2pgame.transport.nostr.link import NostrLink
from p2pgame.transport.nostr.place import Clock, Place, catch_up
from p2pgame.transport.relay.protocol import TOPIC
from p2pgame.transport.relay.url import RelayUrl

#: Seconds after which a relay may forget the event that shows that it keeps events.
PROBE_LIFE = 600


def verify_signature(public: bytes, message: bytes, signature: bytes) -> None:
    """Check a signature of 32 bytes; raise ``InvalidFrame`` if it is none.

    Cost: 25 microseconds.
    """
    try:
        if PublicKeyXOnly(public).verify(signature, message):
            return
    except ValueError:
        pass
    raise InvalidFrame("The relay hands on what nobody has signed.")


def verify(event: Event) -> None:
    """Check that an event's author has signed it; raise ``InvalidFrame`` if not."""
    verify_signature(event.author, event.id, event.signature)


class Author:
    """A key of the moment, and its claim to write to a topic."""

    __slots__ = ("_claim", "_entropy", "_key", "_topic", "public")

    def __init__(self, topic: bytes, seed: bytes, entropy: Entropy) -> None:
        """Make a key; ``InvalidFrame`` if this seed does not let one write there."""
        self._key = PrivateKey(entropy(32))
        #: The key's public half, as it stands in events.
        self.public = self._key.public_key_xonly.format()
        self._topic = topic
        self._claim = claim(seed, self.public)
        self._entropy = entropy
        verify_claim(self._claim, topic, self.public)

    def __repr__(self) -> str:
        return "Author()"

    def write(self, pieces: Sequence[Piece], created: int) -> Event:
        return self._signed(pieces, created, our_tags(self._topic, created))

    def probe(self, created: int) -> Event:
        """Return an event that holds nothing."""
        return self._signed((), created, our_tags(self._topic, created, PROBE_LIFE))

    def _signed(
        self, pieces: Sequence[Piece], created: int, tags: tuple[tuple[str, ...], ...]
    ) -> Event:
        content = encode(self._claim, pieces)
        event = Event(self.public, created, KIND, tags, content)
        signature = self._key.sign_schnorr(event.id, self._entropy(32))
        return Event(self.public, created, KIND, tags, content, signature)


class NostrSubscription:
    """One subscriber of one topic at one relay of nostr.

    ``key`` is the seed of the Ed25519 key that may write to the topic; who has none
    is a watcher.  A relay of nostr would let a watcher publish; nobody would read it.
    ``tls`` says whom to trust, by default those whom the machine does.
    """

    def __init__(
        self,
        url: RelayUrl,
        topic: bytes,
        key: bytes | None = None,
        *,
        tls: ssl.SSLContext | None = None,
        entropy: Entropy = os.urandom,
        clock: Clock = time.time,
    ) -> None:
        if len(topic) != TOPIC:
            raise ValueError(f"a topic has {TOPIC} bytes, not {len(topic)}")
        if not url.is_nostr:
            raise ValueError(f"{url} is no relay of nostr")
        try:
            self._author = None if key is None else Author(topic, key, entropy)
        except InvalidFrame:
            message = "this key does not let anybody write to this topic"
            raise ValueError(message) from None
        self.url = url
        #: The connection that there is, if there is one.
        self.link: NostrLink | None = None
        #: Why there is none, once one was lost or could not be had.
        self.trouble: str | None = None
        self._tls = tls
        self._machine_clock = clock
        self._place = Place(topic)
        self._limits: Limits | None = None
        self._is_connecting = False

    def __repr__(self) -> str:
        return f"NostrSubscription({self.url})"

    @property
    def notice(self) -> str | None:
        """What the relay has said to people first, if anything; to be shown once."""
        return self._place.notice

    async def connect(self) -> NostrLink:
        """Return a link to the topic, from where ``receive`` has come; it is to be
        closed.

        Raises:
          TransportError: The relay can't be reached, or is of no use.
          ValueError: The connection before is not over yet.
        """
        if self._is_connecting or (self.link and not self.link.is_over):
            raise ValueError("a subscription has one connection at a time")
        self._is_connecting, self.link = True, None
        try:
            link = await self._connect()
        finally:
            self._is_connecting = False
        # As for a socket's own tasks: the link outlives this call.
        trio.lowlevel.spawn_system_task(link.tend)
        self.link, self.trouble = link, None
        return link

    async def _connect(self) -> NostrLink:
        self._place.check_wanted()
        tls = (
            (self._tls or ssl.create_default_context()) if self.url.is_secure else None
        )
        if self._limits is None:
            self._limits = await ask_limits(self.url, self._machine_clock(), tls=tls)
        limits = self._limits
        if self._author is not None and limits.refusal is not None:
            self._limits = None
            raise self._place.unwanted(limits.refusal)
        socket = await websocket.connect(
            self.url.host,
            self.url.port,
            path=self.url.path,
            tls=tls,
            limit=MESSAGE_LIMIT,
            free=SIZES[0],
            is_text=True,
        )
        place = self._place
        line = Line(socket, place.topic, verify, place.note_notice)
        try:
            if self._author is not None and not place.is_proven:
                await self._prove(line, self._author)
            backlog = await catch_up(line, place, limits.page, self._clock())
        except BaseException:
            with trio.CancelScope(shield=True):
                await line.aclose()
            raise
        return NostrLink(
            line,
            place,
            backlog,
            room=limits.room,
            clock=self._clock,
            author=self._author,
        )

    async def _prove(self, line: Line, author: Author) -> None:
        await self._place.wait_turn()
        probe = author.probe(self._place.stamp(self._clock()))
        try:
            await prove(line, probe)
        except Unwanted as error:
            raise self._place.unwanted(str(error)) from None
        self._place.skip(probe)
        self._place.is_proven = True

    def _clock(self) -> float:
        """Return the time that the relay has, as far as it has told us."""
        return self._machine_clock() + (self._limits.ahead if self._limits else 0.0)
