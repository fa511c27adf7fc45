"""What can go wrong in the engine.

* Refusal         what was asked for cannot be, as a message to people says
  x IllegalMove   the rules do not allow it now
* RulesError      the rules themselves are broken: a fault of the game's author
* MessageTooLong  what was to be a message to people is none
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .message import Message


class Refusal(ValueError):
    """What was asked for cannot be; ``message`` is what people are told."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class IllegalMove(Refusal):
    """The rules do not allow this now; the state is unchanged.

    ``code`` is for programs, the message for people.
    """

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(message)
        self.code = code


class RulesError(Exception):
    """The rules of this game contradict themselves."""


class MessageTooLong(ValueError):
    """A message to people has no proper id, or is too large."""
