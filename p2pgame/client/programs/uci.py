"""Lets a chess engine play at a seat, such as Stockfish: ``uci:stockfish``.

The engine says where it would move, and what its position is worth.  So it makes a
draw, by the words of the game or by agreement, as the players that come along do.  One
that fails is replaced in that decision by a fair move.
"""

from __future__ import annotations

import re
from contextlib import suppress

import trio

from p2pgame.agents.agent import Proposal, Seating
from p2pgame.agents.bot import fair_move, why_not
from p2pgame.agents.draws import agrees, drawn, move_number
from p2pgame.agents.observation import Observation
from p2pgame.engine import Chosen, IllegalMove, Message

from ..events import AnyEvent, Begun, Proposed
from ..seat.seat import Seat
from .uci_engine import Answer, EngineFailed, EngineProcess
from .uci_options import GAME, ChessEngine

#: Seconds to think where nobody watches.
QUICK = 0.05
#: Seconds for a decision, beyond those that it should take.
LIMIT = 10.0
_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_MOVE = re.compile(r"[a-h][1-8][a-h][1-8][nbrq]?")


class UciPlayer:
    """An engine at a seat, which thinks for ``pace`` seconds; 0: a moment."""

    def __init__(
        self,
        seat: Seat,
        engine: ChessEngine,
        *,
        pace: float = 0.0,
        limit: float = LIMIT,
    ) -> None:
        self._seat, self._engine = seat, engine
        self._pace, self._limit = pace, limit
        self._process = EngineProcess(engine)
        #: What the engine thought of its position when it moved last.
        self._worth: int | None = None

    async def run(self) -> None:
        """End the engine when the seat is done."""
        try:
            await trio.sleep_forever()
        finally:
            await self._process.close()

    async def tell(self, event: AnyEvent) -> None:
        """Take in an event; answer what others propose."""
        match event:
            case Begun():
                self._worth = None
                await self._process.new_game()
            case Proposed(asker, words):
                await self._answer(asker, words)

    async def decide(self) -> Message | None:
        """Make the engine's move; return why another one was made, if so."""
        seen = self._seat.observation
        if seen is None or seen.choice is None:
            return None
        began, pace = trio.current_time(), self._pace
        if seen.choice.timer is not None:
            pace = min(pace, seen.choice.timer.seconds / 3)
        move, complaint = await self._move(seen, pace)
        if complaint is not None:
            table = seen.game, seen.options, seen.seats, seen.seat
            chance = Seating(*table, self._seat.world.entropy).chance()
            move = fair_move(seen, chance)
        await trio.sleep(max(0.0, began + pace - trio.current_time()))
        with suppress(IllegalMove):  # the turn has changed meanwhile
            await self._seat.move(move)
        return complaint

    async def _move(self, seen: Observation, pace: float) -> tuple[str, Message | None]:
        """Return the engine's move, and what is wrong with it, if anything is."""
        choice, name = seen.choice, self._engine.name
        assert choice is not None
        if seen.game.name != GAME:
            told = Message.of("uci-plays-chess", agent=name, game=seen.game.name)
            return "", told
        most = pace + self._limit
        if choice.timer is not None:
            most = min(most, choice.timer.seconds / 2)
        try:
            answer = await self._process.think(position(seen), pace or QUICK, most)
        except EngineFailed as failed:
            return "", failed.message
        move = self._drawn(seen, answer) or answer.move
        wrong = why_not(seen, move)
        if wrong is None:
            return move, None
        said = repr(move[:80])
        return move, Message.of("agent-nonsense", agent=name, move=said, why=wrong)

    def _drawn(self, seen: Observation, answer: Answer) -> str | None:
        self._worth = answer.worth
        assert seen.choice is not None
        if answer.worth is None:
            return None
        return drawn(seen.choice, answer.worth, _move_number(seen))

    async def _answer(self, asker: int, words: str) -> None:
        seen, proposal = self._seat.observation, Proposal.read(words, asker)
        if seen is None or proposal is None or asker == seen.seat:
            return
        worth = 0 if self._worth is None else self._worth
        if proposal.kind != "draw" or agrees(worth, _move_number(seen)):
            with suppress(IllegalMove):  # it has passed, or the turn has
                await self._seat.propose(words)


def _move_number(seen: Observation) -> int:
    return move_number(str(getattr(seen.state, "fen", _START)))


def position(seen: Observation) -> str:
    """Return the command that tells an engine of a position, and how it came about."""
    first = seen.past[0].state if seen.past else seen.state
    fen = str(getattr(first, "fen", _START))
    moves = [
        one.event.move
        for one in seen.past
        if isinstance(one.event, Chosen) and _MOVE.fullmatch(one.event.move)
    ]
    start = "startpos" if fen == _START else f"fen {fen}"
    return " ".join([f"position {start}", *(["moves", *moves] if moves else [])])
