"""Keeps the events of one table, numbered, for front ends that come late.

Beyond a limit the oldest are replaced by one snapshot, so a table that is played for a
day needs no more memory than one of an hour.  Of what only says how things are now
(``waiting``, ``progress``) the last is kept, so numbers may be missing.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass

import trio
from msgspec.structs import replace

from p2pgame.client import snapshots
from p2pgame.client.events import (
    Answered,
    AnyEvent,
    Asked,
    Begun,
    Progress,
    Snapshot,
    Waiting,
)
from p2pgame.client.json_lines import names_in
from p2pgame.engine.exact_json import encode

#: Events that are kept, at most, and their bytes as JSON.
LIMIT, BYTES_LIMIT = 4096, 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Told:
    """An event, its number, and the names of the players at that time.

    ``size`` are its bytes as JSON.
    """

    at: int
    event: AnyEvent
    names: tuple[str, ...] = ()
    size: int = 0


class Story:
    """The events of a table; followers read them at their own pace."""

    def __init__(self, limit: int = LIMIT, bytes_limit: int = BYTES_LIMIT) -> None:
        self._limit, self._bytes_limit = limit, bytes_limit
        self._bytes = 0
        self._kept: dict[int, Told] = {}
        self._count = 0
        #: The number before which a snapshot stands for all.
        self._first = 0
        #: The last events that say how things are, by their kind.
        self._passing: dict[str, int] = {}
        #: How things were before the first event that is kept.
        self._before = Snapshot(0)
        self._names_before: tuple[str, ...] = ()
        #: How things are now.
        self.now = Snapshot(0)
        self.names: tuple[str, ...] = ()
        self._is_closed = False
        self._stirred = trio.Event()

    def tell(self, event: AnyEvent) -> None:
        """Add an event; never waits."""
        self.names = _names_after(self.names, event)
        self.now = _after(self.now, event)
        size = len(encode(event))
        self._kept[self._count] = Told(self._count, event, self.names, size)
        self._bytes += size
        if isinstance(event, Waiting | Progress):
            kind = type(event).__name__
            last = self._kept.pop(self._passing.get(kind, -1), None)
            self._bytes -= 0 if last is None else last.size
            self._passing[kind] = self._count
        self._count += 1
        if len(self._kept) > self._limit:
            for _ in range(self._limit // 2):
                self._forget()
        if self._bytes > self._bytes_limit:
            while self._bytes > self._bytes_limit // 2 and len(self._kept) > 1:
                self._forget()
        self._stir()

    def close(self) -> None:
        """End all who follow, once they have read the rest."""
        self._is_closed = True
        self._stir()

    async def follow(self, start: int) -> AsyncGenerator[Told]:
        """Yield the events from this number on, as they are told.

        In the place of those that are not kept any more comes one snapshot, with the
        number of the last of them.
        """
        at = start
        while True:
            if at < self._first:
                at = self._first
                snapshot = replace(self._before, missed=at)
                yield Told(at - 1, snapshot, self._names_before)
            elif at < self._count:
                told = self._kept.get(at)
                at += 1
                if told is not None:
                    yield told
            elif self._is_closed:
                return
            else:
                await self._stirred.wait()

    def _forget(self) -> None:
        oldest = self._kept.pop(next(iter(self._kept)))
        self._bytes -= oldest.size
        self._first = oldest.at + 1
        self._before = _after(self._before, oldest.event)
        self._names_before = oldest.names

    def _stir(self) -> None:
        self._stirred.set()
        self._stirred = trio.Event()


def _names_after(names: tuple[str, ...], event: AnyEvent) -> tuple[str, ...]:
    match event:
        case Begun() as begun:
            return names_in(begun)
        case Snapshot(begun=Begun() as begun):
            return names_in(begun)
    return names


def _after(now: Snapshot, event: AnyEvent) -> Snapshot:
    match event:
        case Snapshot():
            return replace(event, missed=0)
        case Asked(question):
            return replace(now, questions=(*now.questions, question))
        case Answered(number):
            left = tuple(one for one in now.questions if one.number != number)
            return replace(now, questions=left)
    return replace(snapshots.after(now, event), questions=now.questions)
