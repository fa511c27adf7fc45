"""What can go wrong at a table, and whose fault it was.

* SessionError
  x Misbehaviour     a player signed what the rules or the proofs refute
  x InvalidPayload   an entry's content is not in the format of its kind
  x Unplayable       a game is offered that this program cannot play
"""

from collections.abc import Mapping
from enum import StrEnum

from p2pgame.engine import Message
from p2pgame.log import Entry
from protocols.arithmetic.errors import (
    InvalidEncoding,
    InvalidOpening,
    InvalidProof,
    ProtocolError,
)


class Fault(StrEnum):
    """All that a player can be shown to have done."""

    FORK = "fork"  # signed two entries in one place
    PAYLOAD = "payload"  # signed what is in the format of nothing
    STRANGER = "stranger"  # named an entry that others need not have
    ENCODING = "encoding"  # said what is no canonical message
    PROOF = "proof"  # said what its proof does not show
    OPENING = "opening"  # opened a commitment to something else
    RULES = "rules"  # did what the rules of the game or a protocol forbid
    END = "end"  # signed another end than the game had
    CHECKPOINT = "checkpoint"  # signed another state than a turn had


#: What is said before the game's own words.
ILLEGAL = "an illegal move"
#: What signed entries show alone, whatever became of the game.
ALONE = frozenset({Fault.FORK, Fault.PAYLOAD, Fault.STRANGER})


class SessionError(Exception):
    """Something at this table cannot go on as asked.

    ``text`` says so, and ``why`` what the game has against it, if it was asked.
    """

    def __init__(self, text: str, why: Message | None = None) -> None:
        super().__init__(text if why is None else f"{text}: {why}")
        self.text, self.why = text, why


class InvalidPayload(SessionError):
    """The content of a signed entry is not in the format of its kind."""


class Unplayable(SessionError):
    """The game offered is unknown here, or not to be played like that."""


class Misbehaviour(SessionError):
    """A player signed something that can be shown to be wrong.

    ``culprit`` is an author's key; ``evidence`` are the signed entries that are
    wrong, as they were received.
    """

    def __init__(
        self,
        fault: Fault,
        text: str,
        culprit: bytes,
        evidence: tuple[bytes, ...],
        why: Message | None = None,
    ) -> None:
        super().__init__(text, why)
        self.fault = fault
        self.culprit = culprit
        self.evidence = evidence


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
    """Return what an error in a turn says of its culprit.

    ``last`` are the players' answers that the protocol heard last.
    """
    assert error.culprit is not None, error
    entry = last[error.culprit]
    text, why = str(error), None
    if isinstance(error, IllegalAnswer):
        text, why = ILLEGAL, error.why
    fault, evidence = _FAULTS[type(error)], (entry.raw,)
    return Misbehaviour(fault, text, entry.author, evidence, why)
