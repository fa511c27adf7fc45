"""Taking a seat to another device, and back.

Two devices that play one seat sign two stories, and its player stands convicted.
So the seat is marked as moved, durably, before there is a file that another
device could take it from; and whoever takes it has a log that is in doubt, so that
the others are asked for what else was said before anything is signed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click
from msgspec.structs import replace
from nacl.utils import random

from p2pgame.client.errors import Moved, Refused
from p2pgame.client.profile import parcel, places, ticket
from p2pgame.client.profile.parcel import Parcel
from p2pgame.log import Store, StoreError
from p2pgame.log.durable import create_file, create_once, sync_folder

from . import tables, words
from .keyboard import read_line
from .tables import Kept

WARNING = (
    "Two devices must never play one seat: their words would contradict each other, "
    "and you would stand there as a cheat. Go on here only if the seat was not "
    "taken on another device, and the file is gone."
)

_passphrase_file = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path),
    help="Read the passphrase from this file, - for standard input, not the keyboard.",
)


@click.command("move-seat")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--table", type=int, help="Which one, as p2pgame tables counts.")
@click.option("--undo", is_flag=True, help="Take back a seat whose file is lost.")
@click.option("--yes", is_flag=True, help="With --undo: don't ask.")
@_passphrase_file
def move_seat(
    file: Path | None,
    table: int | None,
    undo: bool,
    yes: bool,
    passphrase_file: Path | None,
) -> None:
    """Write a seat into FILE, encrypted, to go on with it on another device.

    There p2pgame take-seat FILE puts it in place; here it can't be played any more.
    """
    if undo:
        if file is not None:
            raise click.UsageError("--undo takes no file.")
        _undo(table, yes=yes)
        return
    if file is None:
        raise click.UsageError("into which file? For example: move-seat seat.p2pseat")
    _check_new(file)
    one = tables.chosen(table, "move-seat FILE --table")
    if one.is_moved:
        raise Moved
    if one.ticket.hosting is not None and one.ticket.hosting.bots:
        raise Refused("Programs of this device play at that table.")
    secret = _asked(passphrase_file, twice=True)
    with closing(_opened(one)) as store:
        _move(one, store, file, secret)
    click.echo(f"The seat is in {file}, and can't be played here any more.")
    click.echo(f"On the other device: p2pgame take-seat {file.name}")


@click.command("take-seat")
@click.argument("file", type=click.Path(path_type=Path))
@_passphrase_file
def take_seat(file: Path, passphrase_file: Path | None) -> None:
    """Put the seat in FILE, which move-seat wrote, in place on this device."""
    data = _read(file)
    secret = _asked(passphrase_file, twice=False)
    try:
        taken = parcel.unseal(data, secret)
    except ValueError as error:
        raise Refused(f"{file}: {words.sentence(words.told(error))}") from None
    folder = places.seat_of(taken.ticket.way.table, taken.seed)
    if folder.exists():
        _bring_back(folder, taken)
    else:
        _put(folder, taken)
    click.echo("The seat is here now. To go on: p2pgame resume")
    click.echo(f"{file} is of no more use; delete it.")


def _move(one: Kept, store: Store, file: Path, secret: str) -> None:
    """Mark a seat as moved, then write it to a file."""
    name = random(parcel.NAME_SIZE)
    kept = replace(one.ticket, transcript=None)  # a path of this device
    seed = places.seed_in(one.folder / places.SEED)
    try:
        data = parcel.seal(Parcel(name, seed, kept, store.records), secret)
    except ValueError as error:
        raise click.ClickException(words.sentence(words.told(error))) from None
    create_file(one.folder / places.MOVED, name)
    try:
        create_once(file, data)
    except OSError as error:
        raise click.ClickException(
            f"{file} can't be written: {error.strerror}. The seat counts as moved; "
            "p2pgame move-seat --undo takes it back."
        ) from None


def _undo(table: int | None, *, yes: bool) -> None:
    moved = [one for one in tables.kept() if one.is_moved]
    if table is not None:
        moved = [one for one in moved if one.number == table]
    if len(moved) != 1:
        which = "No such seat was" if not moved else "Several seats were"
        listed = "".join(f"\n{one}" for one in moved)
        raise Refused(f"{which} moved; --table says which.{listed}")
    click.echo(WARNING, err=True)
    if not yes:
        click.confirm("Take it back?", abort=True, err=True)
    (one,) = moved
    with closing(_opened(one)) as store:
        records = store.records
    Store.adopt(one.folder / places.LOG, records)
    _unmark(one.folder)
    click.echo("The seat is here again. To go on: p2pgame resume")


def _put(folder: Path, taken: Parcel) -> None:
    """Put a seat in place where there was none, whole or not at all."""
    beside = folder.with_name(f".{folder.name}.{random(4).hex()}")
    places.make(beside)
    create_file(beside / places.SEED, taken.seed)
    ticket.write(beside, taken.ticket)
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
        raise Refused("This seat is on this device already.")
    if mark.read_bytes() == taken.name:
        raise Refused(
            "This file was written here; p2pgame move-seat --undo takes the seat back."
        )
    with closing(Store.open(folder / places.LOG)) as store:
        if not _holds(taken.records, store.records):
            raise Refused("This file is older than what is here already.")
    Store.adopt(folder / places.LOG, taken.records)
    ticket.write(folder, taken.ticket)
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
        raise click.ClickException(words.sentence(words.told(error))) from None


def _check_new(file: Path) -> None:
    if file.exists() or file.is_symlink():
        raise click.UsageError(f"{file} is there already; take another name.")
    if not file.absolute().parent.is_dir():
        raise click.UsageError(f"there is no folder {file.parent}.")


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(parcel.LIMIT + 1)
    except OSError as error:
        raise Refused(f"{file} can't be read: {error.strerror}.") from None


def _asked(path: Path | None, *, twice: bool) -> str:
    """Return the passphrase: typed unseen, or the first line of a file."""
    if path is None and not sys.stdin.isatty():
        raise click.UsageError("without a terminal: --passphrase-file -")
    if path is None:
        typed = click.prompt(
            "Passphrase", hide_input=True, confirmation_prompt=twice, err=True
        )
        return str(typed)
    try:
        line = read_line() if str(path) == "-" else _first_line(path)
    except EOFError:
        line = ""
    if not line.rstrip("\r\n"):
        raise click.UsageError("the passphrase is empty.")
    return line.rstrip("\r\n")


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline(4096)
    except (OSError, UnicodeDecodeError):
        raise click.UsageError(f"{path} can't be read as text.") from None
