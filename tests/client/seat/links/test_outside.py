"""A host without a relay is reached from outside, or says that it is not."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

import p2pgame
from p2pgame.client.events import Invited, Notice
from p2pgame.client.profile import addresses
from p2pgame.client.seat.links import outside
from p2pgame.client.seat.links.outside import OutsidePort
from p2pgame.client.world import World
from p2pgame.engine import Message
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.link import TransportError
from p2pgame.transport.paths.mapping import Router
from tests.transport.test_mapping import OUTSIDE, Scripted


async def nobody() -> Router:
    await trio.lowlevel.checkpoint()
    raise TransportError("There is no router.")


async def opened(world: World, *, waits_for: int) -> tuple[list[str], list[str]]:
    """Host a table; return the first addresses of its invites, and what was said."""
    invites, said = list[str](), list[str]()
    settings = {"players": 2, "relays": (), "outside": True, "name": "Ann"}
    async with p2pgame.host("kuhn", world=world, **settings) as seat:
        async for event in seat:
            if isinstance(event, Invited):
                invites.append(Invite.parse(event.invite).addresses[0])
            if isinstance(event, Notice):
                said.append(event.message.id)
            if len(invites) == waits_for and said:
                break
    return invites, said


@pytest.fixture(autouse=True)
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this machine an address of a network inside."""
    monkeypatch.setattr(addresses, "_outward", lambda: ["192.168.1.2"])


async def test_the_invite_has_the_routers_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    router = Scripted()
    monkeypatch.setattr(outside, "ROUTERS", (nobody, router.find))
    invites, said = await opened(World.native(tmp_path), waits_for=1)
    assert invites[0].startswith(f"{OUTSIDE}:")
    assert said == ["reached-from-outside"]
    assert len(router.removed) == 1


async def test_an_invite_that_can_reach_nobody_outside_is_told_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "ROUTERS", (nobody,))
    invites, said = await opened(World.native(tmp_path), waits_for=1)
    assert OUTSIDE not in invites[0]
    assert said == ["not-reached-from-outside"]


async def test_an_invite_does_not_wait_for_a_slow_router_and_is_told_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slow() -> Router:
        await trio.sleep(0.2)
        return Scripted()

    monkeypatch.setattr(outside, "ROUTERS", (slow,))
    monkeypatch.setattr(outside, "INVITE_WAITS", 0.01)
    invites, said = await opened(World.native(tmp_path), waits_for=2)
    assert [one.startswith(OUTSIDE) for one in invites] == [False, True]
    assert said == ["reached-from-outside"]


async def test_a_router_that_never_answers_is_given_up(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never() -> Router:
        await trio.sleep_forever()
        raise AssertionError

    monkeypatch.setattr(outside, "ROUTERS", (never,))
    told = list[Message]()
    await OutsidePort(4000, told.append).run()
    assert trio.current_time() == outside.ASKED_WITHIN
    assert [one.id for one in told] == ["not-reached-from-outside"]


async def test_no_router_is_asked_where_this_machine_is_public(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    router = Scripted()
    monkeypatch.setattr(outside, "ROUTERS", (router.find,))
    monkeypatch.setattr(addresses, "_outward", lambda: [OUTSIDE])
    invites, said = await opened(World.native(tmp_path), waits_for=1)
    assert invites[0].startswith(OUTSIDE)
    assert said == ["public-address-here"]
    assert router.asked == []


def test_only_an_address_of_one_machine_leads_from_outside() -> None:
    assert outside.is_led((f"{OUTSIDE}:1", "127.0.0.1:1"))
    assert not outside.is_led(("192.168.1.2:1", "your.name:1"))
