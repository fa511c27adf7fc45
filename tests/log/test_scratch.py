"""Rows of numbers outside memory: as a list, and in no file that anybody can find."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import ENOSPC
from itertools import islice
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from p2pgame.log import StoreError
from p2pgame.log.disk import MACHINE, Machine
from p2pgame.log.nameless_file import NamelessFile
from p2pgame.log.packed import BUCKETS, FULL, PackedMap
from p2pgame.log.rows import TOGETHER, Numbers, Rows
from p2pgame.log.scratch import Scratch

MANY = 5 * TOGETHER + 7


class Short(Machine):
    """A disk that writes a few bytes at a time, and is full after ``room`` bytes."""

    def __init__(self, room: int) -> None:
        self.room = room

    def write(self, file: int, data: memoryview) -> int:
        if not self.room:
            raise OSError(ENOSPC, "full")
        count = min(len(data), self.room, 1000)
        self.room -= count
        return super().write(file, data[:count])


class Broken(Machine):
    """A disk that reads nothing back."""

    def read_at(self, file: int, at: int, size: int) -> bytes:
        raise OSError(5, "broken")


class Cut(Machine):
    """A disk that has lost the end of a file."""

    def read_at(self, file: int, at: int, size: int) -> bytes:
        return super().read_at(file, at, size - 1)


def scratch_in(folder: Path, disk: Machine = MACHINE) -> Scratch:
    scratch = Scratch()
    scratch.put_in(lambda: NamelessFile(folder, disk))
    return scratch


@pytest.mark.parametrize("room", [None, 0, 3000, 5000, 10**9])
def test_rows_are_a_list_in_memory_or_in_a_file(
    tmp_path: Path, room: int | None
) -> None:
    """Also when the disk is full in the middle, and is given room again."""
    disk = Short(room or 0)
    scratch = Scratch() if room is None else scratch_in(tmp_path, disk)
    chance = Random(1)
    rows, wide, plain = Numbers(4, scratch), Rows(9, scratch), list[int]()
    for number in range(MANY):
        plain.append(chance.randrange(2**32))
        rows.append(plain[-1])
        wide.append(plain[-1].to_bytes(9, "big"))
        assert len(rows) == len(wide) == len(plain) == number + 1
        if number == 4 * TOGETHER:
            disk.room += 1500
    assert [*rows] == [rows[at] for at in range(MANY)] == plain
    assert [int.from_bytes(row, "big") for row in wide] == plain
    with pytest.raises(IndexError):
        wide[MANY]
    with pytest.raises(IndexError):
        wide[-1]
    with pytest.raises(ValueError, match="9 bytes"):
        wide.append(b"short")


def test_rows_are_added_while_others_are_read() -> None:
    numbers, seen = Numbers(2, Scratch()), list[int]()
    numbers.append(0)
    for number in islice(numbers, MANY):
        seen.append(number)
        numbers.append(number + 1)
    assert seen == [*range(MANY)]


@contextmanager
def at_each_line(of: Callable[..., object], do: Callable[[], object]) -> Iterator[None]:
    """Do something before each line of a function, as another thread might."""

    def step(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code is not of.__code__:
            return None
        sys.settrace(None)
        try:
            do()
        finally:
            sys.settrace(step)
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        yield
    finally:
        sys.settrace(before)


def test_rows_are_read_while_others_go_to_the_file(tmp_path: Path) -> None:
    numbers, plain = Numbers(2, scratch_in(tmp_path)), list[int]()
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1
        assert [numbers[at] for at in range(len(plain))] == plain

    for number in range(3 * TOGETHER):
        if (number + 1) % TOGETHER:
            numbers.append(number)
        else:
            with at_each_line(Rows.append, look):
                numbers.append(number)
        plain.append(number)
    assert looks > 10


@pytest.mark.parametrize("line", range(1, 16))
def test_a_key_is_found_while_others_are_added(tmp_path: Path, line: int) -> None:
    """Old keys and new ones, whichever line of the search the others come before."""
    packed, count, lines = PackedMap(4, scratch_in(tmp_path)), 0, 0

    def add(more: int) -> None:
        nonlocal count
        for _ in range(more):
            count += 1
            packed.add(count.to_bytes(4, "big"), count)

    def add_at_line() -> None:
        nonlocal lines
        lines += 1
        if lines == line:
            add(2 * FULL * BUCKETS)

    add(FULL * BUCKETS)
    for number in (1, count):
        lines = 0
        with at_each_line(PackedMap.get, add_at_line):
            assert packed.get(number.to_bytes(4, "big")) == number
        add(1)


def test_the_file_has_no_name_and_goes_with_what_is_in_it(tmp_path: Path) -> None:
    gc.collect()
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    scratch = scratch_in(tmp_path)
    place = scratch.keep(b"numbers")
    assert scratch.read(place + 3, 4) == b"bers"
    assert [*tmp_path.iterdir()] == []
    del scratch
    gc.collect()
    if before:
        assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize(("disk", "why"), [(Broken(), "broken"), (Cut(), "shorter")])
def test_a_disk_that_fails_is_told(tmp_path: Path, disk: Machine, why: str) -> None:
    scratch = scratch_in(tmp_path, disk)
    place = scratch.keep(b"numbers")
    with pytest.raises(StoreError, match=why):
        scratch.read(place, 7)
