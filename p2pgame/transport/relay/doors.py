"""A door at a relay: where a host and guests who were told its number find each other.

What they say there is short, and the relay reads it and can change it: whatever has
to be secret or sure is for those who talk.  A door is one connection at either side,
gone when that is; nothing waits at it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from ssl import SSLContext

import trio

from p2pgame.transport.link import Link, LinkClosed, TransportError
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.greeting import greet, hear, hear_soon, told
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

#: What a guest says, and its number at the door.
Said = tuple[int, bytes]

_OUT_OF_TURN = "The relay says what nobody asked it."


class DoorClosed(TransportError):
    """Nobody is behind this door."""


class Door:
    """The host's side of a door."""

    def __init__(self, link: Link, number: int) -> None:
        self.number = number
        self._link = link

    def knocks(self) -> AsyncIterator[Said]:
        """Iterate over what guests say, with their numbers, until the time is up.

        Raises:
          LinkClosed: The connection is gone, or the relay broke the rules.
        """
        return _Knocks(self._link, self.number)

    async def reply(self, guest: int, body: bytes) -> None:
        """Say something to one guest; nobody tells if it has gone.

        Giving this up half way ends the connection.

        Raises:
          LinkClosed: The connection is gone.
          ValueError: Too long.
        """
        _check_body(body)
        await self._link.send(encode(Reply(self.number, guest, body)))


class _Knocks(AsyncIterator[Said]):
    def __init__(self, link: Link, door: int) -> None:
        self._link = link
        self._door = door

    async def __anext__(self) -> Said:
        match await hear(self._link):
            case Knocked(self._door, guest, body):
                return guest, body
            case Closed(self._door):
                raise StopAsyncIteration
            case word:
                raise _broken(word)


class Knocker:
    """A guest's side of a door."""

    def __init__(self, link: Link, door: int) -> None:
        self._link = link
        self._door = door

    async def say(self, body: bytes) -> None:
        """Say something to the host; giving this up half way ends the connection.

        Raises:
          LinkClosed: The connection is gone.
          ValueError: Too long.
        """
        _check_body(body)
        await self._link.send(encode(Knock(self._door, body)))

    async def hear(self) -> bytes:
        """Return what the host says next.

        Raises:
          DoorClosed: There is no host, or not any more.
          LinkClosed: The connection is gone, or the relay broke the rules.
        """
        match await hear(self._link):
            case Replied(self._door, body):
                return body
            case Closed(self._door):
                raise DoorClosed("Nobody is behind this door.")
            case word:
                raise _broken(word)


@asynccontextmanager
async def open_door(
    url: RelayUrl, seconds: int, *, tls: SSLContext | None = None
) -> AsyncIterator[Door]:
    """Open a door for so many seconds; leaving shuts it.

    Raises:
      TransportError: The relay can't be reached, or opens none for us.
    """
    async with _connection(url, tls) as link:
        await link.send(encode(Open(seconds)))
        opened = await hear_soon(link)
        if not isinstance(opened, Opened):
            raise _broken(opened)
        try:
            yield Door(link, opened.door)
        finally:
            with trio.move_on_after(1, shield=True):
                await _shut(link, opened.door)


@asynccontextmanager
async def knock_at(
    url: RelayUrl, door: int, *, tls: SSLContext | None = None
) -> AsyncIterator[Knocker]:
    """Stand before a door, of which nobody hears before we say something.

    Raises:
      TransportError: The relay can't be reached.
    """
    async with _connection(url, tls) as link:
        yield Knocker(link, door)


@asynccontextmanager
async def _connection(url: RelayUrl, tls: SSLContext | None) -> AsyncIterator[Link]:
    link, _ = await greet(url, tls=tls)
    try:
        yield link
    finally:
        with trio.CancelScope(shield=True):
            await link.aclose()


async def _shut(link: Link, door: int) -> None:
    with suppress(LinkClosed):
        await link.send(encode(Shut(door)))


def _broken(word: FromRelay) -> LinkClosed:
    return LinkClosed(told(word) if isinstance(word, Refused) else _OUT_OF_TURN)


def _check_body(body: bytes) -> None:
    if len(body) > BODY_LIMIT:
        raise ValueError(f"{len(body)} bytes; at a door {BODY_LIMIT} are allowed")
