"""Guests who pair over links, one after the other, at the port of the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from random import Random

import pytest
import trio

from p2pgame.transport.finding.handshake import (
    PERSON_WITHIN,
    PROGRAM_WITHIN,
    WAITING_LIMIT,
    Pairing,
    Pictures,
    ask_in,
)
from p2pgame.transport.finding.slip import NotWelcome
from p2pgame.transport.first_frame import (
    ANYBODY,
    CallerKind,
    KnownCallers,
    LinkPurpose,
    LinkRequest,
    path_for,
)
from p2pgame.transport.link import (
    SIZES,
    Link,
    LinkClosed,
    TransportError,
)
from p2pgame.transport.listener.listening import serve
from p2pgame.transport.listener.reception import ListenerConfig
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.websocket import Socket, connect
from tests.transport.pairs import PATIENCE, MakePair, direct_pairs, memory_pairs

INVITE = b"P2PGAME:the way in"


@pytest.fixture(params=[memory_pairs, direct_pairs], ids=["memory", "direct"])
async def make_pair(request: pytest.FixtureRequest) -> AsyncIterator[MakePair]:
    """Pairing is done on links that take frames of any length."""
    async with request.param() as make:
        yield make


async def test_guests_ask_one_after_the_other_and_hear_the_hosts_word(
    make_pair: MakePair,
) -> None:
    chance, asked, looking = Random(14), dict[str, Pictures](), 0
    shown, brought = dict[str, Pictures](), dict[str, bytes | None]()

    async def ask(name: str, pictures: Pictures) -> bool:
        nonlocal looking
        looking += 1
        assert looking == 1
        asked[name] = pictures
        await trio.lowlevel.checkpoint()
        looking -= 1
        return name != "Eve"

    pairing = Pairing(INVITE, "Anna", ask, chance.randbytes)

    async def come(name: str) -> None:
        near, far = await make_pair()
        nursery.start_soon(pairing.meet, far)

        def show(anna: str, pictures: Pictures) -> None:
            assert anna == "Anna"
            shown[name] = pictures

        try:
            brought[name] = await ask_in(near, name, show, chance.randbytes)
        except NotWelcome:
            brought[name] = None

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for name in ("Bob", "Carol", "Eve"):
                nursery.start_soon(come, name)
    assert brought == {"Bob": INVITE, "Carol": INVITE, "Eve": None}
    assert shown == asked


async def nobody(name: str, pictures: Pictures) -> bool:
    raise AssertionError("nobody is to be asked")


async def silent(name: str, pictures: Pictures) -> bool:
    await trio.sleep_forever()
    raise AssertionError


def show(name: str, pictures: Pictures) -> None:
    pass


async def test_a_silent_guest_is_sent_away(
    autojump_clock: trio.testing.MockClock,
) -> None:
    _, far = memory_pair()
    begun = trio.current_time()
    with pytest.raises(TransportError, match="in time"):
        await Pairing(b"", "Anna", nobody, Random(1).randbytes).meet(far)
    assert trio.current_time() - begun == PROGRAM_WITHIN


async def test_a_host_who_does_not_look_has_said_no(
    autojump_clock: trio.testing.MockClock,
) -> None:
    near, far = memory_pair()
    begun = trio.current_time()
    async with trio.open_nursery() as nursery:
        pairing = Pairing(INVITE, "Anna", silent, Random(1).randbytes)
        nursery.start_soon(pairing.meet, far)
        with pytest.raises(NotWelcome):
            await ask_in(near, "Bob", show, Random(2).randbytes)
    assert trio.current_time() - begun == PERSON_WITHIN


async def test_a_guest_who_hangs_up_is_not_asked_about_any_more(
    autojump_clock: trio.testing.MockClock,
) -> None:
    chance, asked, begun = Random(3), list[str](), trio.Event()

    async def ask(name: str, pictures: Pictures) -> bool:
        asked.append(name)
        begun.set()
        await trio.sleep(30)
        return True

    pairing = Pairing(INVITE, "Anna", ask, chance.randbytes)

    async def meet(far: Link) -> None:
        try:
            await pairing.meet(far)
        except LinkClosed:
            gone.append(far)

    gone: list[Link] = []
    (one, far_one), (two, far_two), (three, far_three) = (
        memory_pair() for _ in range(3)
    )
    async with trio.open_nursery() as nursery:
        for far in (far_one, far_two, far_three):
            nursery.start_soon(meet, far)
        nursery.start_soon(ask_in, one, "Bob", show, chance.randbytes)
        await begun.wait()

        async def waver() -> None:
            with trio.move_on_after(1):
                await ask_in(two, "Carol", show, chance.randbytes)

        nursery.start_soon(waver)
        await trio.sleep(5)
        nursery.start_soon(ask_in, three, "Dan", show, chance.randbytes)
    assert asked == ["Bob", "Dan"]
    assert gone == [far_two]


async def test_so_many_may_wait_and_no_more(
    autojump_clock: trio.testing.MockClock,
) -> None:
    pairing = Pairing(INVITE, "Anna", silent, Random(4).randbytes)
    async with trio.open_nursery() as nursery:
        for _ in range(WAITING_LIMIT):
            nursery.start_soon(pairing.meet, memory_pair()[1])
        await trio.testing.wait_all_tasks_blocked()
        near, far = memory_pair()
        with pytest.raises(TransportError, match="Too many"):
            await pairing.meet(far)
        with pytest.raises(LinkClosed):
            await near.receive()
        nursery.cancel_scope.cancel()


class Open(KnownCallers):
    """A listener that makes a link for anybody."""

    def may_enter(self, request: LinkRequest) -> bool:
        return True


async def test_pairing_and_a_table_share_a_port_and_are_told_apart() -> None:
    chance, table, brought = Random(5), list[bytes](), list[bytes]()

    async def ask(name: str, pictures: Pictures) -> bool:
        return True

    pairing = Pairing(INVITE, "Anna", ask, chance.randbytes)

    async def come_in(link: Socket) -> None:
        assert link.request is not None
        assert link.request.caller is CallerKind.STRANGER
        if link.request.purpose is LinkPurpose.PAIRING:
            await pairing.meet(link)
        else:
            table.append(await link.receive())

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            config = ListenerConfig(64, 9, callers=Open(bytes(32)))
            listen = partial(serve, config=config)
            (address,) = await nursery.start(listen, "127.0.0.1", 0, come_in)
            path = path_for(bytes(32), bytes(32), chance.randbytes)
            peer = await connect(*address, path=path)
            await peer.send(bytes(SIZES[0]))
            asking = LinkPurpose.PAIRING
            path = path_for(bytes(32), ANYBODY, chance.randbytes, purpose=asking)
            link = await connect(*address, path=path)
            brought.append(await ask_in(link, "Bob", show, chance.randbytes))
            with pytest.raises(LinkClosed):
                await peer.receive()
            nursery.cancel_scope.cancel()
    assert (table, brought) == ([bytes(SIZES[0])], [INVITE])
