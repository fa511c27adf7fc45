"""Who is at the other end of a new link, and which of two links is kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio
from trio.testing import MockClock

from p2pgame.transport.link import Link, LinkClosed, TransportError
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.paths import signals
from p2pgame.transport.paths.greeting import GREET_WITHIN, Greeter
from p2pgame.transport.paths.signals import Hello, Proof
from tests.transport.voices import greeter

LOWER, HIGHER = sorted((greeter(1), greeter(2)), key=lambda each: each.voice.author)


def anybody(author: bytes) -> bool:
    return True


async def always(author: bytes) -> bool:
    await trio.lowlevel.checkpoint()
    return True


async def never(author: bytes) -> bool:
    await trio.lowlevel.checkpoint()
    return False


async def outcome(
    mine: Greeter, link: Link, decide: Callable[[bytes], Awaitable[bool]]
) -> bytes | str:
    """Return whom a player has greeted, or why it has not."""
    try:
        return await mine.greet(link, anybody, decide)
    except TransportError as error:
        return str(error)


async def both(
    one: Greeter = LOWER,
    other: Greeter = HIGHER,
    decides: tuple[Callable[[bytes], Awaitable[bool]], ...] = (always, always),
) -> list[bytes | str]:
    """Have two greet each other; return what each makes of it."""
    results: dict[int, bytes | str] = {}
    links = memory_pair()

    async def greet(at: int, mine: Greeter) -> None:
        results[at] = await outcome(mine, links[at], decides[at])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(greet, 0, one)
        nursery.start_soon(greet, 1, other)
    return [results[0], results[1]]


async def test_both_learn_who_the_other_is(autojump_clock: MockClock) -> None:
    assert await both() == [HIGHER.voice.author, LOWER.voice.author]
    assert await both(HIGHER, LOWER) == [LOWER.voice.author, HIGHER.voice.author]


async def test_a_link_that_one_does_not_want_is_had_by_neither(
    autojump_clock: MockClock,
) -> None:
    first, second = await both(decides=(never, always))
    assert first == "We have another path to the same player."
    assert second == "The link is closed."


async def test_the_higher_key_is_asked_when_the_lower_has_agreed(
    autojump_clock: MockClock,
) -> None:
    asked = []

    async def ask(author: bytes) -> bool:
        asked.append(author)
        return await always(author)

    await both(decides=(never, ask))
    assert asked == []
    await both(decides=(always, ask))
    assert asked == [LOWER.voice.author]


async def test_nobody_is_greeted_as_itself(autojump_clock: MockClock) -> None:
    for result in await both(LOWER, LOWER):
        assert isinstance(result, str)


async def test_who_is_silent_is_given_up_and_the_link_closed(
    autojump_clock: MockClock,
) -> None:
    near, far = memory_pair()
    assert "did not say" in str(await outcome(LOWER, near, always))
    assert trio.current_time() == GREET_WITHIN
    await far.receive()
    with pytest.raises(LinkClosed):
        await far.receive()


@pytest.mark.parametrize("mine", [LOWER, HIGHER], ids=["lower", "higher"])
async def test_what_was_said_at_another_greeting_proves_nothing(
    mine: Greeter, autojump_clock: MockClock
) -> None:
    """Somebody who has kept all frames of an earlier greeting says them again."""
    theirs = HIGHER if mine is LOWER else LOWER
    (near, relay_near), (relay_far, far) = memory_pair(), memory_pair()
    kept: list[bytes] = []

    async def carry(source: Link, to: Link, kept: list[bytes]) -> None:
        try:
            while True:
                kept.append(await source.receive())
                await to.send(kept[-1])
        except LinkClosed:
            pass

    async with trio.open_nursery() as nursery:
        nursery.start_soon(carry, relay_near, relay_far, [])
        nursery.start_soon(carry, relay_far, relay_near, kept)
        async with trio.open_nursery() as greeting:
            greeting.start_soon(mine.greet, near, anybody, always)
            greeting.start_soon(theirs.greet, far, anybody, always)
        nursery.cancel_scope.cancel()
    assert len(kept) == 2
    again, stranger = memory_pair()
    for frame in kept:
        await stranger.send(frame)
    assert "signature" in str(await outcome(mine, again, always))


async def test_a_proof_for_somebody_else_is_none(autojump_clock: MockClock) -> None:
    """A player cannot pass off what another proved to it as said to us."""
    other = greeter(3)
    near, far = memory_pair()
    hello = Hello(HIGHER.voice.author, bytes(16))
    to_other = signals.proven(hello, Hello(other.voice.author, bytes(16)))
    for signal in (hello, Proof(HIGHER.voice.sign(to_other))):
        await far.send(HIGHER.seal(signals.encode(signal)))
    assert "signature" in str(await outcome(LOWER, near, always))


async def test_a_stranger_without_the_tables_key_is_not_greeted(
    autojump_clock: MockClock,
) -> None:
    near, far = memory_pair()
    await far.send(bytes(256))
    assert isinstance(await outcome(LOWER, near, always), str)


async def test_words_in_another_order_are_no_greeting(
    autojump_clock: MockClock,
) -> None:
    near, far = memory_pair()
    await far.send(HIGHER.seal(signals.encode(Proof(bytes(64)))))
    assert "who it is" in str(await outcome(LOWER, near, always))
    near, far = memory_pair()
    for _ in range(2):
        hello = Hello(HIGHER.voice.author, bytes(16))
        await far.send(HIGHER.seal(signals.encode(hello)))
    assert "prove" in str(await outcome(LOWER, near, always))


async def test_somebody_unknown_gets_no_proof_of_who_we_are(
    autojump_clock: MockClock,
) -> None:
    near, far = memory_pair()
    await far.send(LOWER.seal(signals.encode(Hello(LOWER.voice.author, bytes(16)))))
    with pytest.raises(TransportError, match="not whom we talk to"):
        await HIGHER.greet(near, lambda author: author != LOWER.voice.author, always)
    assert isinstance(signals.decode(LOWER.open(await far.receive())), Hello)
    with pytest.raises(LinkClosed):
        await far.receive()
