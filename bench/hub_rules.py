"""What a friend's slow or large rules cost a player: before and after, in one run.

    python -m bench.hub_rules [SECONDS]

*Loops*: one table's rules compute for a second for each hint, and meanwhile a page asks
the hub for its contacts, again and again: with all tables in the hub's loop, and with a
loop for each.  *Memory*: a program makes moves whose state has 60 kB, and keeps their
answers by number, as it once did (4,096), and by their bytes.  A state of 1 MB is the
rules' fault, so it has no figure of its own.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import trio

from p2pgame.client.commands import Move
from p2pgame.client.inquiries import ListContacts
from p2pgame.client.requests import Host
from p2pgame.client.world import World
from p2pgame.engine import Chosen, RulesError, advance, start
from p2pgame.game_files import confined_game
from p2pgame.game_files.sizes import Answers
from p2pgame.session.peer.machine import Machine
from p2pgame.web.hub import Hub, open_hub

#: A game for one, whose hints take LOOPS steps, and whose state has SIZE bytes.
RULES = '''
"""One says one."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Choose, Event, Game, Offer, Options, Over, State, Turn


class Said(State, frozen=True):
    count: int = 0
    more: str = ""


class Slow(Game[Said, Options]):
    name, version, seats, options = "slow", 1, range(1, 2), Options

    def setup(self, seats: int, options: Options) -> Said:
        return Said()

    def turn(self, state: Said) -> Turn:
        return Choose(0, ("one",)) if state.count < 10_000 else Over((0,))

    def apply(self, state: Said, event: Event) -> Said:
        return Said(state.count + 1, "x" * SIZE)

    def show(self, state: Said, faces: Mapping[int, str]) -> str:
        return f"{state.count}"

    def hint(
        self, state: Said, player: int, offer: Offer, faces: Mapping[int, str]
    ) -> str:
        if state.count:
            sum(range(LOOPS))
        return f"{state.count}"
'''
#: Steps that take about a second, and moves whose memory is measured.
LOOPS, MOVES = 25_000_000, 1000
#: Seconds between two questions of the page.
EVERY = 0.02


def rules(loops: int, size: int) -> str:
    return RULES.replace("LOOPS", f"{loops}").replace("SIZE", f"{size}")


class OneLoop(Machine):
    """A machine on which tables have no loop of their own."""

    async def apart(self, main: Callable[[], Awaitable[None]]) -> None:
        await main()


def latencies(machine: Machine, seconds: float) -> list[float]:
    """Return how long a hub's answers take beside a table with slow rules."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        (home / "rules").mkdir(parents=True, mode=0o700)
        (home / "rules" / "slow@1.py").write_text(rules(LOOPS, 1))
        world = replace(World.native(home), folder=Path(folder), machine=machine)
        return trio.run(_latencies, world, seconds)


async def _latencies(world: World, seconds: float) -> list[float]:
    found = list[float]()
    async with open_hub(world) as hub, trio.open_nursery() as nursery:
        table = await hub.open(Host(game="slow"))
        nursery.start_soon(_move_on, table)
        with trio.move_on_after(seconds):
            while True:
                began = trio.current_time() + EVERY  # when a page asks, served or not
                await trio.sleep(EVERY)
                await _ask(hub)
                found.append(trio.current_time() - began)
        nursery.cancel_scope.cancel()
    return found


async def _move_on(table: object) -> None:
    """Move again as soon as a move is answered."""
    for _ in count():
        send, receive = trio.open_memory_channel[object](1)
        table.order(Move("one", id=1), send.send_nowait)  # type: ignore[attr-defined]
        await receive.receive()


async def _ask(hub: Hub) -> None:
    async with aclosing(hub.inquire(ListContacts())) as answers:
        async for _ in answers:
            pass


class CountedAnswers(Answers):
    """Answers that are kept by their number, with all that was asked."""

    def __init__(self) -> None:
        super().__init__(limit=sys.maxsize)


def memory(kept: type[Answers]) -> float:
    """Return the MB by which a program grows with moves of large states."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_memory, (kept,))


def _memory(kept: type[Answers]) -> float:
    confined_game.Answers = kept  # type: ignore[attr-defined]
    game = confined_game.confined(rules(1, 60_000))
    state = start(game, 1, game.options()).state
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(MOVES):
        state = advance(game, state, Chosen(0, "one")).state
        game.show(state, {})
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    confined_game.confinement(game).close()
    return grown / 1024


def refusal() -> str:
    """Return what is said of a state of 1 MB."""
    game = confined_game.confined(rules(1, 1_000_000))
    try:
        advance(game, start(game, 1, game.options()).state, Chosen(0, "one"))
    except RulesError as error:
        return f"{error}"
    finally:
        confined_game.confinement(game).close()
    return "nothing"


def main() -> None:
    """Print all figures."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else 20.0
    before, after = map(partial(latencies, seconds=seconds), (OneLoop(), Machine()))
    for name, one in (("one loop", before), ("a loop each", after)):
        print(f"{name}: median {median(one):.3f} s, longest {max(one):.3f} s")
    print(f"longest answer, before to after: {max(before) / max(after):.1f} to 1")
    by_number, by_bytes = memory(CountedAnswers), memory(Answers)
    print(
        f"{MOVES} moves of 60 kB: {by_number:.1f} MB by number, {by_bytes:.1f} by bytes"
    )
    print(f"a state of 1 MB: {refusal()}")


if __name__ == "__main__":
    main()
