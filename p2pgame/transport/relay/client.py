"""A place at a topic of a relay, kept through one connection after the other.

Relays and networks come and go, and a table goes on: what lasts here is the cursor,
so that each connection brings what the ones before it have not.  What was sent and
not stored when one ended is *not* sent again; that is for whoever uses the links, who
finds out what the others lack as on any other link.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from ssl import SSLContext
from typing import NoReturn, Protocol, TypeVar

import trio
from nacl.bindings import crypto_sign, crypto_sign_seed_keypair

from p2pgame.transport.envelope import Entropy
from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.greeting import greet
from p2pgame.transport.relay.link import Cursor, RelayLink
from p2pgame.transport.relay.notice import shown
from p2pgame.transport.relay.protocol import (
    TOPIC,
    Claim,
    Subscribe,
    Welcome,
    claimed,
    topic_of,
)
from p2pgame.transport.relay.url import RelayUrl

#: Seconds before the first attempt after a loss, at most; each further one waits half
#: as long again.
FIRST_PAUSE, LONGER, LONGEST_PAUSE = 0.5, 1.5, 30.0

#: Seconds that a connection must last for the pauses to begin anew: a relay that takes
#: us in only to turn us out is not asked twice a second.
GOOD_AFTER = 10.0

_SIGNATURE = 64


class Kept(Link, Protocol):
    """A link that says afterwards why it is closed."""

    why: str | None


L = TypeVar("L", bound=Kept)


class Connecting(Protocol[L]):
    """Whatever has one connection after the other: a subscription, mostly."""

    #: The connection that there is, and why there is none.
    link: L | None
    trouble: str | None

    async def connect(self) -> L: ...


Use = Callable[[L], Awaitable[None]]


class Subscription:
    """One subscriber of one topic at one relay.

    ``key`` is the seed of the Ed25519 key that may write to the topic; who has none
    is a watcher.  ``tls`` says whom to trust, by default those whom the machine does.
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
        #: The connection that there is, if there is one.
        self.link: RelayLink | None = None
        #: Why there is none, once one was lost or could not be had.
        self.trouble: str | None = None
        #: What the relay has said to people first, if it has said anything.
        self.notice: str | None = None
        #: The shared port (:mod:`p2pgame.transport.ports`) to connect from, if any.
        self.source: int | None = None
        self._tls = tls
        self._cursor = Cursor(topic)
        self._is_connecting = False

    def __repr__(self) -> str:
        return f"Subscription({self.url})"

    @property
    def cursor(self) -> int:
        """The sequence up to which ``receive`` has brought the topic."""
        return self._cursor.sequence

    async def connect(self) -> RelayLink:
        """Return a link to the topic from the cursor on; the caller closes it.

        Raises:
          TransportError: The relay can't be reached, or does not want us.
          ValueError: The connection before is not over yet.
        """
        if self._is_connecting or (self.link and not self.link.is_over):
            raise ValueError("a subscription has one connection at a time")
        self._is_connecting, self.link = True, None
        try:
            socket, welcome = await greet(self.url, tls=self._tls, source=self.source)
            await self._introduce(socket, welcome)
        finally:
            self._is_connecting = False
        can_write = bool(self._secret)
        link = RelayLink(socket, welcome, self._cursor, can_write=can_write)
        link.is_shared = socket.source is not None and socket.source == self.source
        # As for a socket's own tasks: the link outlives this call.
        trio.lowlevel.spawn_system_task(link.tend)
        self.link, self.trouble = link, None
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

    Between attempts is a pause, ever longer and partly by chance, so that all who
    lost a relay at once do not come back at once.  A ``use`` that ends with a
    ``TransportError`` has lost its link, which is no fault; any other error ends this.
    """
    pause = FIRST_PAUSE
    while True:
        if await _once(subscription, use) >= GOOD_AFTER:
            pause = FIRST_PAUSE
        chance = int.from_bytes(entropy(2)) / 0xFFFF
        await trio.sleep(pause * (1 + chance) / 2)
        pause = min(pause * LONGER, LONGEST_PAUSE)


async def _once(subscription: Connecting[L], use: Use[L]) -> float:
    """Use one connection, if it can be had; return how many seconds it lasted."""
    try:
        link = await subscription.connect()
    except TransportError as error:
        subscription.trouble = str(error)
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
    return trio.current_time() - began
