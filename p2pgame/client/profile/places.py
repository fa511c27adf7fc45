"""Knows where a player's files are: the identity, and a folder for each table.

Everything secret is in files that only their owner may read, in a folder that
only its owner may enter.  Names come from hashes of our own, never from a peer.
A seat's folder holds its seed, its log, its ticket (see :mod:`.ticket`), its player's
plan if there is one, and a mark if the seat was moved to another device.
"""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

from platformdirs import user_config_dir

from p2pgame.log import AuthorKey, Store, StoreError
from p2pgame.log.disk import MACHINE, Disk
from p2pgame.log.durable import (
    PRIVATE,
    SAFE,
    create_file,
    replace_file,
    sync_folder,
)
from p2pgame.log.file_lock import lock
from p2pgame.session import Me
from p2pgame.session.entries.identity import author_key
from p2pgame.transport.finding.chain import joining_key

from .. import system_reason
from ..errors import Moved, Refused, Unusable

R = TypeVar("R")

SEED, LOG, TICKET, MOVED, PLAN = "seed", "log", "ticket", "moved", "plan"
#: Where the homes are of the programs that a host brings, in its seat's folder.
BOTS = "bots"
_LOCK = os.O_RDWR | os.O_CREAT | SAFE
#: The user that may do all, and the rights of others that a folder must not give.
_SUPERUSER, _OTHERS_WRITE = 0, stat.S_IWGRP | stat.S_IWOTH
#: Bytes of a seed.
SEED_SIZE = 32


#: The folder of a user of whom nothing says where its files are: it is never made.
NOWHERE = Path(os.sep).absolute() / "no folder of this user" / "p2pgame"


@dataclass(frozen=True, slots=True)
class Held:
    """A seat of ours that no other program can play while we hold it."""

    folder: Path
    me: Me
    store: Store


@dataclass(frozen=True, slots=True)
class Ground:
    """What the profile stands on: its folder (None: the usual one), and the machine.

    ``disk`` is that of the logs; small files are written whole, in the folder.
    """

    home: Path | None = None
    disk: Disk = MACHINE
    entropy: Callable[[int], bytes] = os.urandom
    now: Callable[[], float] = time.time


_NATIVE = Ground()
#: The ground of each player, where several play in one process.
GROUND: ContextVar[Ground] = ContextVar("ground", default=_NATIVE)


def place() -> Path:
    """Return where the player's folder is, or will be.

    Raises:
      Unusable: Another user of the machine could put other files there.
    """
    folder = _place()
    if hasattr(os, "geteuid"):
        with suppress(OSError):  # it is not there, or its user says why not
            found = folder.stat()
            if found.st_uid not in (_SUPERUSER, os.geteuid()):
                raise Unusable("home-of-another", path=str(folder), user=found.st_uid)
            is_our_group = found.st_gid == os.getegid()  # as with a umask of 002
            others = stat.S_IWOTH if is_our_group else _OTHERS_WRITE
            if stat.S_IMODE(found.st_mode) & others:
                raise Unusable("home-writable", path=str(folder))
    return folder


def _place() -> Path:
    said = os.environ.get("P2PGAME_HOME")
    return GROUND.get().home or (Path(said) if said else _usual())


def _usual() -> Path:
    try:
        found = Path(user_config_dir("p2pgame", appauthor=False, roaming=True))
    except RuntimeError:  # this user has no folder
        return NOWHERE
    return found if found.is_absolute() else NOWHERE


def home() -> Path:
    """Return the player's folder, made on first use.

    Raises:
      Unusable: Nothing says where it is.
    """
    folder = place()
    if folder == NOWHERE:
        raise Unusable("home-unknown")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Hold the lock of a file at home; it goes with our process, whatever happens."""
    file = os.open(home() / f"{name}.lock", _LOCK, 0o600)
    try:
        lock(file, waits=True)
        yield
    finally:
        os.close(file)


def is_at_home() -> bool:
    """Return whether the player's folder is the usual one of this machine."""
    return place() == _usual()


