"""This module defines the payloads of entries: one frozen struct for each kind.

A payload is a canonical CBOR array that starts with the name of its kind.  The
strict codec reads it first; then msgspec checks that it has exactly the fields
of its kind, of exactly their types and within their bounds.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from p2pgame import log
from p2pgame.engine.prepared import prepared
from p2pgame.transport.envelope import BOX_SIZE
from p2pgame.transport.wire_version import HIGHEST, TIMED

from .errors import InvalidPayload, LaterVersion

#: More seats than any game here has; bounds every list of players.
MAX_SEATS = 16
NAME_LENGTH = 24
MESSAGE_LIMIT = 96 * 1024
#: Bytes that name the end of another table: its id, a turn, and a state's digest.
CARRIED_SIZE = 3 * 32
#: Characters of an option that is text: a puzzle's level fits.
OPTION_LENGTH = 2048
CHAT_LENGTH = 500

Hash: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Key: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Mac: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
#: The name by which a registry knows a game.
GameName: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,31}\Z")]
#: A version of the wire.
WireVersion: TypeAlias = Annotated[int, Meta(ge=1, lt=2**16)]
OptionName: TypeAlias = Annotated[str, Meta(max_length=32)]
OptionValue: TypeAlias = int | bool | Annotated[str, Meta(max_length=OPTION_LENGTH)]
Options: TypeAlias = Annotated[dict[OptionName, OptionValue], Meta(max_length=64)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
#: Some seats, by rising number.
Seats: TypeAlias = Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MAX_SEATS)]
#: The proposals, as patterns of the whole text; ``adjourn`` passes in no turn yet.
Proposal: TypeAlias = Annotated[
    str,
    Meta(
        max_length=64,
        pattern=r"^(?:draw|last round|adjourn|takeback [1-9][0-9]{0,2})\Z",
    ),
]
#: A key or a secret for somebody, or nothing.
Box: TypeAlias = Annotated[bytes, Meta(max_length=BOX_SIZE)]
Seconds: TypeAlias = Annotated[int, Meta(ge=0, lt=2**32)]
#: Seconds of each seat.
Counts: TypeAlias = Annotated[
    tuple[Seconds, ...], Meta(min_length=1, max_length=MAX_SEATS)
]
#: The policies for a game when all others agree that a player is silent.
Absence: TypeAlias = Literal["wait", "default", "forfeit", "finish"]

#: Who decides at a seat: somebody, or a program that plays for nobody.
Decider: TypeAlias = Literal["person", "program"]

#: Two of the ways to hide cards: see the genesis.
MASKED, PROVED = "masked", "proved"


class _Payload(
    msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True
):
    """Base of all kinds."""


class Hello(_Payload, frozen=True, tag="hello"):
    """The first entry of a feed: whose it is.

    ``proof`` is the identity's signature over table and author key; ``box`` is the
    X25519 key to which this player's epoch key is sealed.  ``invited`` proves to
    holders of the invite that this player holds it too; no one else can check it.
    ``lowest`` and ``highest`` are the versions of the wire that its program speaks;
    ``decider`` is its own word on whether a person plays.

    These fields are the same in every version.
    """

    name: Name
    identity: Key
    proof: Signature
    box: Key
    invited: Mac
    lowest: WireVersion
    highest: WireVersion
    decider: Decider


class Time(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """How long the players and their programs may take, besides patience and bank.

    A player has ``base`` seconds for all decisions, ``increment`` more for each that
    it has made, and the first ``delay`` of each are free; or for each decision
    ``move`` seconds, or ``days``.  ``programs`` are the seconds that a program may
    take for all that it says by itself.  Of each word the first ``grace`` are free.
    0: there is no such limit.
    """

    base: Seconds = 0
    increment: Seconds = 0
    delay: Seconds = 0
    move: Seconds = 0
    days: Seconds = 0
    programs: Seconds = 0
    grace: Seconds = 0


#: No limit, and nothing free.
UNTIMED = Time()


class Genesis(_Payload, frozen=True, tag="genesis"):
    """The game and its players: ``hellos`` are entry ids, in seat order.

    ``wire`` is the version of the wire that all players' programs speak from here on.
    ``rules`` is the hash of the rules' source; empty: a shipped game, whose name and
    version identify its rules.
    ``boxes`` hold the table's fresh epoch key, one for each seat; ``epoch`` is that
    key's hash.

    ``quorum`` is the number of players that evictions and threshold openings take;
    0: neither is possible. ``patience`` is the seconds that a silent player is
    awaited before an eviction; 0: without limit. ``deck`` names how cards are
    hidden. ``bank`` is the seconds that a player may think in the whole game; 0:
    without limit. ``absence`` is the policy for a game with a silent player.
    ``watch`` is a box with the epoch key for holders of the watch link; empty: no
    one may spectate. ``carried`` names the end of the table before this one: its id,
    and turn and state as all have signed them, 32 bytes each; empty: there is none.
    ``time`` is no field of a version before :data:`TIMED`.
    """

    wire: WireVersion
    game: GameName
    version: Annotated[int, Meta(ge=0, lt=2**32)]
    rules: Annotated[bytes, Meta(max_length=32)]
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
    carried: Annotated[bytes, Meta(max_length=CARRIED_SIZE)]
    time: Time = UNTIMED


class Accept(_Payload, frozen=True, tag="accept"):
    """The author plays this genesis, and no other at this table."""

    genesis: Hash


class Answer(_Payload, frozen=True, tag="answer"):
    """The author's message in one round of the turn with this id."""

    turn: Hash
    round: Annotated[int, Meta(ge=0, lt=2**16)]
    message: Annotated[bytes, Meta(max_length=MESSAGE_LIMIT)]


