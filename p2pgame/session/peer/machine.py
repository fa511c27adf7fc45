"""Provides what a peer needs of the machine: threads, chance, a clock.

Whoever wants a game to run the same way twice gives it another one.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

import trio

from p2pgame.protocols.arithmetic import workers

T = TypeVar("T")

#: A log that leaves so many objects is long.
LONG = 50_000

#: More threads than this do not make a proof any faster.
CORES = min(2, os.cpu_count() or 1)


class Machine:
    """The machine that is there."""

    cores = CORES

    async def aside(self, work: Callable[[], T]) -> T:
        """Do a piece of work while others go on."""
        return await trio.to_thread.run_sync(work)

    async def think(self, work: Callable[[], T]) -> T:
        """Do work that may never end; cancelling leaves its thread behind."""
        return await trio.to_thread.run_sync(work, abandon_on_cancel=True)

    async def apart(self, main: Callable[[], Awaitable[None]]) -> None:
        """Run ``main`` in a loop of its own, so that it holds up nobody else's.

        That loop runs in its own thread, which is waited for even when this is
        cancelled.
        """
        loop = partial(trio.run, main)
        await trio.to_thread.run_sync(loop, limiter=trio.CapacityLimiter(1))

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Let no garbage be looked for while a long log is folded: nearly all stays.

        It would take a quarter of the time.  What a long log leaves is not looked at
        later either, for that would hold up the loop again and again.
        """
        was_on = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if gc.get_count()[0] > LONG:
                gc.freeze()
            if was_on:
                gc.enable()

    def entropy(self, size: int) -> bytes:
        """Return random bytes."""
        return os.urandom(size)

    def now(self) -> float:
        """Return the seconds of the clock by which players are timed."""
        return trio.current_time()


class Threads:
    """All of a machine's cores, for the work of one table."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._cores = machine.cores
        self._pool = ThreadPoolExecutor(self._cores) if self._cores > 1 else None

    async def aside(self, work: Callable[[], T]) -> T:
        """Do a piece of work on all our threads while others go on."""
        return await self._machine.aside(partial(self._lend, work))

    def _lend(self, work: Callable[[], T]) -> T:
        if self._pool is None:
            return work()
        with workers.lent(self._cores, self._pool.map):
            return work()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


MACHINE = Machine()
