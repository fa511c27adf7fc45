"""Locks an open file against other programs, on each kind of system.

Both kinds of lock belong to the open file, last until it is closed or its process ends,
and need no library: those that there are open files by themselves, by their own flags.

Source: flock(2); ``LockFile`` of the Windows API by :func:`msvcrt.locking`.
"""

from __future__ import annotations

import os
from errno import EACCES, EDEADLK
from importlib import import_module
from types import ModuleType

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

#: The byte that is locked on Windows, beyond the end of any file of ours: others can't
#: read what is locked there.
_FAR = 1 << 30


def lock(file: int, *, waits: bool = False) -> None:
    """Take the lock of an open file; ``waits``: until another program has let go.

    Raises:
      BlockingIOError: Another program has it.
      OSError: The file system has no locks.
    """
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        return
    _lock_far(file, waits=waits)


def _lock_far(file: int, *, waits: bool) -> None:
    msvcrt = import_module("msvcrt")  # which checkers know on Windows alone
    here = os.lseek(file, 0, os.SEEK_CUR)
    os.lseek(file, _FAR, os.SEEK_SET)
    try:
        while not _has_locked(msvcrt, file, waits=waits):
            if not waits:
                raise BlockingIOError(EACCES, os.strerror(EACCES))
    finally:
        os.lseek(file, here, os.SEEK_SET)


def _has_locked(msvcrt: ModuleType, file: int, *, waits: bool) -> bool:
    try:
        # The kind that waits gives up after ten seconds.
        msvcrt.locking(file, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
    except OSError as error:
        if error.errno not in (EACCES, EDEADLK):
            raise
        return False
    return True
