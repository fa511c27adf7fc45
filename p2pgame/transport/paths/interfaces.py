"""Finds this machine's addresses, and its router's.

It asks the system without sending a packet: a "connected" UDP socket has chosen its
source address.  That takes no library, and skips inner networks that lead nowhere.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, ip_address
from pathlib import Path

from p2pgame.transport.paths.candidates import is_private, is_public

# One address in each common home, office or overlay network, and one outside; no
# packet is sent to them.
_ELSEWHERE = (
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET, "192.168.0.1"),
    (socket.AF_INET, "192.168.1.1"),
    (socket.AF_INET, "10.0.0.1"),
    (socket.AF_INET, "172.16.0.1"),
    (socket.AF_INET, "100.100.100.100"),
    (socket.AF_INET6, "2001:db8::1"),
    (socket.AF_INET6, "fd00::1"),
)
_LOOPBACK = ("127.0.0.1",)
_ROUTES = Path("/proc/net/route")


def own_hosts() -> tuple[str, ...]:
    """Return our addresses in the networks around; loopback if there are none."""
    found = [_towards(family, host) for family, host in _ELSEWHERE]
    hosts = [host for host in found if host is not None]
    return tuple(dict.fromkeys(hosts)) or _LOOPBACK


def _towards(family: int, host: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((host, 9))
            own: str = asked.getsockname()[0]
    except OSError:
        return None
    if ip_address(own).is_loopback or not (is_public(own) or is_private(own)):
        return None
    return own


def own_host_towards(host: str) -> str | None:
    """Return the address by which ``host`` would see us; None if it is unreachable."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return _towards(family, host)


def gateway() -> str | None:
    """Return the IPv4 address of the home router, if known or guessed.

    Linux tells it.  Elsewhere we guess our network's first address, which is nearly
    always right.
    """
    try:
        return read_gateway(_ROUTES.read_text())
    except OSError:
        own = _towards(*_ELSEWHERE[0])
        if own is None or not is_private(own):
            return None
        return str(IPv4Address(int(ip_address(own)) & ~0xFF | 1))


def read_gateway(routes: str) -> str | None:
    """Return the gateway of the default route in Linux's ``/proc/net/route``."""
    for line in routes.splitlines()[1:]:
        fields = line.split()
        if len(fields) > 7 and fields[1] == fields[7] == "00000000":
            router = bytes.fromhex(fields[2])[::-1]
            if any(router):
                return str(IPv4Address(router))
    return None
