"""What words do that are typed at a table: each by an example that is looked at.

A word changes the plan, the state of the game, or what is found; or it says something
of this game that could not be said of another.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import trio

from p2pgame.cli.text.aside import Aside
from p2pgame.cli.text.moves import choose_of
from p2pgame.client.events import Begun, UndosFound
from p2pgame.client.questions import PlayAgain
from p2pgame.client.requests import Host
from p2pgame.engine import Choose, IllegalMove
from p2pgame.games.registry import GAMES
from tests.client.memory_world import Network
from tests.client.planners import Player, sitting, table
from tests.client.transcripts.evenings import House, house

#: Simulated seconds in which all that follows from a line has happened.
SOON = 3.0
#: Ticks that a move waits for at most.
TICKS = 10


class Scene(NamedTuple):
    """What is typed before a word, and what it does.

    ``changes``: what is not the same afterwards.  ``says``: what it says.
    """

    before: tuple[str, ...] = ()
    changes: str = ""
    says: str = ""


_PLAN = ("plan", "5")
_LINE = ("A1 right", "A1 right")
_ACROSS = (*_LINE, "A1 down")
SCENES: dict[tuple[str, str], Scene] = {
    ("tictactoe", "plan"): Scene((), "plan"),
    ("tictactoe", "undo"): Scene(_PLAN, "plan"),
    ("tictactoe", "undo all"): Scene(_PLAN, "plan"),
    ("tictactoe", "redo"): Scene((*_PLAN, "undo"), "plan"),
    ("tictactoe", "drop"): Scene(_PLAN, "plan"),
    ("tictactoe", "confirm"): Scene(_PLAN, "happened"),
    ("flow", "group"): Scene(("plan", *_LINE), "plan"),
    ("flow", "rules"): Scene(says="Each letter marks two points"),
    ("flow", "table"): Scene(_ACROSS, says="Line A1 goes a1, b1, c1, c2."),
    ("flow", "undo for c1"): Scene(_ACROSS, "found"),
    ("flow", "undo way 1"): Scene((*_ACROSS, "undo for c1"), "happened"),
    ("memory", "score"): Scene(says="Score: Ann 0, Ben 0"),
    ("kuhn", "table"): Scene(says="Pot 2."),
    ("mover", "table"): Scene(("l 9",), says=" more steps right."),
    ("mover", "history"): Scene(("l 9",), says=" orders 9 right"),
}


@dataclass
class Typist:
    """Somebody who types at a table."""

    player: Player
    aside: Aside
    said: list[str]
    _heard: int = 0

    async def types(self, line: str, changes: str = "") -> bool:
        """Type a line, and wait for what follows; return whether it is a word.

        ``changes``: what is waited for, or else nothing for a while.
        """
        self._hear()
        self.said.clear()
        before = self.looks
        is_word = self.aside.takes(line)
        if not is_word:
            await self._move(line)
        if changes:
            await self.player.wait_for(lambda: self.looks[changes] != before[changes])
        await trio.sleep(SOON)
        self._hear()
        return is_word

    async def _move(self, move: str) -> None:
        """Make a move; one that comes too late for a tick is made in the next."""
        for _ in range(TICKS):
            await self.player.open_turn()
            try:
                await self.player.seat.move(move)
                return
            except IllegalMove as error:
                if error.code != "moved":
                    raise
                await trio.sleep(SOON / TICKS)
        raise AssertionError(f"{move} is not made")

    def _hear(self) -> None:
        for event in self.player.told[self._heard :]:
            self.aside.hear(event)
        self._heard = len(self.player.told)

    @property
    def looks(self) -> dict[str, Any]:
        """What there is to be changed by a word."""
        seen = self.player.seat.observation
        return {
            "plan": self.player.seat.now.plan,
            "happened": None if seen is None else (len(seen.past), seen.state),
            "found": len(self.player.all(UndosFound)),
        }


async def play_scene(game: str, word: str, folder: Path) -> None:
    """Type a word after what its scene has before it, and look at what it does."""
    scene = SCENES[game, word]
    async with (
        seated(game, folder) as player,
        typing(player) as typist,
    ):
        for line in scene.before:
            await typist.types(line, "found" if line.startswith("undo for") else "")
        assert await typist.types(word, scene.changes), f"{word!r} is no word"
        said = "\n".join(typist.said)
        assert scene.says in said, said
        assert scene.changes or scene.says


@asynccontextmanager
async def typing(player: Player) -> AsyncIterator[Typist]:
    """Have somebody type who sits at a table."""
    begun = await player.wait(Begun, lambda begun: True)
    said = list[str]()
    aside = Aside(
        *(player.seat, begun, said.append, _turn_of(player), lambda: False),
        script=False,
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(aside.run)
        yield Typist(player, aside, said)
        nursery.cancel_scope.cancel()


def _turn_of(player: Player) -> Callable[[], Choose | None]:
    def turn() -> Choose | None:
        now = player.seat.now
        seat = now.begun.seat if now.begun is not None else None
        if now.turn is None or seat is None:
            return None
        return choose_of(now.turn.choice, seat)

    return turn


@asynccontextmanager
async def seated(name: str, folder: Path) -> AsyncIterator[Player]:
    """Play a game meanwhile, alone or with another: the one who is asked first."""
    if 2 in GAMES[name].seats:
        async with table(folder, name) as there:
            await there.ann.wait(Begun, lambda begun: True)
            await trio.sleep(SOON)
            asked = [one for one in (there.ann, there.ben) if one.seat.now.turn]
            yield there.ann if there.ann in asked or not asked else there.ben
    else:
        async with trio.open_nursery() as links:
            alone = Host(game=name, name="Ann", players=1, relays=())
            world = Network(links).world("ann", folder)
            async with sitting(alone, world) as ann:
                yield ann


async def sit_out(folder: Path) -> None:
    """Sit out after a table, so that one fewer is there for the next."""
    async with house(folder) as here:
        ann = await here.host("Ann", 3)
        invite = ann.seat.invite or ""
        ben, _ = [await here.join(name, invite) for name in ("Ben", "Cleo")]
        question = await ann.asked_again()
        assert isinstance(question.ask, PlayAgain), question
        before = question.ask
        await ben.saved(1)
        async with typing(ben) as typist:
            assert await typist.types("sit out")
        question = await ann.asked_again()
        after = question.ask
        assert isinstance(after, PlayAgain), question
        assert (before.seats, after.seats) == (3, 2)


async def tell_evening(folder: Path) -> None:
    """Say what an evening of two tables has come to."""
    async with house(folder) as here:
        await _told_at_second(here)


async def _told_at_second(here: House) -> None:
    ann, _ = await here.two_tables()
    async with typing(ann) as typist:
        assert await typist.types("evening")
        said = "\n".join(typist.said)
        assert "Ann" in said
        assert "first table" not in said


#: What takes more than one table.
EVENINGS = {("holdem", "sit out"): sit_out, ("holdem", "evening"): tell_evening}
