"""The process that has imported all, of which :mod:`tests.forked` has others forked."""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NamedTuple

from tests.forked import LONGEST, MOST_FILES, Kept, Order, Popen, take_terminal

#: Modules that programs import late.
LATE = (
    *(
        "p2pgame.cli.faults",
        "p2pgame.cli.commands.menu",
        "p2pgame.cli.terminal.line_display",
    ),
    *("p2pgame.cli.terminal.window_display", "p2pgame.client.native"),
    *("p2pgame.client.programs.program", "encodings.idna", "p2pgame.text.fluent"),
    "tests.forked_workers",
)


class Running(NamedTuple):
    """A fork that has not ended, and where to tell its number and its end."""

    pid: int
    end: socket.socket
    #: Whether another fork has ordered it.
    is_inner: bool

    def tell(self, text: str) -> None:
        with suppress(OSError):  # nobody waits for it
            self.end.send(text.encode())


class Source:
    """Forks programs as ordered, by those who test and by the forks themselves."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders
        self._ours, self._theirs = socket.socketpair(
            socket.AF_UNIX, socket.SOCK_SEQPACKET
        )
        #: By their pidfds.
        self._running: dict[int, Running] = {}
        #: What those have taken that were ordered by forks, and not yet been told.
        self._inner = 0.0

    def serve(self) -> tuple[Order, list[int]] | None:
        """Return the order in each fork, and None when nobody orders any more."""
        while True:
            asked = [self._orders, self._ours]
            awaited: list[socket.socket | int] = [*asked, *self._running]
            ready, _, _ = select.select(awaited, [], [])
            for pidfd in self._running.keys() & {*ready}:
                self._tell_end(pidfd)
            for orders in asked:
                if orders not in ready:
                    continue
                message, files, _, _ = socket.recv_fds(orders, LONGEST, MOST_FILES)
                if not message:
                    return None
                end = socket.socket(fileno=files.pop())
                if (pid := os.fork()) == 0:
                    self._forget()
                    end.close()
                    return Order(*json.loads(message)), files
                for file in files:
                    os.close(file)
                fork = Running(pid, end, is_inner=orders is self._ours)
                self._running[os.pidfd_open(pid)] = fork
                fork.tell(str(pid))

    def _forget(self) -> None:
        """Close in a fork what only its origin needs."""
        Kept.orders = self._theirs
        self._orders.close()
        self._ours.close()
        for pidfd, fork in self._running.items():
            os.close(pidfd)
            fork.end.close()

    def _tell_end(self, pidfd: int) -> None:
        """Say how a program has ended, and what it took."""
        fork = self._running.pop(pidfd)
        os.close(pidfd)
        _, status, used = os.wait4(fork.pid, 0)
        self._inner += used.ru_utime + used.ru_stime
        told = 0.0
        if not fork.is_inner:  # who has ordered it asks what it took
            told, self._inner = self._inner, 0.0
        fork.tell(f"{os.waitstatus_to_exitcode(status)} {told}")
        fork.end.close()


def become(order: Order, files: Sequence[int]) -> None:
    """Be the program that is ordered, or the worker of one."""
    from tests import forked_workers

    os.chdir(order.cwd)
    os.environ.clear()
    os.environ.update(order.env)
    subprocess.Popen = Popen  # type: ignore[misc]
    forked_workers.install()
    try:
        if order.files:
            forked_workers.become(order, files)
        else:
            become_program(order, files)
    except SystemExit as ended:
        if isinstance(ended.code, int):
            Kept.status = ended.code
        raise


def become_program(order: Order, files: Sequence[int]) -> None:
    if order.leads:
        os.setsid()
    elif order.group >= 0:
        os.setpgid(0, order.group)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    if order.controls:
        take_terminal()
    sys.stdout.reconfigure(line_buffering=os.isatty(1))  # type: ignore[union-attr]
    for number in order.closed:  # as an interpreter finds them that starts so
        os.close(number)
        setattr(sys, ("stdin", "stdout", "stderr")[number], None)
    sys.argv[1:] = order.arguments
    runpy.run_module("p2pgame", run_name="__main__", alter_sys=True)


def leave() -> None:
    """End at once: modules would have to be copied to be taken apart."""
    if Kept.status is None:
        return
    with suppress(OSError):  # or else Python says what is wrong
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(Kept.status)


def import_all() -> None:
    """Import what commands and games import, and read the words of English."""
    from p2pgame.cli.listed import COMMANDS
    from p2pgame.games.registry import GAMES

    gc.disable()
    for command in COMMANDS.values():
        import_module(f"p2pgame.cli.commands.{command.module}")
    for module in LATE:
        import_module(module)
    assert all(GAMES.values())
    import_module("p2pgame.text.fluent").Sentences("en")
    gc.freeze()
    gc.enable()


def main() -> None:
    # The process that ordered the first fork may have blocked signals just then.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    atexit.register(leave)  # first, and so called last
    import_all()
    found = Source(socket.socket(fileno=os.dup(0))).serve()
    if found is not None:
        become(*found)


if __name__ == "__main__":
    main()
