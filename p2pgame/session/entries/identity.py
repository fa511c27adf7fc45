"""This module derives a player's keys at one table, and proves identity and invite.

A player's identity key lives long and signs three things only: that an author key
speaks for it at a table, invitations (:mod:`.invitation`), and the results of games
that it has played to their end (:mod:`..table.certificate`).  Author key, box key
and every secret of the game are derived from a seed drawn for this table, so that
seed and log restore a player exactly, and a key never appends to two logs.

Anyone can make an identity, and every watch link holds the key of epoch 0. So a
hello also proves that its author holds the invite, by a MAC under the joining key.
That key is derived from the invite's secret and not from a watch link. The opener
and all guests have it, so each of them checks each hello, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b, shake_256
from hmac import compare_digest

from p2pgame.log import AuthorKey, Entry, InvalidEntry, admit, verify
from p2pgame.protocols.arithmetic.group import Entropy, Scalar
from p2pgame.transport.envelope import box_public, is_box_public
from p2pgame.transport.wire_version import SPOKEN, Versions

from .payloads import Decider, Hello

_DOMAIN = b"p2pgame author 1"


@dataclass(frozen=True, slots=True)
class Me:
    """One player's secrets at one table; ``joining`` is the table's joining key.

    ``spoken`` are the versions of the wire that its program speaks.
    """

    name: str
    identity: AuthorKey = field(repr=False)
    seed: bytes = field(repr=False)
    joining: bytes = field(repr=False)
    decider: Decider = "person"
    spoken: Versions = SPOKEN
    _key: AuthorKey = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Derive the author key once: every entry asks for it several times."""
        object.__setattr__(self, "_key", author_key(self.seed))

    @property
    def key(self) -> AuthorKey:
        return self._key

    @property
    def box_secret(self) -> bytes:
        return self.derive(b"box key")

    def hello(self, table: bytes) -> Hello:
        author = self.key.public
        proof = self.identity.sign(_DOMAIN, table + author)
        box = box_public(self.box_secret)
        about = table, author, self.identity.public, box
        invited = _mac(self.joining, *about)
        return Hello(
            self.name,
            self.identity.public,
            proof,
            box,
            invited,
            self.spoken.lowest,
            self.spoken.highest,
            self.decider,
        )

    def derive(self, label: bytes, context: bytes = b"") -> bytes:
        """Return 32 secret bytes for one purpose."""
        return _derive(self.seed, label, context)

    def share(self, genesis: bytes) -> Scalar:
        """Return my share of the key under which this game's cards are masked."""
        return Scalar.reduce(shake_256(self.derive(b"key share", genesis)).digest(64))

    def entropy(self, turn: bytes) -> Entropy:
        """Return the randomness for one turn, the same after a restart."""
        return stream(self.derive(b"turn", turn))


def author_key(seed: bytes) -> AuthorKey:
    """Return the author key that is derived from this seed."""
    return AuthorKey(_derive(seed, b"author key"))


def entropy_of(me: Me | None, turn: bytes) -> Entropy:
    """Return the randomness of ``me`` for a turn; a spectator needs none."""
    return stream(b"") if me is None else me.entropy(turn)


def stream(seed: bytes) -> Callable[[int], bytes]:
    """Return a source of bytes that no two calls share, all made from ``seed``."""
    calls = 0

    def entropy(size: int) -> bytes:
        nonlocal calls
        calls += 1
        return shake_256(seed + calls.to_bytes(8, "big")).digest(size)

    return entropy


def check_hello(entry: Entry, hello: Hello) -> None:
    """Check that the identity named in ``hello`` vouches for the entry's author.

    Raises:
      InvalidEntry: It does not, or a key is not valid.
    """
    admit(entry.author)
    admit(hello.identity)
    if entry.sequence != 0 or entry.seen:
        raise InvalidEntry("a hello is a feed's first entry, and names no other")
    if not is_box_public(hello.box):
        raise InvalidEntry("a hello with a key that nothing can be sealed to")
    verify(hello.identity, _DOMAIN, entry.table + entry.author, hello.proof)


def check_invited(entry: Entry, hello: Hello, joining: bytes) -> None:
    """Check that the author of ``hello`` holds the invite with this joining key.

    Raises:
      InvalidEntry: It has not shown that.
    """
    expected = _mac(joining, entry.table, entry.author, hello.identity, hello.box)
    if not compare_digest(expected, hello.invited):
        raise InvalidEntry("a hello by somebody without the invite")


def _derive(seed: bytes, label: bytes, context: bytes = b"") -> bytes:
    data = label + b"\0" + context
    return blake2b(data, key=seed, digest_size=32, person=b"p2pgame me").digest()


def _mac(joining: bytes, table: bytes, author: bytes, who: bytes, box: bytes) -> bytes:
    data, person = table + author + who + box, b"p2pgame joining"
    return blake2b(data, key=joining, digest_size=32, person=person).digest()
