"""Keeps a place at a topic of a nostr relay: public relays serve a slow table.

It works like a place at our own relays (:mod:`p2pgame.transport.relay.client`), and the
same ``keep`` runs it.  Nostr relays are other people's, lent to everybody, so we ask
little: an event a second, kept for a day, nothing announced into the void.
We use only relays that a player has named.  Before we write to one, it must show that
it keeps what it accepts; many claim so and do not.

A key signs events that is made for this place and this run: nothing links it to a
player or to another table.  It grants no right to write either; see :mod:`.content`.

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
from p2pgame.transport.ports import Allows
from p2pgame.transport.relay.topic_id import TOPIC
from p2pgame.transport.relay.url import RelayUrl

#: Seconds after which a relay may forget the event that tests whether it keeps events.
PROBE_LIFE = 600


def verify_signature(public: bytes, message: bytes, signature: bytes) -> None:
    """Verify a signature of 32 bytes; raise ``InvalidFrame`` if it is invalid.

    Cost: 25 microseconds.
    """
    try:
        if PublicKeyXOnly(public).verify(signature, message):
            return
    except ValueError:
        pass
    raise InvalidFrame("The relay hands on what nobody has signed.")


def verify(event: Event) -> None:
    """Verify an event's signature; raise ``InvalidFrame`` if it is invalid."""
    verify_signature(event.author, event.id, event.signature)


class Author:
    """A temporary key, and its claim to write to a topic."""

    __slots__ = ("_claim", "_entropy", "_key", "_topic", "public")

    def __init__(self, topic: bytes, seed: bytes, entropy: Entropy) -> None:
        """Make a key; ``InvalidFrame`` if this seed may not write there."""
        self._key = PrivateKey(entropy(32))
        #: The public key, as it stands in events.
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
        """Return an event without content."""
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

    ``key`` is the seed of the Ed25519 key that may write to the topic; a spectator has
    none.  A nostr relay would let a spectator publish, but nobody would read it.
    ``tls`` says which certificates to trust; by default the machine's.
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
        #: The current connection, if there is one.
        self.link: NostrLink | None = None
        #: Why there is none, after one was lost or failed.
        self.trouble: str | None = None
        #: Relays of nostr refuse in words of their own.
        self.refusal: int | None = None
        #: Which addresses of the relay may be dialled, None: all.
        self.allows: Allows | None = None
        self._tls = tls
        self._machine_clock = clock
        self._place = Place(topic)
        self._limits: Limits | None = None
        self._is_connecting = False

    def __repr__(self) -> str:
        return f"NostrSubscription({self.url})"

    @property
    def notice(self) -> str | None:
        """The relay's first message to people, if any; show it once."""
        return self._place.notice

    async def connect(self) -> NostrLink:
        """Return a link to the topic from the last place on; the caller closes it.

        Raises:
          TransportError: The relay can't be reached, or can't be used.
          ValueError: The previous connection is not over yet.
        """
        if self._is_connecting or (self.link and not self.link.is_over):
            raise ValueError("a subscription has one connection at a time")
        self._is_connecting, self.link = True, None
        try:
            link = await self._connect()
        finally:
            self._is_connecting = False
        # The link outlives this call, as a socket's own tasks do.
        trio.lowlevel.spawn_system_task(link.tend)
        self.link, self.trouble = link, None
        return link

    async def _connect(self) -> NostrLink:
        self._place.check_wanted()
        tls = (
            (self._tls or ssl.create_default_context()) if self.url.is_secure else None
        )
        if self._limits is None:
            self._limits = await ask_limits(
                self.url, self._machine_clock(), tls=tls, allows=self.allows
            )
        limits = self._limits
        if self._author is not None and limits.refusal is not None:
            self._limits = None
            raise self._place.unwanted(limits.refusal)
        socket = await websocket.connect(
            self.url.host,
            self.url.port,
            path=self.url.path,
            tls=tls,
            incoming=websocket.Incoming(MESSAGE_LIMIT, SIZES[0], is_text=True),
            allows=self.allows,
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
        """Return the time by the relay's clock, as far as it has told us."""
        return self._machine_clock() + (self._limits.ahead if self._limits else 0.0)
