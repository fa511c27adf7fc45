"""Where a relay is: ``wss://relay.example/path``, or ``ws://`` without TLS.

Urls come from strangers and are dialled, so they are read strictly, and each place
has one spelling: hosts in small letters, IPv6 addresses in their shortest form and
none that stands for an IPv4 address, and no port where it is the scheme's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv6Address

from p2pgame.transport.address import InvalidAddress, split_address

_URL = re.compile(r"(wss?)://(\[[0-9A-Fa-f:.]+\]|[^/:@?#\s]+)(?::([0-9]+))?(/.*)?")
_PATH = re.compile(r"(?:/[A-Za-z0-9._~-]{1,64})*/?")
_PORTS = {"ws": 80, "wss": 443}

#: No url is longer, in bytes.
URL_LIMIT = 255


class InvalidUrl(ValueError):
    """This is not where a relay can be."""


@dataclass(frozen=True, slots=True)
class RelayUrl:
    """A relay's place; ``is_secure`` means by TLS."""

    host: str
    port: int
    path: str
    is_secure: bool

    @classmethod
    def parse(cls, text: str) -> RelayUrl:
        """Read a url.

        Raises:
          InvalidUrl: With one sentence that says what is wrong.
        """
        found = _URL.fullmatch(text)
        if found is None or len(text) > URL_LIMIT:
            raise InvalidUrl("A relay's address is like wss://relay.example/path.")
        scheme, host, port, path = found.groups()
        try:
            host, number = split_address(f"{host}:{port or _PORTS[scheme]}")
        except InvalidAddress:
            raise InvalidUrl(
                "This relay's address has no valid host or port."
            ) from None
        if not _PATH.fullmatch(path or "/"):
            raise InvalidUrl("This relay's address has a path that none has.")
        return cls(_spelled(host), number, path or "/", scheme == "wss")

    def __str__(self) -> str:
        scheme = "wss" if self.is_secure else "ws"
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[scheme] else f":{self.port}"
        path = "" if self.path == "/" else self.path
        return f"{scheme}://{host}{port}{path}"


def _spelled(host: str) -> str:
    """Return the one spelling of a host."""
    if ":" not in host:
        return host.lower()
    address = IPv6Address(host)
    if address.ipv4_mapped is not None:
        raise InvalidUrl("This relay's address is an IPv4 address in disguise.")
    return str(address)
