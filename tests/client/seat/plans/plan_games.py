"""Games in which players plan at random, compared with games without any plan.

``python -m tests.client.seat.plans.plan_games --games N`` (``make plans``) plays each
of N games twice, from seed S on.  In the first one players compose plans, undo and redo
steps, join them, drop and confirm plans, before their turn and in it, and one player's
program is stopped and started again.  In the second one what was made is just typed, at
the same moments.  Logs, and all that was sent and when, must be equal; and a plan must
be after a start what it was before.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

import pytest
import trio
import trio.lowlevel
from trio.testing import MockClock, wait_all_tasks_blocked

from p2pgame.client import commands as c
from p2pgame.client.events import Happened, PlanEnded, Planned
from p2pgame.engine import IllegalMove, plain
from tests.client.planners import Player, Table, made, park, table

#: How many acts a game has at most.
ACTS = 120
#: Seconds between two acts: a time that the rules give never ends just then.
PAUSE = 31 / 32
#: Of so many acts one starts the guest's program again, one is seen by all.
RESTARTS, MOVES = 12, 4
#: The games, by how often; park with few icons, so that others' moves spoil plans.
GAMES: Sequence[tuple[str, dict[str, int]]] = (
    ("park", {"bears": 1, "pandas": 1}),
    ("park", {"bears": 2}),
    ("park", {}),
    ("tictactoe", {}),
    ("checkers", {}),
)
#: What is counted: what players did, and what became of their plans.
SEEN = (
    *("begun", "step", "undo", "redo", "group", "dropped", "confirmed"),
    *("before its turn", "fell in part", "kept over a stop"),
)

Name: TypeAlias = Literal["ann", "ben"]
#: What happens at a time: nothing that others see, a new start, or moves.
Act: TypeAlias = Literal["nothing", "restart"] | tuple[Name, tuple[str, ...]]


class Differs(AssertionError):
    """A game with plans is not the one without, or a plan was not kept."""


@dataclass
class Places:
    """The two players while they are there; the guest may be stopped."""

    there: Table
    sits: AsyncExitStack
    ann: Player
    ben: Player

    def of(self, name: Name) -> Player:
        return self.ann if name == "ann" else self.ben

    async def restart(self) -> None:
        """Stop the guest's program, and start it again."""
        await self.sits.aclose()
        self.sits = AsyncExitStack()
        self.ben = await self.sits.enter_async_context(self.there.again())


class Planner:
    """Draws what the players do in a game with plans, and notes what others see."""

    def __init__(self, places: Places, chance: Random, counts: Counter[str]) -> None:
        self._places = places
        self._chance = chance
        self._counts = counts
        #: The players whose plans' losses are counted, and how many are.
        self._fell: dict[int, tuple[Player, int]] = {}

    async def act(self) -> Act | None:
        """Do something; return what others see of it, or None if the game is over."""
        names: tuple[Name, Name] = ("ann", "ben")
        of = self._places.of
        for name in names:
            self._count_losses(of(name))
        active = [name for name in names if _decides(of(name))]
        if not active:
            return None
        if self._chance.randrange(RESTARTS) == 0 and of("ann").all(Happened):
            await self._restart()
            return "restart"
        if self._chance.randrange(MOVES) == 0:
            return await self._moves(active[0])
        await self._prepares(of(self._chance.choice(names)))
        return "nothing"

    def _count_losses(self, player: Player) -> None:
        """Count how often others' moves have spoilt a part of a plan."""
        fell = sum(one.fell is not None for one in player.all(Planned))
        _, known = self._fell.get(id(player), (player, 0))
        self._counts["fell in part"] += fell - known
        self._fell[id(player)] = player, fell

    async def _restart(self) -> None:
        """Start the guest's program again: its plan is what it was."""
        before = self._places.ben.seat.now.plan
        await self._places.restart()
        await trio.lowlevel.checkpoint()
        ben = self._places.ben
        if before is not None:
            await ben.wait(Planned, lambda plan: True)
            self._counts["kept over a stop"] += 1
        after = ben.seat.now.plan
        if _told(before) != _told(after):
            raise Differs(f"a plan was {_told(before)}, and is {_told(after)}")

    async def _moves(self, name: Name) -> Act:
        """Make a move, or all moves of the plan, of whose turn it is."""
        player = self._places.of(name)
        plan, turn = player.seat.now.plan, player.seat.now.turn
        if plan is None:
            assert turn is not None
            offers = [one for one in turn.choice.moves if isinstance(one, str)]
            move = self._chance.choice(offers)
            await made(player, move)
            return name, (move,)
        moves = tuple(move for step in plan.steps for move in step.moves)
        had, ends = len(player.all(Happened)), len(player.all(PlanEnded))
        with suppress(IllegalMove):
            await player.seat.plan(c.Confirm())
        await wait_all_tasks_blocked()  # what is told comes a little later
        ended = player.all(PlanEnded)[ends:]
        if ended and ended[-1].made and moves:
            await player.happened(had + len(moves))
            self._counts["confirmed"] += 1
            return name, moves
        if len(player.all(Happened)) != had:
            raise Differs("a plan was made in part")
        return "nothing"

    async def _prepares(self, player: Player) -> None:
        """Do something about a plan, if that is possible; nobody else sees it."""
        what = self._chance.choice(("step",) * 5 + ("undo", "undo", "redo", "group"))
        if player.seat.now.plan is None:
            what = "begun"
        elif self._chance.randrange(12) == 0:
            what = "dropped"
        count = self._chance.randrange(4)
        with suppress(IllegalMove):
            match what:
                case "step":
                    await self._step(player)
                case "begun":
                    await player.seat.plan(c.Plan())
                case "undo":
                    await player.seat.plan(c.Undo(count))
                case "redo":
                    await player.seat.plan(c.Redo(count))
                case "group":
                    await player.seat.plan(c.Group(count + 1, "some"))
                case "dropped":
                    await player.seat.plan(c.Drop())
            self._counts[what] += 1
            if player.seat.now.turn is None:
                self._counts["before its turn"] += 1
        await wait_all_tasks_blocked()

    async def _step(self, player: Player) -> None:
        turn = player.seat.now.turn
        choice = player.seat.ahead if turn is None else turn.choice
        moves = () if choice is None else choice.moves
        offers = sorted(one for one in moves if isinstance(one, str))
        if not offers:
            raise IllegalMove("nothing", plain("nothing can be prepared"))
        await player.seat.move(self._chance.choice(offers))


