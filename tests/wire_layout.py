"""Reads a state from its bytes by the layout that ``rules NAME --json`` gives.

It knows no game and shares no code with the program: a reader in another language
would be like it.  The layout says what comes next, so each value is read as its type.
"""

from __future__ import annotations

from typing import Any

from tests.wire_values import Bytes, Malformed, need

#: A state's values by name, as JSON would have them, but for bytes.
Values = Any


def read(data: bytes, rules: Any) -> dict[str, Values]:
    """Return the fields of a state by name.

    Raises:
      Malformed: The bytes are no state of this layout.
    """
    reader = _Reader(data, {struct["name"]: struct for struct in rules["structs"]})
    values = reader.fields(rules["state"])
    reader.bytes.end()
    return values


class _Reader:
    def __init__(self, data: bytes, structs: dict[str, Any]) -> None:
        self.bytes, self._structs = Bytes(data), structs

    def fields(self, fields: Any, tag: object = None) -> dict[str, Values]:
        need(self._array() == len(fields) + (tag is not None), "fields")
        if tag is not None:
            need(self._plain("text" if isinstance(tag, str) else "int") == tag, "tag")
        return {field["name"]: self._value(field["type"]) for field in fields}

    def _value(self, kind: Any) -> Values:
        of = kind.get("of", ())
        match kind["kind"]:
            case "array":
                return [self._value(of[0]) for _ in range(self._array())]
            case "tuple":
                need(self._array() == len(of), "items")
                return [self._value(one) for one in of]
            case "optional":
                if self.bytes.rest[:1] == b"\xc0":
                    self.bytes.take(1)
                    return None
                return self._value(of[0])
            case "union":
                return self._first(of)
            case "struct":
                struct = self._structs[kind["struct"]]
                return self.fields(struct["fields"], struct.get("tag"))
        value = self._plain(kind["kind"])
        need(value in kind.get("values", (value,)), "one of its values")
        return value

    def _first(self, kinds: Any) -> Values:
        """Return the value as the first of these types that fits."""
        rest = self.bytes.rest
        for kind in kinds:
            try:
                return self._value(kind)
            except Malformed:
                self.bytes.rest = rest
        raise Malformed("none of its types")

    def _plain(self, kind: str) -> Values:
        head = self.bytes.number(1)
        match kind:
            case "bool":
                need(head in (0xC2, 0xC3), "a bool")
                return head == 0xC3
            case "int":
                return self._number(head)
            case "text":
                size = head - 0xA0 if 0xA0 <= head < 0xC0 else self._size(head, 0xD9)
                return self.bytes.take(size).decode()
            case "bytes":
                return self.bytes.take(self._size(head, 0xC4))
        raise AssertionError(kind)

    def _number(self, head: int) -> int:
        if head < 0x80 or head >= 0xE0:
            return head if head < 0x80 else head - 256
        need(0xCC <= head <= 0xD3, "a number")
        size = 1 << (head - 0xCC) % 4
        return int.from_bytes(self.bytes.take(size), signed=head >= 0xD0)

    def _size(self, head: int, first: int) -> int:
        need(first <= head < first + 3, "a length")
        return self.bytes.number(1 << head - first)

    def _array(self) -> int:
        head = self.bytes.number(1)
        if 0x90 <= head < 0xA0:
            return head - 0x90
        need(head in (0xDC, 0xDD), "an array")
        return self.bytes.number(2 if head == 0xDC else 4)
