"""The one error of the reader: a file that is damaged, or a player at fault."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Refused(Exception):
    """A file is not good.

    Without a ``fault`` the file is damaged, cut off, or beyond this reader. With one
    of the page's faults its ``culprit`` is an author, who signed what is wrong.
    """

    def __init__(
        self, words: str, fault: str | None = None, culprit: bytes | None = None
    ) -> None:
        super().__init__(words)
        self.fault = fault
        self.culprit = culprit
        self.lines: tuple[str, ...] = ()


class Unfinished(Refused):
    """The entries end before the game does, and are fair so far.

    It may end in an open round: then seats may yet be evicted from this round.
    """

    def __init__(self, words: str, *, is_open: bool = False) -> None:
        super().__init__(words)
        self.is_open = is_open


class Unknown(Refused):
    """Nobody can tell here: this reader lacks the wire, the game or its rules."""


@contextmanager
def blaming(author: bytes) -> Iterator[None]:
    """Name ``author`` as the culprit of every fault that names nobody."""
    try:
        yield
    except Refused as refused:
        if refused.fault is not None and refused.culprit is None:
            refused.culprit = author
        raise


def demand(holds: bool, words: str, fault: str | None = None) -> None:
    """Raise :class:`Refused` unless ``holds``."""
    if not holds:
        raise Refused(words, fault)
