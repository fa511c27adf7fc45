"""What a peer and a relay say to each other.

A relay keeps sealed frames by *topic*, in order, and hands each to all who are
subscribed.  It numbers them: whoever comes back says up to where it has them (its
*cursor*), and gets the rest.  Whoever may write to a topic holds the key of which
the topic is the hash; a topic alone is enough to read.  At a *door*, which has a
short number, two who share a few words find each other for a moment.

One WebSocket message is one of these, its kind in the first byte; numbers are
big-endian, and a text is its length (2) and UTF-8 (:mod:`.codec`).  A peer says

    Subscribe    1 | topic (16) | cursor (8)
    Unsubscribe  2 | topic (16)
    Claim        3 | key (32) | signature (64)
    Publish      4 | topic (16) | number (4) | frame
    Work         5 | answer (8)
    Open         6 | seconds (2)
    Shut         7 | door (4)
    Knock        8 | door (4) | body
    Reply        9 | door (4) | guest (4) | body

and a relay says

    Welcome     65 | version (1) | nonce (16) | bits (1) | room (8) | days (1)
                   | address (text) | message (text)
    Deliver     66 | topic (16) | sequence (8) | frame
    Live        67 | topic (16) | oldest (8) | newest (8)
    Stored      68 | topic (16) | number (4) | sequence (8)
    Refused     69 | number (4) | reason (text)
    Opened      70 | door (4)
    Knocked     71 | door (4) | guest (4) | body
    Replied     72 | door (4) | body
    Closed      73 | door (4) | reason (text)

What each promises stands with its class.  Frames are those of
:mod:`p2pgame.transport.envelope`, and a relay takes no others' sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

from p2pgame.transport.link import FRAME_LIMIT

VERSION = 1

TOPIC = 16
NONCE = 16
#: What passes at a door, at most, in bytes.
BODY_LIMIT = 4096
#: No text is longer, in bytes.
TEXT_LIMIT = 512
#: No message is longer.
MESSAGE_LIMIT = 1 + TOPIC + 8 + FRAME_LIMIT


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Send me what this topic has behind ``cursor``, then all that comes."""

    topic: bytes
    cursor: int = 0


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    topic: bytes


@dataclass(frozen=True, slots=True)
class Claim:
    """I hold the key of :func:`topic_of` this public key: let me write there.

    The signature is over :func:`claimed` of the welcome's nonce.
    """

    key: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Publish:
    """Keep this frame and hand it to all others; answered by ``Stored`` or ``Refused``.

    Only on a topic that this connection has claimed and subscribed to.  ``number``
    is the peer's own, and rises.  Many may be under way, and are stored in order: once
    one of a topic is refused, so are all of higher numbers until it comes again, or
    another in its place.
    """

    topic: bytes
    number: int
    frame: bytes


@dataclass(frozen=True, slots=True)
class Work:
    """What the welcome asked for: :func:`is_worked` holds of it."""

    answer: bytes


@dataclass(frozen=True, slots=True)
class Open:
    """Open a door for me for so many seconds; answered by ``Opened``."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Shut:
    door: int


@dataclass(frozen=True, slots=True)
class Knock:
    """Say something to whoever has opened this door."""

    door: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """Say something to the guest of this number at our door, and to no other."""

    door: int
    guest: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first word of a relay.

    ``bits`` of work are to be done before anything else (0: none); a topic holds at
    most ``room`` bytes, and for so many ``days`` after its newest frame; ``address``
    is where the relay sees us (``host:port``); ``message`` is for people.
    """

    nonce: bytes
    bits: int
    room: int
    days: int
    address: str
    message: str


@dataclass(frozen=True, slots=True)
class Deliver:
    """A frame of a topic; sequences rise, with gaps, and are the cursor."""

    topic: bytes
    sequence: int
    frame: bytes


@dataclass(frozen=True, slots=True)
class Live:
    """All that the topic had when we subscribed has been sent.

    ``oldest`` is the first that it still has (0: it is empty): what lies between our
    cursor and that is gone.
    """

    topic: bytes
    oldest: int
    newest: int


@dataclass(frozen=True, slots=True)
class Stored:
    """Our frame is on the relay's disk, and stands here among the topic's others.

    It comes in the place of ``Deliver``, so that the cursor rises by it too, but only
    when the frame is on the disk: what others said since may have come before.
    """

    topic: bytes
    number: int
    sequence: int


@dataclass(frozen=True, slots=True)
class Refused:
    """What was asked is not done; ``number`` is a ``Publish``'s, or 0.

    The reason begins with one of :data:`REASONS` and a colon, for programs.
    """

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Opened:
    door: int


@dataclass(frozen=True, slots=True)
class Knocked:
    door: int
    guest: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Replied:
    door: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """Nobody is behind this door any more, or ever was."""

    door: int
    reason: str


#: How the reason of a refusal begins.
REASONS = (
    "rate-limited",
    "too-large",
    "full",
    "not-claimed",
    "work",
    "invalid",
    "busy",
)

FromPeer: TypeAlias = (
    Subscribe | Unsubscribe | Claim | Publish | Work | Open | Shut | Knock | Reply
)
FromRelay: TypeAlias = (
    Welcome | Deliver | Live | Stored | Refused | Opened | Knocked | Replied | Closed
)


def topic_of(key: bytes) -> bytes:
    """Return the topic to which the holder of this public key may write."""
    return blake2b(key, digest_size=TOPIC, person=b"p2pgame topic").digest()


def claimed(nonce: bytes) -> bytes:
    """Return what a ``Claim`` signs."""
    return b"p2pgame relay claim" + nonce


def is_worked(nonce: bytes, answer: bytes, bits: int) -> bool:
    """Return whether the hash of both begins with so many zero bits."""
    digest = blake2b(nonce + answer, digest_size=32, person=b"p2pgame work").digest()
    return int.from_bytes(digest) >> (256 - bits) == 0
