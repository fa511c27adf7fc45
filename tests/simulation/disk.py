"""A disk in memory, at the level of single calls, that can fail or stop at each.

A file is what programs see and what would be there after a power cut; so is a
directory.  A process that is killed leaves what programs see.  A power cut takes
away, or spoils, whatever was not flushed: content and names each for themselves.

A :class:`Run` is one program's use of the disk.  Once it has ended, by whatever
fault, none of its calls does anything any more.
"""

from __future__ import annotations

import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from errno import EEXIST, EIO, ENOENT, ENOSPC, EWOULDBLOCK
from pathlib import Path
from random import Random
from typing import Literal

#: What becomes of bytes that were written and not flushed, when the power goes.
Fate = Literal["kept", "lost", "torn", "garbled", "zeroed"]
FATES: tuple[Fate, ...] = ("kept", "lost", "torn", "garbled", "zeroed")
#: The calls that change something.
Kind = Literal["directory", "create", "write", "truncate", "flush", "names", "rename"]
DEVICE = 7


class Ended(BaseException):
    """The program was stopped in the middle of what it did."""


@dataclass
class Inode:
    """One file: its number, what programs see of it, and what is safe."""

    number: int
    seen: bytearray = field(default_factory=bytearray)
    safe: bytes = b""
    is_copy: bool = False
    owner: object = None


@dataclass(frozen=True)
class Call:
    """One call that changes something; ``size`` is of what is to be written."""

    number: int
    kind: Kind
    path: Path
    size: int = 0


@dataclass(frozen=True)
class Trouble:
    """What happens to a call.

    ``part`` of a write is done, of anything else all or nothing; then it ``stops``
    the program, or fails with ``error``.  A write without either is just short.
    """

    part: int
    stops: bool = False
    error: int = 0


Names = dict[Path, Inode]
Meddle = Callable[[Call], Trouble | None]
#: Told of a file's bytes that have become safe.
Watch = Callable[[Path, bytes], None]