class Absent(_Payload, frozen=True, tag="absent"):
    """The author's patience with these seats has run out in this round."""

    turn: Hash
    round: Annotated[int, Meta(ge=0, lt=2**16)]
    seats: Seats


class EvictionVote(_Payload, frozen=True, tag="evict"):
    """A vote to evict these seats from this round on, if all others vote alike."""

    turn: Hash
    round: Annotated[int, Meta(ge=0, lt=2**16)]
    seats: Seats


class Receipt(_Payload, frozen=True, tag="receipt"):
    """A receipt: the author has seen the answers that others miss in this round."""

    turn: Hash
    round: Annotated[int, Meta(ge=0, lt=2**16)]


class Leave(_Payload, frozen=True, tag="leave"):
    """The author leaves the game for good."""


class Epoch(_Payload, frozen=True, tag="epoch"):
    """A fresh key for all players present: ``number`` follows the last one's.

    ``boxes`` hold it, one for each seat, empty for excluded seats. ``epoch`` and
    ``watch`` are as in the genesis, which is epoch 1.
    """

    number: Annotated[int, Meta(ge=2, lt=2**16)]
    epoch: Hash
    boxes: Annotated[tuple[Box, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    watch: Box


class EpochRefusal(_Payload, frozen=True, tag="refuse-epoch"):
    """The seat's last epoch has no valid box for the author: use its epochs no more."""

    seat: Seat


class End(_Payload, frozen=True, tag="end"):
    """The author has seen the game end, by this history and in this state."""

    turn: Hash
    state: Hash


class Times(_Payload, frozen=True, tag="times"):
    """Each seat's seconds by the author's clock: of the player, and of its program.

    There is no such kind in a version before :data:`TIMED`.
    """

    thought: Counts
    worked: Counts


class Assent(_Payload, frozen=True, tag="assent"):
    """The author agrees to a proposal, while this turn waits for its player."""

    turn: Hash
    proposal: Proposal


class Nudge(_Payload, frozen=True, tag="nudge"):
    """The author reminds those for whom this turn waits; no part of the game."""

    turn: Hash


class Checkpoint(_Payload, frozen=True, tag="checkpoint"):
    """The author has seen the game reach this turn, in this state."""

    turn: Hash
    state: Hash


class Chat(_Payload, frozen=True, tag="chat"):
    """A chat message to all at the table; it has no part in the game."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]


class Successor(_Payload, frozen=True, tag="successor"):
    """An invitation to play again at this table.

    ``boxes`` hold its invite's secret, one for each seat, empty for excluded seats.
    ``watch`` holds the content of a watch link to it, for this table's spectators,
    or nothing.
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
    | EvictionVote
    | Receipt
    | Leave
    | Epoch
    | EpochRefusal
    | End
    | Times
    | Assent
    | Nudge
    | Checkpoint
    | Chat
    | Successor
)

#: The payloads of a running game.
Said: TypeAlias = (
    Answer
    | Absent
    | EvictionVote
    | Receipt
    | Leave
    | Epoch
    | EpochRefusal
    | End
    | Times
    | Assent
    | Nudge
    | Checkpoint
    | Chat
    | Successor
)

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

#: The length of a genesis without time.
_GENESIS = len(Genesis.__struct_fields__)
#: Kinds by name; converting to the union itself takes 20 times as long.
_KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(Payload)}


