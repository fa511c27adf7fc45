"""Answers plain HTTP on a WebSocket port, for health checks and metrics.

It answers only a ``GET`` without a body, and then closes the connection.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus

#: Returns the status and the text of the page at a path; anybody may read it.
Pages = Callable[[str], tuple[int, str]]

_GET = re.compile(rb"(GET|HEAD) (/[!-~]*) HTTP/1\.[01]\r?\n")
_UPGRADE = re.compile(rb"\n[Uu]pgrade[ \t]*:", re.IGNORECASE)
_FORWARDED = re.compile(
    rb"\nx-forwarded-for[ \t]*:(?:[^\r\n]*,)?[ \t]*([0-9A-Fa-f:.]{2,45})[ \t]*"
    rb"(?=\r?\n)",
    re.IGNORECASE,
)


def answer(head: bytes, pages: Pages) -> bytes | None:
    """Return a whole HTTP answer to a request, or None if it is for a WebSocket."""
    asked = _GET.match(head)
    if asked is None or _UPGRADE.search(head):
        return None
    status, text = pages(asked[2].decode().partition("?")[0])
    data = text.encode()
    lines = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(data)}",
        "Cache-Control: no-store",
        "Connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + (
        b"" if asked[1] == b"HEAD" else data
    )


def forwarded_for(head: bytes) -> str | None:
    """Return the address that the proxy before us has added to the head, if any.

    It is the last one: a client can invent those before it.
    """
    found = _FORWARDED.findall(head)
    return found[-1].decode() if found else None
