"""Has the processes that work for a program forked, too, as the program itself is.

``p2pgame.workers`` starts interpreters by multiprocessing's way ``spawn``, in which all
is imported anew.  Here such a process is a fork of what :mod:`tests.forked` forks
programs from; it gets the same files, and then does what a spawned one does.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import socket
import sys
from collections.abc import Sequence
from multiprocessing import context, popen_spawn_posix, process, util
from threading import Lock
from typing import TYPE_CHECKING

from tests import forked

if TYPE_CHECKING:
    import pytest

#: By this argument a process knows that it is a worker.
MARK = "--multiprocessing-fork"
#: Files are moved above this number, away from those they are about to get.
HIGH = 200
#: Where the end of each worker is told, by its number.
ENDS: dict[int, socket.socket] = {}
_spawn = util.spawnv_passfds
_popen = context.SpawnProcess._Popen


class Worker(popen_spawn_posix.Popen):
    """A worker that may be no child of ours: its origin tells how it has ended."""

    def __init__(self, process_obj: process.BaseProcess) -> None:
        self._telling = Lock()
        super().__init__(process_obj)

    def poll(self, flag: int = os.WNOHANG) -> int | None:
        if self.pid not in ENDS and self.returncode is None:
            return super().poll(flag)
        with self._telling:
            if self.returncode is None:
                end = ENDS[self.pid]
                wait = 0 if flag == os.WNOHANG else None
                if select.select([end], [], [], wait)[0]:
                    self.returncode = forked.told_end(ENDS.pop(self.pid))
        return self.returncode


def start(path: bytes, command: Sequence[str], files: Sequence[int]) -> int:
    """Order a fork if a worker is to be started, and start any other program."""
    if command[-1] != MARK:
        return _spawn(path, command, files)
    numbers = (0, 1, 2, *files)
    order = forked.Order(
        [command[-2]],
        os.getcwd(),
        {**os.environ},
        files=numbers,
        blocked=[*signal.pthread_sigmask(signal.SIG_BLOCK, ())],
    )
    end, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        forked.ask(order, [*numbers, theirs.fileno()])
    pid = int(end.recv(100))
    ENDS[pid] = end
    return pid


def become(order: forked.Order, files: Sequence[int]) -> None:
    """Be the worker that is ordered, in a fork."""
    moved = [_move(file) for file in files]
    if forked.Kept.orders is not None:
        orders = forked.Kept.orders.detach()
        forked.Kept.orders = socket.socket(fileno=_move(orders))
    for number, file in zip(order.files, moved, strict=True):
        os.dup2(file, number, inheritable=False)
        os.close(file)
    signal.pthread_sigmask(signal.SIG_SETMASK, order.blocked)
    sys.argv[:] = ["-c", MARK]
    (code,) = order.arguments
    try:
        exec(code, {})
    except EOFError:  # whoever ordered it has ended before it said what to do
        sys.exit(1)


def _move(file: int) -> int:
    moved = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, HIGH)
    os.close(file)
    return moved


def install() -> None:
    """Have all workers of this process forked from now on."""
    util.spawnv_passfds = start  # type: ignore[assignment]
    context.SpawnProcess._Popen = staticmethod(Worker)  # type: ignore[method-assign]


def leave_alone(patch: pytest.MonkeyPatch) -> None:
    """Have workers started anew, as they are where nobody tests."""
    patch.setattr(util, "spawnv_passfds", _spawn)
    patch.setattr(context.SpawnProcess, "_Popen", staticmethod(_popen))
