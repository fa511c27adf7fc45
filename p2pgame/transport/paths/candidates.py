"""Chooses addresses at which a player may be reached, and limits which we dial.

A candidate is a number, never a name: a name could stand for another place at each
lookup.  We dial what others claim, so a modified program could make us knock anywhere.
Therefore

* never dial a link-local, multicast or unspecified address, nor an IPv6 address that
  contains an IPv4 address; dial loopback only on a machine without another address;
* dial a private address only if one of ours is in the same network: the first 24 bits
  of IPv4 (10 in 100.64.0.0/10, where overlay networks give out addresses), the
  first 48 of IPv6.  A relay that sees both at one address proves nothing, because
  anybody may claim that;
* never dial a port below 1024, where other services listen;
* dial at most :data:`CANDIDATES_LIMIT` addresses of one player in a minute, at most
  :data:`KNOCKS_LIMIT` times together (:class:`Knocks`).

A wrong machine gets a WebSocket handshake and nothing else.  We may tell our address in
a network that others might have, too: a stranger there can't greet (:mod:`.greeting`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Address = tuple[str, int]
_Ip = IPv4Address | IPv6Address

#: Addresses that one player may tell, at most.
CANDIDATES_LIMIT = 8

#: How often one player's addresses are dialled in :data:`KNOCKS_TIME` seconds, at most.
KNOCKS_LIMIT = 24
KNOCKS_TIME = 60.0

#: No port below is dialled: others' services listen there.
LEAST_PORT = 1024

_PRIVATE4 = tuple(map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))
LOOPBACK = IPv4Network("127.0.0.0/8"), IPv6Network("::1/128")
_OVERLAY4 = IPv4Network("100.64.0.0/10")
_NOWHERE4 = tuple(
    map(IPv4Network, ("0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3"))
)
_PRIVATE6 = IPv6Network("fc00::/7")
#: Only addresses in here are dialled, except those that lead back to IPv4.
_GLOBAL6 = IPv6Network("2000::/3")
_TUNNELS6 = IPv6Network("2002::/16"), IPv6Network("2001::/32")


class Kind(IntEnum):
    """A candidate's origin, in the order of dialling."""

    #: In the home network.
    LAN = 1
    #: A public address of the machine.
    GLOBAL = 2
    #: A port that the router forwards.
    MAPPED = 3
    #: An address that the player has configured.
    GIVEN = 4
    #: The shared port as a relay sees it: only for hole punching.
    PUNCH = 5


@dataclass(frozen=True, slots=True)
class Candidate:
    """One address to try."""

    kind: Kind
    host: str
    port: int

    def __post_init__(self) -> None:
        if str(ip_address(self.host)) != self.host or "%" in self.host:
            raise ValueError(f"{self.host} is not spelled as an address is")
        if not 0 < self.port < 1 << 16:
            raise ValueError(f"{self.port} is no port")

    @property
    def address(self) -> Address:
        return self.host, self.port


def is_private(host: str) -> bool:
    """Return whether an address means another machine in each network."""
    ip = ip_address(host)
    if any(ip in network for network in LOOPBACK):
        return True
    if isinstance(ip, IPv6Address):
        return ip in _PRIVATE6
    return ip in _OVERLAY4 or any(ip in network for network in _PRIVATE4)


def is_public(host: str) -> bool:
    """Return whether an address means the same machine everywhere."""
    ip = ip_address(host)
    if isinstance(ip, IPv6Address):
        return ip in _GLOBAL6 and not any(ip in network for network in _TUNNELS6)
    return not is_private(host) and not any(ip in network for network in _NOWHERE4)


def may_dial(candidate: Candidate, ours: Iterable[str]) -> bool:
    """Return whether we may dial this; ``ours`` are our interfaces' hosts."""
    if candidate.port < LEAST_PORT:
        return False
    if is_public(candidate.host):
        return True
    ip = ip_address(candidate.host)
    return is_private(candidate.host) and any(
        are_near(ip, ip_address(host)) for host in ours
    )


def are_near(one: _Ip, other: _Ip) -> bool:
    """Return whether two private addresses are in one network, as far as we know."""
    if one.version != other.version:
        return False
    bits = 48 if one.version == 6 else 10 if one in _OVERLAY4 else 24
    shift = one.max_prefixlen - bits
    return int(one) >> shift == int(other) >> shift


def own_candidates(
    hosts: Iterable[str],
    ports: Mapping[int, int],
    *,
    punch: int | None = None,
    observed: Sequence[Address] = (),
    mapped: Sequence[Address] = (),
    given: Sequence[Address] = (),
) -> tuple[Candidate, ...]:
    """Return the candidates to tell about ourselves: at most eight, in order.

    ``hosts`` are our interfaces', ``ports`` the listening ports by IP version.
    ``punch`` is the shared port, ``observed`` where relays see it.  Addresses that
    nobody may dial are left out.
    If there are too many, every kind keeps its first.
    """
    found: dict[Kind, list[Address]] = {kind: [] for kind in Kind}
    for host in hosts:
        kind = Kind.GLOBAL if is_public(host) else Kind.LAN
        version = ip_address(host).version
        if version in ports:
            found[kind].append((host, ports[version]))
        if kind is Kind.GLOBAL and version == 6 and punch is not None:
            found[Kind.PUNCH].append((host, punch))
    found[Kind.MAPPED] += mapped
    found[Kind.GIVEN] += given
    found[Kind.PUNCH][:0] = observed
    return _fairly({kind: _sound(kind, each) for kind, each in found.items()})


def _sound(kind: Kind, addresses: Iterable[Address]) -> list[Candidate]:
    """Return the distinct candidates that anybody may dial."""
    made = []
    for host, port in dict.fromkeys(addresses):
        try:
            candidate = Candidate(kind, str(ip_address(host)), port)
        except ValueError:
            continue
        if port >= LEAST_PORT and (is_public(host) or is_private(host)):
            made.append(candidate)
    return made


def _fairly(found: dict[Kind, list[Candidate]]) -> tuple[Candidate, ...]:
    chosen: list[Candidate] = []
    for rank in range(CANDIDATES_LIMIT):
        for each in found.values():
            chosen += each[rank : rank + 1]
    return tuple(sorted(chosen[:CANDIDATES_LIMIT], key=lambda c: c.kind))


class Knocks:
    """Limits how often one player's addresses are dialled."""

    __slots__ = ("_past",)

    def __init__(self) -> None:
        self._past: list[tuple[float, Address]] = []

    def spend(self, address: Address, now: float) -> bool:
        """Return whether this address may be dialled now; if so, count it."""
        self._past = [one for one in self._past if now - one[0] < KNOCKS_TIME]
        addresses = {known for _, known in self._past} | {address}
        if len(self._past) >= KNOCKS_LIMIT or len(addresses) > CANDIDATES_LIMIT:
            return False
        self._past.append((now, address))
        return True
