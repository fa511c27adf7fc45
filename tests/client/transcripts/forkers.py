"""A player who tells a second story of a game once it is over."""

from __future__ import annotations

from pathlib import Path

import trio

from p2pgame.client.profile import places
from p2pgame.client.seat.seat import Seat
from p2pgame.client.seat.seat_acts import SeatActs
from p2pgame.log import AuthorKey, Entry
from p2pgame.session.entries.identity import author_key


def key_in(home: Path) -> AuthorKey:
    """Return the author key of the only seat of a player."""
    (seed,) = home.glob(f"tables/*/*/{places.SEED}")
    return author_key(seed.read_bytes())


def twin(entry: Entry, key: AuthorKey) -> Entry:
    """Return another entry in the place of this one: it has seen less."""
    return Entry.write(
        key,
        entry.table,
        sequence=entry.sequence,
        previous=entry.previous,
        seen=entry.seen[1:],
        payload=entry.payload,
    )


def last_of(entries: tuple[Entry, ...], author: bytes) -> Entry:
    """Return an author's last entry that names another one's."""
    return [one for one in entries if one.author == author and one.seen][-1]


def tell_another_story(seat: Seat, home: Path) -> None:
    """Send the others at the table another entry in the place of our last."""
    acts = seat._acts
    assert isinstance(acts, SeatActs)
    peer = acts.peer
    key = key_in(home)
    lie = twin(last_of(peer.table.entries, key.public), key)
    peer._core.outbound.pass_on((lie,), None, trio.current_time())
