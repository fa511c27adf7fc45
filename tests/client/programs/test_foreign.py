"""A program in any language answers what is proposed while it thinks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

import pytest
import trio
import trio.testing

from p2pgame.agents.match import Match
from p2pgame.client.commands import AnyCommand, Move, Propose
from p2pgame.client.events import Proposed, TurnClosed
from p2pgame.client.json_lines import LINE_LIMIT
from p2pgame.client.programs import foreign
from p2pgame.client.programs.foreign import Foreign
from p2pgame.client.seat.seat import Seat
from p2pgame.client.world import World
from p2pgame.engine import Message, Options
from p2pgame.games.registry import GAMES

#: Seconds for a program to start, and to answer.
WITHIN = 30.0
#: Makes a move at its cue, and reads what was proposed meanwhile only after that.
SLOW = """
import json, sys
print(json.dumps({"command": "say", "text": "ready"}), flush=True)
for line in sys.stdin:
    event = json.loads(line)
    if event["event"] == "turn-closed":
        print(json.dumps({"command": "move", "move": "5", "id": 1}), flush=True)
        for line in sys.stdin:
            event = json.loads(line)
            if event["event"] == "proposed" and AGREES:
                command = {"command": "propose", "proposal": event["proposal"]}
                print(json.dumps(command), flush=True)
            if event["event"] in ("done", "not-done"):
                say = {"command": "say", "text": event["event"]}
                print(json.dumps(say), flush=True)
"""
CUE = TurnClosed(1)
OFFER = Proposed(1, "takeback 1", Message.of("offers-draw", player="Ben"))


class Desk:
    """A seat at which a game stands still, and what its program has asked for."""

    def __init__(self) -> None:
        self.world = World.native(Path())
        self.observation = Match(GAMES["tictactoe"], 2, Options(), "x").observation(0)
        self._said, self.said = trio.open_memory_channel[AnyCommand](100)

    async def do(self, command: AnyCommand) -> None:
        await self._said.send(command)

    async def next(self) -> str:
        """Return what the program says or does next, in a word or two."""
        with trio.fail_after(WITHIN):
            match await self.said.receive():
                case Move(move):
                    return f"move {move}"
                case Propose(proposal):
                    return f"propose {proposal}"
                case other:
                    return str(getattr(other, "text", other))


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let waiting be short where it is for nothing."""
    monkeypatch.setattr(foreign, "ANSWER_WITHIN", 0.5)
    monkeypatch.setattr(foreign, "AGREED_WITHIN", 0.2)


def seated(desk: Desk, *, agrees: bool) -> Foreign:
    code = SLOW.replace("AGREES", str(agrees))
    return Foreign(cast(Seat, desk), [sys.executable, "-c", code], limit=WITHIN)


@pytest.mark.parametrize(
    ("agrees", "done"),
    [(True, ["propose takeback 1", "move 5"]), (False, ["move 5"])],
)
async def test_what_is_proposed_while_it_thinks_is_answered_before_its_move(
    *, agrees: bool, done: list[str]
) -> None:
    desk = Desk()
    program = seated(desk, agrees=agrees)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run)
        assert await desk.next() == "ready"
        nursery.start_soon(program.decide)
        await trio.testing.wait_all_tasks_blocked()
        await program.tell(CUE)
        await program.tell(OFFER)
        assert [await desk.next() for _ in done] == done
        assert await desk.next() == "done"
        nursery.cancel_scope.cancel()


async def test_a_move_that_waited_is_not_made_in_another_turn() -> None:
    desk = Desk()
    program = seated(desk, agrees=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run)
        assert await desk.next() == "ready"
        async with trio.open_nursery() as turn:
            turn.start_soon(program.decide)
            await trio.testing.wait_all_tasks_blocked()
            await program.tell(CUE)
            await program.tell(OFFER)
            assert await desk.next() == "propose takeback 1"
            turn.cancel_scope.cancel()
        nursery.start_soon(program.decide)  # the move was taken back: a turn is open
        assert await desk.next() == "not-done"
        nursery.cancel_scope.cancel()


class Child:
    """A program of which only the output counts."""

    def __init__(self) -> None:
        self.says, self.stdout = trio.testing.memory_stream_one_way_pair()


@pytest.mark.attack(26)
async def test_the_end_of_a_line_that_is_too_long_is_no_line() -> None:
    desk, child = Desk(), Child()
    program = seated(desk, agrees=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program._obey, cast(trio.Process, child), nursery)
        await child.says.send_all(b"x" * (LINE_LIMIT + 1))
        await trio.testing.wait_all_tasks_blocked()
        await child.says.send_all(b'{"command": "say", "text": "tail"}\n')
        await child.says.send_all(b'{"command": "say", "text": "line"}\n')
        assert await desk.next() == "line"
        nursery.cancel_scope.cancel()


@pytest.mark.attack(29)
async def test_a_program_that_writes_without_end_waits(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Its lines took all the time there is, so other tables of the hub stood still."""
    desk, child, begun = Desk(), Child(), trio.current_time()
    program = seated(desk, agrees=True)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program._obey, cast(trio.Process, child), nursery)
        await child.says.send_all(b"junk\n" * 1200)
        await child.says.send_all(b'{"command": "say", "text": "last"}\n')
        assert await desk.next() == "last"
        nursery.cancel_scope.cancel()
    assert trio.current_time() - begun >= 10
