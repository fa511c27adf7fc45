"""Wraps an outgoing connection in TLS."""

from __future__ import annotations

from ssl import SSLCertVerificationError, SSLContext

import trio

from p2pgame.transport.link import TransportError


async def secure(
    tcp: trio.SocketStream, context: SSLContext, host: str
) -> trio.abc.Stream:
    """Return the connection by TLS, once the other side has proved to be ``host``.

    Raises:
      TransportError: It has not, or does not speak TLS; the connection is closed.
    """
    stream = trio.SSLStream(tcp, context, server_hostname=host, https_compatible=True)
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
