"""A program at a seat answers what is proposed, and never holds up a table."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import cast

import trio

import p2pgame
from p2pgame.agents.agent import Agent, Budget
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation
from p2pgame.agents.opponent import Opponent
from p2pgame.client.events import AnyEvent, Ended, Proposed, YourTurn
from p2pgame.client.programs.program import Program
from p2pgame.client.seat.seat import Seat
from p2pgame.client.world import World
from p2pgame.engine import Choose, Message, Options
from p2pgame.games.registry import GAMES
from tests.client.test_seats import WITHIN, host, join, only
from tests.english import english


class Sleeper(Agent):
    """An agent that thinks until it is told to stop."""

    def __init__(self, enough: threading.Event) -> None:
        self._enough = enough

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        self._enough.wait(WITHIN)
        return "5"


class Desk:
    """A seat at which a game stands still."""

    def __init__(self) -> None:
        self.world = World.native(Path())
        self.observation = Match(GAMES["tictactoe"], 2, Options(), "x").observation(0)
        self.moves: list[str] = []

    async def move(self, move: str) -> None:
        self.moves.append(move)

    async def propose(self, proposal: str) -> None:
        self.moves.append(f"agrees to {proposal}")


async def test_an_agent_that_does_not_come_back_is_left_behind() -> None:
    enough, desk = threading.Event(), Desk()
    slow = Opponent("slow", "Slow", "easy", "thinks", lambda _: Sleeper(enough))
    program = Program(cast(Seat, desk), slow, limit=0.05)
    try:
        with trio.fail_after(WITHIN / 2):  # it would think for longer
            complaints = [await program.decide(), await program.decide()]
    finally:
        enough.set()
    assert len(desk.moves) == 2
    for complaint in complaints:
        assert complaint is not None
        assert "Slow thought for more than 0.05 s" in english(complaint)


async def test_what_is_proposed_while_an_agent_thinks_is_answered_before_its_move() -> (
    None
):
    enough, desk = threading.Event(), Desk()
    slow = Opponent("slow", "Slow", "easy", "thinks", lambda _: Sleeper(enough))
    program = Program(cast(Seat, desk), slow)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.decide)
        await trio.testing.wait_all_tasks_blocked(0.05)
        offer = Proposed(1, "takeback 1", Message.of("offers-draw", player="Ben"))
        await program.tell(offer)
        assert desk.moves == []
        enough.set()
    assert desk.moves == ["agrees to takeback 1", "5"]


async def test_a_decision_takes_a_moment_where_people_watch(
    autojump_clock: trio.testing.MockClock,
) -> None:
    desk = Desk()
    program = Program(cast(Seat, desk), "random", pace=1.5)
    program._aside = _at_once  # type: ignore[method-assign]
    began = trio.current_time()
    assert await program.decide() is None
    assert trio.current_time() - began == 1.5


async def _at_once(work):  # type: ignore[no-untyped-def]
    await trio.lowlevel.checkpoint()
    return work()


async def test_a_program_agrees_to_a_draw(tmp_path: Path) -> None:
    theirs = list[AnyEvent]()
    heard = list[AnyEvent]()
    table = host("tictactoe", tmp_path / "ann")
    async with trio.open_nursery() as nursery, table as seat:
        nursery.start_soon(join, seat.invite, tmp_path / "ben", theirs)
        with trio.fail_after(WITHIN):
            async for event in seat:
                heard.append(event)
                if isinstance(event, YourTurn):
                    await seat.propose("draw")
    assert only(Ended, heard).payoffs == (0, 0)
    agreed = {event.seat for event in heard if isinstance(event, Proposed)}
    assert 1 in agreed
    assert p2pgame.Program is Program


async def test_what_all_took_back_is_no_part_of_what_a_seat_has_seen(
    tmp_path: Path,
) -> None:
    turns = 0
    table = host("tictactoe", tmp_path / "ann")
    async with trio.open_nursery() as nursery, table as seat:
        nursery.start_soon(join, seat.invite, tmp_path / "ben", list[AnyEvent]())
        with trio.fail_after(WITHIN):
            async for event in seat:
                if not isinstance(event, YourTurn):
                    continue
                turns += 1
                seen = seat.observation
                assert seen is not None
                assert seen.view.text == event.view.text
                match turns:
                    case 1:
                        first = seen
                        await seat.move("5")
                    case 2:
                        assert len(seen.past) == 2
                        await seat.propose("takeback 2")
                    case 3:
                        assert seen == first
                        await seat.leave()
                        break
        nursery.cancel_scope.cancel()
    assert turns == 3
