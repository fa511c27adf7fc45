"""Reads a relay's url: ``wss://relay.example/path``, or ``ws://`` without TLS.

The prefix ``nostr+`` marks a nostr relay, which speaks another protocol.  Strangers
supply urls and peers dial them, so the reader is strict and each place has one
spelling.
Hosts are in small letters.  IPv6 addresses are in their shortest form, and none stands
for an IPv4 address.  The scheme's default port is omitted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import IPv6Address

from p2pgame.transport.address import InvalidAddress, split_address
from p2pgame.transport.unreadable import Unreadable

_URL = re.compile(
    r"(nostr\+)?(wss?)://(\[[0-9A-Fa-f:.]+\]|[^/:@?#\s]+)(?::([0-9]+))?(/.*)?"
)
_PATH = re.compile(r"(?:/[A-Za-z0-9._~-]{1,64})*/?")
_PORTS = {"ws": 80, "wss": 443}

#: Bytes of a url, at most.
URL_LIMIT = 255
#: Bytes of a relay's admission token.
TOKEN_SIZE = 16


class InvalidUrl(Unreadable):
    """This url can't be a relay's."""

    key = "relay-url-unfit"


@dataclass(frozen=True, slots=True)
class RelayUrl:
    """A relay's place, and what it takes to be admitted there.

    ``is_secure`` means TLS, ``is_nostr`` the nostr protocol.  ``token`` is the relay's
    admission token, empty if we have none.  The url's text does not hold it.
    """

    host: str
    port: int
    path: str
    is_secure: bool
    is_nostr: bool = False
    token: bytes = field(default=b"", repr=False)

    def __post_init__(self) -> None:
        if len(self.token) not in (0, TOKEN_SIZE):
            raise InvalidUrl("token")

    @classmethod
    def parse(cls, text: str) -> RelayUrl:
        """Read a url.

        Raises:
          InvalidUrl: It says what is wrong.
        """
        found = _URL.fullmatch(text)
        if found is None or len(text) > URL_LIMIT:
            raise InvalidUrl("form", url=text)
        nostr, scheme, host, port, path = found.groups()
        try:
            host, number = split_address(f"{host}:{port or _PORTS[scheme]}")
        except InvalidAddress:
            raise InvalidUrl("place", url=text) from None
        if not _PATH.fullmatch(path or "/"):
            raise InvalidUrl("path", url=text)
        is_secure, is_nostr = scheme == "wss", nostr is not None
        return cls(_spelled(host, text), number, path or "/", is_secure, is_nostr)

    def __str__(self) -> str:
        kind, scheme = "nostr+" * self.is_nostr, "wss" if self.is_secure else "ws"
        path = "" if self.path == "/" else self.path
        return f"{kind}{scheme}://{self.authority}{path}"

    @property
    def authority(self) -> str:
        """Host and port as they stand in the url."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = _PORTS["wss" if self.is_secure else "ws"]
        return host if self.port == usual else f"{host}:{self.port}"


def _spelled(host: str, url: str) -> str:
    """Return the one spelling of a host."""
    if ":" not in host:
        return host.lower()
    address = IPv6Address(host)
    if address.ipv4_mapped is not None:
        raise InvalidUrl("disguise", url=url)
    return str(address)
