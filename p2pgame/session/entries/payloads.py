"""What entries say: one frozen struct for each kind of payload.

A payload is a canonical CBOR array that starts with the name of its kind.  The
strict codec reads it first; then msgspec checks that it has exactly the fields
of its kind, of exactly their types and within their bounds.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from p2pgame import log
from p2pgame.transport.envelope import BOX_SIZE

from .errors import InvalidPayload

#: More seats than any game here has; bounds every list of players.
MAX_SEATS = 16
NAME_LENGTH = 24
MESSAGE_LIMIT = 96 * 1024
#: Characters of an option that is text: a puzzle's level fits.
OPTION_LENGTH = 2048
CHAT_LENGTH = 500

Hash: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Key: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Mac: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
OptionName: TypeAlias = Annotated[str, Meta(max_length=32)]
OptionValue: TypeAlias = int | bool | Annotated[str, Meta(max_length=OPTION_LENGTH)]
Options: TypeAlias = Annotated[dict[OptionName, OptionValue], Meta(max_length=64)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
#: Some seats, by rising number.
Seats: TypeAlias = Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MAX_SEATS)]
#: What all can agree to: the whole text, and nothing behind it.
Motion: TypeAlias = Annotated[
    str, Meta(max_length=64, pattern=r"^(?:draw|last round|takeback [1-9][0-9]{0,2})\Z")
]
#: A key or a secret for somebody, or nothing.
Box: TypeAlias = Annotated[bytes, Meta(max_length=BOX_SIZE)]
Seconds: TypeAlias = Annotated[int, Meta(ge=0, lt=2**32)]
#: What becomes of a game when all others agree that somebody is silent.
Absence: TypeAlias = Literal["wait", "default", "forfeit", "finish"]

#: Two of the ways to hide cards: see the genesis.
MASKED, PROVED = "masked", "proved"


class _Payload(
    msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True
):
    """Base of all kinds."""


class Hello(_Payload, frozen=True, tag="hello"):
    """The first entry of a feed: whose it is.

    ``proof`` is the identity's signature over table and author key; ``box`` is
    the X25519 key to which this player's epoch key is sealed.  ``invited`` shows
    whoever holds the invite that this player does, too; nobody else can check it.
    """

    name: Name
    identity: Key
    proof: Signature
    box: Key
    invited: Mac


class Genesis(_Payload, frozen=True, tag="genesis"):
    """What is played, and by whom: ``hellos`` are entry ids, in seat order.

    ``rules`` is the hash of the rules' source, so that nobody plays by others.
    ``boxes`` hold the table's fresh epoch key, one for each seat; ``epoch`` is
    that key's hash.

    ``quorum`` is how many players it takes to go on without others, and to open
    cards in their place; 0 where nobody can.  ``patience`` is for how many seconds
    a player is waited for before that, 0 for ever.  ``deck`` says how cards are
    hidden.  ``bank`` is for how many seconds a player may think in the whole game,
    0 for ever; ``absence`` what becomes of a game in which somebody is silent.
    ``watch`` is a box with the epoch key for whoever has the watch link, or nothing:
    then nobody may look on.
    """

    game: Name
    version: Annotated[int, Meta(ge=0, lt=2**32)]
    rules: Hash
    options: Options
    hellos: Annotated[tuple[Hash, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    epoch: Hash
    boxes: Annotated[
        tuple[Annotated[bytes, Meta(min_length=BOX_SIZE, max_length=BOX_SIZE)], ...],
        Meta(min_length=1, max_length=MAX_SEATS),
    ]
    quorum: Annotated[int, Meta(ge=0, le=MAX_SEATS)]
    patience: Seconds
    deck: Literal["masked", "commutative", "proved"]
    bank: Seconds
    absence: Absence
    watch: Box


class Accept(_Payload, frozen=True, tag="accept"):
    """I play this genesis, and no other at this table."""

    genesis: Hash


class Answer(_Payload, frozen=True, tag="answer"):
    """What I say in one round of the turn with this id."""

    turn: Hash
    round: Annotated[int, Meta(ge=0, lt=2**16)]
    message: Annotated[bytes, Meta(max_length=MESSAGE_LIMIT)]


class Absent(_Payload, frozen=True, tag="absent"):
    """I have waited long enough for what these seats were to say in this round."""

    turn: Hash
    round: Annotated[int, Meta(ge=0, lt=2**16)]
    seats: Seats


class Without(_Payload, frozen=True, tag="without"):
    """I go on without these seats from this round on, if all others do."""

    turn: Hash
    round: Annotated[int, Meta(ge=0, lt=2**16)]
    seats: Seats


class Heard(_Payload, frozen=True, tag="heard"):
    """What others miss in this round has reached me: it is in what I have seen."""

    turn: Hash
    round: Annotated[int, Meta(ge=0, lt=2**16)]


class Leave(_Payload, frozen=True, tag="leave"):
    """I leave the game for good."""


class Epoch(_Payload, frozen=True, tag="epoch"):
    """Here is a fresh key for all who are there: ``number`` follows the last one's.

    ``boxes`` hold it, one for each seat, empty for who is not to have it; ``epoch``
    and ``watch`` are as in the genesis, which is epoch 1.
    """

    number: Annotated[int, Meta(ge=2, lt=2**16)]
    epoch: Hash
    boxes: Annotated[tuple[Box, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    watch: Box


class Refuse(_Payload, frozen=True, tag="refuse"):
    """This seat's last epoch has no good box for me: let us use no more of its."""

    seat: Seat


