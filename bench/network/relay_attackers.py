"""An attacker of a relay, as a program of its own.

``python -m bench.network.relay_attackers NAME HOST PORT NICE ADDRESS ...`` comes from
these addresses of this machine, and says ``ready``.  It attacks from the first line
that it is told until the second, and then prints what it did, as JSON.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict

import trio

from bench.network.relay_bots import ATTACKS, Attack
from bench.network.relay_line import Did, Line
from p2pgame.transport.websocket import Address
from tests.relay.programs import ROOT

#: Seconds for a program to stop, where others take its processor.
_PATIENCE = 30.0


class Attacker:
    """An attacker that runs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def begin(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def end(self) -> Did:
        """Stop it; return what it did."""
        said, _ = self._process.communicate("\n", timeout=_PATIENCE)
        return Did(**json.loads(said))


@contextmanager
def attacker(
    name: str, to: Address, sources: Sequence[str], nice: int
) -> Iterator[Attacker]:
    """Have one ready; it is killed at the end."""
    words = (name, to[0], str(to[1]), str(nice), *sources)
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.network.relay_attackers", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield Attacker(process)
    finally:
        process.kill()
        process.communicate()


async def _attack(
    attack: Attack, to: Address, sources: Sequence[str], did: Did
) -> None:
    async with trio.open_nursery() as nursery:

        async def come() -> None:
            for number in range(attack.bots if attack.bot else 0):
                source = sources[number % len(sources)]
                nursery.start_soon(_again, attack, number, to, source, did)
                await trio.sleep(attack.apart)

        nursery.start_soon(come)
        await trio.to_thread.run_sync(sys.stdin.readline)
        nursery.cancel_scope.cancel()


async def _again(
    attack: Attack, number: int, to: Address, source: str, did: Did
) -> None:
    assert attack.bot is not None
    while True:
        with suppress(OSError):
            line = await Line.dial(to, source, did, attack.buffer)
            try:
                await attack.bot(line, number)
            except* (OSError, trio.BrokenResourceError):
                did.ended += 1
            finally:
                line.close()
        await trio.sleep(attack.pause)


def _be_busy() -> None:
    while not select.select([sys.stdin], [], [], 0)[0]:
        for _ in range(10_000):
            pass


def main(name: str, host: str, port: str, nice: str, *sources: str) -> None:
    os.nice(int(nice))
    attack, did = ATTACKS[name], Did()
    print("ready", flush=True)
    sys.stdin.readline()
    if attack.bot is None:
        _be_busy()
    else:
        trio.run(_attack, attack, (host, int(port)), sources, did)
    print(json.dumps(asdict(did)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
