"""Looking for what must not be there: in a file, in a log, in a program's memory.

Each thing that is looked for is spelled in every way in which a program might hold
it, and every eight bytes of every spelling count, wherever they stand.  A place is
read eight bytes at a time, so that whatever of a spelling is there in one piece of
fifteen bytes or more is found for sure, and a shorter piece with some luck.
"""

from __future__ import annotations

import os
import re
import sys
from base64 import standard_b64encode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path

#: Bytes that are compared at once, and of the least piece that is found for sure.
WINDOW, SURE = 8, 15

#: So many are looked for one by one.
_FEW = 256

_TEXTS = ("utf-8", "utf-16-le", "utf-16-be", "latin-1")


def spellings(what: bytes | str) -> Iterator[bytes]:
    """Yield every spelling: of bytes also hexadecimal and base 64."""
    if isinstance(what, str):
        for name in _TEXTS:
            yield what.encode(name, errors="ignore")
        what = what.encode()
    yield what
    yield what.hex().encode()
    yield what.hex().upper().encode()
    for skipped in range(3):
        # What stands before and behind may be anything, and changes some digits.
        start, end = -(-8 * skipped // 6), 8 * (skipped + len(what)) // 6
        for encode in (standard_b64encode, urlsafe_b64encode):
            yield encode(bytes(skipped) + what)[start:end]


class Needles:
    """What is looked for, each by the name under which it is told."""

    def __init__(self, named: Mapping[str, bytes | str]) -> None:
        self._windows: dict[str, set[int]] = {}
        self._all: set[int] = set()
        for name, what in named.items():
            if len(what) < SURE:
                raise ValueError(f"{name} is too short to be found for sure")
            own: set[int] = set()
            for spelling in spellings(what):
                for shift in range(WINDOW):
                    own.update(_cut(spelling[shift:]))
            self._windows[name] = own
            self._all |= own

    def found(self, place: bytes, *, before: bytes = b"") -> set[str]:
        """Return the names of what is there, and was not there ``before``."""
        hits = self._hits(place, before)
        return {name for name, own in self._windows.items() if own & hits}

    def shown(self, place: bytes, *, before: bytes = b"") -> list[bytes]:
        """Return the pieces that are there, for whoever has to find out why."""
        return sorted(map(_bytes, self._hits(place, before)))

    def _hits(self, place: bytes, before: bytes) -> set[int]:
        hits = self._all.intersection(_cut(place))
        if len(hits) <= _FEW:
            return {hit for hit in hits if _bytes(hit) not in before}
        for shift in range(WINDOW):
            hits.difference_update(_cut(memoryview(before)[shift:]))
        return hits


def _cut(data: bytes | memoryview) -> memoryview:
    whole = len(data) // WINDOW * WINDOW
    return memoryview(data)[:whole].cast("Q")


def _bytes(window: int) -> bytes:
    return window.to_bytes(WINDOW, sys.byteorder)


def memory(process: int) -> bytes:
    """Return all that a running program may have written to its memory.

    What is mapped from files that nobody may write to is left out.

    Raises:
      PermissionError: We may not look.
    """
    parts = []
    maps = Path(f"/proc/{process}/maps").read_text()
    with open(f"/proc/{process}/mem", "rb", buffering=0) as file:
        for start, end in re.findall(r"^(\w+)-(\w+) rw", maps, re.MULTILINE):
            at, until = int(start, 16), int(end, 16)
            while at < until and (part := os.pread(file.fileno(), until - at, at)):
                parts.append(part)
                at += len(part)
    return b"".join(parts)
