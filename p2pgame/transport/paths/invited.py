"""Judges where an invite may make us dial.

Anybody can write an invite, and whoever opens it knocks where it says.  So each address
is judged before it is dialled, after names are resolved, and what was judged is what is
dialled: a name never gets a second chance to stand for something else.

* A relay has port 443 or one from 1024 up.  It may be in a private network.
* For a player's address hold the rules of what seated players tell
  (:mod:`.candidates`).
* A loopback or link-local address is passed over if the invite leads anywhere else.
  If it is all there is, the player is asked.
* The addresses at which clouds tell a machine its secrets are never dialled.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address

from p2pgame.transport.paths.candidates import (
    LEAST_PORT,
    LOOPBACK,
    are_near,
    is_private,
    is_public,
)

_HTTPS = 443
_LINK_LOCAL = IPv4Network("169.254.0.0/16")
#: Clouds answer here; no network without a router would by chance.
_METADATA = IPv4Network("169.254.169.0/24"), IPv4Network("169.254.170.0/24")
#: Networks without IPv4 reach it by these: the last 32 bits are the address meant.
_NAT64 = IPv6Network("64:ff9b::/96")


class Verdict(Enum):
    """Whether an address may be dialled, or why not."""

    GOOD = "good"
    #: It is this machine: ask, if there is nothing else.
    LOOPBACK = "loopback"
    #: It is on this cable or network alone: ask, if there is nothing else.
    LINK_LOCAL = "link-local"
    #: The port is one of other services.
    PORT = "port"
    #: It is private, and in none of our networks.
    NETWORK = "network"
    #: Nobody plays there.
    NOWHERE = "nowhere"


#: What is dialled once the player has said so.
ASKED = frozenset({Verdict.LOOPBACK, Verdict.LINK_LOCAL})


def judge(
    host: str, port: int, ours: Iterable[str], *, is_relay: bool = False
) -> Verdict:
    """Say whether an invite may make us dial a resolved address, or why not.

    ``ours`` are our interfaces' hosts.

    Raises:
      ValueError: ``host`` is a name.
    """
    ip = ip_address(host)
    if ip in _NAT64:
        ip = IPv4Address(int(ip) & 0xFFFFFFFF)
        if not is_public(str(ip)):
            return Verdict.NOWHERE
    if not is_fit(port, is_relay=is_relay):
        return Verdict.PORT
    if any(ip in network for network in LOOPBACK):
        return Verdict.LOOPBACK
    if ip in _LINK_LOCAL:
        is_cloud = any(ip in network for network in _METADATA)
        return Verdict.NOWHERE if is_cloud else Verdict.LINK_LOCAL
    if is_public(str(ip)):
        return Verdict.GOOD
    if not is_private(str(ip)):
        return Verdict.NOWHERE
    is_near = is_relay or any(are_near(ip, ip_address(own)) for own in ours)
    return Verdict.GOOD if is_near else Verdict.NETWORK


def is_fit(port: int, *, is_relay: bool) -> bool:
    """Return whether a peer or relay may have this port, whatever its address."""
    return port >= LEAST_PORT or (is_relay and port == _HTTPS)
