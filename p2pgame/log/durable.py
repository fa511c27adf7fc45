"""Writes whole files that survive a crash: each is there whole, or not at all.

Every function returns only when the data and the file's name are on the disk.  A file
takes its place in one step, so another program never reads half of one.  Appending to a
log is the business of :mod:`.store`, not of this module.

Source: fsync(2), rename(2), link(2); a rename is durable once its folder is synced.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

#: Permissions of a file that only its owner may read and write.
PRIVATE = 0o600

#: Permissions that a program gives to any file; the user's umask takes some away.
PUBLIC = 0o666

#: Flags for files of ours.  A link that lies in a file's place is refused, and no child
#: inherits the file; Windows has other flags, and reads bytes as text without one.
SAFE: int = sum(
    getattr(os, name, 0)
    for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_NOINHERIT", "O_BINARY")
)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFE


def replace_file(path: Path, data: bytes, mode: int = PUBLIC) -> None:
    """Write a file whole, in the place of an older one if there is one.

    ``mode`` is the new file's; the umask applies.

    Raises:
      OSError: The file can't be written; an older one is untouched.
    """
    _write_beside(path, data, mode, os.replace)


def create_file(path: Path, data: bytes) -> None:
    """Create a private file whole; exactly one of several callers succeeds.

    The folder's file system must have hard links; else use :func:`create_once`.

    Raises:
      FileExistsError: Something has this name already; it is untouched.
      OSError: The file can't be written; the name is free as before.
    """
    _write_beside(path, data, PRIVATE, os.link)


def create_once(path: Path, data: bytes) -> None:
    """Create a private file where hard links are missing, as on a USB stick (FAT).

    Readers may see part of the file while it is written, and a crash may leave part
    of it.  If writing fails, the part is removed.

    Raises:
      FileExistsError: Something has this name already; it is untouched.
      OSError: The file can't be written; the name is free as before.
    """
    file = os.open(path, _NEW, PRIVATE)
    try:
        _write_all(file, data, path)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Wait until the names in a folder are on the disk.

    Raises:
      OSError: There is no such folder, or the disk failed.
    """
    if not hasattr(os, "O_DIRECTORY"):  # Windows opens no folders; NTFS keeps a journal
        path.stat()
        return
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | SAFE)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _write_beside(
    path: Path, data: bytes, mode: int, put: Callable[[Path, Path], None]
) -> None:
    """Write a file under another name, then ``put`` it in its place."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    file = os.open(partial, _NEW, mode)
    try:
        _write_all(file, data, path)
        put(partial, path)
    finally:
        partial.unlink(missing_ok=True)
    sync_folder(path.parent)


def _write_all(file: int, data: bytes, path: Path) -> None:
    """Write a file and close it; an error names the ``path`` for which it is."""
    try:
        with open(file, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
