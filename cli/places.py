"""Where a player's files are: the identity, and a folder for each table.

Everything secret is in files that only their owner may read, in a folder that
only its owner may enter.  Names come from hashes of our own, never from a peer.
A seat's folder holds its seed, its log, its ticket (see :mod:`cli.ticket`), and
a mark if the seat was moved to another device.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import click

from p2pgame.log import AuthorKey, Store, StoreError
from p2pgame.session import Me
from p2pgame.session.entries.identity import author_key
from p2pgame.transport.finding.chain import joining_key

R = TypeVar("R")

SEED, LOG, TICKET, MOVED = "seed", "log", "ticket", "moved"
#: Where the homes are of the programs that a host brings, in its seat's folder.
BOTS = "bots"
#: How a file is made that is not there yet.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
_LOCK = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
IN_USE = "A program of yours is playing there already."
#: Bytes of a seed.
SEED_SIZE = 32


class Refused(click.ClickException):
    """What is asked for can't be done with what is there; nothing has changed."""

    exit_code = 2


class Moved(click.ClickException):
    """A seat that another device plays now."""

    def __init__(self) -> None:
        super().__init__(
            "This seat was moved to another device, and only one may play it. "
            "If it was never taken there: p2pgame move-seat --undo."
        )


@dataclass(frozen=True, slots=True)
class Held:
    """A seat of ours that no other program can play while we hold it."""

    folder: Path
    me: Me
    store: Store


def home() -> Path:
    """Return the player's folder, made on first use."""
    place = Path(os.environ.get("P2PGAME_HOME") or click.get_app_dir("p2pgame"))
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place


def identity() -> AuthorKey:
    """Return the player's long-lived key, drawn on first use."""
    path = home() / "identity"
    if not path.exists():
        # If another of our processes is first, hers counts.
        with suppress(FileExistsError):
            write_new(path, secrets.token_bytes(SEED_SIZE))
    return AuthorKey(seed_in(path))


def seats() -> Iterator[Path]:
    """Yield the folder of each seat that we have or had, at any table."""
    with suppress(FileNotFoundError):
        for table in sorted((home() / "tables").iterdir()):
            yield from _folders(table)


def seats_at(table: bytes) -> list[Path]:
    """Return the folders of our seats at a table."""
    return _folders(_table(table))


def _folders(table: Path) -> list[Path]:
    """Return the seats in a folder; one with a dot was never finished."""
    return sorted(one for one in table.iterdir() if not one.name.startswith("."))


def seat_of(table: bytes, seed: bytes) -> Path:
    """Return the folder of the seat with this seed, whether it is there or not."""
    return _table(table) / _label(author_key(seed).public)


def open_table(name: str, secret: bytes) -> Held:
    """Take the first seat of a new table, with a fresh seed and an empty log.

    ``secret`` is that of its invite, here and below.
    """
    me = _player(name, secrets.token_bytes(SEED_SIZE), secret)
    return _take_seat(me.key.public, me)


def sit_down(
    table: bytes,
    name: str,
    secret: bytes,
    *,
    fits: Callable[[Path], bool] = lambda folder: True,
) -> Held:
    """Take a guest's seat at a table.

    Whoever left the table takes the same seat again: the first one of this
    player there that no other program holds, and that ``fits`` the invite.

    Raises:
      Moved: That one is played on another device.
    """
    folders = [folder for folder in seats_at(table) if fits(folder)]
    for folder in folders:
        with suppress(StoreError, FileNotFoundError, Moved):
            return go_on(folder, name, secret)
    if any(is_moved(folder) for folder in folders):
        raise Moved
    return _take_seat(table, _player(name, secrets.token_bytes(SEED_SIZE), secret))


