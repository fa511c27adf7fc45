"""The parking is bounded in every direction, and forgets what has left it."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.log import AuthorKey, Entry
from p2pgame.log.entry import PAYLOAD_LIMIT
from p2pgame.log.parking import PARKED, PARKED_BYTES, PARKED_EACH, Parking
from tests.log.authors import ANN, BEN, TABLE

NOWHERE = b"?" * 32


def _parked(key: AuthorKey, count: int, payload: bytes = b"") -> Iterator[Entry]:
    for sequence in range(1, count + 1):
        yield Entry.write(
            key, TABLE, sequence=sequence, previous=NOWHERE, seen=(), payload=payload
        )


def test_an_author_has_so_many_places() -> None:
    parking = Parking()
    entries = list(_parked(ANN, PARKED_EACH + 1))
    assert all(parking.park(entry, [NOWHERE]) for entry in entries[:-1])
    assert not parking.park(entries[-1], [NOWHERE])
    (other,) = _parked(BEN, 1)
    assert parking.park(other, [NOWHERE])


def test_all_authors_together_have_so_many_places() -> None:
    parking = Parking()
    for number in range(PARKED // PARKED_EACH + 1):
        key = AuthorKey(bytes([number, 2]) * 16)
        for entry in _parked(key, PARKED_EACH):
            parking.park(entry, [NOWHERE])
    assert len(parking) == PARKED


def test_all_entries_together_have_so_many_bytes() -> None:
    parking = Parking()
    for key in (ANN, BEN):
        for entry in _parked(key, PARKED_EACH, bytes(PAYLOAD_LIMIT)):
            parking.park(entry, [NOWHERE])
    assert len(parking) == PARKED_BYTES // len(entry.raw) < 2 * PARKED_EACH


def test_room_that_was_left_can_be_used_again() -> None:
    parking = Parking()
    entries = list(_parked(ANN, PARKED_EACH, bytes(PAYLOAD_LIMIT)))
    for _ in range(3):
        parked = [entry for entry in entries if parking.park(entry, [NOWHERE])]
        assert len(parked) == PARKED_BYTES // len(entries[0].raw)
        assert parking.free_all(ANN.public) == parked
        assert len(parking) == 0
        assert parking.wanted_by(NOWHERE) is None


def test_an_entry_that_is_not_parked_is_not_freed_twice() -> None:
    parking = Parking()
    one, other = _parked(ANN, 2)
    parking.park(one, [NOWHERE])
    for _ in range(2):
        parking.free(other)
    assert len(parking) == 1
    for _ in range(2):
        parking.free(one)
    assert len(parking) == 0


def test_an_entry_is_found_by_author_and_number_and_by_what_it_waits_for() -> None:
    parking = Parking()
    one, other = _parked(ANN, 2)
    parking.park(one, [NOWHERE])
    parking.park(other, [NOWHERE])
    assert parking.find(ANN.public, 2) is other
    assert parking.find(BEN.public, 2) is None
    assert parking.wanted_by(NOWHERE) == ANN.public
    assert parking.wake(NOWHERE) == [one, other]
    assert parking.wake(NOWHERE) == []
    assert parking.wanted_by(NOWHERE) is None
    assert len(parking) == 2
