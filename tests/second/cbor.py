"""Canonical CBOR, as far as entries and payloads go."""

from __future__ import annotations

from typing import TypeAlias

from .errors import demand

Value: TypeAlias = "int | bool | bytes | str | list[Value] | dict[str, Value] | None"

DEEPEST, MOST_ITEMS = 16, 10000
SIMPLE: dict[int, bool | None] = {0xF4: False, 0xF5: True, 0xF6: None}


class Decoder:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._items = 0

    def whole(self) -> Value:
        value = self._value(0)
        demand(self._at == len(self._data), "there is a byte after the value")
        return value

    def _take(self, length: int) -> bytes:
        end = self._at + length
        demand(end <= len(self._data), "the value is cut off")
        taken, self._at = self._data[self._at : end], end
        return taken

    def _argument(self, low: int) -> int:
        if low < 24:
            return low
        demand(low <= 27, "this is an indefinite length, or none")
        width = 1 << (low - 24)
        number = int.from_bytes(self._take(width), "big")
        least = 24 if width == 1 else 1 << (4 * width)
        demand(number >= least, "a number is not in its shortest form")
        return number

    def _value(self, depth: int) -> Value:
        first = self._take(1)[0]
        if first in SIMPLE:
            return SIMPLE[first]
        major, number = first >> 5, self._argument(first & 31)
        match major:
            case 0:
                return number
            case 1:
                return -1 - number
            case 2:
                return self._take(number)
            case 3:
                return self._text(number)
            case 4:
                self._nest(number, depth)
                return [self._value(depth + 1) for _ in range(number)]
            case 5:
                self._nest(2 * number, depth)
                return self._map(number, depth)
        demand(False, "this is a tag, a float or another simple value")
        return None

    def _text(self, length: int) -> str:
        try:
            return self._take(length).decode()
        except UnicodeDecodeError:
            demand(False, "a text is no UTF-8")
            raise

    def _nest(self, items: int, depth: int) -> None:
        self._items += items
        demand(depth < DEEPEST, "arrays are nested too deep")
        demand(self._items <= MOST_ITEMS, "there are too many items")

    def _map(self, pairs: int, depth: int) -> dict[str, Value]:
        read: dict[str, Value] = {}
        last = b""
        for _ in range(pairs):
            start = self._at
            key = self._value(depth + 1)
            encoded = self._data[start : self._at]
            demand(isinstance(key, str), "a key is no text")
            demand(encoded > last, "keys are out of order, or there twice")
            last = encoded
            read[str(key)] = self._value(depth + 1)
        return read


def decode(data: bytes) -> Value:
    """Return the value that ``data`` is the one encoding of."""
    return Decoder(data).whole()
