"""Takes a seat to another device, and back.

Two devices that play one seat sign two stories, and its player stands convicted.
So the seat is marked as moved, durably, before there is a file that another
device could take it from.  The device that takes it has a log that is in doubt, so that
the others are asked for what else was said before anything is signed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace
from nacl.utils import random

from p2pgame.log import Store, StoreError
from p2pgame.log.durable import create_file, create_once, sync_folder

from .. import system_reason
from ..errors import ClientError, InvalidRequest, Moved, Refused, Unusable
from ..words import message_of_error
from . import parcel, places, tables, ticket
from .parcel import Parcel
from .tables import Kept

#: Characters of a passphrase, and different ones among them, at least: it is all that
#: keeps a file closed that may lie on somebody's server.
LEAST_LETTERS, LEAST_KINDS = 12, 5


def movable(table: int | None) -> Kept:
    """Return the seat with this number, or the only one, which can be moved.

    Raises:
      Refused: There is no such seat, or it must stay here.
    """
    one = tables.chosen(table)
    if one.is_moved:
        raise Moved
    if one.ticket.hosting is not None and one.ticket.hosting.guests:
        raise Refused("bots-stay-here")
    return one


def check_new(file: Path) -> None:
    """Refuse a file that can't be written anew.

    Raises:
      InvalidRequest: It is there already, or its folder is not.
    """
    if file.exists() or file.is_symlink():
        raise InvalidRequest("file-exists", path=str(file))
    if not file.absolute().parent.is_dir():
        raise InvalidRequest("no-folder", path=str(file.parent))


def move(one: Kept, file: Path, passphrase: str) -> None:
    """Write a seat into a file, encrypted; it can't be played here any more.

    Raises:
      InvalidRequest: The passphrase could be guessed by who finds the file.
      ClientError: Another program plays there, or the file can't be written.
    """
    _check_passphrase(passphrase)
    with closing(_opened(one)) as store:
        _move(one, store, file, passphrase)


def _check_passphrase(passphrase: str) -> None:
    """Refuse what can be guessed by somebody who has the file, and time."""
    if len(passphrase) < LEAST_LETTERS or len({*passphrase}) < LEAST_KINDS:
        raise InvalidRequest(
            "passphrase-weak", letters=LEAST_LETTERS, kinds=LEAST_KINDS
        )


def take(file: Path, data: bytes, passphrase: str) -> None:
    """Put the seat in a file's ``data`` in place on this device.

    Raises:
      Refused: It can't be read, is here already, or is older than what is here.
    """
    try:
        taken = parcel.unseal(data, passphrase)
    except ValueError as error:
        why = message_of_error(error)
        raise Refused("seat-file-wrong", path=str(file), why=why) from None
    folder = places.seat_of(taken.ticket.way.table, taken.seed)
    if folder.exists():
        _bring_back(folder, taken)
    else:
        _put(folder, taken)


def moved(table: int | None) -> Kept:
    """Return the seat that was moved and is to be taken back.

    Raises:
      Refused: There is none, or there are several.
    """
    seats = [one for one in tables.kept() if one.is_moved]
    if table is not None:
        seats = [one for one in seats if one.number == table]
    if not seats:
        raise Refused("no-seat-moved")
    if len(seats) > 1:
        which = tables.WhichTable("several-seats-moved")
        which.tables = tuple(seats)
        raise which
    return seats[0]


def undo(one: Kept) -> None:
    """Take back a seat whose file is lost."""
    with closing(_opened(one)) as store:
        records = store.records
    Store.adopt(one.folder / places.LOG, records)
    _unmark(one.folder)


def load(file: Path) -> bytes:
    """Return what is in a seat's file.

    Raises:
      Refused: It can't be read.
    """
    try:
        with file.open("rb") as opened:
            return opened.read(parcel.LIMIT + 1)
    except OSError as error:
        why = system_reason.why(error)
        raise Refused("file-unreadable", path=str(file), why=why) from None


def _move(one: Kept, store: Store, file: Path, secret: str) -> None:
    """Mark a seat as moved, then write it to a file."""
    name = random(parcel.NAME_SIZE)
    # What holds on this device alone: paths, and whether the host is near.
    kept = replace(one.ticket, transcript=None, saved=None, nearby=False)
    seed = places.seed_in(one.folder / places.SEED)
    try:
        plan = places.plan_in(one.folder)
        data = parcel.seal(Parcel(name, seed, kept, store.records, plan), secret)
    except ValueError as error:
        raise ClientError.saying(message_of_error(error)) from None
    create_file(one.folder / places.MOVED, name)
    try:
        create_once(file, data)
    except OSError as error:
        why = system_reason.why(error)
        raise Unusable("seat-file-not-written", path=str(file), why=why) from None


def _put(folder: Path, taken: Parcel) -> None:
    """Put a seat in place where there was none, whole or not at all."""
    beside = folder.with_name(f".{folder.name}.{random(4).hex()}")
    places.make(beside)
    create_file(beside / places.SEED, taken.seed)
    ticket.write(beside, taken.ticket)
    places.put_plan(beside, taken.plan)
    Store.adopt(beside / places.LOG, taken.records)
    beside.rename(folder)
    sync_folder(folder.parent)


def _bring_back(folder: Path, taken: Parcel) -> None:
    """Put a seat in place again that was moved from here, and has come back.

    Raises:
      Refused: It is played here, or this file knows less than is known here.
    """
    mark = folder / places.MOVED
    if not mark.exists():
        raise Refused("seat-here-already")
    if mark.read_bytes() == taken.name:
        raise Refused("seat-file-from-here")
    with closing(Store.open(folder / places.LOG)) as store:
        if not _holds(taken.records, store.records):
            raise Refused("seat-file-older")
    Store.adopt(folder / places.LOG, taken.records)
    ticket.write(folder, taken.ticket)
    places.put_plan(folder, taken.plan)
    _unmark(folder)


def _holds(records: Sequence[bytes], others: Sequence[bytes]) -> bool:
    return {*others} <= {*records}


def _unmark(folder: Path) -> None:
    (folder / places.MOVED).unlink()
    sync_folder(folder)


def _opened(one: Kept) -> Store:
    """Return the log of a seat, so that nobody plays it meanwhile."""
    try:
        return Store.open(one.folder / places.LOG)
    except StoreError as error:
        raise Unusable.saying(message_of_error(error)) from None
