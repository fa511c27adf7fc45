"""Lets a program in any language play at a seat, over lines of JSON.

The program reads events from its standard input and writes commands to its standard
output, as with ``p2pgame pipe`` after the request (docs/client.md).  One that stops,
does not move in time, or asks too often for what is impossible is replaced in that
decision by a fair move.

A program reads nothing while it thinks.  So a move that it writes after something was
proposed waits until the program has agreed, or had the time to: the move would pass
the proposal by.
"""

from __future__ import annotations

import subprocess
from contextlib import suppress
from functools import partial

import trio

from p2pgame.agents.agent import Seating
from p2pgame.agents.bot import fair_move
from p2pgame.engine import IllegalMove, Message, plain

from ..commands import AnyCommand, Move, Propose
from ..errors import InvalidRequest
from ..events import AnyEvent, NotDone, Proposed
from ..json_lines import (
    LINE_LIMIT,
    Lines,
    id_of,
    obey_line,
    read_command,
    refusal,
)
from ..seat.seat import Seat
from .output import OutputLines
from .program import AGREED_WITHIN, ANSWER_WITHIN

#: Seconds for a decision, at most; then another move is made.
LIMIT = 30.0
#: Moves in one turn that may be refused before another is made.
REFUSALS = 3
#: Lines that are read in a second; a program that writes more waits.
_LINES_A_SECOND = 100


class Foreign:
    """A program of this machine at a seat; ``command`` starts it."""

    def __init__(self, seat: Seat, command: list[str], *, limit: float = LIMIT) -> None:
        self._seat, self._command, self._limit = seat, command, limit
        self._lines = Lines()
        self._send, self._receive = trio.open_memory_channel[bytes](1024)
        self._refused = 0
        #: Why the program makes no move in this turn, once that is known.
        self._failure: Message | None = None
        self._has_failed = trio.Event()
        self._has_ended = False
        #: The open turn, and what ends a wait for the program's answer in it; None:
        #: nothing was proposed since it has begun.
        self._turn: trio.CancelScope | None = None
        self._answered: trio.Event | None = None

    async def run(self) -> None:
        """Run the program until the seat is done."""
        start = partial(
            trio.run_process,
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            check=False,
        )
        try:
            async with trio.open_nursery() as nursery:
                child: trio.Process = await nursery.start(start)
                nursery.start_soon(self._write, child)
                await self._obey(child, nursery)
                self._end("it has stopped")
                nursery.cancel_scope.cancel()
        except* OSError as errors:
            self._end(str(errors.exceptions[0]))

    async def tell(self, event: AnyEvent) -> None:
        """Give the program an event; one that does not read misses some."""
        self._put(event)
        seen = self._seat.observation
        if isinstance(event, Proposed) and seen is not None and event.seat != seen.seat:
            self._answered = trio.Event()

    async def decide(self) -> Message | None:
        """Wait for the program's move; return why another one was made, if so."""
        self._refused, self._answered = 0, None
        if not self._has_ended:
            self._failure, self._has_failed = None, trio.Event()
        try:
            with trio.move_on_after(self._limit) as self._turn:
                await self._has_failed.wait()
        finally:
            self._turn = None
        seen = self._seat.observation
        if seen is None or seen.choice is None:
            return None
        seconds = f"{self._limit:.0f}"
        late = Message.of("agent-too-slow", agent=self._command[0], seconds=seconds)
        table = seen.game, seen.options, seen.seats, seen.seat
        chance = Seating(*table, self._seat.world.entropy).chance()
        with suppress(IllegalMove):  # the turn has changed meanwhile
            await self._seat.move(fair_move(seen, chance))
        return self._failure or late

    def _put(self, event: AnyEvent) -> None:
        with suppress(trio.WouldBlock, trio.BrokenResourceError):
            self._send.send_nowait(self._lines.encode(event))

    async def _write(self, child: trio.Process) -> None:
        assert child.stdin is not None
        with suppress(trio.BrokenResourceError):
            async for line in self._receive:
                await child.stdin.send_all(line)

    async def _obey(self, child: trio.Process, nursery: trio.Nursery) -> None:
        assert child.stdout is not None
        lines = OutputLines(LINE_LIMIT)
        second, read = trio.current_time(), 0
        async for data in child.stdout:
            for line in lines.feed(data):
                if trio.current_time() >= second + 1:
                    second, read = trio.current_time(), 0
                read += 1
                if read > _LINES_A_SECOND:
                    await trio.sleep_until(second + 1)
                if line.strip():
                    await self._take(line, nursery)

    async def _take(self, line: bytes, nursery: trio.Nursery) -> None:
        """Do what a line says; a move that would pass a proposal by waits."""
        kind, turn, answered = _kind_of(line), self._turn, self._answered
        if kind is Move and turn is not None and answered is not None:
            nursery.start_soon(self._move_late, line, turn, answered)
            return
        await self._do(line)
        if kind is Propose and answered is not None:
            answered.set()

    async def _move_late(
        self, line: bytes, turn: trio.CancelScope, answered: trio.Event
    ) -> None:
        """Make a move once the program has answered what was proposed before it."""
        turn.deadline += ANSWER_WITHIN + AGREED_WITHIN
        with trio.move_on_after(ANSWER_WITHIN) as waiting:
            await answered.wait()
        if not waiting.cancelled_caught:
            await trio.sleep(AGREED_WITHIN)  # the turn is over if all agree
        if self._turn is turn:
            self._answered = None
            await self._do(line)
        else:
            passed = IllegalMove("not-your-turn", Message.of("no-longer-your-turn"))
            self._put(refusal(passed, id_of(line)))

    async def _do(self, line: bytes) -> None:
        answer = await obey_line(self._seat, line)
        if answer is not None:
            self._put(answer)
        if isinstance(answer, NotDone):
            self._refused += 1
            if self._refused >= REFUSALS:
                said, why = repr(line[:60].decode(errors="replace")), answer.message
                name = self._command[0]
                self._fail(Message.of("agent-nonsense", agent=name, move=said, why=why))

    def _end(self, why: str) -> None:
        self._has_ended = True
        name = self._command[0]
        self._fail(Message.of("agent-crashed", agent=name, why=plain(why)))

    def _fail(self, message: Message) -> None:
        self._failure = message
        self._has_failed.set()


def _kind_of(line: bytes) -> type[AnyCommand] | None:
    """Return which command a line is; None: it is none."""
    try:
        return type(read_command(line))
    except InvalidRequest:
        return None
