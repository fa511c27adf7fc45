"""Kill a relay at random moments: ``python -m tests.relay.kills 100``.

Some publish as fast as they can while the program is killed.  Started again on the
same file, it has every frame that it has acknowledged, once, in the order in which
everybody heard of them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory

import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.relay.protocol import Publish, Refused, Stored
from tests.relay.clients import Writing, client, frame
from tests.relay.programs import Program, bare

TABLES = tuple(Writing(100 + n) for n in range(3))
#: Seconds until the program is killed, at most, counted from its first word.
SOON = 0.3


async def write(running: Program, table: Writing, first: int, acked: list[int]) -> None:
    """Publish until the relay is gone; note what it acknowledges."""
    number = first
    try:
        async with client(running.address) as peer:
            await peer.join(table)
            while True:
                sent = range(number, number + 8)
                for number in sent:
                    await peer.say(Publish(table.topic, number, frame(number)))
                left = len(sent)
                while left:
                    heard = await peer.hear()
                    assert not isinstance(heard, Refused), heard
                    if isinstance(heard, Stored):
                        acked.append(heard.number)
                        left -= 1
                number += 1
    except TransportError:
        pass


async def read(running: Program, table: Writing) -> list[int]:
    """Return the numbers of all frames that a topic has."""
    async with client(running.address) as peer:
        return [int.from_bytes(d.frame[:8]) for d in await peer.join(table)]


async def one(path: Path, random: Random, first: int, acked: list[list[int]]) -> None:
    """Check what is there, write some more, and kill the relay."""
    with bare(path) as running:
        for table, expected in zip(TABLES, acked, strict=True):
            there = await read(running, table)
            assert len(there) == len({*there}), "a frame is there twice"
            assert {*expected} <= {*there}, "an acknowledged frame is gone"
            kept = [n for n in there if n in {*expected}]
            assert kept == expected, "the order has changed"
        async with trio.open_nursery() as nursery:
            for table, numbers in zip(TABLES, acked, strict=True):
                nursery.start_soon(write, running, table, first, numbers)
            await trio.sleep(random.uniform(0, SOON))
            running.process.kill()


async def campaign(count: int, *, seed: int | None) -> int:
    """Kill a relay so many times; return how many frames were acknowledged."""
    seed = SystemRandom().randrange(2**32) if seed is None else seed
    print(f"seed {seed}")
    random, acked = Random(seed), [list[int]() for _ in TABLES]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "relay.db"
        for round_ in range(count):
            await one(path, random, (round_ + 1) * 1_000_000, acked)
        # A topic holds 32768 of these frames.
        assert all(len(numbers) < 30_000 for numbers in acked)
        await one(path, Random(0), 0, acked)
    return sum(map(len, acked))


if __name__ == "__main__":
    told = trio.run(lambda: campaign(int(sys.argv[1]), seed=None))
    print(f"{told} frames acknowledged, all there")