def encode(payload: Payload) -> bytes:
    plain = msgspec.to_builtins(payload, builtin_types=(bytes,))
    if isinstance(payload, Genesis) and payload.wire < TIMED:
        plain = plain[:-1]
    data: bytes = log.encode(
        [list(field) if isinstance(field, tuple) else field for field in plain]
    )
    return data


def decode(data: bytes) -> Payload:
    """Read a payload.

    Raises:
      InvalidPayload: It is not canonical, or does not have exactly its kind's
        fields.
      LaterVersion: It is the genesis of a version of the wire that is not known here.
    """
    try:
        value = log.decode(data)
        fields = value if isinstance(value, list) else []
        tag = fields[0] if fields else None
        kind: type[Payload] | None = _KINDS.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise InvalidPayload("a payload of an unknown kind or shape")
        payload = msgspec.convert(value, prepared(kind), builtin_types=(bytes,))
    except log.NotCanonical as error:
        raise InvalidPayload(str(error)) from None
    except msgspec.ValidationError:
        match fields:
            case ["genesis", int(wire), *_] if HIGHEST < wire < 2**16:
                raise LaterVersion(wire) from None
        raise InvalidPayload("a payload of an unknown kind or shape") from None
    match payload:
        case Hello(name=text) | Chat(text=text) if not is_text(text):
            raise InvalidPayload("a text with control characters or outer spaces")
        case Hello(lowest=lowest, highest=highest) if lowest > highest:
            raise InvalidPayload("a range of versions that begins behind its end")
        case Genesis(carried=carried) if len(carried) not in (0, CARRIED_SIZE):
            raise InvalidPayload("an end that is neither empty nor whole")
        case Genesis(rules=rules) if len(rules) not in (0, 32):
            raise InvalidPayload("rules that are neither empty nor a hash")
        case Genesis(wire=wire) if len(fields) != _GENESIS + (wire >= TIMED):
            if wire > HIGHEST:
                raise LaterVersion(wire)
            raise InvalidPayload("a payload of an unknown kind or shape")
        case Times(thought, worked) if len(thought) != len(worked):
            raise InvalidPayload("times of another number of seats")
    if isinstance(payload, Absent | EvictionVote):
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
        case Epoch() | Successor():
            return (*payload.boxes, payload.watch)
    return ()


def is_text(text: str) -> bool:
    """Return whether this text may stand in an entry.

    No control character (C0, DEL, C1), no space at an end. Nothing here asks a table
    of Unicode, of which programs know different versions: see :mod:`.shown`.
    """
    return _CONTROL.search(text) is None and text == text.strip(" ")
