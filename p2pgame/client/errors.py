"""The errors of the client: each is a message for a person, and says what to do.

    ClientError                 it can't be done: try something else
    ├── NotVerified             a transcript does not hold
    │   ├── RulesNotHere        nobody can tell here: its game's rules are not here
    │   └── RulesContradict     nobody can tell: its game's rules contradict themselves
    ├── Unusable                this machine does not let it be done: a folder, the disk
    ├── Moved                   another device plays this seat
    ├── Gone                    the player has left the table before its game was over
    ├── Refused                 it can't be done with what is there; nothing has changed
    └── InvalidRequest          what was asked for makes no sense; nothing has changed

``message`` is the error as data; ``str`` of it is the English sentence.  The rules
refuse a move by the engine's :class:`IllegalMove`, which has a ``message``, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Self

from p2pgame.engine import Argument, Message, plain
from p2pgame.engine import ContradictoryRules as ContradictoryRules
from p2pgame.engine import IllegalMove as IllegalMove
from p2pgame.engine import Refusal as Refusal
from p2pgame.engine import RulesError as RulesError

if TYPE_CHECKING:
    from .events import LocalFact, Outlined


class ClientError(Exception):
    """Something can't be done; ``id`` and arguments name the sentence."""

    def __init__(self, id: str, /, **args: Argument) -> None:
        super().__init__(id)
        self.message = Message.of(id, **args)

    @classmethod
    def saying(cls, message: Message) -> Self:
        """Return the error that says this."""
        return cls(message.id, **message.args)

    def __str__(self) -> str:
        from .words import say  # with all words, which most programs never need

        return say(self.message)


def rules_failed(error: RulesError) -> ClientError:
    """Return that rules are at fault, where no table has stopped for it."""
    kind = rules_error_like(error)
    return kind("rules-failed", what=plain(str(error)))


def rules_error_like(error: RulesError) -> type[ClientError]:
    """Return the error of the client that a fault of the rules comes to."""
    return RulesContradict if isinstance(error, ContradictoryRules) else ClientError


def leaves(error: BaseException) -> Iterator[BaseException]:
    """Yield the errors of a group, or the one that is none."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from leaves(inner)
    else:
        yield error


def rules_fault_in(error: BaseException) -> RulesError | None:
    """Return a fault of the rules, if nothing in a group has a sentence of its own."""
    found = None
    for leaf in leaves(error):
        if isinstance(leaf, ClientError):
            return None
        if isinstance(leaf, RulesError):
            found = found or leaf
    return found


class Refused(ClientError):
    """Refuse what can't be done with what is there; nothing has changed."""


class Unusable(ClientError):
    """This machine does not let it be done: a folder, a disk, memory, a stream.

    It says nothing of a game or a file.
    """


class NotVerified(ClientError):
    """A transcript is refuted: something in it is wrong.

    ``outlined`` is what it says of itself, if all its signatures hold.  ``local`` is
    what this machine knows of it besides.
    """

    outlined: Outlined | None = None
    local: tuple[LocalFact, ...] = ()


class RulesNotHere(NotVerified):
    """Nobody can tell here whether a file is fair: its game's rules are not here."""


class RulesContradict(NotVerified):
    """Nobody can be judged: a game's rules gave two answers to one question."""


class Moved(ClientError):
    """Refuse to play a seat that another device plays now."""

    def __init__(self, id: str = "seat-moved", /, **args: Argument) -> None:
        super().__init__(id, **args)


class Gone(ClientError):
    """Say that the player has left the table before its game was over."""


class InvalidRequest(ClientError):
    """Refuse a request that makes no sense as it stands; nothing has changed."""
