"""Starts ``p2pgame`` as a fork of a process that has imported it already.

A command's imports take 0.4 CPU seconds, and the suite starts hundreds of commands,
which start as many again for the programs that play.  A fork is a process like any
other: with pipes, an environment, a folder, signals and an exit status of its own.
Tests of the start itself (imports, options of Python, the path of modules) start an
interpreter by ``subprocess``.

``P2PGAME_COLD=1`` starts all programs so, as do systems without pidfds.
"""

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
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import IO, AnyStr, NamedTuple, TypeAlias, cast

ROOT = Path(__file__).parent.parent
#: How our program is started; nothing else is forked.
OURS = [sys.executable, "-P", "-m", "cli"]
#: Bytes of an order at most; it has the whole environment.
LONGEST = 1 << 17
#: Files that come with it at most.
MOST_FILES = 24
#: Seconds that :func:`run` waits for an end.
WITHIN = 120.0
#: Modules that programs import late.
LATE = (
    *("cli.faults", "cli.commands.menu", "cli.terminal.line_display"),
    *("cli.terminal.window_display", "p2pgame.client.native"),
    *("p2pgame.client.programs.program", "encodings.idna", "p2pgame.text.fluent"),
    "tests.forked_workers",
)
#: Beginnings of the variables that an interpreter reads when it starts.
EARLY = ("PYTHON", "LANG", "LC_", "TZ")
Stream: TypeAlias = int | IO[str] | None


def early(env: Mapping[str, str]) -> dict[str, str]:
    """Return what of an environment an interpreter reads when it starts."""
    return {name: value for name, value in env.items() if name.startswith(EARLY)}


#: With these a program is forked, and only with these.
STARTED = {**early(os.environ), "PYTHONPATH": str(ROOT)}


class Order(NamedTuple):
    """What is to be started."""

    arguments: Sequence[str]
    cwd: str
    env: Mapping[str, str]
    #: Whether it begins a session, and its standard input is what sends it signals.
    leads: bool = False
    controls: bool = False
    #: The process group, as ``os.setpgid`` takes it; -1: that of its origin.
    group: int = -1
    #: For a worker of a program: the numbers of its files, and the signals it blocks.
    files: Sequence[int] = ()
    blocked: Sequence[int] = ()


class Kept:
    """What a process that orders forks, or is one, has to remember."""

    #: CPU seconds of the forks that have ended, which are no children of ours.
    spent = 0.0
    #: Where to order forks.
    orders: socket.socket | None = None
    #: How this fork ends, once that is known.
    status: int | None = None


class Popen(subprocess.Popen[AnyStr]):
    """Forks our program, if an interpreter would start alike; starts any other."""

    is_forked = hasattr(os, "pidfd_open") and not os.environ.get("P2PGAME_COLD")
    controls = False
    _end: socket.socket | None = None

    def _execute_child(self, *how: object) -> None:
        """Start the process; ``subprocess`` has made its pipes."""
        command: list[str] = [*map(str, cast("Sequence[object]", how[0]))]
        env = cast("Mapping[str, str] | None", how[6]) or os.environ
        is_ours = command[: len(OURS)] == OURS and early(env) == STARTED
        if not (self.is_forked and is_ours):
            preexec_fn = take_terminal if self.controls else how[2]
            super()._execute_child(*how[:2], preexec_fn, *how[3:])  # type: ignore[misc]
            return
        pipes = cast("tuple[int, ...]", how[10:16])
        order = Order(
            command[len(OURS) :],
            str(how[5] or os.getcwd()),
            {**env},
            bool(how[21]),
            self.controls,
            cast("int", how[22]),
        )
        given = (pipes[0], pipes[3], pipes[5])
        self._telling = Lock()
        self._end, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            files: list[int] = [n if f == -1 else f for n, f in enumerate(given)]
            ask(order, [*files, theirs.fileno()])
        told = self._end.recv(100)
        assert told, "what all programs are forked from has ended"
        self.pid = int(told)
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]

    def poll(self) -> int | None:
        if self._end is None:
            return super().poll()
        with self._telling:
            if self.returncode is None and select.select([self._end], [], [], 0)[0]:
                self.returncode = told_end(self._end)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self._end is None:
            return super().wait(timeout)
        if self.poll() is None:
            if not select.select([self._end], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self.poll()
        return self.returncode


def told_end(end: socket.socket) -> int:
    """Return the exit status of a fork that has ended, and count what it took."""
    with end:
        told = end.recv(100).split()
    assert told, "what all programs are forked from has ended"
    Kept.spent += float(told[1])
    return int(told[0])


class Program(Popen[str]):
    """``p2pgame`` with ``arguments``, in the folder ``cwd``.

    ``leads``: it begins a session.
    """

    #: What starts it.
    command: Sequence[str] = OURS

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        streams: tuple[Stream, Stream, Stream],
        leads: bool = False,
    ) -> None:
        super().__init__(
            [*self.command, *arguments],
            cwd=cwd,
            env=env,
            stdin=streams[0],
            stdout=streams[1],
            stderr=streams[2],
            text=True,
            start_new_session=leads,
        )


class New(Program):
    """A program with an interpreter that starts and imports."""

    is_forked = False


class AtTerminal(Program):
    """A program whose standard input is the terminal that sends it signals."""

    controls = True


class NewAtTerminal(New, AtTerminal):
    """A new one at such a terminal."""


def run(
    arguments: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    said: str = "",
    kind: type[Program] = Program,
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end; ``said`` is its whole input.

    Raises:
      subprocess.TimeoutExpired: It has not ended in two minutes.
    """
    streams = (subprocess.PIPE, subprocess.PIPE, subprocess.PIPE)
    with kind(arguments, cwd=cwd, env=env, streams=streams) as program:
        try:
            output, errors = program.communicate(said, timeout=WITHIN)
        except BaseException:
            program.kill()
            raise
    return subprocess.CompletedProcess(program.args, program.returncode, output, errors)


def take_terminal() -> None:
    """Have standard input be the terminal that sends this process signals."""
    import fcntl  # not on Windows
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def ask(order: Order, files: Sequence[int]) -> None:
    """Order a fork with three streams, and where to tell its number and its end."""
    message = json.dumps(order).encode()
    assert len(message) < LONGEST
    socket.send_fds(Kept.orders or source(), [message], files)


@cache
def source() -> socket.socket:
    """Return where to order forks: one process for each that tests."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "tests.forked"],
        cwd=ROOT,
        env={**os.environ, **STARTED},
        stdin=theirs.fileno(),
        stdout=theirs.fileno(),
        start_new_session=True,
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait(60)

    atexit.register(end)
    return ours


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
    sys.argv[1:] = order.arguments
    runpy.run_module("cli", run_name="__main__", alter_sys=True)


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
    from cli.listed import COMMANDS
    from games.registry import GAMES

    gc.disable()
    for command in COMMANDS.values():
        import_module(f"cli.commands.{command.module}")
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
    sys.modules["tests.forked"] = sys.modules[__name__]
    main()
