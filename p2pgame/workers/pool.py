"""This module does many tasks in processes of their own, on all cores.

Each process holds the reading end of a pipe, the *lifeline*, and nobody writes to it.
It is closed when the parent has all it wants, and by the system when the parent is
killed.  A process whose lifeline is closed ends at once, whatever it is doing.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

#: Tasks given to each process ahead, so that none waits.
AHEAD = 2


class WorkerLost(RuntimeError):
    """A process was killed, or ended in the middle of a task."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def done(
    do: Callable[[T], R], tasks: Iterable[T], processes: int = 0
) -> Generator[tuple[T, R], None, None]:
    """Yield each task with its result, as they are done; 0 processes: one per core.

    One process does them here, in their order.  Function, tasks and results are
    pickled for others.  An iterator that is closed ends the processes.

    Raises:
      WorkerLost: A process was killed.
      Exception: A task raised it.
    """
    processes = processes or cores()
    if processes == 1:
        for task in tasks:
            yield task, do(task)
        return
    with pool_of(processes) as pool:
        yield from done_in(pool, do, tasks, AHEAD * processes)


def done_in(
    pool: ProcessPoolExecutor, do: Callable[[T], R], tasks: Iterable[T], ahead: int
) -> Iterator[tuple[T, R]]:
    """Yield each task with its result, as a pool has done them.

    The pool has ``ahead`` tasks at a time.

    Raises:
      BrokenProcessPool: A process was killed.
      Exception: A task raised it.
    """
    left, doing = iter(tasks), dict[Future[R], T]()
    ended: SimpleQueue[Future[R]] = SimpleQueue()

    def give(tasks: Iterable[T]) -> None:
        # Ctrl-C in the middle of this would leave a lock taken for good, and the pool's
        # own thread would wait for it.  Processes that start here never get Ctrl-C.
        with without_interrupts():
            for task in tasks:
                future = pool.submit(do, task)
                doing[future] = task
                future.add_done_callback(ended.put)

    give(islice(left, ahead))
    while doing:
        future = ended.get()
        yield doing.pop(future), future.result()
        give(islice(left, 1))


@contextmanager
def pool_of(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Yield processes; an error in this block ends them in the middle of a task."""
    context = multiprocessing.get_context("spawn")
    theirs, lifeline = context.Pipe(duplex=False)
    begin = partial(end_with, theirs)
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=begin)
    try:
        yield pool
        pool.shutdown()
    except BrokenProcessPool:
        raise WorkerLost("a process was killed") from None
    finally:
        lifeline.close()
        pool.shutdown(cancel_futures=True)
        theirs.close()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Let processes that start in this block never get Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with(lifeline: Connection) -> None:
    """End this process when the lifeline is closed, and not at Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_watch, args=(lifeline,), daemon=True).start()


def _watch(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)