class End(_Payload, frozen=True, tag="end"):
    """I have seen the game end, by this history and in this state."""

    turn: Hash
    state: Hash


class Assent(_Payload, frozen=True, tag="assent"):
    """I agree to this, if it comes to be while this turn waits for its player."""

    turn: Hash
    motion: Motion


class Checkpoint(_Payload, frozen=True, tag="checkpoint"):
    """I have seen the game come to this turn, by this history and in this state."""

    turn: Hash
    state: Hash


class Chat(_Payload, frozen=True, tag="chat"):
    """I say this to whoever is at the table; it has no part in the game."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]


class Next(_Payload, frozen=True, tag="next"):
    """We play again at this table.

    ``boxes`` hold its invite's secret, one for each seat, empty for who is not to
    have it.  In ``watch`` is what a watch link to it holds, for whoever looks on
    here, or nothing.
    """

    table: Key
    boxes: Annotated[tuple[Box, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    watch: Box


Payload: TypeAlias = (
    Hello
    | Genesis
    | Accept
    | Answer
    | Absent
    | Without
    | Heard
    | Leave
    | Epoch
    | Refuse
    | End
    | Assent
    | Checkpoint
    | Chat
    | Next
)

#: What players say in a game that goes on.
Said: TypeAlias = (
    Answer
    | Absent
    | Without
    | Heard
    | Leave
    | Epoch
    | Refuse
    | End
    | Assent
    | Checkpoint
    | Chat
    | Next
)

#: Of each kind its name; to convert to the union itself takes 20 times as long.
_KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(Payload)}


def encode(payload: Payload) -> bytes:
    plain = msgspec.to_builtins(payload, builtin_types=(bytes,))
    data: bytes = log.encode(
        [list(field) if isinstance(field, tuple) else field for field in plain]
    )
    return data


def decode(data: bytes) -> Payload:
    """Read a payload.

    Raises:
      InvalidPayload: It is not canonical, or not exactly what its kind holds.
    """
    try:
        value = log.decode(data)
        tag = value[0] if isinstance(value, list) and value else None
        kind: type[Payload] | None = _KINDS.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise InvalidPayload("a payload of an unknown kind or shape")
        payload = msgspec.convert(value, kind, builtin_types=(bytes,))
    except log.NotCanonical as error:
        raise InvalidPayload(str(error)) from None
    except msgspec.ValidationError:
        raise InvalidPayload("a payload of an unknown kind or shape") from None
    if isinstance(payload, Hello) and not is_name(payload.name):
        raise InvalidPayload("a name that cannot be shown as it is")
    if isinstance(payload, Genesis) and not is_name(payload.game):
        raise InvalidPayload("a game whose name cannot be shown as it is")
    if isinstance(payload, Absent | Without):
        seats = payload.seats
        if list(seats) != sorted({*seats}):
            raise InvalidPayload("seats that are not by rising number")
    if not all(len(box) in (0, BOX_SIZE) for box in _boxes(payload)):
        raise InvalidPayload("a box that is neither empty nor whole")
    return payload


def _boxes(payload: Payload) -> tuple[bytes, ...]:
    """Return the boxes that may be empty."""
    match payload:
        case Genesis():
            return (payload.watch,)
        case Epoch() | Next():
            return (*payload.boxes, payload.watch)
    return ()


def is_name(text: str) -> bool:
    """Return whether ``text`` may name a player: it can be shown anywhere as it is."""
    return is_shown(text, NAME_LENGTH)


def is_shown(text: str, length: int) -> bool:
    """Return whether ``text``, of at most this length, can be shown as it is.

    Control, format and bidirectional characters could change what a terminal
    shows; text that is not in NFC could look like another one.
    """
    return (
        0 < len(text) <= length
        and text.isprintable()
        and text == text.strip()
        and unicodedata.is_normalized("NFC", text)
    )
