"""Keeps a place at a topic of a relay, over one connection after the other.

Relays and networks come and go while a table goes on.  What lasts here is the cursor,
so each connection brings what those before it have not.
Frames that were sent and not stored when a connection ended are *not* sent again here.
The user of the links must do so, once it learns what the others lack.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from ssl import SSLContext
from typing import NoReturn, Protocol, TypeVar

import trio
from nacl.bindings import crypto_sign, crypto_sign_seed_keypair

from p2pgame.transport.envelope import Entropy
from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.ports import Allows
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.greeting import greet
from p2pgame.transport.relay.link import Cursor, RelayLink
from p2pgame.transport.relay.notice import shown
from p2pgame.transport.relay.protocol import (
    Claim,
    Subscribe,
    Welcome,
    claimed,
)
from p2pgame.transport.relay.topic_id import TOPIC, topic_of
from p2pgame.transport.relay.url import RelayUrl

#: Seconds before the first attempt after a loss, at most; each further pause is half
#: as long again.
FIRST_PAUSE, LONGER, LONGEST_PAUSE = 0.5, 1.5, 30.0

#: Seconds that a connection must last to reset the pauses.  So a relay that accepts us
#: only to turn us out is not asked twice a second.
GOOD_AFTER = 10.0

_SIGNATURE = 64


class Kept(Link, Protocol):
    """A link that tells afterwards why it is closed."""

    why: str | None
    refusal: int | None


L = TypeVar("L", bound=Kept)


class Connecting(Protocol[L]):
    """Makes one connection after the other, as a subscription does."""

    #: The current connection, and why there is none.
    link: L | None
    trouble: str | None
    refusal: int | None

    async def connect(self) -> L: ...


Use = Callable[[L], Awaitable[None]]


class Subscription:
    """One subscriber of one topic at one relay.

    ``key`` is the seed of the Ed25519 key that may write to the topic; a spectator has
    none.  ``tls`` says which certificates to trust; by default the machine's.
    """

    def __init__(
        self,
        url: RelayUrl,
        topic: bytes,
        key: bytes | None = None,
        *,
        tls: SSLContext | None = None,
    ) -> None:
        if len(topic) != TOPIC:
            raise ValueError(f"a topic has {TOPIC} bytes, not {len(topic)}")
        self._public, self._secret = b"", b""
        if key is not None:
            self._public, self._secret = crypto_sign_seed_keypair(key)
            if topic_of(self._public) != topic:
                raise ValueError("this key does not let anybody write to this topic")
        self.url = url
        #: The current connection, if there is one.
        self.link: RelayLink | None = None
        #: Why there is none, after one was lost or failed.
        self.trouble: str | None = None
        #: The number by which the relay refused us, if that is why.
        self.refusal: int | None = None
        #: The relay's first message to people, if any.
        self.notice: str | None = None
        #: The shared port (:mod:`p2pgame.transport.ports`) to connect from, if any.
        self.source: int | None = None
        #: Which addresses of the relay may be dialled, None: all.
        self.allows: Allows | None = None
        self._tls = tls
        self._cursor = Cursor(topic)
        self._is_connecting = False

    def __repr__(self) -> str:
        return f"Subscription({self.url})"

    @property
    def cursor(self) -> int:
        """The sequence up to which ``receive`` has returned the topic."""
        return self._cursor.sequence

    async def connect(self) -> RelayLink:
        """Return a link to the topic from the cursor on; the caller closes it.

        Raises:
          TransportError: The relay can't be reached, or refuses us.
          ValueError: The previous connection is not over yet.
        """
        if self._is_connecting or (self.link and not self.link.is_over):
            raise ValueError("a subscription has one connection at a time")
        self._is_connecting, self.link = True, None
        try:
            socket, welcome = await greet(
                self.url, tls=self._tls, source=self.source, allows=self.allows
            )
            await self._introduce(socket, welcome)
        finally:
            self._is_connecting = False
        can_write = bool(self._secret)
        link = RelayLink(socket, welcome, self._cursor, can_write=can_write)
        link.is_shared = socket.source is not None and socket.source == self.source
        # The link outlives this call, as a socket's own tasks do.
        trio.lowlevel.spawn_system_task(link.tend)
        self.link, self.trouble, self.refusal = link, None, None
        self.notice = self.notice or shown(welcome.message).strip() or None
        return link

    async def _introduce(self, socket: Link, welcome: Welcome) -> None:
        try:
            if self._secret:
                signed = crypto_sign(claimed(welcome.nonce), self._secret)
                claim = Claim(self._public, signed[:_SIGNATURE])
                await socket.send(encode(claim))
            await socket.send(encode(Subscribe(self._cursor.topic, self.cursor)))
        except BaseException:
            with trio.CancelScope(shield=True):
                await socket.aclose()
            raise


async def keep(subscription: Connecting[L], use: Use[L], entropy: Entropy) -> NoReturn:
    """Connect for ever, and ``use`` each link until it is gone.

    Pauses between attempts grow and are partly random, so that peers who lost a relay
    at once do not all come back at once.
    A ``TransportError`` from ``use`` means a lost link; any other error ends this
    function.
    """
    pause = FIRST_PAUSE
    while True:
        if await _once(subscription, use) >= GOOD_AFTER:
            pause = FIRST_PAUSE
        chance = int.from_bytes(entropy(2)) / 0xFFFF
        await trio.sleep(pause * (1 + chance) / 2)
        pause = min(pause * LONGER, LONGEST_PAUSE)


async def _once(subscription: Connecting[L], use: Use[L]) -> float:
    """Use one connection, if one can be had; return the seconds it lasted."""
    try:
        link = await subscription.connect()
    except TransportError as error:
        subscription.trouble = str(error)
        subscription.refusal = getattr(error, "refusal", None)
        return 0.0
    began = trio.current_time()
    try:
        await use(link)
    except* TransportError:
        pass
    finally:
        with trio.CancelScope(shield=True):
            await link.aclose()
        subscription.link, subscription.trouble = None, link.why
        subscription.refusal = link.refusal
    return trio.current_time() - began
