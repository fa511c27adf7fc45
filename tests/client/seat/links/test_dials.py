"""What an invite makes a guest dial, and what its player is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio

from p2pgame.client.errors import ClientError
from p2pgame.client.events import Asked, Begun, Notice
from p2pgame.client.meeting import evenings, joining, looking_on
from p2pgame.client.profile import settings
from p2pgame.client.questions import DialNearby
from p2pgame.client.requests import Host, Join
from p2pgame.client.seat.links.dials import Dials
from p2pgame.client.seat.links.invited_places import decide
from p2pgame.client.seat.setup import SeatSetup
from p2pgame.client.seats import open_seat
from p2pgame.client.world import World
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.paths.interfaces import own_hosts
from p2pgame.transport.relay.url import RelayUrl
from tests.client.fronts import Recorder
from tests.transport.real_relay import real_relay

#: A friend elsewhere, this machine, and where a cloud tells a machine its secrets.
FRIEND, HERE, CLOUD = "203.0.113.7:4000", "127.0.0.1:4001", "169.254.169.254:8000"
NAMES = {
    "here.example": ("127.0.0.1",),
    "cloud.example": ("169.254.169.254",),
    "friend.example": ("203.0.113.7",),
}


def relay(url: str) -> RelayUrl:
    return RelayUrl.parse(url)


class Network:
    """A network in which names stand for what is said, and nobody answers."""

    def __init__(self, names: Mapping[str, tuple[str, ...]] = NAMES) -> None:
        self._names = names
        self.dialled: list[str] = []
        self._changed = trio.Event()

    async def resolve(self, host: str, port: int) -> tuple[str, ...]:
        await trio.lowlevel.checkpoint()
        return self._names.get(host, (host,))

    async def dial(self, host: str, port: int, *, path: str = "/") -> Link:
        await trio.lowlevel.checkpoint()
        self.dialled.append(f"{host}:{port}")
        self._changed.set()
        self._changed = trio.Event()
        raise TransportError("Nobody is there.")

    async def wait_dialled(self, times: int) -> None:
        with trio.fail_after(10):
            while len(self.dialled) < times:
                await self._changed.wait()


class Guest:
    """A guest whose network is watched."""

    def __init__(
        self,
        folder: Path,
        names: Mapping[str, tuple[str, ...]] = NAMES,
        *,
        is_attended: bool = True,
    ) -> None:
        self.network = Network(names)
        self.front = Recorder(is_attended=is_attended)
        (folder / "files").mkdir()
        world = World.native(folder)
        self.world = replace(
            world,
            folder=folder / "files",
            dial=self.network.dial,
            resolve=self.network.resolve,
            has_network=False,
        )
        self.setup = SeatSetup("Ben", self.front, self.world)

    @property
    def asked(self) -> list[tuple[str, ...]]:
        asks = [question.ask for question in self.front.asked]
        return [ask.places for ask in asks if isinstance(ask, DialNearby)]

    async def join(self, invite: Invite, *, times: int = 3) -> set[str]:
        """Join until so many addresses were dialled, and return which."""
        with self.world.at_home():
            async with trio.open_nursery() as nursery:
                sit_down = partial(joining.sit_down, self.setup, invite)
                nursery.start_soon(evenings.come, sit_down)
                await self.network.wait_dialled(times)
                nursery.cancel_scope.cancel()
        return {*self.network.dialled}

    async def refused(self, invite: Invite) -> str:
        """Join in vain, and return why."""
        with self.world.at_home(), pytest.raises(ClientError) as raised:
            await joining.sit_down(self.setup, invite)
        assert not self.network.dialled
        return raised.value.message.id

    async def answer(self, answer: int) -> None:
        question = (await self.front.wait_for(Asked)).question
        self.front.answer(question.number, answer)


def invite(*addresses: str, relays: tuple[str, ...] = ()) -> Invite:
    return Invite(b"T" * 32, b"S" * 16, addresses, tuple(map(relay, relays)))


@pytest.mark.parametrize("near", [HERE, "here.example:4001", "169.254.7.7:4001"])
async def test_what_is_near_is_passed_over_in_silence_if_there_is_more(
    near: str, tmp_path: Path
) -> None:
    guest = Guest(tmp_path)
    assert await guest.join(invite(near, FRIEND)) == {FRIEND}
    assert not guest.asked
    assert not guest.front.all(Notice)


async def test_an_address_of_ours_is_enough_for_a_host_on_this_machine(
    tmp_path: Path,
) -> None:
    ours = f"{own_hosts()[0]}:4001"
    guest = Guest(tmp_path, {"ours.example": (own_hosts()[0],)})
    assert await guest.join(invite("ours.example:4001", HERE)) == {ours}
    assert not guest.asked


@pytest.mark.parametrize("other", [FRIEND, HERE])
async def test_where_a_cloud_tells_its_secrets_is_never_dialled(
    other: str, tmp_path: Path
) -> None:
    guest = Guest(tmp_path, is_attended=False)
    places = CLOUD, "cloud.example:8000", "[fe80::1]:8000", other
    assert await guest.join(invite(*places)) == {other}


async def test_an_invite_to_a_cloud_alone_is_refused_unasked(tmp_path: Path) -> None:
    guest = Guest(tmp_path)
    assert await guest.refused(invite(CLOUD)) == "invite-not-dialled"
    assert not guest.asked


async def test_a_peers_port_of_another_service_is_not_dialled(tmp_path: Path) -> None:
    guest = Guest(tmp_path)
    services = "203.0.113.7:22", "friend.example:25", "127.0.0.1:80"
    assert await guest.refused(invite(*services)) == "invite-not-dialled"
    assert await guest.join(invite(*services, FRIEND)) == {FRIEND}


async def test_a_private_address_of_another_network_is_not_dialled(
    tmp_path: Path,
) -> None:
    guest = Guest(tmp_path, {"home.example": ("10.255.254.253",)})
    assert await guest.refused(invite("home.example:4000")) == "invite-not-dialled"


@pytest.mark.parametrize("url", ["ws://relay.example:25", "wss://127.0.0.1:22"])
async def test_a_relay_at_a_port_of_another_service_is_refused(
    url: str, tmp_path: Path
) -> None:
    guest = Guest(tmp_path)
    assert await guest.refused(invite(relays=(url,))) == "invite-not-dialled"


async def test_a_refused_relay_is_told_of_where_there_is_more(tmp_path: Path) -> None:
    guest = Guest(tmp_path)
    there = invite(FRIEND, relays=("ws://relay.example:25",))
    assert await guest.join(there) == {FRIEND}
    assert [one.message.id for one in guest.front.all(Notice)] == ["relay-not-dialled"]


async def test_a_relay_by_a_name_of_this_machine_is_passed_over(tmp_path: Path) -> None:
    async with real_relay() as there:
        hosts = {"relay.example": ("127.0.0.1",), "friend.example": ("203.0.113.7",)}
        guest = Guest(tmp_path, hosts)
        url = f"ws://relay.example:{there.port}"
        assert await guest.join(invite("friend.example:4000", relays=(url,))) == {
            FRIEND
        }
        allowed = Dials()
        assert await allowed.is_passed_over(relay(url), guest.world)
        assert not guest.asked
        assert not guest.front.all(Notice)


@pytest.mark.parametrize("near", [HERE, "here.example:4001"])
async def test_a_host_on_this_machine_is_asked_about_once(
    near: str, tmp_path: Path
) -> None:
    guest = Guest(tmp_path)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(guest.answer, 1)
        assert await guest.join(invite(near)) == {HERE}
    assert guest.asked == [(near,)]


async def test_a_no_ends_it_and_nothing_is_dialled(tmp_path: Path) -> None:
    guest = Guest(tmp_path)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(guest.answer, 0)
        assert await guest.refused(invite(HERE)) == "not-dialled-nearby"


@pytest.mark.parametrize("is_attended", [False, True])
async def test_nothing_is_asked_where_nobody_can_answer(
    is_attended: bool, tmp_path: Path
) -> None:
    """Programs that a host brings are told that it is on their machine."""
    guest = Guest(tmp_path, is_attended=is_attended)
    if not is_attended:
        assert await guest.join(invite(HERE)) == {HERE}
        return
    with guest.world.at_home():
        seat, there = guest.setup, invite(HERE)
        found = await decide(seat, there.addresses, (), nearby=True)
    assert found.allows("127.0.0.1", 4001)
    assert not guest.asked


async def test_a_link_local_host_is_dialled_only_if_the_player_says_so(
    tmp_path: Path,
) -> None:
    cable = "169.254.7.7:4000"
    guest = Guest(tmp_path, is_attended=False)
    assert await guest.refused(invite(cable)) == "not-dialled-nearby"
    guest.front.is_attended = True
    async with trio.open_nursery() as nursery:
        nursery.start_soon(guest.answer, 1)
        assert await guest.join(invite(cable)) == {cable}
    assert guest.asked == [(cable,)]


async def test_a_relay_of_our_own_settings_is_dialled_wherever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest(tmp_path)
    ours, theirs = relay("ws://127.0.0.1:80"), relay("ws://127.0.0.1:81")
    monkeypatch.setenv(settings.RELAY, str(ours))
    with guest.world.at_home():
        found = await decide(guest.setup, (), (ours, theirs))
    assert found.at_relay(ours) is None
    assert not await found.is_passed_over(ours, guest.world)
    assert await found.is_passed_over(theirs, guest.world)
    assert not guest.asked


async def test_a_watch_link_is_judged_like_an_invite(tmp_path: Path) -> None:
    guest = Guest(tmp_path)
    with guest.world.at_home():
        async with trio.open_nursery() as nursery:
            link = invite(HERE, CLOUD, FRIEND).watch
            nursery.start_soon(looking_on.look_on, guest.setup, link, 0)
            await guest.network.wait_dialled(3)
            nursery.cancel_scope.cancel()
    assert {*guest.network.dialled} == {FRIEND}


async def test_a_short_invite_to_this_machine_is_asked_about_once(
    tmp_path: Path,
) -> None:
    """Once for its relay, and not again for what its host announces there."""
    (ann := tmp_path / "ann").mkdir()
    (ben := tmp_path / "ben").mkdir()
    asked = 0
    async with real_relay() as there:
        table = Host(game="kuhn", players=2, relays=(str(there),), listen="127.0.0.1:0")
        async with open_seat(table, World.native(ann)) as host:
            assert host.now.invited is not None
            request = Join(invite=host.now.invited.short, name="Ben", attended=True)
            async with open_seat(request, World.native(ben)) as guest:
                with trio.fail_after(20):
                    async for event in guest:
                        if isinstance(event, Asked):
                            asked += 1
                            guest.answer(event.question.number, 1)
                        if isinstance(event, Begun):
                            break
    assert asked == 1
