"""Reads strangers' files in another process, within bounds of time and memory.

A file may be made to hang whoever reads it, or to fill the memory.  So what depends on
its content is worked out in a process that can be stopped, and comes to a sentence.
What only this machine knows is added outside, by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from p2pgame.engine import RulesError
from p2pgame.workers import Bounds, Confined, Hear, TookTooLong, WorkerLost

from ..errors import ClientError, Refused, Unusable, rules_failed
from ..words import message_of_error
from . import parted

T = TypeVar("T")
R = TypeVar("R")

#: What reading one file may take, unless somebody says otherwise.  The largest file of
#: honest players, 64 MiB, takes some five minutes, and a few hundred megabytes; so does
#: each of the parts of a longer transcript, one after the other.
SECONDS = 900.0
MEMORY = 2 * 1024**3


class Reads(Protocol):
    """Works on the content of a file: returns what ``work`` does, or raises."""

    def __call__(self, path: Path, work: Callable[[T, Hear], R], task: T, /) -> R: ...


def here(path: Path, work: Callable[[T, Hear], R], task: T) -> R:
    """Work in this process, without bounds: for callers that have their own."""
    return work(task, lambda told: None)


def within(seconds: float) -> Reads:
    """Return what works in a process of its own, for so many seconds at most.

    A transcript in several parts has so many for each.
    """
    return partial(_within, seconds)


def _within(seconds: float, path: Path, work: Callable[[T, Hear], R], task: T, /) -> R:
    with process(seconds, path) as one:
        return done_in(one, path, work, task)


def process(seconds: float, path: Path | None = None) -> Confined:
    """Return a process that may take so many seconds for each task.

    With ``path``: for each part of that transcript.
    """
    parts = 1 if path is None else parted.count_of(path)
    return Confined(Bounds(seconds * parts, MEMORY))


def done_in(
    process: Confined,
    path: Path,
    work: Callable[[T, Hear], R],
    task: T,
    hear: Hear = lambda told: None,
) -> R:
    """Return what a process does with a file; ``hear`` is told what ``work`` tells.

    Raises:
      ClientError: The work raised it, or another error, or took too much.
    """
    with _bounds_told(process, path):
        found = process.do(_caught, (path, work, task), hear)
    return _raised(found)


def told_in(
    seconds: float, path: Path, work: Callable[[T, Hear], R], task: T
) -> Generator[Any, None, R]:
    """Yield what ``work`` tells of a file, as it comes, and return what it returns.

    It is as far ahead as a pipe holds.  Only the time counts that this waits; it is
    that for each part of a transcript.

    Raises: as :func:`done_in`.
    """
    with process(seconds, path) as one, _bounds_told(one, path):
        found = yield from one.follow(_caught, (path, work, task))
    return _raised(found)


@contextmanager
def _bounds_told(process: Confined, path: Path) -> Iterator[None]:
    try:
        yield
    except TookTooLong:
        seconds = f"{process.bounds.seconds:g}"
        raise Refused("reading-too-long", path=str(path), seconds=seconds) from None
    except MemoryError:
        most = process.bounds.memory // 1024**2
        raise Refused("reading-too-large", path=str(path), megabytes=most) from None
    except WorkerLost:
        raise Unusable("reading-killed", path=str(path)) from None


def _caught(
    asked: tuple[Path, Callable[[T, Hear], R], T], hear: Hear
) -> R | ClientError:
    """Return what the work returns, or why it can't be done: an error, as a value."""
    path, work, task = asked
    try:
        return work(task, hear)
    except RulesError as error:
        return rules_failed(error)
    except ClientError as error:
        return error
    except MemoryError:
        raise  # told by whoever knows the limit
    except Exception as error:
        kind, why = type(error).__name__, message_of_error(error)
        return ClientError("reading-failed", path=str(path), kind=kind, why=why)


def _raised(found: R | ClientError) -> R:
    if isinstance(found, ClientError):
        raise found
    return found
