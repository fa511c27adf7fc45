"""Understands what a person may type before a game begins."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import trio

from p2pgame.client.errors import ClientError
from p2pgame.client.seats import Seat
from p2pgame.engine import IllegalMove

from . import moves, words
from .aside import HELP, LEAVE, QUIT


class WaitingWords:
    """Leaves or quits a table that waits for players; ``say`` shows a line."""

    def __init__(self, seat: Seat, say: Callable[[str], None]) -> None:
        self._seat, self._say = seat, say
        self._send, self._leaves = trio.open_memory_channel[None](math.inf)

    def words(self) -> Sequence[str]:
        """Return the words that may be typed now."""
        return [LEAVE, QUIT, *HELP]

    def takes(self, line: str) -> bool:
        """Take a line if it is one of these words; return whether it is."""
        word = moves.cleaned(line).lower()
        if word == LEAVE:
            self._send.send_nowait(None)
        elif word == QUIT:
            self._seat.quit()
        elif word in HELP:
            self._say(words.phrase("waiting-help"))
        return word in self.words()

    async def run(self) -> None:
        """Leave when that was typed; what can't be is told."""
        async for _ in self._leaves:
            try:
                await self._seat.leave()
            except (IllegalMove, ClientError) as error:
                self._say(words.sentence(words.told(error)))
