"""Counts the objects that something holds, by kind, and their bytes.

Memory as the system counts it depends on the machine and on what ran before; what is
held does not.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Iterator
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    ModuleType,
)

import trio

from p2pgame.engine import Game

#: What is not looked into: it belongs to the program, or to the loop.
_OTHERS = (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    Game,
    ModuleType,
    trio.lowlevel.Task,
    type,
)


def held(root: object) -> Counter[str]:
    """Return how many objects of each kind can be reached from ``root``."""
    return Counter(type(one).__name__ for one in _reached(root))


def held_bytes(root: object) -> int:
    """Return how many bytes the objects have that can be reached from ``root``."""
    return sum(map(sys.getsizeof, _reached(root)))


def _reached(root: object) -> Iterator[object]:
    gc.collect()
    seen = {id(root)}
    todo = [root]
    while todo:
        one = todo.pop()
        yield one
        if isinstance(one, FunctionType):
            inside: list[object] = [*(one.__closure__ or ())]
        else:
            inside = gc.get_referents(one)
        for other in inside:
            if id(other) not in seen and not isinstance(other, _OTHERS):
                seen.add(id(other))
                todo.append(other)
