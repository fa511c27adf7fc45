"""This module defines the errors of the engine.

* Refusal         a request is impossible; its message tells people why
  x IllegalMove   the rules do not allow it now
* RulesError      the rules contradict themselves: the game's author is at fault
  x ContradictoryRules   they give two answers to one question
  x RulesStopped         they ran out of what a machine has for them
* UnknownGame     no such game, or not in that version, is registered
* MessageTooLong  a message to people is malformed or too large
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .message import Message


class Refusal(ValueError):
    """A request is impossible; ``message`` tells people why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class IllegalMove(Refusal):
    """The rules do not allow this now; the state is unchanged.

    Programs read ``code``, people the message.
    """

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(message)
        self.code = code


class RulesError(Exception):
    """The rules of this game contradict themselves, or ask for what no table can do."""

    @classmethod
    def within(cls, game: str, where: str, error: Exception) -> RulesError:
        """Return that the rules of ``game`` have raised ``error``, which may say so.

        Raises:
          MemoryError: The error is one: this machine is at fault, and no rules are.
        """
        if isinstance(error, MemoryError):
            raise error
        if isinstance(error, cls):
            return error  # it says more exactly where
        return cls(f"{game} fails in {where}: {type(error).__name__}: {error}")


class ContradictoryRules(RulesError):
    """The rules give two answers to one question, so nobody can be judged by them."""


class RulesStopped(RulesError):
    """The rules were stopped, or ran out of time, memory or depth.

    Another machine may have more of that, so nobody can be judged by it.
    """


class UnknownGame(KeyError):
    """No such game is registered; the text says where to find it, if that is known."""

    def __str__(self) -> str:
        return str(self.args[0])


class MessageTooLong(ValueError):
    """A message to people has a malformed id, or is too large."""
