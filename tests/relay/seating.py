"""How long it takes to be seated: ``python -m tests.relay.seating [--words] N``.

By a link, or by spoken words.  Host, guest and relay run in this process, so that no
program's start is counted: from the moment when the guest has the link, or the words,
to that when both programs say that the game begins.  All three go by real connections,
and sync what they sign to a disk.
"""

from __future__ import annotations

import statistics
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import trio

from p2pgame.client.events import (
    AnyEvent,
    Arrived,
    Begun,
    Event,
    Invited,
    WordsTold,
)
from p2pgame.client.profile import settings
from p2pgame.client.programs.program import Program
from p2pgame.client.requests import Host, Join
from p2pgame.client.seat.seat import Seat
from p2pgame.client.seats import open_seat
from p2pgame.client.world import World
from p2pgame.transport.relay.url import RelayUrl
from tests.transport.real_relay import real_relay

E = TypeVar("E", bound=Event)

#: Seconds for each of it, at most.
WITHIN = 30.0


class Playing:
    """A program that plays at a seat; it keeps what it is told, and when."""

    def __init__(self, seat: Seat) -> None:
        self._seat, self._program = seat, Program(seat)
        self._told: list[tuple[float, AnyEvent]] = []
        self._changed = trio.Event()

    async def run(self) -> None:
        """Play to the end."""
        async for event in self._seat:
            self._told.append((trio.current_time(), event))
            self._changed.set()
            self._changed = trio.Event()
            await self._program.hear(event)

    async def wait(self, kind: type[E]) -> tuple[float, E]:
        """Return the first event of a kind, and when it was told."""
        with trio.fail_after(WITHIN):
            while True:
                for time, event in self._told:
                    if isinstance(event, kind):
                        return time, event
                await self._changed.wait()


@dataclass
class Seated:
    """Seconds: for an invite, until the host sees the guest, until both begin."""

    invited: float = 0.0
    here: float = 0.0
    begun: float = 0.0


def _world(home: Path) -> World:
    """Return a world with a home and a folder of its own."""
    home.mkdir()
    return replace(World.native(home), folder=home)


async def seat(
    folder: Path, relay: RelayUrl, *, words: bool, guests: RelayUrl | None = None
) -> Seated:
    """Let a guest join by a link that leads to a relay only, or by words; play.

    The guest's own relay is the host's unless another is given.
    """
    ann, ben = _world(folder / "Ann"), _world(folder / "Ben")
    with ben.at_home():
        settings.use_relays((guests or relay,))
    opening = Host(
        game="kuhn",
        players=2,
        name="Ann",
        listen="127.0.0.1:0",
        relays=(str(relay),),
        hide_address=True,
        words=words,
        again=0,
    )
    began = trio.current_time()
    async with open_seat(opening, world=ann) as hosting, trio.open_nursery() as nursery:
        host = Playing(hosting)
        nursery.start_soon(host.run)
        if words:
            invited, spoken = await host.wait(WordsTold)
            told = spoken.words
        else:
            invited, there = await host.wait(Invited)
            told = there.invite
        await trio.sleep(0.1)  # it is at its relay by now
        asked = trio.current_time()
        joining = Join(invite=told, name="Ben", again=0)
        async with open_seat(joining, world=ben) as coming:
            guest = Playing(coming)
            nursery.start_soon(guest.run)
            here, _ = await host.wait(Arrived)
            begun = [(await one.wait(Begun))[0] for one in (host, guest)]
            while nursery.child_tasks:  # noqa: ASYNC110 (they play to the end)
                await trio.sleep(0.01)
    return Seated(invited - began, here - asked, max(begun) - asked)


async def measure(count: int, *, words: bool = False) -> list[Seated]:
    """Let so many guests be seated, one after the other."""
    done = []
    for _ in range(count):
        with TemporaryDirectory() as folder:
            async with real_relay() as relay:
                done.append(await seat(Path(folder), relay, words=words))
    return done


def main(arguments: list[str]) -> int:
    """Print how long it takes, in milliseconds: median and worst of N."""
    counts = [int(one) for one in arguments if one != "--words"]
    words = "--words" in arguments
    done = trio.run(partial(measure, *(counts or [20]), words=words))
    for name in ("invited", "here", "begun"):
        times = sorted(1000 * getattr(one, name) for one in done)
        print(f"{name:8} {statistics.median(times):6.0f} ms, worst {times[-1]:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
