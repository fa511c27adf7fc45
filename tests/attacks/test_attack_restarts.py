"""What a crash at any moment must find on the disk, in the order in which it came."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from p2pgame.log import Entry, Store
from p2pgame.session.entries import payloads
from p2pgame.session.entries.bundles import unbundle
from p2pgame.session.entries.notes import Note
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.peer.runner import Peer
from tests.session.peers import Hall, peer
from tests.session.rps import RockPaperScissors
from tests.session.tables import me


def sealed_and_noted(folder: Path, seat: int) -> tuple[list[bytes], list[bytes]]:
    """Return the turns that a seat has begun to answer, and those it had noted by then.

    Each record was on the disk before anything else was done.
    """
    sealed, noted, notes = list[bytes](), list[bytes](), set[bytes]()
    with Store.open(folder / f"seat{seat}" / "log") as store:
        for record in unbundle(store.records):
            note = Note.read(record)
            if note is not None:
                notes.add(note.turn)
                continue
            entry = Entry.read(record)
            said = payloads.decode(entry.payload)
            mine = entry.author == me(seat).key.public
            if mine and isinstance(said, Answer) and said.round == 0:
                sealed.append(said.turn)
                noted += [said.turn] if said.turn in notes else []
    return sealed, noted


async def play(folder: Path) -> list[Peer]:
    """Play a whole game between two, and let go of their logs."""
    async with trio.open_nursery() as nursery:
        peers = [peer(RockPaperScissors(), seat, 2, folder) for seat in range(2)]
        hall = Hall(nursery, peers)
        await hall.start()
        hall.join(0, 1)
        await hall.finished()
        nursery.cancel_scope.cancel()
    for one in peers:
        one.close()
    return peers


async def test_all_that_has_taken_effect_comes_back_from_the_disk_alone(
    tmp_path: Path,
) -> None:
    """Others' words as well: whoever said them may be gone for good."""
    before = await play(tmp_path)
    for seat, old in enumerate(before):
        again = peer(RockPaperScissors(), seat, 2, tmp_path)
        await again.start()
        assert again.table.complete
        assert again.table.transcript() == old.table.transcript()
        again.close()


@pytest.mark.attack(43)
async def test_a_move_is_noted_on_the_disk_before_its_seal(tmp_path: Path) -> None:
    """Its opening follows from the seed and the move, and the log has only the seal."""
    for seat, _ in enumerate(await play(tmp_path)):
        (first, *_), noted = sealed_and_noted(tmp_path, seat)
        assert noted == [first]  # the other turn is a roll, of which there is no note
