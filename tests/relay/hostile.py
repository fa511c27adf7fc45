"""Games by a relay that is against everybody: ``python -m tests.relay.hostile N SEED``.

Somebody stands between each player and the relay (:mod:`.between`), and the relay is
killed meanwhile and started again on its file.  As soon as all is healed the game goes
on to its end: one transcript for all, which a checker accepts, and nobody is named.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import trio

from tests.relay.between import FAULTS, Between, Fault
from tests.relay.programs import Program, program
from tests.relay.whole_games import WholeGame

#: Games that programs play in a second or so.
GAMES: tuple[tuple[str, ...], ...] = (
    ("rps", "--players", "3", "-o", "rounds=2"),
    ("kuhn", "--players", "2"),
    ("holdem", "--players", "3", "--hands", "1"),
    ("liars-dice", "--players", "3", "-o", "dice=2"),
    ("tictactoe", "--players", "2"),
    ("kuhn", "--players", "2", "--deck", "proved"),
)
#: Seconds of harm at most, and for the game to end once nothing is done any more.
HARM, WITHIN = 6.0, 120.0


@dataclass(frozen=True)
class Plan:
    """What is drawn from the seed."""

    seed: int
    game: tuple[str, ...]
    faults: tuple[Fault, ...]
    kills: int

    @classmethod
    def draw(cls, seed: int) -> Plan:
        chance = random.Random(seed)
        game = chance.choice(GAMES)
        faults = tuple(fault for fault in FAULTS if chance.random() < 0.6)
        return cls(seed, game, faults, chance.randrange(3))


@dataclass
class Report:
    plan: Plan
    kills: int = 0
    called_back: int = 0
    done: Counter[str] = field(default_factory=Counter)
    wrongs: list[str] = field(default_factory=list)
    seconds: float = 0.0
    healed_after: float = 0.0

    def __str__(self) -> str:
        plan, done = self.plan, dict(self.done)
        line = f"seed {plan.seed}: {' '.join(plan.game)}; {self.kills} kills, {done}, "
        line += f"healed after {self.healed_after:.1f} s of {self.seconds:.1f} s"
        if self.called_back:
            line += f", {self.called_back} called back"
        return "\n".join([line, *(f"  WRONG: {wrong}" for wrong in self.wrongs)])


class Relay:
    """A relay that is killed and comes again on its file, somewhere else."""

    def __init__(self, folder: Path) -> None:
        self._store = f"sqlite:{folder / 'relay.db'}"
        self._stack = ExitStack()
        self._running: Program | None = None

    def start(self) -> tuple[str, int]:
        self._stack.close()
        self._running = self._stack.enter_context(program(self._store))
        return self._running.address

    def kill(self) -> None:
        """Kill it without a word."""
        self._stack.close()


async def play(plan: Plan, folder: Path) -> Report:
    """Play one game, and judge it."""
    report, began = Report(plan), trio.current_time()
    chance = random.Random(plan.seed + 1)
    relay, game = Relay(folder), WholeGame(folder)
    between = Between(relay.start(), chance, plan.faults)
    report.done = between.done
    seats = int(plan.game[plan.game.index("--players") + 1])
    try:
        async with trio.open_nursery() as nursery:
            doors = [await nursery.start(between.door, n) for n in range(seats)]
            invite = await game.host([doors[0]], *plan.game)
            for door in doors[1:]:
                game.guest(invite, [door])
            with trio.move_on_after(WITHIN):
                await game.wait(game.has_begun)
            with trio.move_on_after(HARM):
                await _kill(relay, between, game, report, chance)
                await game.wait(lambda: game.is_over or not game.is_running)
            with trio.move_on_after(WITHIN):  # a slow machine has done nothing yet
                await game.wait(
                    lambda: bool(between.done) or game.is_over or not game.is_running
                )
            report.healed_after = trio.current_time() - began
            between.heal()
            await game.play_out(WITHIN)
            report.seconds = trio.current_time() - began
            nursery.cancel_scope.cancel()
    finally:
        game.end()
        relay.kill()
    report.called_back = game.called_back
    report.wrongs = await trio.to_thread.run_sync(game.wrongs)
    return report


async def _kill(
    relay: Relay,
    between: Between,
    game: WholeGame,
    report: Report,
    chance: random.Random,
) -> None:
    """Kill the relay at moments by chance, as soon as somebody has come."""
    while report.kills < report.plan.kills:
        await game.wait(game.has_begun)
        await trio.sleep(chance.uniform(0, 1.5))
        relay.kill()
        report.kills += 1
        await trio.sleep(chance.uniform(0, 0.5))
        between.target = await trio.to_thread.run_sync(relay.start)


async def campaign(count: int, seed: int) -> list[Report]:
    """Play so many games; return those in which something was wrong."""
    failed, done = [], Counter[str]()
    root = Path(tempfile.mkdtemp(prefix="p2pgame-hostile-"))
    for number in range(seed, seed + count):
        folder = root / f"{number}"
        folder.mkdir()
        report = await play(Plan.draw(number), folder)
        print(report, flush=True)
        done += report.done
        if report.wrongs:
            print(f"  {report.plan}\n  what is on the disks: {folder}", flush=True)
            failed.append(report)
        else:
            shutil.rmtree(folder)
    print(f"{count} games, {len(failed)} of them wrong; {dict(done)}")
    if not failed:
        shutil.rmtree(root)
    return failed


def main(arguments: list[str]) -> int:
    """Run a campaign: N [SEED]; return the exit status."""
    count = int(arguments[0]) if arguments else 20
    seed = int(arguments[1]) if len(arguments) > 1 else time.time_ns() % 10**9
    print(f"first seed {seed}", flush=True)
    return 1 if trio.run(campaign, count, seed) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
