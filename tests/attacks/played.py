"""Two programs at one relay, which are attacked while they play."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import trio

from tests.blackbox.players import Player
from tests.relay.whole_games import WholeGame

#: A game of some seconds, and seconds for it to end once nothing is done any more.
GAME = ("holdem", "--players", "2", "--hands", "6")
FINISH = 120.0
#: Bytes of a seat's log at which a game is well on its way.
BEGUN, LATER = 3000, 9000


@asynccontextmanager
async def playing(
    folder: Path, relay: str, *more: str, module: str = "p2pgame"
) -> AsyncIterator[WholeGame]:
    """Let two programs play by a relay, and to their end when this is left.

    ``module`` is the guest's program.
    """
    game = WholeGame(folder)
    try:
        with trio.fail_after(FINISH):
            invite = await game.host([relay], *GAME, *more)
            game.guest(invite, [relay], module)
            yield game
        await game.play_out(FINISH)
    finally:
        game.end()


def has_written(player: Player, size: int) -> bool:
    """Return whether a player's log has more bytes, or its program has ended."""
    return player.log_size > size or not player.is_running


class Watched:
    """What a player's program takes, as far as it was looked at."""

    def __init__(self, player: Player) -> None:
        self._player = player
        #: The most MiB that it has taken, and bytes of its log.
        self.memory = self.log = 0

    def look(self) -> bool:
        """Look at it; return whether it has ended."""
        assert self._player._process is not None
        self.log = max(self.log, self._player.log_size)
        with suppress(OSError):
            status = Path(f"/proc/{self._player._process.pid}/status").read_text()
            found = re.search(r"VmHWM:\s+(\d+)", status)
            self.memory = max(self.memory, int(found[1]) // 1024 if found else 0)
        return not self._player.is_running