def identity() -> AuthorKey:
    """Return the player's long-lived key, drawn on first use."""
    path = home() / "identity"
    if not path.exists():
        # If another of our processes is first, hers counts.
        with suppress(FileExistsError):
            create_file(path, _fresh_seed())
    return AuthorKey(seed_in(path))


def kept_identity() -> bytes | None:
    """Return the public half of the player's key, None: none was drawn yet."""
    path = place() / "identity"
    return AuthorKey(seed_in(path)).public if path.exists() else None


def seats() -> Iterator[Path]:
    """Yield the folder of each seat that we have or had, at any table."""
    with suppress(FileNotFoundError):
        for table in sorted((place() / "tables").iterdir()):
            yield from _folders(table)


def kept_seats(table: bytes) -> list[Path]:
    """Return the folders of our seats at a table, and make none."""
    folder = place() / "tables" / _label(table)
    return _folders(folder) if folder.is_dir() else []


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
    me = _player(name, _fresh_seed(), secret)
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
    return _take_seat(table, _player(name, _fresh_seed(), secret))


def go_on(folder: Path, name: str, secret: bytes) -> Held:
    """Take the same seat again.

    Raises:
      Moved: It is played on another device.
      StoreError: Its log cannot be used, or another program does.
    """
    store = Store.open(folder / LOG, GROUND.get().disk)
    try:
        # Looked at now: nobody can mark a seat whose log another program holds.
        if is_moved(folder):
            raise Moved
        return Held(folder, _player(name, seed_in(folder / SEED), secret), store)
    except BaseException:
        store.close()
        raise


def _fresh_seed() -> bytes:
    return GROUND.get().entropy(SEED_SIZE)


def now() -> int:
    """Return the time, in seconds of Unix time."""
    return int(GROUND.get().now())


def _player(name: str, seed: bytes, secret: bytes) -> Me:
    return Me(name, identity(), seed, joining_key(secret))


def is_in_use(folder: Path) -> bool:
    """Return whether another program holds this seat just now."""
    try:
        with open(folder / f"{LOG}.lock", "rb") as file:
            lock(file.fileno())
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
    file = os.open(folder / f"{LOG}.lock", _LOCK, 0o600)
    try:
        lock(file)
        gone = folder.rename(folder.with_name(f".{folder.name}.{secrets.token_hex(4)}"))
    except BlockingIOError:
        raise Refused("seat-in-use") from None
    finally:
        os.close(file)
    sync_folder(folder.parent)
    shutil.rmtree(gone / BOTS, ignore_errors=True)
    for name in (
        SEED,
        TICKET,
        MOVED,
        PLAN,
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
    create_file(folder / SEED, me.seed)
    return Held(folder, me, Store.create(folder / LOG, GROUND.get().disk))


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
    sync_folder(folder.parent)


def plan_in(folder: Path) -> bytes:
    """Return what is kept of a seat's plan, or nothing."""
    try:
        return (folder / PLAN).read_bytes()
    except FileNotFoundError:
        return b""


def put_plan(folder: Path, plan: bytes) -> None:
    """Keep a seat's plan on the disk, in the place of another; nothing: keep none."""
    if plan:
        replace_file(folder / PLAN, plan, PRIVATE)
    elif (folder / PLAN).exists():
        (folder / PLAN).unlink()
        sync_folder(folder)


def seed_in(path: Path) -> bytes:
    """Return the seed in a file."""
    seed = path.read_bytes()
    if len(seed) != SEED_SIZE:
        raise Unusable("seed-damaged", path=str(path), size=SEED_SIZE)
    return seed


def taken(take: Callable[[], R]) -> R:
    """Return what is taken from the player's folder, or say why it can't be used."""
    try:
        return take()
    except OSError as error:
        raise unusable(error) from None


def is_within(name: object) -> bool:
    """Return whether what a system call was about lies in the player's folder."""
    if not isinstance(name, str | bytes | os.PathLike):
        return False
    return Path(os.fsdecode(name)).is_relative_to(_place())


def unusable(error: OSError) -> Unusable:
    """Return what to say of a failure in the player's folder."""
    where = _place() if error.filename is None else error.filename
    return Unusable("home-unusable", path=str(where), why=system_reason.why(error))
