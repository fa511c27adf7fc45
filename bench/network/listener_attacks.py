"""What a guest and a player who comes back feel while a crowd is at a host's listener.

``python -m bench.network.listener_attacks [ATTACK ...]``, also the end of ``make
attacks``.  Host and guest play in this process, by real sockets; the crowd is a program
of its own, nice (19), at other addresses of this machine.  "sit" is how long the guest
takes from its invite to the beginning of the game, "move" from there to its first move,
and "back" from its return in mid-game to its next move.  The crowd has been there for
five seconds when the guest comes.  Ends with status 1 if any of them takes longer than
two seconds.  A guest that is not there after half a minute counts as one that comes
just then.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

import p2pgame
from p2pgame.client.errors import ClientError
from p2pgame.client.events import AnyEvent, Begun, Happened
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.websocket import Address
from tests.client.test_crowded_host import nobody, place, watching
from tests.client.test_seats import host, play, world
from tests.relay.programs import ROOT
from tests.transport.crowds import crowd

#: Seconds at most: what is allowed, and what is waited for.
MOST, PATIENCE = 2.0, 30.0
#: Seconds that a crowd has been there when the guest comes.
BEFORE = 5.0

_FIELDS = "{:28}{:>8}{:>8}{:>8}{:>10}{:>10}"


@dataclass(frozen=True, slots=True)
class Attack:
    """So many who call again and again, with these pauses, from so many addresses."""

    calling: Callable[[Invite], Callable[[], str]]
    count: int
    pause: float
    addresses: int = 1


ATTACKS: dict[str, Attack | None] = {
    "quiet": None,
    "no key": Attack(nobody, 70, 0.28),
    "watch link": Attack(watching, 70, 0.28),
    "watch link, 16 addresses": Attack(watching, 256, 1.0, 16),
    "no key, 530 a second": Attack(nobody, 64, 0.12),
}


@contextmanager
def _attacker(name: str, invite: str, nice: int) -> Iterator[Callable[[], str]]:
    """Have a crowd; what is yielded ends it and returns what it has done."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "bench.network.listener_attacks",
            "--be",
            name,
            "--nice",
            f"{nice}",
        ],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{invite}\n")
        process.stdin.flush()
        assert process.stdout.readline() == "here\n"
        yield lambda: process.communicate("\n", timeout=2 * PATIENCE)[0].strip()
    finally:
        process.kill()
        process.communicate()


async def _be(name: str) -> None:
    """Be the crowd, until another line comes."""
    attack, invite = ATTACKS[name], Invite.parse(sys.stdin.readline().strip())
    host_, _, port = invite.addresses[0].rpartition(":")
    address: Address = host_, int(port)
    if attack is None:
        print("here", flush=True)
        await trio.to_thread.run_sync(sys.stdin.readline)
        return
    sources = [f"127.9.0.{number + 1}" for number in range(attack.addresses)]
    come = partial(crowd, count=attack.count, pause=attack.pause, sources=sources)
    async with come(address, attack.calling(invite)) as strangers:
        print("here", flush=True)
        start, before = trio.current_time(), strangers.calls
        await trio.to_thread.run_sync(sys.stdin.readline)
        rate = (strangers.calls - before) / (trio.current_time() - start)
        print(f"{rate:.0f}/s {strangers.admitted}", flush=True)


@dataclass(slots=True)
class Felt:
    """Seconds; what did not happen took :data:`PATIENCE`."""

    sit: float = PATIENCE
    move: float = PATIENCE
    back: float = PATIENCE
    did: str = ""


async def measure(name: str, folder: Path, nice: int) -> Felt:
    """Play under this attack."""
    felt = Felt()
    async with host("tictactoe", folder / "ann") as ann:
        invite, _ = place(ann)
        with _attacker(name, invite.encode(), nice) as end:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play, ann)
                await trio.sleep(BEFORE)
                # A program that nobody answers gives up before.
                with trio.move_on_after(PATIENCE), suppress(ClientError):
                    await _play(invite, folder / "ben", felt)
                nursery.cancel_scope.cancel()
            felt.did = await trio.to_thread.run_sync(end)
    return felt


async def _play(invite: Invite, home: Path, felt: Felt) -> None:
    start = time.perf_counter()

    def sit(event: AnyEvent) -> bool:
        if isinstance(event, Begun):
            felt.sit = time.perf_counter() - start
        if isinstance(event, Happened):
            felt.move = time.perf_counter() - start - felt.sit
        return isinstance(event, Happened)

    async with p2pgame.join(invite.encode(), name="Ben", world=world(home)) as ben:
        await play(ben, sit)
    start = time.perf_counter()

    def come_back(event: AnyEvent) -> bool:
        if isinstance(event, Happened):
            felt.back = time.perf_counter() - start
        return isinstance(event, Happened)

    async with p2pgame.resume(world=world(home)) as ben:
        await play(ben, come_back)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--nice", type=int, default=19, help="of the crowd")
    parser.add_argument("--be", choices=ATTACKS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.be:
        os.nice(given.nice)
        trio.run(_be, given.be)
        return 0
    if unknown := set(given.attacks) - set(ATTACKS):
        parser.error(f"unknown: {', '.join(unknown)}")
    print(_FIELDS.format("", "sit s", "move s", "back s", "calls", "let in"))
    slow = []
    for name in given.attacks or ATTACKS:
        with TemporaryDirectory() as folder:
            felt = trio.run(measure, name, Path(folder), given.nice)
        times = (f"{one:.2f}" for one in (felt.sit, felt.move, felt.back))
        calls, _, admitted = felt.did.partition(" ")
        print(_FIELDS.format(name, *times, calls, admitted), flush=True)
        if max(felt.sit, felt.move, felt.back) > MOST:
            slow.append(name)
    if slow:
        print(f"above {MOST:g} s: {', '.join(slow)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
