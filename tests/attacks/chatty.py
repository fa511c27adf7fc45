"""A program that was changed to flood its table with chat, and what that costs.

Run as a module it is ``p2pgame``, but for the lines that it says after each move.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import trio

from tests.attacks.played import FINISH, Watched, playing
from tests.relay.programs import program
from tests.relay.whole_games import url_of

#: Lines after each move, and letters of each; they hold up their own author's moves.
LINES, LETTERS = 100, 400
GAME = "--hands", "2"
#: MiB and lines of chat, at most, that another's program takes and shows in a minute.
MEMORY, SHOWN = 100, 60


async def chat(folder: Path) -> tuple[list[str], str]:
    """A guest's program says hundreds of lines after each of its moves."""
    with program(f"sqlite:{folder / 'db'}") as relay:
        module = "tests.attacks.chatty"
        async with playing(folder, url_of(relay), *GAME, module=module) as game:
            host = Watched(game.players[0])
            with trio.move_on_after(FINISH / 2):
                await game.wait(host.look)
    shown = game.players[0].printed.count("chatter")
    wrongs = [f"{host.memory} MiB"] if host.memory > MEMORY else []
    wrongs += [f"{shown} lines shown"] if shown > SHOWN else []
    told = f"its host shows {shown} lines, takes {host.memory} MiB"
    told += f" and writes {host.log} bytes"
    return [*wrongs, *game.wrongs()], told


def main() -> None:
    """Be p2pgame, and talk."""
    from p2pgame.cli.main import main as ours
    from p2pgame.session.peer.runner import Peer

    before = Peer.propose

    async def propose(self: Peer, *given: Any, **named: Any) -> None:
        await before(self, *given, **named)
        with trio.CancelScope(shield=True):  # the move's own scope ends with it
            for number in range(LINES):
                await self.chat(f"chatter {number} ".ljust(LETTERS, "x"))

    with patch.object(Peer, "propose", propose):
        ours()


if __name__ == "__main__":
    main()
