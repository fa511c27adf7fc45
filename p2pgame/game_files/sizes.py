"""Bounds the bytes of what rules in another process make a program keep.

They are bytes of MessagePack, and so the same for all peers of a table.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

#: Bytes of an answer, by its kind: a turn has every move on offer in it.
ANSWER_LIMIT, LIMITS = 64 * 1024, {"turn": 256 * 1024}
#: Bytes of the answers that are kept for one game, and what each takes besides.
KEPT_LIMIT, KEPT_EACH = 4 * 1024 * 1024, 256


def why_too_large(kind: str, size: int) -> str | None:
    """Return what is wrong with an answer of so many bytes, or None."""
    limit = LIMITS.get(kind, ANSWER_LIMIT)
    what = kind.rstrip("?") if kind in ("state", "state?", "turn") else "answer"
    article = "an" if what == "answer" else "a"
    if size <= limit:
        return None
    return f"it gives {article} {what} of {size} bytes; the limit is {limit}"


class Answers:
    """The answers that were given last, as bytes: no more than a limit of them."""

    def __init__(self, limit: int = KEPT_LIMIT) -> None:
        self._limit, self._size, self._turn = limit, 0, Lock()
        self._kept = OrderedDict[bytes, bytes]()

    def get(self, key: bytes) -> bytes | None:
        """Return the answer to a question, if it is kept."""
        with self._turn:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
        return found

    def keep(self, key: bytes, answer: bytes) -> None:
        """Keep an answer, and forget the oldest where there is no room."""
        with self._turn:
            if key not in self._kept:
                self._kept[key] = answer
                self._size += len(answer) + KEPT_EACH
            while self._size > self._limit:
                _, oldest = self._kept.popitem(last=False)
                self._size -= len(oldest) + KEPT_EACH
