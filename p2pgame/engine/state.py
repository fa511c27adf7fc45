"""This module defines states and options, and the hash by which peers compare states.

A state is a frozen struct of ints, bools, text, bytes, tuples and other such
structs.  It holds nothing mutable, and nothing (floats, sets, dicts) whose bytes
could differ between machines.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec


class State(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Base of every game's state; ``array_like`` keeps field names out of the hash."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every game's options, and the options of a game without any.

    Fields are ints, bools and text, and all have defaults.
    """


_encoder = msgspec.msgpack.Encoder()


def encode(state: State) -> bytes:
    """Return the state's canonical bytes; equal states give equal bytes."""
    return _encoder.encode(state)


def digest(state: State) -> bytes:
    """Return the 32-byte hash by which peers compare states.

    Cost: under a microsecond for a state of a hundred bytes.
    """
    return blake2b(
        _encoder.encode(state), digest_size=32, person=b"p2pgame state"
    ).digest()
