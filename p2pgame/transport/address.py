"""Reads addresses to dial: ``name:port``, ``1.2.3.4:port`` or ``[::1]:port``.

Strangers supply addresses and peers dial them, so the reader is strict.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address

from p2pgame.transport.unreadable import Unreadable

#: Bytes of an address, at most.
ADDRESS_LIMIT = 255

_HOST_LIMIT = 253
_LABEL = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)")
_PORT = re.compile(r"[1-9][0-9]{0,4}")

# Systems read a host that ends like this as an IPv4 address in an odd spelling
# (127.1, 2130706433, 0x7f000001): a name that hides an address.
_NUMBER = re.compile(r"[0-9]+|0[xX][0-9a-fA-F]*")


class InvalidAddress(Unreadable):
    """This address can't be dialled."""

    key = "address-unfit"


def split_address(address: str) -> tuple[str, int]:
    """Return the host, without an IPv6 address's brackets, and the port.

    Raises:
      InvalidAddress: It has another form, or an address that can't be dialled.
    """
    host, _, port = address.rpartition(":")
    if not _PORT.fullmatch(port) or int(port) > 65535:
        raise InvalidAddress("port", address=address)
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
        good = _is_reachable(host, IPv6Address) and "%" not in host
    else:
        good = _is_reachable(host, IPv4Address) or _is_name(host)
    if not good or len(address) > ADDRESS_LIMIT:
        raise InvalidAddress("host", address=address)
    return host, int(port)


def _is_reachable(host: str, kind: type[IPv4Address] | type[IPv6Address]) -> bool:
    try:
        address = kind(host)
    except ValueError:
        return False
    return not (address.is_unspecified or address.is_multicast)


def _is_name(host: str) -> bool:
    labels = host.split(".")
    return (
        len(host) <= _HOST_LIMIT
        and all(_LABEL.fullmatch(label) for label in labels)
        and not _NUMBER.fullmatch(labels[-1])
    )
