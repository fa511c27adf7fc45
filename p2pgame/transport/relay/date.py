"""Asks a relay what time it is, by the ``Date`` of an HTTP answer (RFC 9110, 6.6.1).

The relay, or a proxy before it, may send none, and what it says proves nothing.
"""

from __future__ import annotations

import re
import ssl

import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.ports import dial
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.tls import secure

#: Bytes of an answer's head, at most.
HEAD_LIMIT = 8192
_DATE = re.compile(rb"\r\ndate:[ \t]*([ -~]{29})[ \t]*\r\n", re.IGNORECASE)


async def date_of(url: RelayUrl, *, tls: ssl.SSLContext | None = None) -> int | None:
    """Return a relay's time, in seconds of Unix time; None: it tells none.

    ``tls`` says which certificates to trust; by default the machine's.

    Raises:
      TransportError: The relay can't be reached.
    """
    request = f"HEAD {url.path} HTTP/1.1\r\nHost: {url.authority}\r\n\r\n".encode()
    try:
        tcp = await dial(url.host, url.port, None)
        stream: trio.abc.Stream = tcp
        if url.is_secure:
            context = tls or ssl.create_default_context()
            stream = await secure(tcp, context, url.host)
        async with stream:
            await stream.send_all(request)
            return read_date(await _head(stream))
    except (OSError, trio.BrokenResourceError, UnicodeError) as error:
        raise TransportError(f"{url} can't be reached.") from error


async def _head(stream: trio.abc.ReceiveStream) -> bytes:
    head = b""
    while b"\r\n\r\n" not in head and len(head) < HEAD_LIMIT:
        more = await stream.receive_some(HEAD_LIMIT)
        if not more:
            break
        head += more
    return head


def read_date(head: bytes) -> int | None:
    """Return the time that the head of an HTTP answer tells, if it is one."""
    from email.utils import parsedate_to_datetime  # only the doctor asks

    found = _DATE.search(head[:HEAD_LIMIT])
    if found is None:
        return None
    try:
        return int(parsedate_to_datetime(found[1].decode()).timestamp())
    except (ValueError, OverflowError):
        return None
