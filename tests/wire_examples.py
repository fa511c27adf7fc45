"""The examples of docs/wire.md, worked out by the program and by the second reader.

The program computes what stands below an example's line from what stands above
it; the reader reads that, or computes what only it shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from p2pgame.protocols.arithmetic.group import Entropy


class Example:
    """The fields of one example, as text or decoded."""

    def __init__(self, text: str) -> None:
        joined = re.sub(r"\n +", "", text)
        lines = [line for line in joined.splitlines() if line != "---"]
        pairs = (line.split(" =", 1) for line in lines)
        self.text = {name: value.strip() for name, value in pairs}

    def hex(self, name: str) -> bytes:
        return bytes.fromhex(self.text[name])

    def number(self, name: str) -> int:
        return int(self.text[name])

    def numbers(self, name: str) -> tuple[int, ...]:
        return tuple(map(int, self.text[name].split()))

    def several(self, name: str) -> list[bytes]:
        """Return the fields that are called this and a number."""
        pattern = re.compile(rf"{name} \d+")
        return [self.hex(key) for key in self.text if pattern.fullmatch(key)]


Outcome: TypeAlias = Mapping[str, bytes | str | int]
Compute: TypeAlias = Callable[[Example], Outcome]


def given(*parts: bytes) -> Entropy:
    """Return a source that hands out these parts, in order."""
    rest = iter(parts)
    return lambda size: next(rest)


def named(prefix: str, functions: Mapping[str, Compute]) -> dict[str, Compute]:
    """Return the functions of a module whose names start like this, by example."""
    return {
        name.removeprefix(prefix).replace("_", "-"): function
        for name, function in functions.items()
        if name.startswith(prefix)
    }
