"""Wraps connections in TLS, and bounds what TLS itself can cost.

Inside TLS a peer can say much that carries no data: key updates, each of which costs
20 µs and 27 bytes, and records of a byte.  Nobody above TLS sees them.  So the bytes of
each connection that carry no data are counted, and a peer that sends more than any
program needs is cut off.  Source: RFC 8446, sections 4.6.3 and 5.
"""

from __future__ import annotations

from ssl import SSLCertVerificationError, SSLContext

import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.rate import TokenBucket

#: Bytes a second that carry no data, in the long run, and at once.  A handshake with
#: its certificates takes 2 to 16 KiB; each byte of data makes one more free.
OVERHEAD_RATE, OVERHEAD = 16 * 1024.0, 48 * 1024.0

#: Bytes given to TLS at once, which are 6 ms of key updates.
PIECE = 8 * 1024


class TlsStream(trio.abc.Stream):
    """TLS on one connection; one side of it is the server.

    ``host`` is the name that the server must prove, None: we are the server.
    """

    def __init__(
        self, below: trio.abc.Stream, context: SSLContext, host: str | None = None
    ) -> None:
        self._below = _Metered(below)
        self._tls = trio.SSLStream(
            self._below,
            context,
            server_hostname=host,
            server_side=host is None,
            https_compatible=True,
        )

    async def do_handshake(self) -> None:
        """Shake hands now, not with the first byte.

        Raises:
          TransportError: The other side sends too much that is no handshake.
        """
        await self._tls.do_handshake()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return the next bytes, or ``b""`` at the end.

        Raises:
          TransportError: The other side sends too much that carries no data.
        """
        data = bytes(await self._tls.receive_some(max_bytes))
        self._below.note_data(len(data))
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._tls.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._tls.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._tls.aclose()


class _Metered(trio.abc.Stream):
    """What is below TLS: counts the bytes that come, and reads small pieces."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._overhead = TokenBucket(OVERHEAD_RATE, OVERHEAD)

    def note_data(self, size: int) -> None:
        """Note so many bytes of data, which came in at least as many."""
        self._overhead.charge(-2 * size, now=trio.current_time())

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        data = bytes(await self._stream.receive_some(PIECE))
        if not self._overhead.take(len(data), now=trio.current_time()):
            raise TransportError("The other side sends too much that is no data.")
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()


async def secure(
    tcp: trio.SocketStream, context: SSLContext, host: str
) -> trio.abc.Stream:
    """Return the connection by TLS, once the other side has proved to be ``host``.

    Raises:
      TransportError: It has not, or does not speak TLS; the connection is closed.
    """
    stream = TlsStream(tcp, context, host)
    try:
        await stream.do_handshake()
    except BaseException as error:
        tcp.socket.close()
        if not isinstance(error, trio.BrokenResourceError):
            raise
        if isinstance(error.__cause__, SSLCertVerificationError):
            raise TransportError(f"{host} has no certificate that we trust.") from error
        raise TransportError(f"{host} does not speak TLS.") from error
    return stream
