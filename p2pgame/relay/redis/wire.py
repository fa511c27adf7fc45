"""Wraps a connection to Redis; no other module uses the library.

A connection works until it is lost, and reports that once; then open another.  Answers
come in the order of the questions, so many may be under way.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from typing import cast

import trio
from anyio import connect_tcp, connect_unix
from anyio.abc import ByteStream
from coredis.connection import BaseConnection, TCPLocation
from coredis.exceptions import (
    AuthenticationError,
    ConnectionError,
    NoScriptError,
    ResponseError,
)

from p2pgame.relay.redis.url import RedisUrl

#: Seconds for connecting, and for any answer.
CONNECT_WITHIN = 5.0
ANSWER_WITHIN = 5.0


class Lost(Exception):
    """The connection to Redis is gone."""


class NotAllowed(Exception):
    """Redis refuses this name or password."""


class Refused(Exception):
    """Redis refuses the command; the text is its own."""


class ScriptMissing(Refused):
    """Redis does not know this script."""


class Wire:
    """A connection; :meth:`open` makes it, and its nursery ends it."""

    def __init__(self, connection: BaseConnection) -> None:
        self._connection = connection

    @classmethod
    async def open(
        cls, nursery: trio.Nursery, url: RedisUrl, tls: ssl.SSLContext | None
    ) -> Wire:
        """Connect; once the connection is lost, the nursery ends with ``Lost``.

        Raises:
          NotAllowed: Redis refuses the name or password.
          Lost: Nothing answers, or its certificate is not trusted.
        """
        try:
            with trio.fail_after(CONNECT_WITHIN):
                stream = await _dial(url, tls)
        except Exception as error:
            raise Lost from error
        connection = _Connection(stream, url)
        try:
            await nursery.start(_hold, connection)
        except AuthenticationError:
            raise NotAllowed from None
        except Exception as error:
            raise Lost from error
        return cls(connection)

    async def ask(self, command: bytes, *words: bytes) -> object:
        """Return Redis's answer.

        Raises:
          Refused: Redis refuses the command.
          Lost: No answer came in time.
        """
        try:
            return await self._connection.create_request(command, *words)
        except NoScriptError as error:
            raise ScriptMissing(str(error)) from None
        except ResponseError as error:
            raise Refused(str(error)) from None
        except Exception as error:
            # A lost connection raises whatever ended its reader.  One that does not
            # answer in
            # time counts as lost.
            self.drop()
            raise Lost from error

    async def tell(self, command: bytes, *words: bytes) -> None:
        """Give a command whose answer, if any, comes as a message.

        Raises:
          Lost: The connection is gone.
        """
        try:
            await self._connection.create_request(command, *words, noreply=True)
        except Exception as error:
            self.drop()
            raise Lost from error

    async def messages(self) -> AsyncIterator[tuple[bytes, bytes]]:
        """Yield the channel and the data of each message that is published.

        Raises:
          Lost: The connection is gone.
        """
        try:
            async for kind, channel, data in self._connection.push_messages:
                if kind == b"message":
                    yield cast(bytes, channel), cast(bytes, data)
        except ConnectionError as error:
            raise Lost from error

    def drop(self) -> None:
        """Abandon the connection."""
        self._connection.invalidate()


class _Connection(BaseConnection):
    """A connection over an existing stream.

    The library's own connections leak when nothing answers, and show the address in
    their errors.
    """

    def __init__(self, stream: ByteStream, url: RedisUrl) -> None:
        super().__init__(
            TCPLocation("redis", 0),
            username=url.name,
            password=url.password,
            db=url.database,
            stream_timeout=ANSWER_WITHIN,
        )
        self._opened = stream

    async def _connect(self) -> ByteStream:
        return self._opened

    def describe(self) -> str:
        return "a connection to Redis"


async def _dial(url: RedisUrl, tls: ssl.SSLContext | None) -> ByteStream:
    if url.path:
        return await connect_unix(url.path)
    if url.is_secure:
        return await connect_tcp(url.host, url.port, tls=True, ssl_context=tls)
    return await connect_tcp(url.host, url.port)


async def _hold(
    connection: BaseConnection, *, task_status: trio.TaskStatus[None]
) -> None:
    await connection.run(task_status=task_status)
    raise Lost
