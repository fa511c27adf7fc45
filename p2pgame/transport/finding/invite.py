"""Reads and writes invites: a table, its first secret and addresses, as one line.

Any reader of the line can join, so hand it over like a key.  A table's id is its
opener's author key, so nobody else can pose as the host.
All other keys are derived from the secret (:mod:`.chain`).  All invites have one form,
whose letters are the same in a message, in a QR code and behind the ``#`` of a link
(:mod:`.spelling`).  There are three kinds of them:

    P2PGAME:        versions (2) | 1 | table (32) | secret (16)
                                 | game | addresses and relays | CRC-32
    P2PGAME:        versions (2) | 2 | start of the table (16) | secret (16)
                                 | game | at most one relay | CRC-32
    P2PGAME-WATCH:  versions (2) | 3 | table (32) | watch secret (16) | topic (16)
                                 | game | addresses and relays | CRC-32

The second one is *short*, for a small QR code.  The host announces what it lacks on the
topic (:mod:`.announce`).  The third one lets its holder spectate, and nothing else.
A game is a length (1) and its name, or nothing; a relay has its admission token.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from p2pgame.transport.finding import chain, reach, spelling
from p2pgame.transport.finding.reach import Fields, InvalidReach
from p2pgame.transport.finding.spelling import Misspelled, OtherVersion
from p2pgame.transport.relay.topic_id import TOPIC
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.unreadable import Unreadable
from p2pgame.transport.wire_version import SPOKEN, Versions

SCHEME, WATCH_SCHEME = "P2PGAME:", "P2PGAME-WATCH:"
TABLE = 32
#: Bytes of a table's id in a short invite: as hard to find twice as a secret.
START = 16
#: Bytes of a game's name, at most.
GAME_LIMIT = 32
#: Bytes of an invite between its versions and its checksum, at most.  So its text
#: fits whatever carries one: a slip, or an invitation by name.
LIMIT = 2400

_INVITE, _SHORT, _WATCH = 1, 2, 3
_GAME = re.compile(r"[!-~]*")
_LINK = re.compile(r"https?://", re.IGNORECASE)


class InvalidInvite(Unreadable):
    """This is not an invite; ask for it again."""

    key = "invite-unfit"


class OtherRelease(InvalidInvite):
    """This invite is of a release with no version of the wire that we speak."""

    key = OtherVersion.key


@dataclass(frozen=True, slots=True)
class Invite:
    """Lets a guest find a table, read its frames and answer."""

    table: bytes
    secret: bytes = field(repr=False)
    addresses: tuple[str, ...]
    relays: tuple[RelayUrl, ...] = ()
    game: str = ""
    versions: Versions = SPOKEN

    def __post_init__(self) -> None:
        _check_sizes((self.table, TABLE), (self.secret, chain.SECRET_SIZE))
        with _one_sentence():
            reach.check(self.addresses, self.relays)
        _check_fits(self.game, self._body)

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
        rest = *places, self.game, self.versions
        return Watch(self.table, self.watch_secret, self.topic, *rest)

    def short(self, relay: RelayUrl | None = None) -> str:
        """Return the short line of text; None: the guest knows the same relay."""
        rest = relay, self.game, self.versions
        return Short(self.table[:START], self.secret, *rest).encode()

    @property
    def _body(self) -> bytes:
        places = reach.encode(self.addresses, self.relays)
        return bytes([_INVITE]) + self.table + self.secret + _game(self.game) + places

    def encode(self) -> str:
        """Return the line of text to hand over; it holds the secret."""
        return spelling.write(SCHEME, self.versions, self._body)

    @classmethod
    def parse(cls, text: str) -> Invite:
        """Read the text of an invite that is not short, as :func:`parse` does.

        Raises:
          InvalidInvite: It says what is wrong.
        """
        found = parse(text)
        if not isinstance(found, cls):
            raise InvalidInvite("whole")
        return found

    @classmethod
    def read(cls, versions: Versions, fields: Fields) -> Invite:
        """Read the fields behind the kind."""
        table, secret = fields.take(TABLE), fields.take(chain.SECRET_SIZE)
        game = fields.text()
        return cls(table, secret, *fields.reach_at_end(), game, versions)


@dataclass(frozen=True, slots=True)
class Short:
    """An invite for a small QR code; ``relay=None`` means the usual relay.

    ``start`` is the start of the table's id.
    """

    start: bytes
    secret: bytes = field(repr=False)
    relay: RelayUrl | None = None
    game: str = ""
    versions: Versions = SPOKEN

    def __post_init__(self) -> None:
        _check_sizes((self.start, START), (self.secret, chain.SECRET_SIZE))
        with _one_sentence():
            reach.check((), self._relays)
        _check_fits(self.game, self._body)

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

    @property
    def _relays(self) -> tuple[RelayUrl, ...]:
        return () if self.relay is None else (self.relay,)

    @property
    def _body(self) -> bytes:
        start = bytes([_SHORT]) + self.start + self.secret
        return start + _game(self.game) + reach.encode_relays(self._relays)

    def encode(self) -> str:
        """Return the line of text to hand over; it holds the secret."""
        return spelling.write(SCHEME, self.versions, self._body)

    @classmethod
    def read(cls, versions: Versions, fields: Fields) -> Short:
        """Read the fields behind the kind."""
        start, secret = fields.take(START), fields.take(chain.SECRET_SIZE)
        game, relays = fields.text(), fields.relays()
        fields.end()
        if len(relays) > 1:
            raise InvalidReach("short-relays")
        return cls(start, secret, relays[0] if relays else None, game, versions)


@dataclass(frozen=True, slots=True)
class Watch:
    """Lets its holder spectate; it does not let anybody write."""

    table: bytes
    secret: bytes = field(repr=False)
    topic: bytes
    addresses: tuple[str, ...]
    relays: tuple[RelayUrl, ...] = ()
    game: str = ""
    versions: Versions = SPOKEN

    def __post_init__(self) -> None:
        secret = self.secret, chain.SECRET_SIZE
        _check_sizes((self.table, TABLE), secret, (self.topic, TOPIC))
        with _one_sentence():
            reach.check(self.addresses, self.relays)
        _check_fits(self.game, self._body)

    @property
    def epoch_key(self) -> bytes:
        """The key of epoch 0."""
        return chain.epoch_key(self.secret)

    @property
    def box_secret(self) -> bytes:
        """The key of the box with a later epoch's key, if the table may be watched."""
        return chain.box_secret(self.secret)

    @property
    def _body(self) -> bytes:
        start = bytes([_WATCH]) + self.table + self.secret + self.topic
        return start + _game(self.game) + reach.encode(self.addresses, self.relays)

    def encode(self) -> str:
        """Return the line of text to hand over; it holds the secret."""
        return spelling.write(WATCH_SCHEME, self.versions, self._body)

    @classmethod
    def read(cls, versions: Versions, fields: Fields) -> Watch:
        """Read the fields behind the kind."""
        table, secret = fields.take(TABLE), fields.take(chain.SECRET_SIZE)
        topic, game = fields.take(TOPIC), fields.text()
        return cls(table, secret, topic, *fields.reach_at_end(), game, versions)


