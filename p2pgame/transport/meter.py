"""Counts the WebSocket frames that begin in a stream of bytes, and limits them.

A WebSocket library is slow per frame, not per byte: a million frames of one byte or
none keep a processor busy for a megabyte.  Frames are therefore counted before the
library reads them.
A peer that begins more than its limit is cut off.  Source: RFC 6455 §5.2.
"""

from __future__ import annotations

from p2pgame.transport.link import TransportError
from p2pgame.transport.rate import TokenBucket

#: Frames that a peer may begin in a second, in the long run.
FRAME_RATE = 2000.0

#: Frames that it may begin at once after a rest.
FRAME_BURST = 4000.0

_MASKED = 0x80
_EXTENDED = {126: 2, 127: 8}


class FrameMeter:
    """Counts the frames that begin in one direction of a connection."""

    __slots__ = ("_cut", "_skip")

    def __init__(self) -> None:
        self._cut = b""
        self._skip = 0

    def take(self, data: bytes, most: int | None = None) -> tuple[int, int]:
        """Read on until ``most`` frames have begun, or to the end of ``data``.

        Returns the number of bytes read, and the number of complete frame headers.
        """
        held, data = len(self._cut), self._cut + data
        count, at = 0, self._skip
        while count != most and (size := _frame_size(data, at)) is not None:
            at += size
            count += 1
        if count == most and at < len(data):
            self._skip, self._cut = 0, b""
            return at - held, count
        self._skip = max(0, at - len(data))
        self._cut = data[at:]
        return len(data) - held, count


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
