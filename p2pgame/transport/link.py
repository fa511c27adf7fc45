"""Defines a link: bytes between two peers, over any kind of path.

A link moves whole frames, both ways, in order, or it dies; it promises nothing else.
Frames are sealed and signed before they get here, so a link need not be trusted.
Memory, a WebSocket and a relay are equally good.

Errors:

* TransportError    the path failed; nobody is to blame
* - LinkClosed      this link is gone; another may be opened
* - InvalidFrame    no holder of the table's key made these bytes; drop them
* - - UnknownEpoch  the frame is for others, or for us once we have its key
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import trio

#: Bytes of a frame, at most; a link ends when a longer one comes.
FRAME_LIMIT = 256 * 1024

#: The only lengths that a sealed frame may have.
SIZES = (256, 1024, 4096, 16384, 65536, FRAME_LIMIT)


class TransportError(Exception):
    """The path failed; nobody is to blame."""


class CantListen(TransportError):
    """An address of this machine can't be listened on; ``error`` says why."""

    def __init__(self, port: int, error: OSError | UnicodeError) -> None:
        super().__init__(f"Port {port} can't be listened on.")
        self.port = port
        self.error = error


class LinkClosed(TransportError):
    """The link is gone: closed by us, by the peer, or by the network between."""


class InvalidFrame(TransportError):
    """These bytes are no frame of this table."""


class UnknownEpoch(InvalidFrame):
    """This frame is for others, or for us once we hold its key."""


class Link(Protocol):
    """One connection to one peer.

    Its owner must close it; the system closes the rest when the program ends.
    Never cancel ``send`` half way: a stream cut inside a frame is lost.  So only
    :class:`p2pgame.transport.outbox.Outbox` calls it.
    """

    async def send(self, frame: bytes) -> None:
        """Send one frame; wait while the peer does not read.

        The other end refuses a frame above :data:`FRAME_LIMIT` and closes the link.

        Raises:
          LinkClosed: The link is gone.
        """

    async def receive(self) -> bytes:
        """Return the next frame; frames sent before the peer's close come first.

        Raises:
          LinkClosed: The link is gone, or the peer broke the frame limit.
        """

    async def aclose(self) -> None:
        """Close the link; from now on both ends' calls raise ``LinkClosed``.

        Waiting calls of ``send`` and ``receive`` raise it, too.  The time is bounded
        whatever the peer does.  Closing twice does nothing.
        """


@runtime_checkable
class Unproven(Link, Protocol):
    """A link of somebody who came to us; it may be closed to make room for others."""

    def vouch(self) -> None:
        """Note that a frame of this link opened under our keys."""


@runtime_checkable
class Mailbox(Link, Protocol):
    """A link to all readers of one topic, which keeps what is sent for a while.

    ``receive`` returns what others have sent, before we connected and since, each frame
    once.  ``send`` does not wait until a frame is stored.  Without ``can_write`` it
    does nothing.
    """

    can_write: bool
    #: Set once the whole backlog was received and one more frame was asked for.
    live: trio.Event
    #: Once live: whether this link brought all that the topic keeps, and no earlier
    #: link brought any of it.
    is_whole: bool

    def read_again(self) -> None:
        """End the link; the next one receives all that is kept once more."""

    async def wait_stored(self) -> None:
        """Wait until all that was sent is stored.

        Raises:
          LinkClosed: The link is gone; some of it may not be stored.
        """
