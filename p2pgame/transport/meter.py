"""Counts the WebSocket frames that begin in a stream of bytes, and limits them.

A WebSocket library is slow per frame, not per byte: a million frames of one byte or
none keep a processor busy for a megabyte.  Frames are therefore counted before the
library reads them.
A peer that begins more than its limit is cut off.  Source: RFC 6455 §5.2.
"""

from __future__ import annotations

from collections import deque

from p2pgame.transport.link import TransportError
from p2pgame.transport.rate import TokenBucket

#: Frames that a peer may begin in a second, in the long run.
FRAME_RATE = 2000.0

#: Frames that it may begin at once after a rest.
FRAME_BURST = 4000.0

#: Bytes that a frame of an unfinished message takes beside its payload.
FRAME_COST = 128

_MASKED = _LAST = 0x80
_CONTROL = 0x08
_EXTENDED = {126: 2, 127: 8}


class FrameMeter:
    """Counts the frames that begin in one direction of a connection, and the bytes of
    messages that nobody has taken yet."""

    __slots__ = ("_at", "_cut", "_ends", "_is_open", "_skip", "_taken", "_weight")

    def __init__(self) -> None:
        self._cut = b""
        self._skip = 0
        #: The place of the first byte of ``_cut`` in the stream.
        self._at = 0
        #: What the frames so far take, beside their bytes.
        self._weight = 0
        #: Of messages that have begun and were not taken: their last byte's place and
        #: weight.
        self._ends: deque[tuple[int, int]] = deque()
        #: Whether a message has begun whose last frame has not.
        self._is_open = False
        #: The same of the last message that was taken.
        self._taken = 0, 0

    @property
    def held(self) -> int:
        """The bytes of messages that were read, or have begun, and were not taken."""
        if not self._ends and not self._is_open:
            return 0
        place, weight = self._taken
        return self._read - place + self._weight - weight

    @property
    def is_unfinished(self) -> bool:
        """Whether nothing but the rest of a message is waited for."""
        whole = bool(self._ends) and self._ends[0][0] <= self._read
        return not whole and (self._is_open or bool(self._ends))

    @property
    def _read(self) -> int:
        return self._at + len(self._cut)

    def taken(self) -> None:
        """Note that the first whole message was taken."""
        if self._ends:
            self._taken = self._ends.popleft()

    def take(self, data: bytes, most: int | None = None) -> tuple[int, int]:
        """Read on until ``most`` frames have begun, or to the end of ``data``.

        Returns the number of bytes read, and the number of complete frame headers.
        """
        held, data = len(self._cut), self._cut + data
        count, at = 0, self._skip
        while count != most and (size := _frame_size(data, at)) is not None:
            self._begin(data[at], self._at + at + size)
            at += size
            count += 1
        if count == most and at < len(data):
            self._skip, self._cut = 0, b""
            self._at += at
            return at - held, count
        self._skip = max(0, at - len(data))
        self._cut = data[at:]
        self._at += len(data) - len(self._cut)
        return len(data) - held, count

    def _begin(self, first: int, end: int) -> None:
        """Note a frame by its first byte, and where it ends."""
        self._weight += FRAME_COST
        if first & _CONTROL:
            return
        self._is_open = not first & _LAST
        if not self._is_open:
            self._ends.append((end, self._weight))


def _frame_size(data: bytes, at: int) -> int | None:
    """Return the size of the frame at ``at``; None while its header is incomplete."""
    if len(data) < at + 2:
        return None
    length = data[at + 1] & 0x7F
    extended = _EXTENDED.get(length, 0)
    header = 2 + extended + (4 if data[at + 1] & _MASKED else 0)
    if len(data) < at + header:
        return None
    if extended:
        length = int.from_bytes(data[at + 2 : at + 2 + extended])
    return header + length


def charge_frames(bucket: TokenBucket, count: int, *, now: float) -> None:
    """Take ``count`` frames out of a peer's bucket.

    A refused frame counts, too: the connection ends here.

    Raises:
      TransportError: There were fewer in it.
    """
    bucket.charge(count, now=now)
    if bucket.left(now=now) < 0:
        raise TransportError("The other side sent too many frames at once.")
