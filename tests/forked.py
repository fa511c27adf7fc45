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
import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import IO, AnyStr, NamedTuple, TypeAlias, cast

ROOT = Path(__file__).parent.parent
#: How our program is started; nothing else is forked.
OURS = [sys.executable, "-P", "-m", "p2pgame"]
#: Bytes of an order at most; it has the whole environment.
LONGEST = 1 << 17
#: Files that come with it at most.
MOST_FILES = 24
#: Seconds that :func:`run` waits for an end.
WITHIN = 120.0
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
    #: The standard streams that are closed, by number.
    closed: Sequence[int] = ()
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
    #: The standard streams that are closed in a fork, by number.
    closed: Sequence[int] = ()
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
            self.closed,
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
        [sys.executable, "-P", "-m", "tests.fork_source"],
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
