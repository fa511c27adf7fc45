"""The network in between does the harm that it is there to do."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import trio

from tests.blackbox.players import free_port
from tests.blackbox.proxy import HOST, Fate, Fault, Proxy

SAID = bytes(range(256)) * 40


class Between(Proxy):
    """A proxy in which every connection has the same fate."""

    def __init__(self, target: int, fault: Fault | None, *, up: bool) -> None:
        super().__init__(target, random.Random(1), [])
        self._fault, self._up = fault, up

    def _draw(self) -> Fate:
        return Fate(None if self._healed.is_set() else self._fault, 5000, self._up)


@asynccontextmanager
async def between(
    fault: Fault | None, *, up: bool = True
) -> AsyncIterator[tuple[Between, trio.SocketStream, list[bytes]]]:
    """Yield a proxy, a guest's stream to an echo, and what each connection said."""
    heard: list[bytes] = []

    async def echo(stream: trio.SocketStream) -> None:
        mine, said = len(heard), b""
        heard.append(said)
        with suppress(trio.BrokenResourceError):
            async for data in stream:
                said += data
                heard[mine] = said
                await stream.send_all(data)

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host=HOST)
        nursery.start_soon(trio.serve_listeners, echo, [listener])
        proxy = Between(listener.socket.getsockname()[1], fault, up=up)
        port = free_port(range(20_000 + random.randrange(9000), 32_000))
        await nursery.start(proxy.run, port)
        async with await trio.open_tcp_stream(HOST, port) as stream:
            yield proxy, stream, heard
        nursery.cancel_scope.cancel()


async def say(stream: trio.SocketStream) -> None:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        await stream.send_all(SAID)


async def said_back(stream: trio.SocketStream) -> bytes:
    """Return what comes back of all that we say, until the line ends."""
    back = b""
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(say, stream)
            with suppress(trio.BrokenResourceError):
                while len(back) < len(SAID) and (data := await stream.receive_some()):
                    back += data
            nursery.cancel_scope.cancel()
    return back


@pytest.mark.parametrize("fault", [None, "delay", "again"])
async def test_most_harm_changes_nothing_of_what_is_said(fault: Fault | None) -> None:
    async with between(fault) as (_, stream, _):
        assert await said_back(stream) == SAID


@pytest.mark.parametrize("up", [True, False])
async def test_a_line_is_cut_at_a_byte(up: bool) -> None:
    async with between("cut", up=up) as (_, stream, heard):
        back = await said_back(stream)
        assert len(back) <= len(heard[0]) <= len(SAID)
        assert len(heard[0]) == 5000 if up else len(back) == 5000


async def test_bytes_are_changed() -> None:
    async with between("flip") as (proxy, stream, _):
        back = await said_back(stream)
        assert len(back) == len(SAID)
        wrong = sum(one != other for one, other in zip(back, SAID, strict=True))
        assert wrong == proxy.done["flip"] > 0


async def test_what_was_said_is_said_again_in_a_connection_of_its_own() -> None:
    async with between("again") as (proxy, stream, heard):
        await said_back(stream)
        await stream.aclose()
        with trio.fail_after(20):
            while len(heard) < 2 or heard[1] != SAID:  # noqa: ASYNC110
                await trio.sleep(0.01)
        assert proxy.done["again"] == 1


async def test_a_healed_network_cuts_what_it_harmed_and_harms_no_more() -> None:
    async with between("delay") as (proxy, stream, _):
        await stream.send_all(b"hello")
        assert await stream.receive_some() == b"hello"
        proxy.heal()
        with trio.fail_after(20):
            assert await stream.receive_some() == b""
        assert proxy._draw().fault is None
