"""Defines the messages between a peer and a relay.

A relay keeps sealed frames by *topic*, in order, and delivers each to all subscribers.
It numbers them: a returning peer sends the number up to which it has them (its
*cursor*), and gets the rest.
A topic is the hash of a key.  The key's holder may write to it; the topic alone
suffices to read.
At a *door* (a rendezvous with a short number) peers who share a few words find each
other.

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
    Enter       10 | lowest (1) | highest (1) | tag (32)

and a relay says

    Welcome     65 | lowest (1) | highest (1) | nonce (16) | is closed (1) | bits (1)
                   | room (8) | days (1) | address (text) | message (text)
    Deliver     66 | topic (16) | sequence (8) | frame
    Live        67 | topic (16) | oldest (8) | newest (8)
    Stored      68 | topic (16) | number (4) | sequence (8)
    Refused     69 | number (4) | refusal (2)
    Opened      70 | door (4)
    Knocked     71 | door (4) | guest (4) | body
    Replied     72 | door (4) | body
    Closed      73 | door (4) | refusal (2)

Each message's class says what it promises.  Frames are those of
:mod:`p2pgame.transport.envelope`; a relay accepts no other sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2b
from typing import TypeAlias

from p2pgame.transport.link import FRAME_LIMIT
from p2pgame.transport.relay.topic_id import TOPIC
from p2pgame.transport.wire_version import SPOKEN, Versions

NONCE = 16
#: Bytes of an ``Enter``'s tag.
ENTER_TAG = 32
#: Bytes of a message at a door, at most.
BODY_LIMIT = 4096
#: Bytes of a text, at most.
TEXT_LIMIT = 512
#: Bytes of a message, at most.
MESSAGE_LIMIT = 1 + TOPIC + 8 + FRAME_LIMIT


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Ask for a topic's frames behind ``cursor``, then for each new one."""

    topic: bytes
    cursor: int = 0


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    topic: bytes


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the right to write to :func:`topic_of` ``key``.

    The signature is over :func:`claimed` of the welcome's nonce.
    """

    key: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Publish:
    """Ask to keep a frame and to deliver it; answered by ``Stored`` or ``Refused``.

    The connection must have claimed and subscribed to the topic.  ``number`` is the
    peer's own, and rises.  Many frames may be under way; they are stored in order.
    If one is refused, so are all of the topic with higher numbers, until that number or
    a replacement comes.
    """

    topic: bytes
    number: int
    frame: bytes


@dataclass(frozen=True, slots=True)
class Work:
    """Answer the welcome's work: :func:`is_worked` must hold."""

    answer: bytes


@dataclass(frozen=True, slots=True)
class Enter:
    """Tell our versions, and show that we have the relay's token.

    A peer says this first.  The tag is :func:`entering`, or zeros for a peer without a
    token.  A relay that is closed does nothing before a good one.  Who shows the token
    need not work.
    """

    versions: Versions
    tag: bytes


@dataclass(frozen=True, slots=True)
class Open:
    """Ask to open a door for ``seconds``; answered by ``Opened``."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Shut:
    door: int


@dataclass(frozen=True, slots=True)
class Knock:
    """Send a message to the host of a door."""

    door: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """Send a message to one guest at our door."""

    door: int
    guest: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Welcome:
    """Begin the conversation; a relay sends this first.

    The relay speaks ``versions`` of the wire.  If it ``is_closed`` it admits only
    those with its token.  ``bits`` of work must be done before anything else (0: none).
    A topic holds at most
    ``room`` bytes, until ``days`` after its newest frame.  ``address`` is where the
    relay sees the peer (``host:port``); ``message`` is for people.
    """

    nonce: bytes
    bits: int
    room: int
    days: int
    address: str
    message: str
    is_closed: bool = False
    versions: Versions = SPOKEN


@dataclass(frozen=True, slots=True)
class Deliver:
    """Deliver a frame of a topic; sequences rise, with gaps, and serve as cursors."""

    topic: bytes
    sequence: int
    frame: bytes


@dataclass(frozen=True, slots=True)
class Live:
    """Tell that the topic's whole backlog has been sent.

    ``oldest`` is the first sequence still kept (0: the topic is empty).  Frames between
    the peer's cursor and ``oldest`` are gone.
    """

    topic: bytes
    oldest: int
    newest: int


@dataclass(frozen=True, slots=True)
class Stored:
    """Confirm that our frame is on the relay's disk, under this sequence.

    The sequence 0 says that the relay has handed the frame on to all who listen, and
    has not kept it: who comes later will not get it there.
    It replaces ``Deliver`` for the writer, so the cursor rises by it, too.  It comes
    only once the frame is on the disk, so later frames of others may come before it.
    """

    topic: bytes
    number: int
    sequence: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Refuse a request; ``number`` is a ``Publish``'s, or 0.

    ``refusal`` is a :class:`Refusal`, or a number that we do not know.
    """

    number: int
    refusal: int


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
    """Tell that no host is behind this door, or not any more."""

    door: int
    refusal: int


class Refusal(IntEnum):
    """Why a relay refuses something: the numbers of docs/wire.md."""

    RATE_LIMITED = 1
    TOO_LARGE = 2
    FULL = 3
    NOT_CLAIMED = 4
    WORK = 5
    INVALID = 6
    BUSY = 7
    STOPPING = 8
    TOPICS = 9
    DOORS = 10
    NOBODY = 11
    TIME_UP = 12
    TOKEN = 13
    VERSION = 14
    FAULTS = 15
    #: By HTTP status 429, before any message.
    CROWDED = 16

    @property
    def word(self) -> str:
        """The name for logs and metrics."""
        return self.name.lower().replace("_", "-")


FromPeer: TypeAlias = (
    Subscribe
    | Unsubscribe
    | Claim
    | Publish
    | Work
    | Open
    | Shut
    | Knock
    | Reply
    | Enter
)
FromRelay: TypeAlias = (
    Welcome | Deliver | Live | Stored | Refused | Opened | Knocked | Replied | Closed
)


def claimed(nonce: bytes) -> bytes:
    """Return the bytes that a ``Claim`` signs."""
    return b"p2pgame relay claim" + nonce


def entering(token: bytes, nonce: bytes, versions: Versions) -> bytes:
    """Return the tag by which an ``Enter`` shows a token, which it does not tell."""
    said = nonce + bytes((versions.lowest, versions.highest))
    return blake2b(
        said, digest_size=ENTER_TAG, key=token, person=b"p2pgame enter"
    ).digest()


def is_worked(nonce: bytes, answer: bytes, bits: int) -> bool:
    """Return whether the hash of both begins with ``bits`` zero bits."""
    digest = blake2b(nonce + answer, digest_size=32, person=b"p2pgame work").digest()
    return int.from_bytes(digest) >> (256 - bits) == 0
