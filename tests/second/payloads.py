"""Step 4, payloads: what an entry says, of exactly its kind's shape."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from . import cbor
from .cbor import Value
from .errors import Refused

Check: TypeAlias = Callable[[Value], bool]


@dataclass(frozen=True, slots=True)
class Payload:
    """A kind, and its fields by name."""

    kind: str
    fields: dict[str, Value]

    def number(self, name: str) -> int:
        value = self.fields[name]
        return value if isinstance(value, int) else 0

    def data(self, name: str) -> bytes:
        value = self.fields[name]
        return value if isinstance(value, bytes) else b""

    def text(self, name: str) -> str:
        value = self.fields[name]
        return value if isinstance(value, str) else ""

    def ids(self, name: str) -> tuple[bytes, ...]:
        value = self.fields[name]
        listed = value if isinstance(value, list) else []
        return tuple(item for item in listed if isinstance(item, bytes))

    def numbers(self, name: str) -> list[int]:
        value = self.fields.get(name)
        listed = value if isinstance(value, list) else []
        return [item for item in listed if isinstance(item, int)]

    @property
    def seats(self) -> frozenset[int]:
        value = self.fields["seats"]
        listed = value if isinstance(value, list) else ()
        return frozenset(seat for seat in listed if isinstance(seat, int))

    @property
    def spot(self) -> tuple[bytes, int]:
        return self.data("turn"), self.number("round")


def _number(low: int, high: int) -> Check:
    return lambda value: type(value) is int and low <= value <= high


def _bytes(*lengths: int) -> Check:
    return lambda value: isinstance(value, bytes) and len(value) in lengths


def _message(value: Value) -> bool:
    return isinstance(value, bytes) and len(value) <= 98304


def _text(least: int, most: int) -> Check:
    def check(value: Value) -> bool:
        if not isinstance(value, str) or not least <= len(value) <= most:
            return False
        return value == value.strip(" ") and not re.search("[\0-\x1f\x7f-\x9f]", value)

    return check


def _one_of(*words: str) -> Check:
    return lambda value: isinstance(value, str) and value in words


def _matches(pattern: str) -> Check:
    return lambda value: isinstance(value, str) and bool(re.fullmatch(pattern, value))


def _array(item: Check) -> Check:
    return lambda value: (
        isinstance(value, list) and 1 <= len(value) <= 16 and all(map(item, value))
    )


def _seats(value: Value) -> bool:
    if not isinstance(value, list):
        return False
    seats = [s for s in value if type(s) is int and 0 <= s < 16]
    return 0 < len(seats) == len(value) and seats == sorted({*seats})


def _numbers(least: int, most: int) -> Check:
    def check(value: Value) -> bool:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return False
        return all(map(_U32, value))

    return check


def _options(value: Value) -> bool:
    if not isinstance(value, dict) or len(value) > 64:
        return False
    keys = all(len(key) <= 32 for key in value)
    return keys and all(
        isinstance(item, bool | int) or (isinstance(item, str) and len(item) <= 2048)
        for item in value.values()
    )


_ID, _U16, _U32 = _bytes(32), _number(0, 65535), _number(0, 2**32 - 1)
_VERSION, _BOX = _number(1, 65535), _bytes(0, 80)

SHAPES: dict[str, dict[str, Check]] = {
    "hello": {
        "name": _text(1, 24), "identity": _ID, "proof": _bytes(64), "box key": _ID,
        "invited": _ID, "lowest": _VERSION, "highest": _VERSION,
        "decider": _one_of("person", "program"),
    },
    "genesis": {
        "wire": _VERSION, "game": _matches("[a-z][a-z0-9-]{0,31}"), "version": _U32,
        "rules": _bytes(0, 32), "options": _options, "hellos": _array(_ID),
        "epoch": _ID, "boxes": _array(_bytes(80)), "quorum": _number(0, 16),
        "patience": _U32, "deck": _one_of("masked", "commutative", "proved"),
        "bank": _U32, "absence": _one_of("wait", "default", "forfeit", "finish"),
        "watch": _BOX, "carried": _bytes(0, 96),
    },
    "accept": {"genesis": _ID},
    "answer": {"turn": _ID, "round": _U16, "message": _message},
    "absent": {"turn": _ID, "round": _U16, "seats": _seats},
    "evict": {"turn": _ID, "round": _U16, "seats": _seats},
    "receipt": {"turn": _ID, "round": _U16},
    "leave": {},
    "epoch": {
        "number": _number(2, 65535), "epoch": _ID, "boxes": _array(_BOX), "watch": _BOX
    },
    "refuse-epoch": {"seat": _number(0, 15)},
    "end": {"turn": _ID, "state": _ID},
    "times": {"thought": _numbers(1, 16), "worked": _numbers(1, 16)},
    "assent": {
        "turn": _ID,
        "proposal": _matches("draw|last round|adjourn|takeback [1-9][0-9]{0,2}"),
    },
    "nudge": {"turn": _ID},
    "checkpoint": {"turn": _ID, "state": _ID},
    "chat": {"text": _text(1, 500)},
    "successor": {"table": _ID, "boxes": _array(_BOX), "watch": _BOX},
}  # fmt: skip


#: The versions of the wire that are read here.
WIRES = 2, 3
#: The kind of a genesis of a later version, of which nothing else is known.
LATER = "later genesis"


def is_later(wire: Value) -> bool:
    return _number(WIRES[-1] + 1, 65535)(wire)


def decode(data: bytes) -> Payload:
    """Return what a payload says.

    Raises:
      Refused: It is no payload, which is the fault ``payload`` of its author.
    """
    try:
        value = cbor.decode(data)
    except Refused as refused:
        raise Refused(str(refused), "payload") from None
    match value:
        case [str(kind), *values] if kind in SHAPES:
            shape = SHAPES[kind]
            later = kind == "genesis" and values and is_later(values[0])
        case _:
            raise Refused("a payload is of no kind", "payload")
    if kind == "genesis" and values and _number(3, 65535)(values[0]):
        shape = {**shape, "time": _numbers(7, 7)}
    named = dict(zip(shape, values, strict=False))
    if len(values) != len(shape) or not all(c(named[n]) for n, c in shape.items()):
        if later:
            return Payload(LATER, {})
        raise Refused(f"a payload has not the shape of {kind}", "payload")
    payload = Payload(kind, named)
    if kind == "hello" and payload.number("lowest") > payload.number("highest"):
        raise Refused("a hello has no versions", "payload")
    lengths = {len(payload.numbers(name)) for name in shape} if kind == "times" else {0}
    if len(lengths) > 1:
        raise Refused("times are not of the same seats", "payload")
    return payload
