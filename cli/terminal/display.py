"""What shows a seat, on any kind of terminal or none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from p2pgame.client.words import say
from p2pgame.engine import Message

from ..text.telling import Ink
from .scene import Picture

#: Seconds in which a line that nobody has asked for may still be an answer.
HELD_FOR = 0.5


def not_asked(_: str) -> str:
    """Return that a line answers nothing."""
    return say(Message.of("cli-not-asked"))


def typed_early(_: str) -> str:
    """Return that a line came before a question, and is no answer to it."""
    return say(Message.of("cli-typed-early"))


class Display(ABC):
    """A context for as long as a table is open.

    ``is_live``: somebody may look at a terminal.  ``has_keys``: a person types there.
    Words that may be typed at any time are taken by what :meth:`overhear` is given,
    before a question is answered.
    """

    is_live = False
    has_keys = False
    #: Whether the table is in sight all the time, and drawn anew as it changes.
    redraws = False
    ink = Ink()

    def cards(self, line: str) -> str:
        """Return a line of the game with its cards as this display writes them."""
        return line

    @abstractmethod
    def line(self, text: str) -> None:
        """Say something that stays."""

    @abstractmethod
    def table(self, picture: Picture) -> None:
        """Show how the table is now."""

    def show(self) -> None:
        """Show everything anew: the terminal has another size."""
        return None

    def begin(self, title: str) -> None:
        """Show a game's name from now on: it has begun."""
        return None

    def ended(self) -> None:
        """Keep what is said from now on: the game is over."""
        return None

    def hold(self, picture: Picture, seconds: float | None) -> None:
        """Show a table that is gone, until a key is pressed or the time is over."""
        return None

    def plan(self, text: str | None) -> None:
        """Show our player's plan in a line; None: there is none."""
        return None

    @abstractmethod
    def working(self, text: str | None, left: str = "") -> None:
        """Show what goes on, and how long it may; None when nothing does.

        It is called again and again while that lasts.
        """

    @abstractmethod
    def offer(
        self,
        text: str,
        moves: Sequence[str] = (),
        *,
        limit: str = "",
        again: bool = False,
    ) -> None:
        """Say what our player may do; ``moves`` are what it may type.

        ``limit`` is what happens if it does nothing, if anything does.  ``again``: the
        same was said, and the answer did not come in time.
        """

    def question(self, text: str) -> None:
        """Say what our player is asked besides a move."""
        self.line(text)

    def close_offer(self) -> None:
        """Show no more that our player is to move."""
        return None

    @abstractmethod
    async def ask(self, *, again: bool = False) -> str:
        """Return the line that the person types.

        With ``again`` the same is asked as before, and the line begun goes on.

        Raises:
          EOFError: There are no more lines.
        """

    @abstractmethod
    async def overhear(
        self,
        takes: Callable[[str], bool],
        words: Callable[[], Sequence[str]],
        why_not: Callable[[str], str] = not_asked,
    ) -> None:
        """Hear what is typed while nobody is asked.

        ``takes`` is shown every line, asked for or not, and says whether it has
        taken it; then it is nobody's answer.  ``words`` are those that it knows.
        ``why_not`` says why a line is of no use that neither took.
        """

    def drop_typed(self) -> None:
        """Forget what is half typed, unless it may become a word for any time."""
        return None

    def clock(self, left: float | None) -> None:
        """Show for how many seconds the others still wait for us."""
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None
