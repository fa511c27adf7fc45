"""Maps keys of one length to numbers, outside memory for the most part.

A dictionary takes some 150 bytes for each key.  A long table has a hundred thousand, so
those that are seldom asked for are kept here.

The keys fall into buckets.  What is new in a bucket is in memory; when there are 64
keys they are kept as one block, which tells where the block before is.
"""

from __future__ import annotations

from collections.abc import Iterator

from .scratch import Scratch

BUCKETS = 64
#: Keys of one block.
FULL = 64
_NUMBER_BYTES = 8


class PackedMap:
    """Keys of ``width`` bytes, each with a number below 2⁶⁴; ``in`` asks for a key.

    One thread may add keys while others look for those that are there.
    Cost: at most 4096 keys are in memory.  To find one, each 4096 keys that were added
    since take one read; to miss one takes all of these.
    """

    __slots__ = ("_count", "_last", "_new", "_scratch", "_width")

    def __init__(self, width: int, scratch: Scratch) -> None:
        self._width = width
        self._scratch = scratch
        self._count = 0
        #: Of each bucket: its newest keys with their numbers.
        self._new: dict[int, bytearray] = {}
        #: Of each bucket: where its last block is, counted from 1.
        self._last: dict[int, int] = {}

    def __len__(self) -> int:
        return self._count

    def __contains__(self, key: bytes) -> bool:
        return self.get(key) is not None

    def get(self, key: bytes) -> int | None:
        """Return the number of a key, or None.

        Raises:
          StoreError: The disk failed.
        """
        width = self._width
        if len(key) != width:
            return None
        size = width + _NUMBER_BYTES
        for pairs in self._blocks(_bucket(key)):
            at = pairs.find(key)
            while at >= 0:
                if at % size == 0:
                    return int.from_bytes(pairs[at + width : at + size], "little")
                at = pairs.find(key, at + 1)
        return None

    def add(self, key: bytes, number: int) -> None:
        """Add a key that is not there yet.

        Raises:
          ValueError: The key has another length.
        """
        if len(key) != self._width:
            raise ValueError(f"a key has {self._width} bytes here")
        bucket = _bucket(key)
        new = self._new.setdefault(bucket, bytearray())
        new += key + number.to_bytes(_NUMBER_BYTES, "little")
        self._count += 1
        if len(new) == FULL * (self._width + _NUMBER_BYTES):
            before = self._last.get(bucket, 0).to_bytes(_NUMBER_BYTES, "little")
            self._last[bucket] = 1 + self._scratch.keep(before + new)
            self._new[bucket] = bytearray()  # another thread may be reading the old one

    def _blocks(self, bucket: int) -> Iterator[bytes | bytearray]:
        """Yield the keys of a bucket with their numbers, the newest block first."""
        new = self._new.get(bucket)
        if new is None:
            return
        yield new
        last = self._last.get(bucket, 0)
        size = _NUMBER_BYTES + FULL * (self._width + _NUMBER_BYTES)
        while last:
            block = self._scratch.read(last - 1, size)
            last = int.from_bytes(block[:_NUMBER_BYTES], "little")
            yield block[_NUMBER_BYTES:]


def _bucket(key: bytes) -> int:
    """Return a key's bucket, which nobody can foretell who chooses keys."""
    return hash(key) % BUCKETS
