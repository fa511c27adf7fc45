"""How long it takes to be seated: ``python -m tests.relay.seating [--words] N``.

By a link, or by spoken words.  Host, guest and relay run in this process, so that no
program's start is counted: from the moment when the guest has the link, or the words,
to that when both programs say that the game begins.  All three go by real connections,
and sync what they sign to a disk.
"""

from __future__ import annotations

import os
import re
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import trio
import trio.testing
from cli.meeting import Shows
from cli.seated import Seat

from cli import joining, opening
from cli.people import Bot
from cli.screen import Screen
from games.registry import find
from p2pgame.client.profile.ticket import Doors
from p2pgame.session import Offer
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.finding.words import Code
from p2pgame.transport.relay.url import RelayUrl
from tests.transport.real_relay import real_relay

#: Seconds for each of it, at most.
WITHIN = 30.0


class Told(Screen):
    """A screen that keeps what is said, and when."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[float, str]] = []
        self._changed = trio.Event()

    def line(self, text: str) -> None:
        self.lines.append((trio.current_time(), text))
        self._changed.set()
        self._changed = trio.Event()

    async def wait(self, pattern: str) -> tuple[float, str]:
        """Return the line that has this in it, and when it was said."""
        with trio.fail_after(WITHIN):
            while True:
                for time, line in self.lines:
                    if re.search(pattern, line):
                        return time, line
                await self._changed.wait()


@dataclass
class Seated:
    """Seconds: for an invite, until the host sees the guest, until both begin."""

    invited: float = 0.0
    here: float = 0.0
    begun: float = 0.0


@contextmanager
def _home(path: Path) -> Iterator[None]:
    """Let who sits down now be at home there."""
    before = os.environ.get("P2PGAME_HOME")
    os.environ["P2PGAME_HOME"] = str(path)
    try:
        yield
    finally:
        if before is None:
            del os.environ["P2PGAME_HOME"]
        else:
            os.environ["P2PGAME_HOME"] = before


async def seat(folder: Path, relay: RelayUrl, *, words: bool) -> Seated:
    """Let a guest join by a link that leads to a relay only, or by words; play."""
    game, screens, seated = find("kuhn"), (Told(), Told()), Seated()
    host, guest = (
        Seat(name, Bot(Random(1)), screen, folder / f"{name}.game")
        for name, screen in zip(("Ann", "Ben"), screens, strict=True)
    )
    doors = Doors(("127.0.0.1", 0), (), (relay,), hidden=True)
    offer = Offer(game, game.options(), 2)
    async with trio.open_nursery() as nursery:
        with _home(folder / "Ann"):
            began = trio.current_time()
            shows = Shows(words=words)
            hosting = partial(opening.host, host, offer, doors, again=0, shows=shows)
            nursery.start_soon(hosting)
            said = "p2pgame join " + ("[0-9]+-" if words else "p2pgame:")
            invited, line = await screens[0].wait(said)
        await trio.testing.wait_all_tasks_blocked(0.05)  # it is at its relay by now
        with _home(folder / "Ben"):
            told = line.split()[-1]
            invite = Code.parse(told) if words else Invite.parse(told)
            asked = trio.current_time()
            coming = partial(joining.join, guest, invite, again=0, relays=(relay,))
            nursery.start_soon(coming)
            here, _ = await screens[0].wait("Ben is here.")
        begun = [(await screen.wait("play kuhn"))[0] for screen in screens]
    seated.invited, seated.here = invited - began, here - asked
    seated.begun = max(begun) - asked
    return seated


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