AnyInvite: TypeAlias = Invite | Short | Watch


def parse(text: str) -> AnyInvite:
    """Read any invite: its text, or a link with the text behind its ``#``.

    White space in it does not matter, nor what else breaks a line that is copied.  Of a
    link nothing else counts.

    Raises:
      OtherRelease: It is whole, and of versions that we do not speak.
      InvalidInvite: It says what is wrong.
    """
    text = spelling.unbroken(text)
    if _LINK.match(text):
        text = text.partition("#")[2]
    with _one_sentence():
        for scheme, kinds in _KINDS.items():
            if text.startswith(scheme):
                versions, data = spelling.read(scheme, text, limit=LIMIT)
                fields = Fields(data)
                kind = fields.number(1)
                if kind not in kinds:
                    raise InvalidReach("kind")
                return kinds[kind].read(versions, fields)
        raise Misspelled("scheme", begins=SCHEME)


_KINDS: dict[str, dict[int, type[Invite | Short | Watch]]] = {
    SCHEME: {_INVITE: Invite, _SHORT: Short},
    WATCH_SCHEME: {_WATCH: Watch},
}


def game_name(name: str) -> str:
    """Return a game's name as an invite has it: none, if it fits no invite."""
    return name if len(name) <= GAME_LIMIT and _GAME.fullmatch(name) else ""


def _game(name: str) -> bytes:
    return bytes([len(name)]) + name.encode()


def _check_fits(game: str, body: bytes) -> None:
    if game_name(game) != game:
        raise InvalidInvite("game")
    if len(body) > LIMIT:
        raise InvalidInvite("places")


def _check_sizes(*parts: tuple[bytes, int]) -> None:
    if any(len(part) != size for part, size in parts):
        raise InvalidInvite("sizes")


@contextmanager
def _one_sentence() -> Iterator[None]:
    try:
        yield
    except (InvalidReach, Misspelled) as error:
        raise InvalidInvite(error.fault, **error.given) from None
    except OtherVersion as error:
        raise OtherRelease(error.fault, **error.given) from None
