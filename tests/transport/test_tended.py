"""How a link to a topic ends, whichever kind of relay the topic is at."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TypeAlias

import pytest
import trio
from nacl.bindings import crypto_sign_seed_keypair
from trio.testing import MockClock, wait_all_tasks_blocked

from p2pgame.transport.link import LinkClosed
from p2pgame.transport.relay.link import OWED_WITHIN, Cursor, RelayLink
from p2pgame.transport.relay.tended import TendedLink
from p2pgame.transport.relay.topic_id import topic_of
from tests.transport.nostr_server import TinyNostr, Visitor, author_of
from tests.transport.scripted import frame, scripted

SEED = bytes(range(32))
TOPIC = topic_of(crypto_sign_seed_keypair(SEED)[0])

#: Whether the next connection brings what this one has brought.
Brings: TypeAlias = Callable[[], bool]
Kind: TypeAlias = Callable[[], AbstractAsyncContextManager[tuple[TendedLink, Brings]]]


@asynccontextmanager
async def at_ours() -> AsyncIterator[tuple[RelayLink, Brings]]:
    """Give a link by which a frame has come, to a relay that stores nothing."""
    async with scripted() as (link, relay, cursor):
        await relay.deliver(7)
        await relay.live(7, 7)
        assert await link.receive() == frame(7)
        yield link, lambda: _begins(cursor)


def _begins(cursor: Cursor) -> bool:
    return cursor.sequence == 0


@asynccontextmanager
async def at_nostr() -> AsyncIterator[tuple[TendedLink, Brings]]:
    """Give a link by which a frame has come, to a relay that keeps nothing more."""
    tiny = TinyNostr()
    async with Visitor(tiny, TOPIC, author_of(SEED, TOPIC, 1)).visit() as other:
        await other.send(frame(7))
        await other.wait_stored()
    tiny.lie = lambda word: [] if word[0] == "OK" else [word]
    visitor = Visitor(tiny, TOPIC, author_of(SEED, TOPIC, 2))
    async with visitor.visit() as link:
        assert await link.receive() == frame(7)
        yield link, lambda: visitor.place.newest is None


kinds = pytest.mark.parametrize("kind", [at_ours, at_nostr])


@kinds
async def test_what_is_not_stored_when_a_link_ends_is_not_called_stored(
    kind: Kind, autojump_clock: MockClock
) -> None:
    async with kind() as (link, _), trio.open_nursery() as nursery:
        await link.wait_stored()
        await link.send(frame(1))

        async def wait() -> None:
            with pytest.raises(LinkClosed, match="We closed"):
                await link.wait_stored()

        nursery.start_soon(wait)
        await wait_all_tasks_blocked()
        await link.aclose()
        with pytest.raises(LinkClosed):
            await link.wait_stored()


@kinds
async def test_a_topic_that_is_to_be_read_again_comes_whole_by_the_next_link(
    kind: Kind, autojump_clock: MockClock
) -> None:
    async with kind() as (link, brings):
        assert not brings()
        link.read_again()
        assert brings()
        with pytest.raises(LinkClosed, match="read again from its beginning"):
            await link.receive()
        with pytest.raises(LinkClosed, match="read again from its beginning"):
            await link.send(frame(1))
        await link.aclose()
        assert link.is_over


@kinds
async def test_whoever_closes_a_link_again_waits_until_it_is_over(
    kind: Kind, autojump_clock: MockClock
) -> None:
    async with kind() as (link, _), trio.open_nursery() as nursery:
        await link.send(frame(1))
        nursery.start_soon(link.aclose)
        await wait_all_tasks_blocked()
        assert not link.is_over
        await link.aclose()
        assert link.is_over
        await link.aclose()


@kinds
async def test_a_relay_that_owes_us_something_for_too_long_is_left(
    kind: Kind, autojump_clock: MockClock
) -> None:
    async with kind() as (link, _):
        await link.send(frame(1))
        with trio.fail_after(2 * OWED_WITHIN):
            with pytest.raises(LinkClosed, match="owes us an answer for too long"):
                await link.receive()
