"""Maps keys of one length to numbers in a few bytes each.

A dictionary takes some 150 bytes for each key.  A long table has a hundred thousand, so
those that are seldom asked for are kept here: sorted, one behind the other.
"""

from __future__ import annotations

from array import array


class PackedMap:
    """Keys of ``width`` bytes, each with a number below 2⁶⁴; ``in`` asks for a key.

    Cost: about 20 steps to find one of a million; to add one, also a move in memory.
    """

    __slots__ = ("_keys", "_numbers", "_width")

    def __init__(self, width: int) -> None:
        self._width = width
        self._keys = bytearray()
        self._numbers = array("Q")

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, key: bytes) -> bool:
        return self._is_at(self._place(key), key)

    def get(self, key: bytes) -> int | None:
        """Return the number of a key, or None."""
        at = self._place(key)
        return self._numbers[at] if self._is_at(at, key) else None

    def add(self, key: bytes, number: int) -> bool:
        """Add a key; return False, and change nothing, if it is there.

        Raises:
          ValueError: The key has another length.
        """
        if len(key) != self._width:
            raise ValueError(f"a key has {self._width} bytes here")
        at = self._place(key)
        if self._is_at(at, key):
            return False
        start = at * self._width
        self._keys[start:start] = key
        self._numbers.insert(at, number)
        return True

    def _is_at(self, at: int, key: bytes) -> bool:
        start = at * self._width
        found = self._keys[start : start + self._width]
        return at < len(self._numbers) and found == key

    def _place(self, key: bytes) -> int:
        """Return the number of keys that are smaller."""
        low, high, width, keys = 0, len(self._numbers), self._width, self._keys
        while low < high:
            middle = (low + high) // 2
            if keys[middle * width : (middle + 1) * width] < key:
                low = middle + 1
            else:
                high = middle
        return low