def _decides(player: Player) -> bool:
    """Return whether it is a player's turn, though its plan may lead beyond that."""
    now = player.seat.now
    return now.turn is not None or (now.plan is not None and not now.plan.waits)


def _told(plan: Planned | None) -> object:
    """Return what stays of a plan over a start."""
    if plan is None:
        return None
    steps = tuple((step.moves, step.name) for step in plan.steps)
    return steps, plan.redos, plan.confirmed


async def _played(
    folder: Path, seed: int, script: list[Act], counts: Counter[str] | None
) -> tuple[object, object]:
    """Play a game; with ``counts`` with plans, noting what others see in ``script``.

    Without them play what is there.
    """
    chance = Random(seed)
    game, options = chance.choice(GAMES)
    async with table(folder, game, **options) as there:
        await there.ann.open_turn()
        async with AsyncExitStack() as outer:
            places = Places(there, AsyncExitStack(), there.ann, there.ben)
            outer.push_async_callback(lambda: places.sits.aclose())
            planner = None if counts is None else Planner(places, chance, counts)
            for number in range(ACTS if planner else len(script)):
                await trio.sleep(PAUSE)
                if planner is None:
                    await _typed(places, script[number])
                    continue
                act = await planner.act()
                if act is None:
                    break
                script.append(act)
            await trio.sleep(PAUSE)
            sent = [(round(at, 6), *rest) for at, *rest in there.network.sent]
            return there.logs(), sent


async def _typed(places: Places, act: Act) -> None:
    match act:
        case "restart":
            await places.restart()
            await trio.lowlevel.checkpoint()
        case (name, moves):
            await made(places.of(name), *moves)


def compare(seed: int, counts: Counter[str]) -> int:
    """Play a game with plans and without; return how many acts others saw.

    Raises:
      Differs: These are two games, or a plan was not kept.
    """
    script = list[Act]()

    async def both() -> None:
        with tempfile.TemporaryDirectory(prefix="plans") as folder:
            path = Path(folder)
            logs, sent = await _played(path / "with", seed, script, counts)
            plain = await _played(path / "without", seed, script, None)
            if logs != plain[0]:
                raise Differs("the logs of a game with plans are others")
            if sent != plain[1]:
                raise Differs("what is sent in a game with plans is another")

    with pytest.MonkeyPatch.context() as patch, park(patch):
        trio.run(both, clock=MockClock(autojump_threshold=0))
    return sum(act != "nothing" for act in script)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play many; print what players did, and each seed that ended badly."""
    parser = argparse.ArgumentParser(prog="plan_games", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args(arguments)
    counts, bad, acts = Counter[str](), 0, 0
    for seed in range(given.seed, given.seed + given.games):
        try:
            acts += compare(seed, counts)
        except (AssertionError, Exception, BaseExceptionGroup) as error:
            bad += 1
            print(f"seed {seed}: {error!r}", flush=True)
    print(f"{given.games} games with plans, {acts} acts that others saw, {bad} bad")
    for name in SEEN:
        print(f"{name:<20}{counts[name]:>8}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
