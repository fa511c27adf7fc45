"""Tells which addresses count as one source: an IPv4 address, or an IPv6 /64.

One home has one IPv4 address or one IPv6 /64, and all addresses in it at will.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

#: The source of whoever has no address: one for all of them.
NOWHERE = b""

_HALF = 8


def prefix_of(host: str) -> bytes:
    """Return the source of an address; an IPv4 address in IPv6 form is the former's."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return NOWHERE
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return address.packed[:_HALF]
        address = address.ipv4_mapped
    return address.packed
