"""Plays many hands of hold'em at one table, and tells what each part of them cost.

All peers are real ones, in this process, over memory links.  After every 50 hands a
line says how much memory the process has, how much of the processor's time the hands
took, and how many objects one peer holds.  The machine's speed is its own affair: read
the figures as ratios within one run, and those of the last line as last to first.

    python -m bench.long_table --seats 2 --hands 300

With ``--parts`` the transcript is written in about so many files, and another process
verifies it.  A line says after each file what that process has in memory.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time

import trio

from p2pgame.client.transcripts.parted import FilePart, files_of, name_of
from p2pgame.engine import IllegalMove, Shuffle
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.log import Store
from p2pgame.log.archive import ARCHIVE_LIMIT
from p2pgame.log.disk import Machine
from p2pgame.log.entry import ENTRY_LIMIT
from p2pgame.session import Offer, Table
from p2pgame.session.lobby.events import Asked, Completed, Happened, Stopped
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.verify import Reading
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.memory import memory_pair
from tests.session.holding import held
from tests.session.peers import EPOCH_KEY
from tests.session.tables import TABLE, known, me

#: Hands of one line of figures.
PART = 50


class Hasty(Machine):
    """A disk that is not waited for: other benches measure that."""

    def flush(self, file: int) -> None:
        pass


class Meter:
    """Prints a line for each part of the hands that the first peer has seen."""

    def __init__(self, peer: Peer, part: int, kinds: bool) -> None:
        self._peer = peer
        self._part = part
        self._kinds = kinds
        self._before = process_time()
        self._hands = -1
        self._last: Counter[str] = Counter()
        self.figures: list[tuple[float, float, int]] = []

    def see(self) -> None:
        """Note that a hand begins, or that all is over."""
        self._hands += 1
        if not self._hands or self._hands % self._part:
            return
        seconds = process_time() - self._before
        kinds = held(self._peer)
        self.figures.append((seconds, memory(), kinds.total()))
        print(
            f"{self._hands} hands: {seconds / self._part * 1000:.0f} ms a hand, "
            f"{memory():.1f} MB, {kinds.total()} objects at one peer",
            flush=True,
        )
        if self._kinds:
            more = (kinds - self._last).most_common(12)
            print("   ", *(f"{name} +{count}" for name, count in more))
            self._last = kinds
        self._before = process_time()


def memory() -> float:
    """Return the memory of this process in MB."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def peer_of(seat: int, seats: int, hands: int, folder: Path) -> Peer:
    """Return a peer with a log of its own."""
    game = TexasHoldem()
    options = HoldemOptions(hands=hands, stack=100_000, small_blind=1, big_blind=2)
    offer = Offer(game, options, seats) if seat == 0 else None
    table = Table(TABLE, known(game), me(seat), offer)
    store = Store.create(folder / f"seat{seat}" / "log", Hasty())
    return Peer(table, store, Envelope({0: EPOCH_KEY}))


async def sit(peer: Peer, meter: Meter | None, done: trio.Event) -> None:
    """Check or call, always."""
    async for event in peer.events:
        match event:
            case Asked(view):
                assert view.choice is not None
                moves = view.choice.moves
                move = next(m for m in ("check", "call", "show", "muck") if m in moves)
                with suppress(IllegalMove):
                    await peer.propose(move)
            case Happened(turn=Shuffle()) if meter is not None:
                meter.see()
            case Completed() | Stopped():
                if meter is not None:
                    meter.see()
                done.set()


def write(table: Table, count: int, folder: Path) -> None:
    """Write a table's transcript in about so many files."""
    history, began = table.history, process_time()
    size = sum(len(data) for data in history.parts(table.counts))
    limit = min(size // count + ENTRY_LIMIT, ARCHIVE_LIMIT)
    parts = history.parts(table.counts, limit)
    for number, data in enumerate(parts, 1):
        name_of(folder / "game.p2pgame", number, len(parts)).write_bytes(data)
    seconds = process_time() - began
    print(f"{size / 1e6:.1f} MB, {len(parts)} files, written in {seconds:.1f} s")


class Watched(FilePart):
    """A part that is told of before it is read."""

    def __init__(self, path: Path, tell: Callable[[], object]) -> None:
        super().__init__(path)
        self._tell = tell

    def read(self, at: int, length: int) -> bytes:
        """Return so many bytes; tell of it if that is all of them."""
        if length > ARCHIVE_LIMIT:
            self._tell()
        return super().read(at, length)


class Verifier:
    """Verifies the transcript in a folder, and prints a line for each of its parts."""

    def __init__(self, folder: Path) -> None:
        self._began = process_time()
        self._reading: Reading | None = None
        paths = files_of(next(folder.glob("game*.p2pgame")))
        parts = [Watched(path, self.see) for path in paths]
        self._reading = Reading(parts, known(TexasHoldem()))

    def run(self) -> None:
        """Verify it."""
        assert self._reading is not None
        for _ in self._reading.events():
            pass
        self.see()
        print(f"verified: {self._reading.conclude().turns} turns")

    def see(self) -> None:
        """Say what is held, now that a part is played."""
        if self._reading is not None:
            entries = len(self._reading.table.history)
            seconds, self._began = process_time() - self._began, process_time()
            objects = held(self._reading.table).total()
            print(
                f"{entries} entries: {seconds:.1f} s, {memory():.1f} MB, "
                f"{objects} objects at the verifier",
                flush=True,
            )


async def play(
    seats: int, hands: int, part: int, kinds: bool, parts: int, folder: Path
) -> Meter:
    """Play a whole game; return its figures."""
    peers = [peer_of(seat, seats, hands, folder) for seat in range(seats)]
    meter = Meter(peers[0], part, kinds)
    async with trio.open_nursery() as nursery:
        done = [trio.Event() for _ in peers]
        for seat, peer in enumerate(peers):
            nursery.start_soon(sit, peer, None if seat else meter, done[seat])
            await peer.start()
        for one in range(seats):
            for other in range(one):
                left, right = memory_pair()
                nursery.start_soon(peers[one].attach, left)
                nursery.start_soon(peers[other].attach, right)
        for each in done:
            await each.wait()
        nursery.cancel_scope.cancel()
    if parts:
        write(peers[0].table, parts, folder)
    for peer in peers:
        peer.close()
    return meter


def main() -> None:
    """Run as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--part", type=int, default=PART, help="hands of a line")
    parser.add_argument("--kinds", action="store_true", help="say which objects grow")
    parser.add_argument("--parts", type=int, default=0, help="files, about")
    parser.add_argument("--verify", type=Path, help="verify the files in this folder")
    given = parser.parse_args()
    if given.verify is not None:
        Verifier(given.verify).run()
        return
    with tempfile.TemporaryDirectory() as folder:
        how = given.seats, given.hands, given.part, given.kinds, given.parts
        meter = trio.run(play, *how, Path(folder))
        if given.parts:
            again = [sys.executable, "-m", "bench.long_table", "--verify", folder]
            subprocess.run(again, check=True)
    first, last = meter.figures[0], meter.figures[-1]
    names = ("processor time", "memory", "objects")
    for name, before, after in zip(names, first, last, strict=True):
        print(f"{name}, last part to first: {after / before:.2f}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
