"""Step 1, the container: a transcript file's frame, parts and checksum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import demand
from .hashes import ZEROS, personal

MAGIC = b"p2pgame transcript 2\n"


@dataclass(frozen=True, slots=True)
class Container:
    table: bytes
    parts: tuple[tuple[bytes, ...], ...]


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


MOST_PARTS = 16


def read(files: Sequence[bytes]) -> Container:
    """Return the table and the entries' bytes of a transcript, part by part."""
    demand(0 < len(files) <= MOST_PARTS, "there are no parts, or too many")
    table, before = b"", ZEROS
    parts = []
    for number, data in enumerate(files, 1):
        content, checksum = _checked(data)
        reader = Bytes(content)
        demand(reader.take(len(MAGIC)) == MAGIC, "this is no transcript file")
        named, part, last = reader.take(32), reader.number(2), reader.number(1)
        demand(part >= 1 and last <= 1, "there is no such part")
        demand(last == (number == len(files)), "parts are missing, or follow the last")
        table = table or named
        demand((named, part) == (table, number), "parts are missing or in no order")
        demand(reader.take(32) == before, "the part before is another")
        count = reader.number(4)
        parts.append(tuple(reader.take(reader.number(4)) for _ in range(count)))
        demand(reader.left == 0, "there are bytes behind the entries")
        before = checksum
    return Container(table, tuple(parts))


def _checked(data: bytes) -> tuple[bytes, bytes]:
    """Return a file's content and checksum, which holds."""
    demand(len(data) >= 32, "the file is cut off")
    content, checksum = data[:-32], data[-32:]
    demand(content.startswith(MAGIC), "this is no transcript file")
    demand(personal("p2pgame archive", content) == checksum, "the checksum is wrong")
    return content, checksum
