"""Says which places of an invite are dialled, and dials them.

An invite leads to what its maker chose.  So each address is judged when it is
dialled (:mod:`p2pgame.transport.paths.invited`), and what was judged is dialled.  What
our own player has said, in the settings or for a table of its own, is dialled as it
stands.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from p2pgame.transport.address import split_address
from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.paths.interfaces import own_host_towards, own_hosts
from p2pgame.transport.paths.invited import ASKED, Verdict, is_fit, judge
from p2pgame.transport.ports import Allows
from p2pgame.transport.relay.url import RelayUrl

from ...errors import ClientError
from ...profile import settings
from ...world import World


@dataclass(frozen=True, slots=True)
class Dials:
    """Says which addresses of one invite are dialled.

    ``trusted`` are the urls of relays that our player has named.  ``nearby``: the
    player has said that the host is on this machine or cable.  ``is_ours``: we host
    the table, and all its relays are trusted.
    """

    trusted: frozenset[str] = frozenset()
    nearby: bool = False
    is_ours: bool = False

    def allows(self, host: str, port: int, *, is_relay: bool = False) -> bool:
        """Return whether a resolved address is dialled."""
        verdict = judged(host, port, is_relay=is_relay)
        return verdict is Verdict.GOOD or (self.nearby and verdict in ASKED)

    def at_relay(self, url: RelayUrl) -> Allows | None:
        """Return which of a relay's addresses are dialled, None: all."""
        if self.is_ours or str(url) in self.trusted:
            return None
        return partial(self.allows, is_relay=True)

    async def is_passed_over(self, url: RelayUrl, world: World) -> bool:
        """Return whether a relay leads only where it is not dialled."""
        allows = self.at_relay(url)
        if allows is None:
            return False
        if not is_fit(url.port, is_relay=True):
            return True
        with suppress(TransportError):  # what it stands for may be known later
            hosts = await world.resolve(url.host, url.port)
            return not any(allows(host, url.port) for host in hosts)
        return False


OURS = Dials(is_ours=True)


async def connect(dials: Dials, world: World, address: str, path: str) -> Link:
    """Connect to a listener at one of the addresses that a name stands for.

    Raises:
      TransportError: Nothing answers there, or it is not dialled.
    """
    host, port = split_address(address)
    trouble = TransportError(f"{address} is not dialled for an invite.")
    for each in await world.resolve(host, port):
        if dials.allows(each, port):
            try:
                return await world.dial(each, port, path=path)
            except TransportError as error:
                trouble = error
    raise trouble


def own_dials(*, nearby: bool = False) -> Dials:
    """Return what holds for any invite: the relays of the settings are trusted."""
    urls: tuple[RelayUrl, ...] = ()
    with suppress(ClientError):  # whoever needs them says what is wrong
        urls = settings.relays()
    return Dials(frozenset(map(str, urls)), nearby)


def judged(host: str, port: int, *, is_relay: bool) -> Verdict:
    """Judge an address from where this machine is now."""
    towards = own_host_towards(host)
    ours = own_hosts() if towards is None else (*own_hosts(), towards)
    return judge(host, port, ours, is_relay=is_relay)
