"""This module writes JSON whose numbers every reader keeps.

JavaScript, and whoever reads JSON's numbers as floats, knows integers up to 2⁵³ − 1
exactly.  An integer beyond that is written as a string of its decimal digits.
"""

from __future__ import annotations

import re

import msgspec

#: The largest integer that is written as a number, and the negative of the least.
LARGEST = 2**53 - 1

_encoder = msgspec.json.Encoder()
_LONG = re.compile(rb"[0-9]{16}")


def encode(value: object) -> bytes:
    """Return a value as JSON, in which no integer is larger than all readers keep.

    Cost: a search through the text more than without that, if nothing in it is long.
    """
    data = _encoder.encode(value)
    if _LONG.search(data) is None:
        return data
    return _encoder.encode(_exact(msgspec.to_builtins(value)))


def _exact(value: object) -> object:
    match value:
        case dict():
            return {name: _exact(item) for name, item in value.items()}
        case list() | tuple():
            return [_exact(item) for item in value]
        case int() if abs(value) > LARGEST:
            return str(value)
    return value
