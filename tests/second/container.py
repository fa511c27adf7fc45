"""Step 1, the container: a transcript file's frame, order and checksum."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import Refused, demand
from .hashes import ZEROS, personal

MAGIC = b"p2pgame transcript 2\n"


@dataclass(frozen=True, slots=True)
class Container:
    table: bytes
    entries: tuple[bytes, ...]


class Bytes:
    """Bytes that are read from the front."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, length: int) -> bytes:
        end = self._at + length
        demand(end <= len(self._data), "the file is cut off")
        taken, self._at = self._data[self._at : end], end
        return taken

    def number(self, width: int) -> int:
        return int.from_bytes(self.take(width), "big")

    @property
    def left(self) -> int:
        return len(self._data) - self._at


def read(data: bytes) -> Container:
    """Return the table and the entries' bytes of a whole transcript in one file."""
    demand(len(data) >= 32, "the file is cut off")
    content, checksum = data[:-32], data[-32:]
    reader = Bytes(content)
    demand(reader.take(len(MAGIC)) == MAGIC, "this is no transcript file")
    demand(personal("p2pgame archive", content) == checksum, "the checksum is wrong")
    table = reader.take(32)
    part, last, before = reader.number(2), reader.number(1), reader.take(32)
    demand(part >= 1 and last <= 1, "there is no such part")
    if (part, last) != (1, 1):
        raise Refused(f"part {part} alone can't be read: other parts are missing")
    demand(before == ZEROS, "part 1 has a part before it")
    count = reader.number(4)
    entries = tuple(reader.take(reader.number(4)) for _ in range(count))
    demand(reader.left == 0, "there are bytes behind the entries")
    return Container(table, entries)
