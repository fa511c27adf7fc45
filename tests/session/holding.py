"""Counts the objects that something holds, by kind.

Memory as the system counts it depends on the machine and on what ran before; what is
held does not.
"""

from __future__ import annotations

import gc
from collections import Counter
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
    gc.collect()
    kinds: Counter[str] = Counter()
    seen = {id(root)}
    todo = [root]
    while todo:
        one = todo.pop()
        kinds[type(one).__name__] += 1
        if isinstance(one, FunctionType):
            inside: list[object] = [*(one.__closure__ or ())]
        else:
            inside = gc.get_referents(one)
        for other in inside:
            if id(other) not in seen and not isinstance(other, _OTHERS):
                seen.add(id(other))
                todo.append(other)
    return kinds
