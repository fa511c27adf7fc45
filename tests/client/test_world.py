"""A client needs nothing of the machine but its world: here one made of memory."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
import trio.testing

import p2pgame
from p2pgame.client import native
from p2pgame.client.events import AnyEvent, Ended, Verified
from p2pgame.client.requests import Host, Join
from p2pgame.client.seat.seat import Seat
from p2pgame.client.seats import open_seat
from tests.client.memory_world import Network


@pytest.fixture(autouse=True)
def no_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever reaches for this machine's network or programs fails."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("that is this machine's")

    for name in ("dial", "listen", "spawn"):
        monkeypatch.setattr(native, name, refuse)


async def play(seat: Seat, heard: list[AnyEvent]) -> None:
    program = p2pgame.Program(seat)
    async for event in seat:
        heard.append(event)
        await program.hear(event)


async def game(folder: Path) -> tuple[list[AnyEvent], bytes]:
    """Play a hand of Kuhn poker in memory; return the host's events and its file."""
    heard: list[AnyEvent] = []
    async with trio.open_nursery() as links:
        network = Network(links)
        ann, ben = (network.world(name, folder) for name in ("ann", "ben"))
        table = Host(game="kuhn", name="Ann", players=2, relays=())
        async with open_seat(table, ann) as host, trio.open_nursery() as nursery:

            async def join() -> None:
                there = Join(invite=host.invite, name="Ben")
                async with open_seat(there, ben) as guest:
                    await play(guest, [])

            nursery.start_soon(join)
            await play(host, heard)
        links.cancel_scope.cancel()
    (written,) = (folder / "ann" / "files").iterdir()
    assert [one.read_bytes() for one in (folder / "ben" / "files").iterdir()] == [
        written.read_bytes()
    ]
    return heard, written.read_bytes()


async def test_two_clients_play_in_a_world_of_memory(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    heard, _ = await game(tmp_path)
    kinds = [type(event) for event in heard]
    assert kinds.index(Ended) < kinds.index(Verified)


async def test_one_seed_gives_one_transcript(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """Entropy, clock and threads are the world's, so nothing else can differ."""
    files = [(await game(tmp_path / name))[1] for name in ("first", "second")]
    assert files[0] == files[1]
