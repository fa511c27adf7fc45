"""Runs one chess engine: a process that reads and writes lines of UCI.

An engine that stops, falls silent, or is interrupted while it thinks is ended, and
started anew when it has to think again.
"""

from __future__ import annotations

import subprocess
from collections import deque
from contextlib import suppress
from dataclasses import dataclass

import trio

from p2pgame.engine import Message, plain

from ..errors import InvalidRequest
from .output import OutputLines
from .uci_options import HANDSHAKE, NUMBER, ChessEngine, commands

#: No line is longer, in bytes; what is longer is dropped.
LINE_LIMIT = 64 * 1024
#: Bytes that an engine may say until its answer; each line costs some more.
SAID_LIMIT, _LINE_COSTS = 4 * 1024 * 1024, 64
#: Seconds that an engine may think beyond its time before it is told to stop, seconds
#: after that until it is given up, and seconds to end by itself.
LATE, GIVEN_UP, ENDS = 1.0, 5.0, 0.5
#: What a mate is worth, in hundredths of a pawn.
MATE = 30_000


class EngineFailed(Exception):
    """An engine gave no answer; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.id)
        self.message = message


@dataclass(frozen=True, slots=True)
class Answer:
    """A move in UCI's notation, and what the engine thinks its position is worth.

    ``worth`` is in hundredths of a pawn; None: it has not said.
    """

    move: str
    worth: int | None


class _Lines:
    """The lines of a pipe; cancelling a read loses none."""

    def __init__(self, pipe: trio.abc.ReceiveStream) -> None:
        self._pipe = pipe
        self._whole = deque[bytes]()
        self._lines = OutputLines(LINE_LIMIT)

    async def next(self) -> str | None:
        """Return the next line, None: there is no more."""
        while not self._whole:
            data = await self._pipe.receive_some()
            if not data:
                return None
            lines = self._lines.feed(data)
            self._whole += (line for line in lines if len(line) <= LINE_LIMIT)
        return self._whole.popleft().decode(errors="replace").strip()


class EngineProcess:
    """A process of ``engine``, while there is one."""

    def __init__(self, engine: ChessEngine) -> None:
        self._engine = engine
        self._process: trio.Process | None = None
        self._lines: _Lines | None = None

    async def think(self, position: str, seconds: float, most: float) -> Answer:
        """Return the move for ``position``, a UCI command, after so many seconds.

        ``most`` are the seconds after which it is given up.

        Raises:
          EngineFailed: There is none.
        """
        limit = min(seconds + LATE + GIVEN_UP, most)
        done = False
        try:
            await self._start()
            with trio.move_on_after(limit) as scope:
                answer = await self._answer(position, seconds)
                done = True
            if scope.cancelled_caught:
                name, waited = self._engine.name, f"{limit:.0f}"
                raise EngineFailed(
                    Message.of("agent-too-slow", agent=name, seconds=waited)
                )
            return answer
        finally:
            if not done:
                await self._kill()

    async def new_game(self) -> None:
        """Tell the engine, if it runs, that the next position is of another game."""
        if self._process is not None:
            with suppress(EngineFailed):
                await self._write("ucinewgame")

    async def close(self) -> None:
        """End the engine, by force if it does not go by itself."""
        if self._process is not None:
            with trio.move_on_after(ENDS) as scope:
                scope.shield = True
                with suppress(EngineFailed):
                    await self._write("quit")
                    await self._process.wait()
            await self._kill()

    async def _start(self) -> None:
        """Start the engine if it does not run."""
        if self._process is not None:
            return
        try:
            self._process = await trio.lowlevel.open_process(
                [*self._engine.command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                process_group=0,  # Ctrl-C is for the person
            )
        except OSError as error:
            raise self._failed(error.strerror or "it does not start") from None
        assert self._process.stdout is not None
        self._lines = _Lines(self._process.stdout)
        with trio.move_on_after(HANDSHAKE) as scope:
            await self._write("uci")
            said = list[str]()
            await self._until("uciok", said)
            try:
                settings = commands(self._engine, said)
            except InvalidRequest as error:
                raise EngineFailed(error.message) from None
            await self._write(*settings, "isready")
            await self._until("readyok", said)
        if scope.cancelled_caught:
            raise self._failed(f"it does not answer within {HANDSHAKE:.0f} s")

    async def _answer(self, position: str, seconds: float) -> Answer:
        said = list[str]()
        await self._write(position, f"go movetime {max(1, int(seconds * 1000))}")
        with trio.move_on_after(seconds + LATE) as scope:
            await self._until("bestmove", said)
        if scope.cancelled_caught:
            await self._write("stop")
            await self._until("bestmove", said)
        worths = [worth for line in said if (worth := worth_of(line)) is not None]
        move = " ".join(said[-1].split()[1:2])
        return Answer(move, worths[-1] if worths else None)

    async def _until(self, word: str, said: list[str]) -> None:
        """Read lines into ``said`` up to the one that begins with a word."""
        assert self._lines is not None
        left = SAID_LIMIT
        while True:
            line = await self._lines.next()
            if line is None:
                raise self._failed("it has stopped")
            left -= len(line) + _LINE_COSTS
            if left < 0:
                raise self._failed("it says too much")
            said.append(line)
            if line.split()[:1] == [word]:
                return

    async def _write(self, *lines: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        text = "".join(f"{line}\n" for line in lines)
        try:
            await self._process.stdin.send_all(text.encode())
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise self._failed("it has stopped") from None

    async def _kill(self) -> None:
        process, self._process, self._lines = self._process, None, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    await trio.aclose_forcefully(pipe)

    def _failed(self, why: str) -> EngineFailed:
        name = self._engine.name
        return EngineFailed(Message.of("agent-crashed", agent=name, why=plain(why)))


def worth_of(line: str) -> int | None:
    """Return what a line of ``info`` says that the position is worth, if it does."""
    words = line.split()
    if words[:1] != ["info"] or "score" not in words:
        return None
    kind, number = ([*words[words.index("score") + 1 :], "", ""])[:2]
    if not NUMBER.fullmatch(number):
        return None
    if kind == "mate":  # mate 0: it is mated
        return MATE if int(number) > 0 else -MATE
    return int(number) if kind == "cp" else None
