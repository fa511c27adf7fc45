"""Bytes between two peers: the one interface that every path has.

A link moves whole frames, both ways, in order, or it dies; it promises nothing
else.  Frames are sealed and signed before they get here, so a link need not be
trusted, and memory, a WebSocket or a relay will do alike.

What can go wrong on the way:

* TransportError    the path failed; nobody is to blame
* - LinkClosed      this link is gone; another may be opened
* - InvalidFrame    bytes that no holder of the table's key made, dropped
* - - UnknownEpoch  a frame for others, or for us once we hold its key
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import trio

#: No frame is longer; whoever sends a longer one has broken the link.
FRAME_LIMIT = 256 * 1024

#: The lengths that a sealed frame may have, and no other.
SIZES = (256, 1024, 4096, 16384, 65536, FRAME_LIMIT)


class TransportError(Exception):
    """The path failed; nobody is to blame."""


class LinkClosed(TransportError):
    """The link is gone: closed by us, by the peer, or by the network between."""


class InvalidFrame(TransportError):
    """These bytes are no frame of this table."""


class UnknownEpoch(InvalidFrame):
    """This frame is for others, or for us once we hold its key."""


class Link(Protocol):
    """One connection to one peer.

    A link is a resource: whoever got one closes it, and the system closes what
    is left when the program ends.  ``send`` must never be cancelled half way (a
    stream cut inside a frame is lost), so only
    :class:`p2pgame.transport.outbox.Outbox` calls it.
    """

    async def send(self, frame: bytes) -> None:
        """Send one frame; wait while the peer does not read.

        A frame above :data:`FRAME_LIMIT` is refused by the other end, which
        closes the link.

        Raises:
          LinkClosed: The link is gone.
        """

    async def receive(self) -> bytes:
        """Return the next frame; what came before the peer's close comes first.

        Raises:
          LinkClosed: The link is gone, or the peer broke the frame limit.
        """

    async def aclose(self) -> None:
        """Close the link; both ends' calls raise ``LinkClosed`` from now on.

        Calls that wait in ``send`` or ``receive`` raise it too.  Bounded in
        time, whatever the peer does; closing twice does nothing.
        """


@runtime_checkable
class Mailbox(Link, Protocol):
    """A link to all who read one topic, where what is sent is kept for a while.

    ``receive`` returns what others have sent, before we came and since, each frame
    once.  ``send`` does not wait until a frame is kept, and does nothing at all
    without ``can_write``.
    """

    can_write: bool
    #: Set once all that was there when we came has been received and one more wanted.
    live: trio.Event
    #: Once live: whether what came by this link is all that is kept there, and
    #: nothing of what an earlier one brought.
    is_whole: bool

    def read_again(self) -> None:
        """End the link; the next one brings all that is kept there once more."""

    async def wait_stored(self) -> None:
        """Wait until all that was sent is kept there.

        Raises:
          LinkClosed: The link is gone, and perhaps not all of it is kept.
        """
