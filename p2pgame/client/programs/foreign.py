"""Lets a program in any language play at a seat, over lines of JSON.

The program reads events from its standard input and writes commands to its standard
output, as with ``p2pgame pipe`` after the request (docs/client.md).  One that stops,
does not move in time, or asks too often for what is impossible is replaced in that
decision by a fair move.
"""

from __future__ import annotations

import subprocess
from contextlib import suppress
from functools import partial

import trio

from p2pgame.agents.agent import Seating
from p2pgame.agents.bot import fair_move
from p2pgame.engine import IllegalMove, Message, plain

from ..events import AnyEvent, NotDone
from ..json_lines import LINE_LIMIT, Lines, obey_line
from ..seats import Seat

#: Seconds for a decision, at most; then another move is made.
LIMIT = 30.0
#: Moves in one turn that may be refused before another is made.
REFUSALS = 3


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
                await self._obey(child)
                self._end("it has stopped")
                nursery.cancel_scope.cancel()
        except* OSError as errors:
            self._end(str(errors.exceptions[0]))

    async def tell(self, event: AnyEvent) -> None:
        """Give the program an event; one that does not read misses some."""
        self._put(event)

    async def decide(self) -> Message | None:
        """Wait for the program's move; return why another one was made, if so."""
        self._refused = 0
        if not self._has_ended:
            self._failure, self._has_failed = None, trio.Event()
        with trio.move_on_after(self._limit):
            await self._has_failed.wait()
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

    async def _obey(self, child: trio.Process) -> None:
        assert child.stdout is not None
        rest = b""
        async for data in child.stdout:
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if line.strip():
                    await self._do(line)
            if len(rest) > LINE_LIMIT:
                rest = b""

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
