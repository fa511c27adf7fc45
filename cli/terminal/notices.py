"""Tells a person who is not at the screen that a table waits.

There are four ways: the terminal's bell, the window's title, a notification of the
desktop, and a command of one's own.  Desktops are told by the program that each system
has for it (``notify-send``, ``osascript``): a library would call the same.  A command
gets the table's name and nothing else of the game, and no shell reads it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import trio

from p2pgame.client import events as e
from p2pgame.client import system_reason
from p2pgame.client.words import title_of
from p2pgame.engine import Message
from p2pgame.engine.printable import printable

from ..text import words
from .output import OUTPUT

#: Seconds for a command, and between two calls.
COMMAND_WITHIN, RESTS_FOR = 10.0, 2.0
#: A player that has decided within so many seconds is at the screen, and is not called.
THERE_FOR = 10.0
#: What a command finds in its environment.
TABLE = "P2PGAME_TABLE"

_BELL = "\a"
# xterm's control sequences: the title is put on a stack first, and taken back last.
_KEEP, _RESTORE = "\x1b[22;0t", "\x1b]2;\x1b\\\x1b[23;0t"


@dataclass(frozen=True, slots=True)
class Console:
    """What a terminal understands, and how to write to it."""

    write: Callable[[str], object]
    is_terminal: bool

    @classmethod
    def here(cls) -> Console:
        """Return the terminal of this program: a dumb one, or a file, is none."""
        shown = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        return cls(OUTPUT.write, shown)


class Notices:
    """Calls a player by these ways, and by a ``command`` if it has words.

    ``tell`` says what goes wrong.
    """

    def __init__(
        self,
        ways: tuple[str, ...],
        command: tuple[str, ...],
        console: Console,
        tell: Callable[[str], None],
    ) -> None:
        self._console, self._tell = console, tell
        self._own = command
        shown = console.is_terminal
        self._ways = [w for w in ways if shown or w not in ("bell", "title")]
        self._rests_until = 0.0
        self._complained = False

    async def call(self, table: str, game: str) -> None:
        """Say, in each way, that a table waits; return when all is done."""
        await trio.sleep_until(self._rests_until)
        self._rests_until = trio.current_time() + RESTS_FOR
        if "bell" in self._ways:
            self._console.write(_BELL)
        async with trio.open_nursery() as nursery:
            if self._own:
                nursery.start_soon(self._run, [*self._own, table], table)
            if "desktop" in self._ways:
                said = words.say(Message.of("on-turn-text", game=title_of(game)))
                command = desktop("p2pgame", said)
                if command is not None:
                    nursery.start_soon(self._run, command, table)

    def title(self, text: str) -> None:
        """Set the window's title."""
        if "title" in self._ways:
            plain = printable(text, " ")
            self._console.write(f"\x1b]2;{plain}\x1b\\")

    def keep_title(self) -> None:
        """Have the terminal keep the title that it has."""
        if "title" in self._ways:
            self._console.write(_KEEP)

    def restore_title(self) -> None:
        """Give the window back the title that it had."""
        if "title" in self._ways:
            self._console.write(_RESTORE)

    async def _run(self, command: list[str], table: str) -> None:
        run = partial(
            trio.run_process,
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, TABLE: table},
            check=False,
            deliver_cancel=_kill,
        )
        name = command[0]
        try:
            with trio.move_on_after(COMMAND_WITHIN) as time:
                status = (await run()).returncode
                if status:
                    self._complain(
                        Message.of("on-turn-failed", command=name, status=status)
                    )
        except OSError as error:
            why = system_reason.why(error)
            self._complain(Message.of("on-turn-not-run", command=name, why=why))
        if time.cancelled_caught:
            seconds = int(COMMAND_WITHIN)
            self._complain(Message.of("on-turn-slow", command=name, seconds=seconds))

    def _complain(self, message: Message) -> None:
        """Say once that a command does not do."""
        if not self._complained:
            self._complained = True
            self._tell(words.say(message))


async def _kill(process: trio.Process) -> None:
    process.kill()


def desktop(title: str, text: str) -> list[str] | None:
    """Return the command that shows a notification here, if there is one."""
    if sys.platform == "darwin" and shutil.which("osascript"):
        script = (
            "on run argv",
            "display notification (item 1 of argv) with title (item 2 of argv)",
            "end run",
        )
        parts = [part for line in script for part in ("-e", line)]
        return ["osascript", *parts, text, title]
    if shutil.which("notify-send"):
        return ["notify-send", "--app-name", "p2pgame", "--", title, text]
    return None


class Caller:
    """Hears a seat's events, and calls its player when the table waits.

    The window's title says at any time whether it does.  A player who has just decided
    is there, and is not called.
    """

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._send, self._calls = trio.open_memory_channel[tuple[str, str]](1)
        self._table, self._game = "", ""
        self._decided = trio.current_time()

    def hear(self, event: e.AnyEvent) -> None:
        """Hear an event; never waits."""
        match event:
            case e.Begun(game=game):
                self._game = game
                self._table = f"{game}-{event.table[:8]}"
                self._notices.title(f"p2pgame: {game}")
            case e.YourTurn():
                told = Message.of("on-turn-text", game=title_of(self._game))
                self._notices.title(words.say(told))
                if trio.current_time() - self._decided >= THERE_FOR:
                    with suppress(trio.WouldBlock):  # one is under way
                        self._send.send_nowait((self._table, self._game))
            case e.TurnClosed():
                self._decided = trio.current_time()
                self._notices.title(f"p2pgame: {self._game}")

    async def run(self) -> None:
        """Call until cancelled."""
        self._notices.keep_title()
        try:
            async for table, game in self._calls:
                await self._notices.call(table, game)
        finally:
            self._notices.restore_title()
