"""A reason says why something is refused, alike to a screen, a bot and the wire."""

from __future__ import annotations

from .errors import IllegalMove, Refusal
from .message import Argument, Message, plain
from .state import State


class Reason(State, frozen=True):
    """A refusal of a move: a code for programs, a message for people."""

    code: str
    message: Message

    @classmethod
    def of(cls, code: str, id: str, /, **args: Argument) -> Reason:
        """Return the reason with a message of this id and these arguments."""
        return cls(code, Message.of(id, **args))

    @property
    def error(self) -> IllegalMove:
        """The error with this reason."""
        return IllegalMove(self.code, self.message)


def message_of(error: Exception) -> Message:
    """Return the message of an error, or its own text if it has none."""
    return error.message if isinstance(error, Refusal) else plain(str(error))
