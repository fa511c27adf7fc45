"""Somebody who goes while a relay has something under way takes nothing else along."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from trio.testing import open_stream_to_socket_listener, wait_all_tasks_blocked

from p2pgame.relay.counts import Counts
from p2pgame.relay.rendezvous import RendezvousRegistry
from p2pgame.transport.relay.protocol import Knock
from p2pgame.transport.wire import Wire
from p2pgame.transport.writer import Writer, WriteScheduler, build
from tests.relay.clients import Writing, client, relay

TABLE = Writing(41)


async def test_two_may_wait_until_a_writer_has_written() -> None:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    far = await open_stream_to_socket_listener(listener)
    near = await listener.accept()
    writer = Writer(Wire(near, near.socket, is_client=False), WriteScheduler())
    async with listener, far, near:
        with trio.fail_after(5):
            async with trio.open_nursery() as waiting:
                writer.post(build(b"last words"))
                waiting.start_soon(writer.flush)
                waiting.start_soon(writer.flush)
                await wait_all_tasks_blocked()
                writer.close()
    assert writer.size == 0


async def test_a_fault_that_one_guest_finds_ends_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fault(*_: object) -> bool:
        raise RuntimeError("guest 192.0.2.7")

    monkeypatch.setattr(RendezvousRegistry, "knock", fault)
    counts = Counts()
    async with (
        relay(tmp_path / "db", counts=counts) as address,
        client(address) as anna,
    ):
        await anna.join(TABLE)
        async with client(address) as mallory:
            await mallory.say(Knock(1, b"?" * 32))
            await mallory.wait_end()
        await anna.publish(TABLE, 1)
    assert counts.faults == 1
    assert "RuntimeError in fault" in caplog.text
    assert "192" not in caplog.text
