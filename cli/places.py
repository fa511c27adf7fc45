"""Where a player's files are: the identity, and a folder for each table.

Everything secret is in files that only their owner may read, in a folder that
only its owner may enter.  Names come from hashes of our own, never from a peer.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import click

from p2pgame.log import AuthorKey, Store, StoreError
from p2pgame.session import Me


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
            _write_secret(path, secrets.token_bytes(32))
    return AuthorKey(_secret(path))


def open_table(name: str) -> tuple[Me, Store]:
    """Return fresh secrets and an empty log for the first seat of a new table."""
    me = Me(name, identity(), secrets.token_bytes(32))
    return me, _take_seat(me.key.public, me)


def sit_down(table: bytes, name: str) -> tuple[Me, Store]:
    """Return the secrets and the log of a guest's seat at a table.

    Whoever left the table takes the same seat again: the first one of this
    player there that no other program holds.
    """
    for folder in sorted(_seats(table).iterdir()):
        with suppress(StoreError, FileNotFoundError):
            store = Store.open(folder / "log")
            return Me(name, identity(), _secret(folder / "seed")), store
    me = Me(name, identity(), secrets.token_bytes(32))
    return me, _take_seat(table, me)


def _take_seat(table: bytes, me: Me) -> Store:
    folder = _seats(table) / _label(me.key.public)
    folder.mkdir(mode=0o700)
    _write_secret(folder / "seed", me.seed)
    return Store.create(folder / "log")


def _seats(table: bytes) -> Path:
    """Return the folder of our seats at a table."""
    tables = home() / "tables"
    tables.mkdir(mode=0o700, exist_ok=True)
    seats = tables / _label(table)
    seats.mkdir(mode=0o700, exist_ok=True)
    return seats


def _label(key: bytes) -> str:
    return blake2b(key, digest_size=16).hexdigest()


def save(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(partial, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def _secret(path: Path) -> bytes:
    seed = path.read_bytes()
    if len(seed) != 32:
        raise click.ClickException(f"{path} is damaged: 32 bytes were written there.")
    return seed


def _write_secret(path: Path, secret: bytes) -> None:
    """Create a file whole and readable by its owner only, or fail if it exists."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    file = os.open(partial, flags, 0o600)
    try:
        with open(file, "wb") as opened:
            opened.write(secret)
            opened.flush()
            os.fsync(opened.fileno())
        os.link(partial, path)
    finally:
        partial.unlink()
