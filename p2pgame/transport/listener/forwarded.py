"""Reads the address that a proxy of ours writes into ``X-Forwarded-For``.

Only the proxy's own word counts.  It is the last one of the header's one line.  If the
header stands there twice, one of the lines may be the client's, and nothing tells
which: then nothing is believed.  Neither is a word that is no address, for it must not
count as somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from p2pgame.transport.link import TransportError

Network = IPv4Network | IPv6Network

_LINE = re.compile(rb"\nx-forwarded-for[ \t]*:([^\r\n]*)(?=\r?\n)", re.I)
_PLACE = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+))(?::[0-9]{1,5})?")


class BadForwarded(TransportError):
    """The proxy does not say, in one way, who comes."""


def network(text: str) -> Network:
    """Read an address, or a network such as ``192.0.2.0/24``.

    Raises:
      ValueError: It is neither.
    """
    return ip_network(text, strict=False)


def is_in(host: str, networks: Iterable[Network]) -> bool:
    """Return whether an address is in one of these networks."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in one for one in networks)


def forwarded_for(head: bytes) -> str | None:
    """Return the address that the proxy has written into a head; None if nothing.

    Raises:
      BadForwarded: It stands there twice, or what stands there is no address.
    """
    lines = _LINE.findall(head)
    if len(lines) > 1:
        raise BadForwarded("X-Forwarded-For stands there twice.")
    if not lines:
        return None
    word = lines[0].decode("latin-1").rpartition(",")[2].strip(" \t")
    place = _PLACE.fullmatch(word)
    host = word if place is None else place[1] or place[2]
    try:
        return str(ip_address(host))
    except ValueError:
        raise BadForwarded("X-Forwarded-For ends with no address.") from None
