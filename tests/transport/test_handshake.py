"""Pairing by three pictures, and whoever stands in between."""

from __future__ import annotations

import unicodedata
from collections.abc import AsyncIterator
from functools import partial
from random import Random

import pytest
import trio

from p2pgame.transport.finding.emoji import EMOJI
from p2pgame.transport.finding.handshake import (
    PERSON_WITHIN,
    PROGRAM_WITHIN,
    WAITING_LIMIT,
    Guest,
    Host,
    NotCommitted,
    Pairing,
    Pictures,
    ask_in,
    commit,
)
from p2pgame.transport.finding.slip import INVITE_LIMIT, NotWelcome
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
    InvalidFrame,
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


def host(chance: Random, *, invite: bytes = INVITE) -> Host:
    return Host(invite, "Anna", chance.randbytes)


def guest(chance: Random, name: str = "Bob") -> Guest:
    return Guest(name, chance.randbytes)


def reveal(anna: Host, bob: Guest) -> bytes:
    """Let both talk until the guest shows its key."""
    return shown(bob, anna.receive(bob.start()))


def shown(bob: Guest, key: bytes) -> bytes:
    """Return the guest's reveal, when it has the host's key."""
    said = bob.receive(key)
    assert said is not None
    return said


def met(anna: Host, bob: Guest) -> None:
    bob.receive(anna.receive(reveal(anna, bob)))


def test_both_see_the_same_pictures_and_a_yes_brings_the_invite() -> None:
    chance = Random(1)
    anna, bob = host(chance), guest(chance)
    met(anna, bob)
    assert anna.pictures == bob.pictures is not None
    assert (anna.guest, bob.host) == ("Bob", "Anna")
    assert bob.invite is None
    bob.receive(anna.admit())
    assert bob.invite == INVITE


def test_a_no_brings_nothing() -> None:
    chance = Random(2)
    anna, bob = host(chance), guest(chance)
    met(anna, bob)
    with pytest.raises(NotWelcome):
        bob.receive(anna.refuse())
    assert bob.invite is None


def test_pictures_differ_from_talk_to_talk_and_all_come_up() -> None:
    chance = Random(3)
    seen = set()
    for _ in range(200):
        anna, bob = host(chance), guest(chance)
        anna.receive(reveal(anna, bob))
        assert anna.pictures is not None
        seen.add(anna.pictures)
    assert len(seen) >= 199
    assert {picture for three in seen for picture in three} == {*EMOJI}


def test_pictures_are_64_wide_characters_with_names_that_differ_at_once() -> None:
    assert len({emoji.picture for emoji in EMOJI}) == 64
    assert len({emoji.name[:3] for emoji in EMOJI}) >= 60
    assert len({emoji.name for emoji in EMOJI}) == 64
    for emoji in EMOJI:
        assert unicodedata.east_asian_width(emoji.picture) == "W"
        assert emoji.name.isalpha()
        assert emoji.name.isascii()


@pytest.mark.attack(11)
def test_whoever_is_in_between_shows_both_other_pictures() -> None:
    chance = Random(4)
    anna, bob = host(chance), guest(chance)
    to_anna, to_bob = guest(chance, "Bob"), host(chance, invite=b"")
    met(anna, to_anna)
    met(to_bob, bob)
    assert bob.pictures == to_bob.pictures
    assert anna.pictures == to_anna.pictures
    assert bob.pictures != anna.pictures


@pytest.mark.attack(11)
def test_a_key_chosen_after_the_hosts_is_refused_before_any_picture() -> None:
    """Without this a guest in between would try 262 144 keys: a second's work."""
    chance = Random(5)
    anna, bob = host(chance), guest(chance)
    key = anna.receive(bob.start())
    for _ in range(3):
        said = shown(guest(chance), key)
        fresh = host(chance)
        fresh.receive(bob.start())
        with pytest.raises(NotCommitted):
            fresh.receive(said)
        assert fresh.pictures is None
        assert fresh.guest is None
    with pytest.raises(NotCommitted):
        anna.receive(said)


