"""Answers plain HTTP on a WebSocket port, for health checks and metrics.

It answers only a ``GET`` without a body, and then closes the connection.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from p2pgame.transport.wire_version import Versions

#: Returns the status and the text of the page at a path; anybody may read it.
Pages = Callable[[str], tuple[int, str]]

_GET = re.compile(rb"(GET|HEAD) (/[!-~]*) HTTP/1\.[01]\r?\n")
_UPGRADE = re.compile(rb"\n[Uu]pgrade[ \t]*:", re.IGNORECASE)
_VERSIONS = re.compile(rb"\np2pgame-versions: ([0-9]{1,3})-([0-9]{1,3})\r?\n", re.I)


def answer(head: bytes, pages: Pages) -> bytes | None:
    """Return a whole HTTP answer to a request, or None if it is for a WebSocket."""
    asked = _GET.match(head)
    if asked is None or _UPGRADE.search(head):
        return None
    from email.utils import formatdate  # not for links that are no page

    status, text = pages(asked[2].decode().partition("?")[0])
    data = text.encode()
    lines = [
        _first_line(status),
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(data)}",
        f"Date: {formatdate(usegmt=True)}",
        "Cache-Control: no-store",
        "Connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + (
        b"" if asked[1] == b"HEAD" else data
    )


def _first_line(status: int) -> str:
    from http import HTTPStatus  # not for links that are no page

    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"


def path_of(head: bytes) -> str:
    """Return the path that a request asks for, or nothing if it is no such request."""
    asked = _GET.match(head)
    return "" if asked is None or asked[1] != b"GET" else asked[2].decode()


def refusal(status: int, text: str = "", *, versions: Versions | None = None) -> bytes:
    """Return an answer with a text, and with the versions that we speak if given."""
    content = text.encode()
    lines = [_first_line(status), f"Content-Length: {len(content)}"]
    if versions is not None:
        lines.append(f"P2pgame-Versions: {versions.lowest}-{versions.highest}")
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode() + content


def versions_in(head: bytes) -> Versions | None:
    """Return the versions that a refusal of :func:`refusal` tells."""
    told = _VERSIONS.search(head)
    if told is None or not 0 < int(told[1]) <= int(told[2]) < 256:
        return None
    return Versions(int(told[1]), int(told[2]))
