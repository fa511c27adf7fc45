"""Does a store's work with its SQLite file: in threads, and anew if it is damaged.

One thread at a time writes to the file, and one reads; a third copies its log.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

import trio

from p2pgame.relay.health import Health
from p2pgame.relay.sqlite.disk import is_damage
from p2pgame.relay.sqlite.file import File
from p2pgame.relay.sqlite.threads import Threads
from p2pgame.relay.store import StoreError

R = TypeVar("R")

#: Seconds between two looks at the files.
LOOK_EVERY = 1.0

_DAMAGED = "the store was damaged, and is set aside"
_GONE = "the store was deleted or replaced"


class FileWork:
    """The work with one file, and the care for it.

    ``floor`` returns the highest sequence that was given out, and ``waiting`` the bytes
    that wait for the disk.  ``on_lost`` is called when a new file was begun.
    """

    def __init__(
        self,
        file: File,
        health: Health,
        *,
        floor: Callable[[], int],
        waiting: Callable[[], int],
        on_lost: Callable[[], None],
    ) -> None:
        self._file, self._health = file, health
        self._floor, self._bytes_waiting, self._on_lost = floor, waiting, on_lost
        if file.is_begun_anew:
            health.begins_anew(_DAMAGED)
        self._writing, self._reading = trio.CapacityLimiter(1), trio.CapacityLimiter(1)
        self._relieving = trio.CapacityLimiter(1)
        #: How often a file was begun anew, by one task at a time.
        self._files_begun, self._beginning = 0, trio.Lock()
        self._threads = Threads()
        self._is_log_long = trio.Event()

    def begin(self, nursery: trio.Nursery) -> None:
        """Start what cares for the file beside the work."""
        nursery.start_soon(self._threads.help)
        nursery.start_soon(self._keep_log_short)
        nursery.start_soon(self._look_at_files)

    async def close(self) -> None:
        """Close the file, once nobody reads it."""
        # Closing the file under a reading thread would crash the process.
        async with self._reading:
            with suppress(StoreError):
                await self.write(self._file.close)

    async def read(self, work: Callable[[], R]) -> R:
        """Read from the file, or from a new one if it is damaged.

        Raises:
          StoreError: It can't be done.
        """
        return await self.sound(partial(self._threads.run, work, self._reading))

    async def write(self, work: Callable[[], R]) -> R:
        """Write to the file as it is.

        Raises:
          StoreError: It can't be done.
        """
        return await self._threads.run(work, self._writing)

    async def sound(self, work: Callable[[], Awaitable[R]]) -> R:
        """Do work with the file; if it is damaged, begin anew, and do it again.

        Raises:
          StoreError: It can't be done.
        """
        file = self._files_begun
        try:
            return await work()
        except StoreError as error:
            if not is_damage(error) and "damaged" not in self._health.troubles:
                raise
        async with self._beginning:
            if file == self._files_begun:
                await self._begin_anew()
        return await work()

    def look_at_log(self) -> None:
        """Have the log copied into the file, if it has become long."""
        if self._file.disk.log_size() >= self._file.log_room:
            self._is_log_long.set()

    async def _begin_anew(self) -> None:
        """Begin a new file; peers are to post again what they hold.

        Raises:
          StoreError: None can be made.
        """
        why = _DAMAGED if self._file.disk.is_there() else _GONE
        floor = self._floor()
        with trio.CancelScope(shield=True):
            # Nobody works with the file meanwhile.
            async with self._writing, self._reading, self._relieving:
                try:
                    await trio.to_thread.run_sync(self._file.begin_anew, floor)
                except StoreError:
                    self._health.begins("damaged")
                    raise
        self._files_begun += 1
        self._health.ends("damaged")
        self._health.begins_anew(why)
        self._on_lost()

    async def _keep_log_short(self) -> None:
        while True:
            await self._is_log_long.wait()
            with suppress(StoreError):
                await self._threads.run(self._file.relieve, self._relieving)
                await self.write(self._file.checkpoint)
            self._is_log_long = trio.Event()

    async def _look_at_files(self) -> None:
        """Note sizes, again and again."""
        while True:
            with suppress(StoreError):
                await self.read(self._file.check)
                sizes = await self._threads.run(self._file.disk.sizes, self._relieving)
                self._health.sizes.update(sizes, waiting=self._bytes_waiting())
            await trio.sleep(LOOK_EVERY)
