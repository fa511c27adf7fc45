"""This module does a task in a process of its own that can be stopped at any time.

What checks a stranger's file may run out of time or memory by the file's doing. So it
works in another process, which has a limit of memory where the system knows one, and is
killed when its time is over. Between tasks the process stays, since it takes a while to
start.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Any, TypeAlias, TypeVar

from .pool import WorkerLost, end_with, without_interrupts

T = TypeVar("T")
R = TypeVar("R")

#: Is told how far a task is, or what it has found so far.
Hear: TypeAlias = Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The ``seconds`` and the bytes of ``memory`` that a task may take."""

    seconds: float
    memory: int


class TookTooLong(RuntimeError):
    """A task was not done in its time, and was stopped."""


class Confined:
    """A process for one task after another, each of which keeps to the bounds.

    It starts with the first task. A process that was killed is replaced.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._lifeline: Connection | None = None

    def do(self, work: Callable[[T, Hear], R], task: T, hear: Hear) -> R:
        """Return what ``work`` returns; it is handed a task, and whom to tell.

        Function, task and result are pickled.

        Raises:
          TookTooLong: It was not done in time.
          WorkerLost: Its process was killed.
          Exception: The work raised it; ``MemoryError``: it takes too much memory.
        """
        with closing(self.follow(work, task)) as following:
            while True:
                try:
                    told = next(following)
                except StopIteration as done:
                    result: R = done.value
                    return result
                hear(told)

    def follow(self, work: Callable[[T, Hear], R], task: T) -> Generator[Any, None, R]:
        """Yield what ``work`` tells, as it comes, and return what it returns.

        The time counts that the process takes to start, and while this waits for it.

        Raises: as :meth:`do`.
        """
        left, began = self.bounds.seconds, monotonic()
        pipe = self._begin()
        try:
            pipe.send((work, task))
            while left > 0 and pipe.poll(max(0.0, left - (monotonic() - began))):
                kind, value = pipe.recv()
                left -= monotonic() - began
                if kind == "done":
                    result: R = value
                    return result
                if kind == "failed":
                    raise value
                yield value
                began = monotonic()
        except (EOFError, ConnectionError):
            self.close()
            raise WorkerLost("a process was killed") from None
        except BaseException:
            self.close()  # what went wrong there may have left it unfit
            raise
        self.close()
        raise TookTooLong("a task was not done in its time")

    def kill(self) -> None:
        """End the process; whoever waits for it, in another thread, is told."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        for end in (self._lifeline, self._pipe):
            if end is not None:
                end.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = self._lifeline = None

    def __enter__(self) -> Confined:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _begin(self) -> Connection:
        if self._pipe is not None:
            return self._pipe
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        held, self._lifeline = context.Pipe(duplex=False)
        process = context.Process(
            target=_serve, args=(theirs, held, self.bounds.memory), daemon=True
        )
        # With Ctrl-C blocked, the process never gets it: it is for its parent.
        with without_interrupts():
            process.start()
        self._process = process  # which another thread may kill only now
        theirs.close()
        held.close()
        return self._pipe


def _serve(pipe: Connection, lifeline: Connection, memory: int) -> None:
    """Do what comes through the pipe, until it is closed."""
    end_with(lifeline)
    _limit(memory)

    def hear(told: object) -> None:
        pipe.send(("told", told))

    with suppress(EOFError, OSError):
        while True:
            work, task = pipe.recv()
            said: tuple[str, Any]
            try:
                said = ("done", work(task, hear))
            except Exception as error:
                said = ("failed", error)
            pipe.send(said)


def _limit(memory: int) -> None:
    """Let this process have so many bytes of memory, where the system knows a limit."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most != resource.RLIM_INFINITY:
        memory = min(memory, most)
    with suppress(OSError, ValueError):  # a system may have the name alone
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
