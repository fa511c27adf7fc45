"""What forgers hope for: a hash that leaves out one thing that was said."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from p2pgame.protocols.arithmetic.group import Scalar
from p2pgame.protocols.arithmetic.transcript import Item, Transcript

#: Makes a transcript, of one kind or another, from its label.
Hears: TypeAlias = Callable[[bytes], Transcript]


class Forgetful(Transcript):
    """Leaves out the item at one place under one label: weak Fiat–Shamir.

    ``asked`` are the challenges that came of it.
    """

    def __init__(self, label: bytes, where: bytes, place: int) -> None:
        self._where, self._place = where, place
        self.asked: list[Scalar] = []
        super().__init__(label)

    def append(self, label: bytes, *items: Item) -> None:
        if label == self._where:
            items = (*items[: self._place], *items[self._place + 1 :])
        super().append(label, *items)

    def challenge(self, label: bytes) -> Scalar:
        self.asked.append(super().challenge(label))
        return self.asked[-1]


def forgetting(where: bytes, place: int) -> Hears:
    return lambda label: Forgetful(label, where, place)


#: Leaves out nothing.
HONEST = forgetting(b"", 0)
