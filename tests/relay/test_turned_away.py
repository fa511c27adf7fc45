"""Connections that are turned away cost those that are let in nothing."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
import trio

from p2pgame.relay.counts import Counts
from p2pgame.relay.settings import Settings
from tests.relay.clients import client, relay

#: Connections of one address at once, three times what a relay takes in a second.
CROWD = 1500


@pytest.mark.attack(33)
async def test_a_newcomer_does_not_wait_behind_one_who_connects_all_the_time(
    tmp_path: Path,
) -> None:
    """Once each of them took its share of those whom a relay lets in each second."""
    counts = Counts()
    with ExitStack() as ends:
        async with relay(tmp_path / "db", Settings(), counts) as address:

            def come() -> None:
                for _ in range(CROWD):
                    end = ends.enter_context(socket.socket())
                    end.bind(("127.0.0.2", 0))
                    end.connect(address)

            await trio.to_thread.run_sync(come)
            start = trio.current_time()
            async with client(address):
                assert trio.current_time() - start < 1
            assert counts.turned_away >= CROWD - 62
