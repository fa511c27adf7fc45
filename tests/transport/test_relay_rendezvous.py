"""Doors: a host and its guests find each other, and nothing else passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
import trio

from p2pgame.transport.link import LinkClosed, TransportError
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.protocol import (
    BODY_LIMIT,
    Closed,
    FromRelay,
    Knock,
    Knocked,
    Open,
    Opened,
    Refusal,
    Refused,
    Replied,
    Shut,
)
from p2pgame.transport.relay.rendezvous import (
    RendezvousClosed,
    RendezvousGuest,
    join_rendezvous,
    open_rendezvous,
)
from tests.transport.pairs import PATIENCE
from tests.transport.tiny_relay import Lie, Said, TinyRelay, relaying


async def heard(knocker: RendezvousGuest) -> bytes:
    with trio.fail_after(PATIENCE):
        return await knocker.hear()


async def test_each_guest_hears_what_is_meant_for_it() -> None:
    async with relaying() as relay, open_rendezvous(relay.url, 600) as door:
        assert Open(600) in relay.heard
        async with (
            join_rendezvous(relay.url, door.number) as anna,
            join_rendezvous(relay.url, door.number) as bert,
        ):
            await anna.say(b"I am Anna")
            knocks = door.knocks()
            number, said = await anext(knocks)
            assert said == b"I am Anna"
            await bert.say(b"I am Bert")
            other, said = await anext(knocks)
            assert said == b"I am Bert"
            assert other != number
            await door.reply(other, b"hello Bert")
            await door.reply(number, b"hello Anna")
            assert await heard(bert) == b"hello Bert"
            assert await heard(anna) == b"hello Anna"
            await anna.say(b"once more")
            assert await anext(knocks) == (number, b"once more")


async def test_leaving_shuts_the_door_and_the_guests_are_told() -> None:
    async with relaying() as relay:
        async with (
            open_rendezvous(relay.url, 600) as door,
            join_rendezvous(relay.url, door.number) as guest,
        ):
            await guest.say(b"hello")
            assert (await anext(door.knocks()))[1] == b"hello"
        async with join_rendezvous(relay.url, door.number) as late:
            await late.say(b"hello?")
            with pytest.raises(RendezvousClosed, match="No host waits"):
                await heard(late)
        assert Shut(door.number) in relay.heard


async def test_a_door_is_shut_even_if_its_host_is_cancelled() -> None:
    async with relaying() as relay:
        with trio.CancelScope() as scope:
            async with open_rendezvous(relay.url, 600) as door:
                scope.cancel()
                await trio.sleep_forever()
        await relay.wait_heard(Shut(door.number))


async def test_what_is_too_long_for_a_door_is_not_sent() -> None:
    async with relaying() as relay, open_rendezvous(relay.url, 600) as door:
        with pytest.raises(ValueError, match="allowed"):
            await door.reply(1, bytes(BODY_LIMIT + 1))
        async with join_rendezvous(relay.url, door.number) as guest:
            with pytest.raises(ValueError, match="allowed"):
                await guest.say(bytes(BODY_LIMIT + 1))
            await guest.say(bytes(BODY_LIMIT))
            assert len((await anext(door.knocks()))[1]) == BODY_LIMIT


def instead(kind: type[FromRelay], *words: Said) -> Callable[[], Lie]:
    """Return a lie that says something else in the place of one kind of word."""

    def lie(word: FromRelay) -> Iterable[Said]:
        return words if isinstance(word, kind) else [word]

    return lambda: lie


HOST_LIES: dict[str, tuple[Callable[[], Lie], str]] = {
    "none is opened": (instead(Opened, Refused(0, Refusal.BUSY)), "number 7"),
    "another answer": (instead(Opened, Closed(1, 0)), "nobody asked"),
    "a knock at another door": (instead(Knocked, Knocked(99, 1, b"")), "nobody asked"),
    "a reply to the host": (instead(Knocked, Replied(1, b"")), "nobody asked"),
    "garbage": (instead(Knocked, b"\xff"), "unknown kind"),
    "text": (instead(Knocked, "knock"), "text instead"),
    "a limit": (instead(Knocked, Refused(0, 1)), "number 1"),
}


async def knock(relay: TinyRelay) -> None:
    """Open a door, and knock at it."""
    with trio.fail_after(PATIENCE):
        async with (
            open_rendezvous(relay.url, 1) as door,
            join_rendezvous(relay.url, 1) as guest,
        ):
            await guest.say(b"hello")
            async for _ in door.knocks():
                pass


@pytest.mark.attack(38)
@pytest.mark.parametrize("name", HOST_LIES)
async def test_a_lie_to_the_host_ends_its_connection(name: str) -> None:
    lie, why = HOST_LIES[name]
    async with relaying(lie) as relay:
        with pytest.raises(TransportError, match=why):
            await knock(relay)


async def test_knocks_end_when_the_doors_time_is_up() -> None:
    async with relaying(instead(Knocked, Closed(1, Refusal.TIME_UP))) as relay:
        await knock(relay)


GUEST_LIES: dict[str, tuple[Said, str]] = {
    "another door's reply": (Replied(99, b""), "nobody asked"),
    "another door's end": (Closed(99, 0), "nobody asked"),
    "what a host hears": (Knocked(1, 1, b""), "nobody asked"),
    "a limit": (Refused(0, 1), "number 1"),
    "too long": (encode(Replied(1, bytes(BODY_LIMIT))) + b"\0", "too long"),
    "cut": (b"\x48\0\0\0", "cut off"),
}


@pytest.mark.attack(38)
@pytest.mark.parametrize("name", GUEST_LIES)
async def test_a_lie_to_a_guest_ends_its_connection(name: str) -> None:
    said, why = GUEST_LIES[name]
    async with (
        relaying(instead(Closed, said)) as relay,
        join_rendezvous(relay.url, 1) as guest,
    ):
        await guest.say(b"hello")
        with pytest.raises(LinkClosed, match=why):
            await heard(guest)


async def test_a_relay_that_opens_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("p2pgame.transport.relay.greeting.ANSWER_WITHIN", 0.05)
    async with relaying(instead(Opened)) as relay:
        with pytest.raises(LinkClosed, match="does not answer"):
            await knock(relay)


async def test_nobody_hears_of_a_guest_that_says_nothing() -> None:
    async with relaying() as relay:
        async with join_rendezvous(relay.url, 5):
            pass
        assert not [word for word in relay.heard if isinstance(word, Knock)]
