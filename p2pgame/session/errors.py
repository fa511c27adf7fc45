"""What can go wrong at a table, and whose fault it was.

* SessionError
  x Misbehaviour     a player signed what the rules or the proofs refute
  x InvalidPayload   an entry's content is not in the format of its kind
  x Unplayable       a game is offered that this program cannot play
"""


class SessionError(Exception):
    """Something at this table cannot go on as asked."""


class InvalidPayload(SessionError):
    """The content of a signed entry is not in the format of its kind."""


class Unplayable(SessionError):
    """The game offered is unknown here, or not to be played like that."""


class Misbehaviour(SessionError):
    """A player signed something that can be shown to be wrong.

    ``culprit`` is an author's key; ``evidence`` are the signed entries that
    show it, as they were received.
    """

    def __init__(self, text: str, culprit: bytes, evidence: tuple[bytes, ...]) -> None:
        super().__init__(text)
        self.culprit = culprit
        self.evidence = evidence
