"""Makes a type ready to be read, before any thread reads values of it.

msgspec finds out what a type has when it reads the first value of it.  Meanwhile it
keeps what is half done with the type, where other threads find it: two that read the
first value at once end the interpreter (msgspec 0.22: a null pointer in
``json_decode_struct_map_inner``).  So one thread at a time does that here.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_lock = Lock()
_ready: set[Any] = set()


def prepared(kind: T) -> T:
    """Return a type that any thread can read values of, ``type=prepared(Ticket)``.

    Raises:
      TypeError: It is no type that msgspec reads.
    """
    if kind not in _ready:
        with _lock:
            msgspec.msgpack.Decoder(kind)
            _ready.add(kind)
    return kind
