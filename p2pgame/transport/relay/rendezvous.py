"""Opens and joins a rendezvous at a relay: a host and guests meet by its number.

On the wire a rendezvous is called a door.  Messages there are short, and the relay can
read and change them: both sides must protect their own secrets.  A rendezvous hangs on
one connection at either side and ends with it; the relay stores no message.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from ssl import SSLContext

import trio

from p2pgame.transport.link import Link, LinkClosed, TransportError
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.greeting import RelayRefusal, greet, hear, hear_soon
from p2pgame.transport.relay.protocol import (
    BODY_LIMIT,
    Closed,
    FromRelay,
    Knock,
    Knocked,
    Open,
    Opened,
    Refused,
    Replied,
    Reply,
    Shut,
)
from p2pgame.transport.relay.url import RelayUrl

#: A guest's number at the rendezvous, and its message.
Said = tuple[int, bytes]

_OUT_OF_TURN = "The relay says what nobody asked it."


class RendezvousClosed(TransportError):
    """No host waits under this number."""


class RendezvousHost:
    """The host's side of a rendezvous."""

    def __init__(self, link: Link, number: int) -> None:
        self.number = number
        self._link = link

    def knocks(self) -> AsyncIterator[Said]:
        """Iterate over guests' messages with their numbers, until the time is up.

        Raises:
          LinkClosed: The connection is gone, or the relay broke the rules.
        """
        return _Knocks(self._link, self.number)

    async def reply(self, guest: int, body: bytes) -> None:
        """Send a message to one guest; a guest that has gone is no error.

        Cancelling this half way ends the connection.

        Raises:
          LinkClosed: The connection is gone.
          ValueError: ``body`` is too long.
        """
        _check_body(body)
        await self._link.send(encode(Reply(self.number, guest, body)))


class _Knocks(AsyncIterator[Said]):
    def __init__(self, link: Link, number: int) -> None:
        self._link = link
        self._number = number

    async def __anext__(self) -> Said:
        match await hear(self._link):
            case Knocked(self._number, guest, body):
                return guest, body
            case Closed(self._number):
                raise StopAsyncIteration
            case word:
                raise _broken(word)


class RendezvousGuest:
    """A guest's side of a rendezvous."""

    def __init__(self, link: Link, number: int) -> None:
        self._link = link
        self._number = number

    async def say(self, body: bytes) -> None:
        """Send a message to the host; cancelling this half way ends the connection.

        Raises:
          LinkClosed: The connection is gone.
          ValueError: ``body`` is too long.
        """
        _check_body(body)
        await self._link.send(encode(Knock(self._number, body)))

    async def hear(self) -> bytes:
        """Return the host's next message.

        Raises:
          RendezvousClosed: No host is there, or it has left.
          LinkClosed: The connection is gone, or the relay broke the rules.
        """
        match await hear(self._link):
            case Replied(self._number, body):
                return body
            case Closed(self._number):
                raise RendezvousClosed("No host waits under this number.")
            case word:
                raise _broken(word)


@asynccontextmanager
async def open_rendezvous(
    url: RelayUrl, seconds: int, *, tls: SSLContext | None = None
) -> AsyncIterator[RendezvousHost]:
    """Open a rendezvous for ``seconds``; close it when the context ends.

    Raises:
      TransportError: The relay can't be reached, or refuses.
    """
    async with _connection(url, tls) as link:
        await link.send(encode(Open(seconds)))
        opened = await hear_soon(link)
        if not isinstance(opened, Opened):
            raise _broken(opened)
        try:
            yield RendezvousHost(link, opened.door)
        finally:
            with trio.move_on_after(1, shield=True):
                await _shut(link, opened.door)


@asynccontextmanager
async def join_rendezvous(
    url: RelayUrl, number: int, *, tls: SSLContext | None = None
) -> AsyncIterator[RendezvousGuest]:
    """Connect to a rendezvous; its host notices only when the guest speaks.

    Raises:
      TransportError: The relay can't be reached.
    """
    async with _connection(url, tls) as link:
        yield RendezvousGuest(link, number)


@asynccontextmanager
async def _connection(url: RelayUrl, tls: SSLContext | None) -> AsyncIterator[Link]:
    link, _ = await greet(url, tls=tls)
    try:
        yield link
    finally:
        with trio.CancelScope(shield=True):
            await link.aclose()


async def _shut(link: Link, number: int) -> None:
    with suppress(LinkClosed):
        await link.send(encode(Shut(number)))


def _broken(word: FromRelay) -> LinkClosed:
    if isinstance(word, Refused):
        return RelayRefusal(word.refusal)
    return LinkClosed(_OUT_OF_TURN)


def _check_body(body: bytes) -> None:
    if len(body) > BODY_LIMIT:
        raise ValueError(f"{len(body)} bytes; at a rendezvous {BODY_LIMIT} are allowed")
