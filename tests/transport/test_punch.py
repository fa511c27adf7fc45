"""Calls from one shared port, made by both sides at once."""

from __future__ import annotations

import socket

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p2pgame.transport.link import TransportError
from p2pgame.transport.paths import punch
from p2pgame.transport.paths.punch import Puncher, open_puncher
from p2pgame.transport.ports import dial, shared_socket
from p2pgame.transport.websocket import wrap
from tests.transport.pairs import PATIENCE

HERE = "127.0.0.1"


async def keep(stream: trio.SocketStream) -> trio.SocketStream:
    return stream


async def meet(one: Puncher, other: Puncher) -> list[trio.SocketStream]:
    """Have both call each other; return both ends."""
    ends: list[trio.SocketStream] = []

    async def call(mine: Puncher, theirs: Puncher) -> None:
        ends.append(await mine.punch([(HERE, theirs.port)], keep))

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(call, one, other)
            nursery.start_soon(call, other, one)
    return ends


async def test_both_get_the_same_connection() -> None:
    async with open_puncher() as one, open_puncher() as other:
        for _ in range(5):
            first, second = await meet(one, other)
            await first.send_all(b"hello")
            assert await second.receive_some() == b"hello"
            places = {end.socket.getsockname()[1] for end in (first, second)}
            assert places == {one.port, other.port}
            # Who closes first has the port pair a while longer: not from our side.
            for end in (first, second):
                linger = bytes([1, 0, 0, 0, 0, 0, 0, 0])
                end.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                end.socket.close()


async def test_a_link_is_made_of_it_with_one_client_and_one_server() -> None:
    async with open_puncher() as one, open_puncher() as other:
        first, second = await meet(one, other)
        links = []

        async def make(stream: trio.SocketStream, is_client: bool) -> None:
            links.append(await wrap(stream, is_client=is_client))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(make, first, True)
            nursery.start_soon(make, second, False)
        await links[0].send(b"frame")
        assert await links[1].receive() == b"frame"
        assert await links[1].ping() < PATIENCE
        for link in links:
            await link.aclose()


async def test_two_clients_are_no_link() -> None:
    async with open_puncher() as one, open_puncher() as other:
        refused = []

        async def make(stream: trio.SocketStream) -> None:
            try:
                await wrap(stream, is_client=True)
            except TransportError as error:
                refused.append(str(error))

        async with trio.open_nursery() as nursery:
            for stream in await meet(one, other):
                nursery.start_soon(make, stream)
        assert refused[0] == "What answers there is not a peer."
        assert len(refused) == 2


async def test_a_call_that_comes_through_is_accepted() -> None:
    """No router minds on our side, so there need not be two calls."""
    async with open_puncher() as puncher:

        async def call() -> None:
            while True:
                async with await trio.open_tcp_stream(HERE, puncher.port) as stream:
                    await stream.receive_some()

        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(call)
                # Nobody listens at port 9 of the host that calls.
                stream = await puncher.punch([(HERE, 9)], keep)
                await stream.aclose()
                nursery.cancel_scope.cancel()


async def test_a_stranger_who_calls_is_sent_away() -> None:
    async with open_puncher() as puncher:
        stream = await trio.open_tcp_stream(HERE, puncher.port)
        with trio.fail_after(PATIENCE):
            assert await stream.receive_some() == b""
        await stream.aclose()


async def test_a_call_from_another_host_is_not_taken_for_the_one_expected() -> None:
    judged: list[trio.SocketStream] = []

    async def note(stream: trio.SocketStream) -> None:
        judged.append(stream)

    async with open_puncher() as puncher, trio.open_nursery() as nursery:
        nursery.start_soon(puncher.punch, [("127.0.0.2", 9)], note)
        await wait_all_tasks_blocked()
        stream = await trio.open_tcp_stream(HERE, puncher.port)
        with trio.fail_after(PATIENCE):
            assert await stream.receive_some() == b""
        await stream.aclose()
        assert judged == []
        nursery.cancel_scope.cancel()


async def test_what_is_none_of_ours_does_not_end_the_punch() -> None:
    judged: list[trio.SocketStream] = []

    async def refuse_first(stream: trio.SocketStream) -> int:
        judged.append(stream)
        if len(judged) == 1:
            raise TransportError("A stranger.")
        return len(judged)

    async with open_puncher() as puncher:

        async def call() -> None:
            while True:
                async with await trio.open_tcp_stream(HERE, puncher.port) as stream:
                    await stream.receive_some()

        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(call)
                assert await puncher.punch([(HERE, 9)], refuse_first) == 2
                nursery.cancel_scope.cancel()
        await judged[1].aclose()


async def test_in_vain_it_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(punch, "PUNCH_WITHIN", 0.1)
    async with open_puncher() as puncher:
        with trio.fail_after(PATIENCE), pytest.raises(TransportError, match="No way"):
            await puncher.punch([(HERE, 9)], keep)
        assert puncher._expected == {}


async def test_a_port_of_somebody_else_cannot_be_shared() -> None:
    with socket.socket() as taken:
        taken.bind(("", 0))
        port = taken.getsockname()[1]
        with pytest.raises(TransportError, match="can't be had"):
            async with open_puncher(port):
                pass


async def test_a_relay_is_dialled_from_the_shared_port_if_that_can_be() -> None:
    async with open_puncher() as puncher:
        seen: list[int] = []

        async def look(stream: trio.SocketStream) -> None:
            seen.append(stream.socket.getpeername()[1])

        async with trio.open_nursery() as nursery:
            listeners = await trio.open_tcp_listeners(0, host=HERE)
            nursery.start_soon(trio.serve_listeners, look, listeners)
            relay = HERE, listeners[0].socket.getsockname()[1]
            first = await dial(*relay, puncher.port)
            assert first.socket.getsockname()[1] == puncher.port
            # The same pair of ports cannot be had twice at once.
            second = await dial(*relay, puncher.port)
            assert second.socket.getsockname()[1] != puncher.port
            for stream in (first, second):
                await stream.receive_some()
                await stream.aclose()
            nursery.cancel_scope.cancel()
        assert seen[0] == puncher.port


async def test_a_shared_socket_is_shared_with_ours_only() -> None:
    with shared_socket(socket.AF_INET, 0) as one:
        port = one.getsockname()[1]
        shared_socket(socket.AF_INET, port).close()
        with socket.socket() as other, pytest.raises(OSError):
            other.bind(("", port))