def test_a_commitment_does_not_show_the_key() -> None:
    chance = Random(6)
    anna, bob = host(chance), guest(chance)
    start = bob.start()
    said = bob.receive(anna.receive(start))
    assert said is not None
    assert said[1:33] not in start
    assert start == b"\x01" + commit(said[1:33])


def test_a_talk_recorded_and_said_again_opens_nothing() -> None:
    chance = Random(7)
    anna, bob = host(chance), guest(chance)
    start, said = bob.start(), reveal(anna, bob)
    anna.receive(said)
    again = host(chance)
    again.receive(start)
    with pytest.raises(InvalidFrame):
        again.receive(said)
    assert again.pictures is None


def test_a_guests_own_key_sent_back_to_it_brings_it_no_further() -> None:
    chance = Random(8)
    bob = guest(chance)
    said = bob.receive(b"\x02" + reveal(host(Random(1)), guest(Random(8)))[1:33])
    assert said is not None
    with pytest.raises(InvalidFrame):
        bob.receive(b"\x04" + said[33:])
    assert bob.pictures is None


@pytest.mark.parametrize("key", [bytes(32), b"\x01" + bytes(31)], ids=["0", "1"])
def test_keys_of_small_order_are_refused(key: bytes) -> None:
    chance = Random(9)
    bob, anna = guest(chance), host(chance)
    with pytest.raises(InvalidFrame):
        bob.receive(b"\x02" + key)
    anna.receive(b"\x01" + commit(key))
    with pytest.raises(InvalidFrame):
        anna.receive(b"\x03" + key + bytes(128))


def test_what_is_out_of_order_or_of_another_length_is_refused() -> None:
    chance = Random(10)
    anna, bob = host(chance), guest(chance)
    start, said = bob.start(), reveal(host(Random(3)), guest(Random(4)))
    for body in (b"", said, start[:-1], start + b"\0", start + bytes(262144)):
        with pytest.raises(InvalidFrame):
            anna.receive(body)
    key = anna.receive(start)
    for body in (start, key, said[:-1], said + b"\0"):
        with pytest.raises(InvalidFrame):
            anna.receive(body)
    for body in (b"", start, key[:-1], key + b"\0", b"\x05" + bytes(4000)):
        with pytest.raises(InvalidFrame):
            bob.receive(body)
    shown = bob.receive(key)
    assert shown is not None
    bob.receive(anna.receive(shown))
    with pytest.raises(InvalidFrame):
        anna.receive(shown)
    given = anna.admit()
    bob.receive(given)
    with pytest.raises(InvalidFrame):
        bob.receive(given)


def test_nobody_is_admitted_before_the_pictures_or_twice() -> None:
    chance = Random(11)
    anna, bob = host(chance), guest(chance)
    anna.receive(bob.start())
    with pytest.raises(ValueError, match="nobody"):
        anna.admit()
    anna, bob = host(chance), guest(chance)
    met(anna, bob)
    anna.refuse()
    with pytest.raises(ValueError, match="answered"):
        anna.admit()


def test_no_message_is_as_long_as_a_sealed_frame_whatever_it_holds() -> None:
    chance = Random(12)
    sizes = set()
    for invite, name in ((b"", "B"), (b"x" * INVITE_LIMIT, "\U0001f3b2" * 24)):
        anna, bob = host(chance, invite=invite), guest(chance, name)
        start, key = bob.start(), anna.receive(bob.start())
        said = bob.receive(key)
        assert said is not None
        sizes.add(tuple(map(len, (start, key, said, anna.receive(said), anna.admit()))))
    (lengths,) = sizes
    assert not {*lengths} & {*SIZES}


def test_nothing_shows_the_invite() -> None:
    assert INVITE.decode() not in repr(host(Random(13)))


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
