"""Reads and writes invites: a table, its first secret and addresses, as one line.

Any reader of the line can join, so hand it over like a key.  A table's id is its
opener's author key, so nobody else can pose as the host.
All other keys are derived from the secret (:mod:`.chain`).  There are three kinds:

    p2pgame:         base64url  version (1) | table (32) | secret (16)
                                | addresses and relays | CRC-32
    P2PGAME:         base32     version (1) | start of the table (16) | secret (16)
                                | url of a relay, or nothing | CRC-32
    p2pgame-watch:   base64url  version (1) | table (32) | watch secret (16)
                                | topic (16) | addresses and relays | CRC-32

The second one is *short*, for a QR code: it uses only the characters of which a QR code
holds most.  The host announces what it lacks on the topic (:mod:`.announce`).
The third one lets its holder spectate, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from p2pgame.transport.finding import chain, reach, spelling
from p2pgame.transport.finding.reach import Fields, InvalidReach
from p2pgame.transport.finding.spelling import Misspelled
from p2pgame.transport.relay.topic_id import TOPIC
from p2pgame.transport.relay.url import URL_LIMIT, RelayUrl

SCHEME, SHORT_SCHEME, WATCH_SCHEME = "p2pgame:", "P2PGAME:", "p2pgame-watch:"
TABLE = 32
#: Bytes of a table's id in a short invite: as hard to find twice as a secret.
START = 16

#: Bytes of a body, at most: of a watch link with all that it may have.
_LIMIT = TABLE + chain.SECRET_SIZE + TOPIC + reach.LIMIT
_SHORT_LIMIT = START + chain.SECRET_SIZE + URL_LIMIT


class InvalidInvite(ValueError):
    """This is not an invite; ask for it again."""


@dataclass(frozen=True, slots=True)
class Invite:
    """Lets a guest find a table, read its frames and answer."""

    table: bytes
    secret: bytes = field(repr=False)
    addresses: tuple[str, ...]
    relays: tuple[RelayUrl, ...] = ()

    def __post_init__(self) -> None:
        _check_sizes((self.table, TABLE), (self.secret, chain.SECRET_SIZE))
        with _one_sentence():
            reach.check(self.addresses, self.relays)

    @property
    def epoch_key(self) -> bytes:
        """The key of epoch 0."""
        return chain.epoch_key(self.watch_secret)

    @property
    def watch_secret(self) -> bytes:
        return chain.watch_secret(self.secret)

    @property
    def writing(self) -> bytes:
        """The seed of the key that may write to the topic."""
        return chain.writing(self.secret)

    @property
    def topic(self) -> bytes:
        return chain.topic(self.writing)

    @property
    def watch(self) -> Watch:
        """The watch link of the same table."""
        places = self.addresses, self.relays
        return Watch(self.table, self.watch_secret, self.topic, *places)

    def short(self, relay: RelayUrl | None = None) -> str:
        """Return the short line of text; None: the guest knows the same relay."""
        return Short(self.table[:START], self.secret, relay).encode()

    def encode(self) -> str:
        """Return the line of text to hand over; it holds the secret."""
        places = reach.encode(self.addresses, self.relays)
        return spelling.write64(SCHEME, self.table + self.secret + places)

    @classmethod
    def parse(cls, text: str) -> Invite:
        """Read the text of an invite that is not short; space around it is ignored.

        Raises:
          InvalidInvite: With one sentence that says what is wrong.
        """
        with _one_sentence():
            fields = _fields(SCHEME, text)
            table, secret = fields.take(TABLE), fields.take(chain.SECRET_SIZE)
            return cls(table, secret, *fields.reach_at_end())


@dataclass(frozen=True, slots=True)
class Short:
    """An invite for a small QR code; ``relay=None`` means the usual relay.

    ``start`` is the start of the table's id.
    """

    start: bytes
    secret: bytes = field(repr=False)
    relay: RelayUrl | None = None

    def __post_init__(self) -> None:
        _check_sizes((self.start, START), (self.secret, chain.SECRET_SIZE))
        if self.relay is not None:
            with _one_sentence():
                reach.check((), (self.relay,))

    @property
    def epoch_key(self) -> bytes:
        """The key of epoch 0."""
        return chain.epoch_key(chain.watch_secret(self.secret))

    @property
    def writing(self) -> bytes:
        """The seed of the key that may write to the topic."""
        return chain.writing(self.secret)

    @property
    def topic(self) -> bytes:
        return chain.topic(self.writing)

    def encode(self) -> str:
        """Return the line of text to hand over; it holds the secret."""
        relay = "" if self.relay is None else str(self.relay)
        body = self.start + self.secret + relay.encode()
        return spelling.write32(SHORT_SCHEME, body)

    @classmethod
    def parse(cls, text: str) -> Short:
        """Read a short invite's text; space around it does not matter.

        Raises:
          InvalidInvite: With one sentence that says what is wrong.
        """
        with _one_sentence():
            text = text.strip()
            fields = Fields(spelling.read32(SHORT_SCHEME, text, limit=_SHORT_LIMIT))
            start, secret = fields.take(START), fields.take(chain.SECRET_SIZE)
            relay = reach.ascii_of(fields.rest())
            return cls(start, secret, reach.read_relay(relay) if relay else None)


@dataclass(frozen=True, slots=True)
class Watch:
    """Lets its holder spectate; it does not let anybody write."""

    table: bytes
    secret: bytes = field(repr=False)
    topic: bytes
    addresses: tuple[str, ...]
    relays: tuple[RelayUrl, ...] = ()

    def __post_init__(self) -> None:
        secret = self.secret, chain.SECRET_SIZE
        _check_sizes((self.table, TABLE), secret, (self.topic, TOPIC))
        with _one_sentence():
            reach.check(self.addresses, self.relays)

    @property
    def epoch_key(self) -> bytes:
        """The key of epoch 0."""
        return chain.epoch_key(self.secret)

    @property
    def box_secret(self) -> bytes:
        """The key of the box with a later epoch's key, if the table may be watched."""
        return chain.box_secret(self.secret)

    def encode(self) -> str:
        """Return the line of text to hand over; it holds the secret."""
        places = reach.encode(self.addresses, self.relays)
        body = self.table + self.secret + self.topic + places
        return spelling.write64(WATCH_SCHEME, body)

    @classmethod
    def parse(cls, text: str) -> Watch:
        """Read a watch link's text; space around it does not matter.

        Raises:
          InvalidInvite: With one sentence that says what is wrong.
        """
        with _one_sentence():
            fields = _fields(WATCH_SCHEME, text)
            table, secret = fields.take(TABLE), fields.take(chain.SECRET_SIZE)
            topic = fields.take(TOPIC)
            return cls(table, secret, topic, *fields.reach_at_end())


AnyInvite: TypeAlias = Invite | Short | Watch


def parse(text: str) -> AnyInvite:
    """Read any invite's text; space around it does not matter.

    Raises:
      InvalidInvite: With one sentence that says what is wrong.
    """
    text = text.strip()
    if text.startswith(SHORT_SCHEME):
        return Short.parse(text)
    if text.startswith(WATCH_SCHEME):
        return Watch.parse(text)
    return Invite.parse(text)


def _check_sizes(*parts: tuple[bytes, int]) -> None:
    if any(len(part) != size for part, size in parts):
        raise InvalidInvite("A part of this invite has another length.")


def _fields(scheme: str, text: str) -> Fields:
    return Fields(spelling.read64(scheme, text.strip(), limit=_LIMIT))


@contextmanager
def _one_sentence() -> Iterator[None]:
    try:
        yield
    except (InvalidReach, Misspelled) as error:
        raise InvalidInvite(f"This invite is of no use: {error}") from None
