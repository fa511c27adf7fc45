"""Reads whole lines of standard input."""

from __future__ import annotations

import io
import math
import sys

import trio


def read_line() -> str:
    """Return the next line of standard input.

    Raises:
      EOFError: There are no more.
    """
    # Unbuffered: a thread that waits in here must hold no lock when we end.
    with io.FileIO(sys.stdin.fileno(), closefd=False) as file:
        line = file.readline()
    if not line:
        raise EOFError
    return line.decode(errors="replace")


class Lines:
    """The lines of standard input, where no window is drawn.

    A thread that reads cannot be called back; so its line is kept for whoever
    asks next.
    """

    def __init__(self) -> None:
        self._send, self._lines = trio.open_memory_channel[str](math.inf)
        self._reading = False

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
