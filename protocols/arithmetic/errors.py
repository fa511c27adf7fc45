"""What can go wrong in a cryptographic protocol, and whose fault it was.

* ProtocolError       a peer broke a protocol
  x InvalidEncoding   bytes that are no canonical scalar, element or message
  x InvalidProof      a zero-knowledge proof that does not hold
  x InvalidOpening    a commitment opened to something else
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class ProtocolError(Exception):
    """A peer broke a protocol; nothing has changed on our side.

    ``culprit`` is the player whose message failed, or None below the layer
    that knows players (a proof is invalid before it is anybody's).
    """

    def __init__(self, message: str, culprit: int | None = None) -> None:
        super().__init__(message)
        self.culprit = culprit


class InvalidEncoding(ProtocolError):
    """A peer sent bytes that are not the one encoding of anything."""


class InvalidProof(ProtocolError):
    """A peer sent a proof that does not hold."""


class InvalidOpening(ProtocolError):
    """A peer opened a commitment to something else."""


@contextmanager
def blame(player: int) -> Iterator[None]:
    """Name ``player`` as the culprit of an error that does not name one yet."""
    try:
        yield
    except ProtocolError as error:
        if error.culprit is None:
            error.culprit = player
        raise
