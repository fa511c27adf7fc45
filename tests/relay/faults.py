"""Break relays and their stores while tables play: ``python -m tests.relay.faults``.

Each cell is a store, and what happens to it or to its relay (``tests/relay/harms.py``).
Real programs play whole games, and members of further tables speak once a moment; then
the fault is over, and all must finish.  The table says, for each cell, how many games
finished, whether all players have the same verified transcript, who was accused, the
longest that any member heard nothing from its table, and what the relay told its
operator meanwhile.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from p2pgame.transport.link import SIZES
from p2pgame.transport.relay.client import Subscription, keep
from p2pgame.transport.relay.link import RelayLink
from p2pgame.transport.relay.url import RelayUrl
from tests.relay.clients import Writing
from tests.relay.harms import CELLS, placed
from tests.relay.whole_games import WholeGame

#: Seconds between two words of a member, and for all to finish after a fault.
EVERY, FINISH = 0.5, 90.0


class Member:
    """Somebody at a table, who speaks once a moment, and notes silences."""

    def __init__(self, url: RelayUrl, table: int) -> None:
        self._subscription = Subscription(url, Writing(table).topic, table.to_bytes(32))
        self._link: RelayLink | None = None
        self._heard: float | None = None
        self.longest = 0.0

    async def run(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keep, self._subscription, self._attend, os.urandom)
            nursery.start_soon(self._speak)

    async def _speak(self) -> None:
        while True:
            await trio.sleep(EVERY)
            link = self._link
            if link is not None and link.live.is_set() and link.why is None:
                with trio.move_on_after(EVERY):
                    try:
                        await link.send(os.urandom(8).ljust(SIZES[0]))
                    except Exception as error:
                        if "Closed" not in type(error).__name__:
                            raise

    async def _attend(self, link: RelayLink) -> None:
        self._link = link
        while True:
            await link.receive()
            self.note()
            self._heard = trio.current_time()

    def note(self) -> None:
        """Note how long the table has been silent."""
        if self._heard is not None:
            self.longest = max(self.longest, trio.current_time() - self._heard)


@dataclass
class Row:
    """What has come of a cell."""

    cell: str
    games: int
    finished: int
    wrongs: list[str]
    silence: float
    told: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        accused = sum("evidence" in wrong for wrong in self.wrongs)
        equal = "yes" if not self.wrongs else "; ".join(self.wrongs)
        return (
            f"| {self.cell} | {self.finished} of {self.games} | {equal} | {accused} "
            f"| {self.silence:.1f} s | {', '.join(sorted(self.told)) or '–'} |"
        )


async def one(cell: str, folder: Path, games: int, tables: int) -> Row:
    """Play through one cell."""
    async with placed(cell, folder) as place, trio.open_nursery() as nursery:
        url = RelayUrl.parse(place.url)
        members = [Member(url, 1000 + n // 2) for n in range(2 * tables)]
        for member in members:
            nursery.start_soon(member.run)
        nursery.start_soon(place.ask)
        played = [WholeGame(folder / f"game{number}") for number in range(games)]
        try:
            for game in played:
                game.folder.mkdir()
                rules = ("holdem", "--players", "2", "--hands", "4")
                invite = await game.host([place.url], *rules)
                game.guest(invite, [place.url])
            for game in played:
                await game.wait(game.has_begun)
            await CELLS[cell](place)
            finished = 0
            for game in played:
                finished += await game.play_out(FINISH)
            for member in members:
                member.note()
        finally:
            for game in played:
                game.end()
        nursery.cancel_scope.cancel()
    wrongs = [wrong for game in played for wrong in game.wrongs()]
    silence = max((member.longest for member in members), default=0.0)
    return Row(cell, games, finished, wrongs, silence, place.told)


async def campaign(cells: list[str], games: int, tables: int) -> bool:
    """Print a row for each cell; return whether all is as it should be."""
    print("| cell | finished | equal, verified | accused | longest silence | told |")
    print("|---|---|---|---|---|---|")
    is_good = True
    for cell in cells:
        with TemporaryDirectory() as folder:
            try:
                row = await one(cell, Path(folder), games, tables)
            except* (AssertionError, trio.TooSlowError) as errors:
                row = Row(cell, games, 0, [repr(errors.exceptions[0])], 0.0)
        print(row, flush=True)
        is_good = is_good and row.finished == row.games and not row.wrongs
    return is_good


def main(arguments: list[str]) -> int:
    """Run the cells whose names contain a word, or all: ``[WORD] [GAMES] [TABLES]``."""
    word, games, tables = [*arguments, *("", "3", "17")[len(arguments) :]][:3]
    cells = [cell for cell in CELLS if word in cell]
    return not trio.run(campaign, cells, int(games), int(tables))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
