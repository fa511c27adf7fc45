"""Looks where an invite leads before a seat is taken, and asks the player if it must.

Names are looked up here only to know whether there is anywhere to go; what they stand
for when they are dialled is judged then (:mod:`.dials`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from ipaddress import ip_address

import trio

from p2pgame.engine import Message
from p2pgame.transport.address import split_address
from p2pgame.transport.link import TransportError
from p2pgame.transport.paths.interfaces import own_hosts
from p2pgame.transport.paths.invited import ASKED, Verdict, is_fit
from p2pgame.transport.relay.url import RelayUrl

from ...errors import ClientError
from ...events import Notice, Waiting
from ...questions import DialNearby
from ...world import World
from ..setup import SeatSetup
from .dials import Dials, judged, own_dials

#: Seconds for the player to say whether its host is near.
ASK_WITHIN = 600.0


@dataclass(frozen=True, slots=True)
class _Place:
    """An address or a relay of an invite, and what it stands for: None, unknown."""

    text: str
    host: str
    port: int
    is_relay: bool = False
    is_trusted: bool = False
    hosts: tuple[str, ...] | None = None

    @property
    def verdicts(self) -> frozenset[Verdict]:
        """What the judge says of it; nothing of a name that is not looked up."""
        if not is_fit(self.port, is_relay=self.is_relay):
            return frozenset({Verdict.PORT})
        verdict = partial(judged, port=self.port, is_relay=self.is_relay)
        return frozenset(map(verdict, self.hosts or ()))

    @property
    def is_usable(self) -> bool:
        """Whether it is dialled without a question, as far as is known."""
        return (
            self.is_trusted
            or Verdict.GOOD in self.verdicts
            or (self.hosts is None and not self.verdicts)
        )

    @property
    def is_here(self) -> bool:
        """Whether it can only be this machine."""
        here = {*own_hosts()}
        is_loopback = self.verdicts == {Verdict.LOOPBACK}
        return is_loopback or (self.hosts is not None and {*self.hosts} <= here)


async def decide(
    seat: SeatSetup,
    addresses: Sequence[str],
    relays: Sequence[RelayUrl],
    *,
    nearby: bool = False,
) -> Dials:
    """Return what is dialled of an invite's addresses and relays; ask if it must be.

    ``nearby``: that has been answered.  Where nobody can be asked, this machine alone
    is dialled.

    Raises:
      ClientError: Nothing of it is dialled.
    """
    dials = own_dials(nearby=nearby)
    named = [*map(_peer, addresses), *(_relay(url, dials) for url in relays)]
    places = await _looked_up(named, seat.world)
    for one in places:
        if one.is_relay and not one.is_trusted and Verdict.PORT in one.verdicts:
            message = Message.of(
                "relay-not-dialled", relay=one.text, port=f"{one.port}"
            )
            seat.front.tell(Notice(message))
    near = _needed(places)
    if near and not nearby:
        dials = replace(dials, nearby=await _ask(seat, near))
    usable = [one for one in places if one.is_usable or one.verdicts & ASKED]
    if near and not dials.nearby and not any(one.is_usable for one in places):
        raise ClientError("not-dialled-nearby")
    if places and not usable:
        raise _refused(places[0])
    return dials


def _needed(places: Sequence[_Place]) -> list[_Place]:
    """Return what must be asked about: it is near, and nothing else leads there.

    An address of ours in a network around leads to this machine, too, so its loopback
    is not needed; but a relay here may well be.
    """
    usable = [one for one in places if one.is_usable]
    if any(not one.is_here for one in usable):
        return []
    near = [one for one in places if not one.is_usable and one.verdicts & ASKED]
    has_peer = any(not one.is_relay for one in usable)
    return [one for one in near if one.is_relay or not has_peer]


async def _ask(seat: SeatSetup, near: Sequence[_Place]) -> bool:
    here = all(one.is_here for one in near)
    seat.front.tell(Waiting())
    ask = DialNearby(tuple(one.text for one in near), here)
    default = int(here and not seat.front.is_attended)
    return bool(await seat.front.ask(ask, ASK_WITHIN, default))


def _refused(place: _Place) -> ClientError:
    """Return what to say of an invite of which nothing is dialled."""
    (verdict, *_) = sorted(place.verdicts, key=lambda one: one.value)
    return ClientError("invite-not-dialled", place=place.text, why=verdict.value)


def _peer(address: str) -> _Place:
    return _Place(address, *split_address(address))


def _relay(url: RelayUrl, dials: Dials) -> _Place:
    is_trusted = dials.at_relay(url) is None
    return _Place(str(url), url.host, url.port, is_relay=True, is_trusted=is_trusted)


async def _looked_up(places: Iterable[_Place], world: World) -> list[_Place]:
    """Look up the names, if the numbers do not show that there is somewhere to go."""
    found = [_numbered(one) for one in places]
    if any(one.hosts and one.is_usable and not one.is_here for one in found):
        return found

    async def look_up(at: int, one: _Place) -> None:
        with suppress(TransportError):
            hosts = await world.resolve(one.host, one.port)
            found[at] = replace(one, hosts=hosts)

    async with trio.open_nursery() as nursery:
        for at, one in enumerate(found):
            if one.hosts is None and Verdict.PORT not in one.verdicts:
                nursery.start_soon(look_up, at, one)
    return found


def _numbered(place: _Place) -> _Place:
    with suppress(ValueError):
        ip_address(place.host)
        return replace(place, hosts=(place.host,))
    return place