class Disk:
    """What is in one machine, from one start of it to the next."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._next = 100
        self.calls = 0
        self.names: Names = {}
        self._safe_names: Names = {}
        self._folders: set[Path] = {Path("/")}
        self._safe_folders: set[Path] = {Path("/")}
        self._past: list[dict[Path, bytes]] = []

    def made(self) -> Inode:
        self._next += 1
        return Inode(self._next)

    def make_file(self, path: Path) -> None:
        self.names[path] = self.made()

    def content(self, path: Path) -> bytes | None:
        """Return what programs see of a file, or None if there is none."""
        inode = self.names.get(path)
        return None if inode is None else bytes(inode.seen)

    def flushed(self) -> None:
        """Remember this moment, as a backup that is taken at it would."""
        self._past.append({path: i.safe for path, i in self._safe_names.items()})

    def moments(self, path: Path) -> list[int]:
        """Return the moments at which there was this file."""
        return [number for number, then in enumerate(self._past) if path in then]

    def let_go(self, run: object) -> None:
        """Take all locks from a program that has ended."""
        for inode in [*self.names.values(), *self._safe_names.values()]:
            if inode.owner is run:
                inode.owner = None

    def cut_power(self, fate: Fate | None = None) -> None:
        """Lose or spoil what is not safe, everything by ``fate`` if that is given."""
        chance = self._chance
        keeps_names = fate == "kept" if fate else chance.random() < 0.5
        if keeps_names:
            self._safe_names, self._safe_folders = {**self.names}, {*self._folders}
        self._folders = {*self._safe_folders}
        there = {p: i for p, i in self._safe_names.items() if p.parent in self._folders}
        self.names, self._safe_names = {**there}, {**there}
        for inode in there.values():
            inode.owner = None
            drawn = chance.choice(FATES) if fate is None else fate
            inode.seen = bytearray(_after(inode, drawn, chance))
            inode.safe = bytes(inode.seen)

    def put_back(self, moment: int) -> None:
        """Restore all files from a backup, by copying them back over the others.

        What was written after that moment is gone, and no later backup brings it back:
        two of them in the wrong order tell two stories.
        """
        del self._past[moment + 1 :]
        self.names = {}
        for path, data in self._past[-1].items():
            inode = self.made()
            inode.seen, inode.safe, inode.is_copy = bytearray(data), data, True
            self.names[path] = inode
        self._safe_names = {**self.names}

    def sync_names(self, folder: Path) -> None:
        gone = [path for path in self._safe_names if path not in self.names]
        for path in gone:
            if path.parent == folder:
                del self._safe_names[path]
        for path, inode in self.names.items():
            if path.parent == folder:
                self._safe_names[path] = inode
        self._safe_folders |= {p for p in self._folders if p.parent == folder}

    def has_folder(self, path: Path) -> bool:
        return path in self._folders

    def make_folder(self, path: Path) -> None:
        for parent in (*path.parents, path):
            self._folders.add(parent)


def _after(inode: Inode, fate: Fate, chance: Random) -> bytes:
    """Return what a power cut leaves of a file."""
    seen, safe = bytes(inode.seen), inode.safe
    same = 0
    while same < min(len(seen), len(safe)) and seen[same] == safe[same]:
        same += 1
    fresh = seen[same:]
    match fate:
        case "kept":
            return seen
        case "lost":
            return safe
        case "torn":
            return seen[: same + chance.randrange(len(fresh) + 1)]
        case "garbled":
            return seen[:same] + chance.randbytes(len(fresh))
        case "zeroed":
            return seen[:same] + bytes(len(fresh))


@dataclass
class _Open:
    path: Path
    inode: Inode
    at: int = 0


class Run:
    """One program's use of a disk: what :class:`p2pgame.log.disk.Disk` asks for."""

    def __init__(
        self,
        disk: Disk,
        entropy: Callable[[int], bytes],
        *,
        meddle: Meddle = lambda call: None,
        stop: Callable[[], None] = lambda: None,
        watch: Watch = lambda path, data: None,
    ) -> None:
        self._disk = disk
        self._meddle = meddle
        self._stop = stop
        self._watch = watch
        self._handles: dict[int, _Open] = {}
        self._calls = 0
        self.ended = False
        self.entropy = entropy

    def end(self) -> None:
        """End the program: nothing that it does from now on has any effect."""
        if not self.ended:
            self.ended = True
            self._disk.let_go(self)

    def _alive(self) -> None:
        if self.ended:
            raise Ended

    def _do(
        self, kind: Kind, path: Path, act: Callable[[int], None], size: int = 0
    ) -> int:
        """Do one call, or what is left of it after trouble; return how much."""
        self._alive()
        self._calls += 1
        self._disk.calls += 1
        trouble = self._meddle(Call(self._calls, kind, path, size))
        if trouble is None:
            act(size)
            return size
        part = min(trouble.part, size) if kind == "write" else trouble.part
        if part:
            act(part)
        if trouble.stops:
            self.end()
            self._stop()
            raise Ended
        if trouble.error:
            raise OSError(trouble.error, f"simulated error {trouble.error}")
        return part

    def make_directory(self, path: Path) -> None:
        if not self._disk.has_folder(path):
            self._do("directory", path, lambda _: self._disk.make_folder(path), 1)

    def open(self, path: Path, *, create: bool = False, new: bool = False) -> int:
        self._alive()
        if not self._disk.has_folder(path.parent):
            raise FileNotFoundError(ENOENT, "no such folder", str(path))
        if path not in self._disk.names:
            if not create:
                raise FileNotFoundError(ENOENT, "no such file", str(path))
            self._do("create", path, lambda _: self._disk.make_file(path), 1)
        elif new:
            raise FileExistsError(EEXIST, "file exists", str(path))
        handle = max(self._handles, default=2) + 1
        self._handles[handle] = _Open(path, self._disk.names[path])
        return handle

    def open_nameless(self, directory: Path) -> int:
        path, inode = directory / "nameless", self._disk.made()
        self._do("create", path, lambda _: None, 1)
        handle = max(self._handles, default=2) + 1
        self._handles[handle] = _Open(path, inode)
        return handle

    def lock(self, file: int) -> None:
        self._alive()
        inode = self._handles[file].inode
        if inode.owner not in (None, self):
            raise BlockingIOError(EWOULDBLOCK, "locked")
        inode.owner = self

    def mode(self, where: int | Path) -> int:
        self._alive()
        if isinstance(where, int):
            return stat.S_IFREG | 0o600
        if self._disk.has_folder(where):
            return stat.S_IFDIR | 0o700
        if where in self._disk.names:
            return stat.S_IFREG | 0o600
        raise FileNotFoundError(ENOENT, "no such file", str(where))

    def place(self, file: int) -> bytes:
        number = self._handles[file].inode.number
        return DEVICE.to_bytes(8, "big") + number.to_bytes(8, "big")

    def time(self) -> int:
        return 0

    def is_copy(self, file: int, place: bytes, time: int) -> bool:
        return self._handles[file].inode.is_copy or place != self.place(file)

    def read_at(self, file: int, at: int, size: int) -> bytes:
        return bytes(self._handles[file].inode.seen[at : at + size])

    def read(self, file: int) -> bytes:
        self._alive()
        handle = self._handles[file]
        data = bytes(handle.inode.seen[handle.at : handle.at + (1 << 20)])
        handle.at += len(data)
        return data

    def write(self, file: int, data: memoryview) -> int:
        handle, written = self._handles[file], bytes(data)

        def act(size: int) -> None:
            handle.inode.seen += written[:size]

        return self._do("write", handle.path, act, len(written))

    def truncate(self, file: int, size: int) -> None:
        handle = self._handles[file]

        def act(_: int) -> None:
            del handle.inode.seen[size:]

        self._do("truncate", handle.path, act, 1)

    def flush(self, file: int) -> None:
        handle = self._handles[file]

        def act(_: int) -> None:
            handle.inode.safe = bytes(handle.inode.seen)
            self._disk.flushed()
            self._watch(handle.path, handle.inode.safe)

        self._do("flush", handle.path, act, 1)

    def flush_names(self, directory: Path) -> None:
        self._do("names", directory, lambda _: self._disk.sync_names(directory), 1)

    def rename(self, path: Path, to: Path) -> None:
        def act(_: int) -> None:
            self._disk.names[to] = self._disk.names.pop(path)

        self._do("rename", path, act, 1)

    def close(self, file: int) -> None:
        handle = self._handles.pop(file, None)
        if handle is not None and handle.inode.owner is self:
            handle.inode.owner = None


#: Errors that a disk gives: it is full, or broken.
FULL, BROKEN = ENOSPC, EIO


def locked(disk: Disk, path: Path) -> bool:
    """Return whether some program holds a file's lock."""
    inode: Inode | None = None
    with suppress(KeyError):
        inode = disk.names[path]
    return inode is not None and inode.owner is not None