def go_on(folder: Path, name: str, secret: bytes) -> Held:
    """Take the same seat again.

    Raises:
      Moved: It is played on another device.
      StoreError: Its log cannot be used, or another program does.
    """
    store = Store.open(folder / LOG)
    try:
        # Looked at now: nobody can mark a seat whose log another program holds.
        if is_moved(folder):
            raise Moved
        return Held(folder, _player(name, seed_in(folder / SEED), secret), store)
    except BaseException:
        store.close()
        raise


def _player(name: str, seed: bytes, secret: bytes) -> Me:
    return Me(name, identity(), seed, joining_key(secret))


def is_in_use(folder: Path) -> bool:
    """Return whether another program holds this seat just now."""
    try:
        with open(folder / f"{LOG}.lock", "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def forget(folder: Path) -> Path | None:
    """Delete what we have put into a seat's folder; return where the rest is, if any.

    It goes to another name first, so that half a seat is never one.

    Raises:
      Refused: A program plays there.
    """
    lock = os.open(folder / f"{LOG}.lock", _LOCK, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        gone = folder.rename(folder.with_name(f".{folder.name}.{secrets.token_hex(4)}"))
    except BlockingIOError:
        raise Refused(IN_USE) from None
    finally:
        os.close(lock)
    flush_names(folder.parent)
    shutil.rmtree(gone / BOTS, ignore_errors=True)
    for name in (
        SEED,
        TICKET,
        MOVED,
        LOG,
    ):  # with what was put aside beside one of them
        for path in (
            *gone.glob(name),
            *gone.glob(f"{name}.*"),
            *gone.glob(f".{name}.*"),
        ):
            path.unlink()
    for empty in (gone, gone.parent):
        with suppress(OSError):
            empty.rmdir()
    return gone if gone.exists() else None


def is_moved(folder: Path) -> bool:
    return (folder / MOVED).exists()


def _take_seat(table: bytes, me: Me) -> Held:
    folder = _table(table) / _label(me.key.public)
    make(folder)
    write_new(folder / SEED, me.seed)
    return Held(folder, me, Store.create(folder / LOG))


def _table(table: bytes) -> Path:
    """Return the folder of our seats at a table."""
    tables = home() / "tables"
    seats = tables / _label(table)
    for folder in (tables, seats):
        with suppress(FileExistsError):
            make(folder)
    return seats


def _label(key: bytes) -> str:
    return blake2b(key, digest_size=16).hexdigest()


def make(folder: Path) -> None:
    """Make a private folder that is there after a crash, too."""
    folder.mkdir(mode=0o700)
    flush_names(folder.parent)


def save(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Write a file whole or not at all, in the place of an older one."""
    _write(path, data, mode, os.replace)


def write_new(path: Path, secret: bytes) -> None:
    """Create a file whole and readable by its owner only, or fail if it exists."""
    _write(path, secret, 0o600, os.link)


def write_once(path: Path, data: bytes) -> None:
    """Create a private file anywhere, or fail if it exists; half of one is taken away.

    Other than :func:`write_new` it needs no hard links, which sticks don't have.
    """
    file = os.open(path, _NEW, 0o600)
    try:
        with open(file, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def flush_names(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def seed_in(path: Path) -> bytes:
    """Return the seed in a file."""
    seed = path.read_bytes()
    if len(seed) != SEED_SIZE:
        raise click.ClickException(
            f"{path} is damaged: {SEED_SIZE} bytes were written there."
        )
    return seed


def _write(
    path: Path, data: bytes, mode: int, put: Callable[[Path, Path], None]
) -> None:
    """Write to a file beside ``path``, then ``put`` it there."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    file = os.open(partial, _NEW, mode)
    try:
        with open(file, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        put(partial, path)
    finally:
        partial.unlink(missing_ok=True)
    flush_names(path.parent)


def taken(take: Callable[[], R]) -> R:
    """Return what is taken from the player's folder, or say why it can't be used."""
    try:
        return take()
    except OSError as error:
        raise click.ClickException(
            f"The player's folder can't be used: {error.filename}: {error.strerror}. "
            "P2PGAME_HOME names another."
        ) from None
