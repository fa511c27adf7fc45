"""This module defines the errors at a table, and who is to blame.

* SessionError
  x Misbehaviour     a player signed a message that the rules or proofs refute x
  InvalidPayload   an entry's content is not in the format of its kind x Unplayable
  a game is offered that this program cannot play x LaterVersion
"""

from collections.abc import Mapping
from enum import StrEnum

from p2pgame.engine import Message
from p2pgame.log import Entry
from p2pgame.protocols.arithmetic.errors import (
    InvalidEncoding,
    InvalidOpening,
    InvalidProof,
    ProtocolError,
)
from p2pgame.transport.wire_version import Versions, release_of


class Fault(StrEnum):
    """The kinds of provable misbehaviour."""

    FORK = "fork"  # signed two entries in one place
    PAYLOAD = "payload"  # signed a payload of no known format
    SEEN = "seen"  # named an entry of its own, or one that others need not have
    ALLOWANCE = "allowance"  # said more than its share of a transcript
    ENCODING = "encoding"  # sent a message that is not canonical
    PROOF = "proof"  # sent a proof that does not hold
    OPENING = "opening"  # opened a commitment to something else
    RULES = "rules"  # broke the rules of the game or a protocol
    END = "end"  # signed another end than the game had
    CHECKPOINT = "checkpoint"  # signed another state than a turn had


#: What is said before the game's own words.
ILLEGAL = "an illegal move"
#: Faults that signed entries prove alone, whatever the game's state; that answers
#: exceed an allowance may depend on the turns that the rules came to
#: (:attr:`Misbehaviour.by_rules`).
ALONE = frozenset({Fault.FORK, Fault.PAYLOAD, Fault.SEEN, Fault.ALLOWANCE})


class SessionError(Exception):
    """A request that this table cannot fulfil.

    ``text`` says so, and ``why`` what the game has against it, if it was asked.
    """

    def __init__(self, text: str, why: Message | None = None) -> None:
        super().__init__(text if why is None else f"{text}: {why}")
        self.text, self.why = text, why


class InvalidPayload(SessionError):
    """The content of a signed entry is not in the format of its kind."""


class Unplayable(SessionError):
    """The game offered is unknown here, or can't be played with these options."""


class Unseated(Unplayable):
    """The game has begun, and others have all its seats."""


class GivenUp(Unplayable):
    """The game can't start: somebody has given up its seat before."""


class UnfitTerms(Unplayable):
    """No table can be played on the terms that are offered; ``why`` says it all."""


class GameNotHere(Unplayable):
    """The game offered may be good, but this program doesn't have its rules."""


class LaterVersion(SessionError):
    """A genesis fixes a version of the wire that this program does not know."""

    def __init__(self, wire: int) -> None:
        super().__init__(f"a game in version {wire} of the wire")
        self.wire = wire


class Misbehaviour(SessionError):
    """A player signed something that can be shown to be wrong.

    ``culprit`` is an author's key; ``evidence`` are the signed entries that are
    wrong, as they were received.  ``by_rules``: it depends on what the game's rules
    say, and not on the signed entries alone.
    """

    def __init__(
        self,
        fault: Fault,
        text: str,
        culprit: bytes,
        evidence: tuple[bytes, ...],
        why: Message | None = None,
        *,
        by_rules: bool | None = None,
    ) -> None:
        super().__init__(text, why)
        self.fault = fault
        self.culprit = culprit
        self.evidence = evidence
        self.by_rules = fault not in ALONE if by_rules is None else by_rules


class IllegalAnswer(ProtocolError):
    """A player's move in a turn is not legal; ``why`` is what the game says."""

    def __init__(self, why: Message, culprit: int) -> None:
        super().__init__(f"{ILLEGAL}: {why}", culprit)
        self.why = why


_FAULTS: dict[type[ProtocolError], Fault] = {
    InvalidEncoding: Fault.ENCODING,
    InvalidProof: Fault.PROOF,
    InvalidOpening: Fault.OPENING,
    ProtocolError: Fault.RULES,
    IllegalAnswer: Fault.RULES,
}


def refuted(error: ProtocolError, last: Mapping[int, Entry]) -> Misbehaviour:
    """Return the misbehaviour of the player that an error in a turn blames.

    ``last`` are the last answers that the protocol received, by player.
    """
    assert error.culprit is not None, error
    entry = last[error.culprit]
    text, why = str(error), None
    if isinstance(error, IllegalAnswer):
        text, why = ILLEGAL, error.why
    fault, evidence = _FAULTS[type(error)], (entry.raw,)
    return Misbehaviour(fault, text, entry.author, evidence, why)


def other_version(wire: int, spoken: Versions) -> Unplayable:
    """Return that a game is in a version of the wire which is not spoken here."""
    return GameNotHere(
        f"this game is in version {wire} of the wire, and this program reads {spoken}: "
        f"{release_of(wire)} reads it"
    )
