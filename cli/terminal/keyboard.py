"""Reads keys at a terminal, and whole lines elsewhere.

What is typed before a game begins is not shown, since it would tear the line that
says what goes on, and it is forgotten.  A question may be withdrawn while somebody
types: nothing waits for the rest of a line, so nothing is lost.
"""

from __future__ import annotations

import codecs
import io
import math
import os
import sys
from contextlib import suppress

import trio

with suppress(ImportError):  # where there is none, lines are typed plainly
    import readline as _readline  # noqa: F401 (with it input() edits lines)


def read_line() -> str:
    """Return the next line of standard input.

    Raises:
      EOFError: There are no more.
    """
    if sys.stdin.isatty():
        return input()
    # Unbuffered: a thread that waits in here must hold no lock when we end.
    with io.FileIO(sys.stdin.fileno(), closefd=False) as file:
        line = file.readline()
    if not line:
        raise EOFError
    return line.decode(errors="replace")


class Lines:
    """The lines of standard input where it is no terminal that we can edit on.

    A thread that reads cannot be called back; so its line is kept for whoever
    asks next.
    """

    def __init__(self) -> None:
        self._send, self._lines = trio.open_memory_channel[str](math.inf)
        self._reading = False

    @property
    def is_patient(self) -> bool:
        """Whether nothing is spoilt by a thread that still waits when we end.

        On a terminal it would leave that in a mode of its own.
        """
        return not sys.stdin.isatty()

    async def next(self) -> str:
        """Return the next line.

        Raises:
          EOFError: There are no more.
        """
        if not self._reading and not self._lines.statistics().current_buffer_used:
            self._reading = True
            trio.lowlevel.spawn_system_task(self._read)
        try:
            return await self._lines.receive()
        except trio.EndOfChannel:
            raise EOFError from None

    async def _read(self) -> None:
        try:
            line = await trio.to_thread.run_sync(read_line, abandon_on_cancel=True)
            self._send.send_nowait(line)
        except (EOFError, OSError):
            self._send.close()
        self._reading = False


if sys.platform == "win32":

    class Keyboard:
        """There is none whose single keys we hear."""

        is_here = False

        def listen(self, *, keep: bool = False) -> None: ...

        def ignore(self) -> None: ...

        def restore(self) -> None: ...

        async def keys(self) -> str:
            raise EOFError

else:
    import termios

    _LOCAL_MODES = 3

    class Keyboard:
        """The terminal at our standard input, if that is one."""

        def __init__(self) -> None:
            self.is_here = sys.stdin.isatty()
            self._modes = termios.tcgetattr(sys.stdin) if self.is_here else None
            self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

        def listen(self, *, keep: bool = False) -> None:
            """Hear keys from now on; forget those before unless told to keep them."""
            self._key_by_key(termios.TCSANOW if keep else termios.TCSAFLUSH)

        def ignore(self) -> None:
            """Show nothing of what is typed."""
            self._key_by_key(termios.TCSANOW)

        def restore(self) -> None:
            """Leave the terminal as it was found."""
            if self._modes is not None:
                termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, self._modes)

        async def keys(self) -> str:
            """Return what is typed next.

            Raises:
              EOFError: The terminal is gone.
            """
            await trio.lowlevel.wait_readable(sys.stdin.fileno())
            try:
                typed = os.read(sys.stdin.fileno(), 4096)
            except OSError:
                raise EOFError from None
            if not typed:
                raise EOFError
            return self._decoder.decode(typed)

        def _key_by_key(self, when: int) -> None:
            if self._modes is not None:
                modes = list(self._modes)
                hidden = termios.ECHO | termios.ICANON
                modes[_LOCAL_MODES] = int(modes[_LOCAL_MODES]) & ~hidden
                termios.tcsetattr(sys.stdin, when, modes)
