"""Reads a Redis url: ``redis://[[name]:password@]host[:port][/number]``.

``rediss:`` is the same by TLS, and ``unix:[//[[name]:password@]]/path[?db=number]`` a
socket on this machine.  The url may hold a password, so no error message repeats any of
it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import SplitResult, unquote, urlsplit

PORT = 6379
_NUMBER = re.compile("[0-9]{0,9}")


class InvalidRedisUrl(ValueError):
    """This url can't be a Redis's."""


@dataclass(frozen=True, slots=True)
class RedisUrl:
    """A database's place: ``path`` of a socket, or ``host`` and ``port``."""

    host: str
    port: int
    path: str
    database: int
    is_secure: bool
    name: str | None = field(repr=False)
    password: str | None = field(repr=False)

    @classmethod
    def parse(cls, text: str) -> RedisUrl:
        """Read a url.

        Raises:
          InvalidRedisUrl: In a sentence that repeats nothing of the url.
        """
        try:
            parts = urlsplit(text)
            return _parse(parts, parts.port or PORT)
        except ValueError:
            raise InvalidRedisUrl(
                "A Redis is given as redis://:password@host:port/number."
            ) from None


def _parse(parts: SplitResult, port: int) -> RedisUrl:
    is_local = parts.scheme == "unix"
    if parts.scheme not in ("redis", "rediss", "unix") or parts.fragment:
        raise ValueError
    if not (parts.path if is_local else parts.hostname):
        raise ValueError
    if parts.query and not is_local:
        raise ValueError
    number = parts.query.removeprefix("db=") if is_local else parts.path[1:]
    if not _NUMBER.fullmatch(number):
        raise ValueError
    return RedisUrl(
        host=parts.hostname or "",
        port=port,
        path=unquote(parts.path) if is_local else "",
        database=int(number or 0),
        is_secure=parts.scheme == "rediss",
        name=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
    )
