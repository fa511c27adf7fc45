"""What a frame costs: sealing, opening, and a round trip over a real socket.

Run with ``make bench``.  One round of the last is a connection and
``ROUND_TRIPS`` round trips, both ends in one process.
"""

from __future__ import annotations

import os

import pytest
import trio
from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import Link
from p2pgame.transport.listener.listening import serve
from p2pgame.transport.websocket import connect

ENVELOPE = Envelope({0: bytes(32)})
ROUND_TRIPS = 500

#: A move, and one player's proven shuffle of 52 cards.
SIZES = [200, 9000]


@pytest.mark.parametrize("size", SIZES)
def test_seal(benchmark: BenchmarkFixture, size: int) -> None:
    benchmark(ENVELOPE.seal, bytes(size), os.urandom)


@pytest.mark.parametrize("size", SIZES)
def test_open(benchmark: BenchmarkFixture, size: int) -> None:
    benchmark(ENVELOPE.open, ENVELOPE.seal(bytes(size), os.urandom))


async def echo(link: Link) -> None:
    while True:
        await link.send(await link.receive())


async def talk(frame: bytes) -> None:
    async with trio.open_nursery() as nursery:
        (address,) = await nursery.start(serve, "127.0.0.1", 0, echo)
        link = await connect(*address)
        for _ in range(ROUND_TRIPS):
            await link.send(frame)
            await link.receive()
        await link.aclose()
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("size", SIZES)
def test_round_trips(benchmark: BenchmarkFixture, size: int) -> None:
    frame = ENVELOPE.seal(bytes(size), os.urandom)
    benchmark(trio.run, talk, frame)
