"""Asks the person at this terminal for a move, again if it can't be."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from p2pgame.client.front_end import Price
from p2pgame.engine import Choose, IllegalMove
from p2pgame.engine.offers import AT_RANDOM
from p2pgame.engine.turns import NO_ORDER

from ..text import giving_up, moves, words
from ..text.answers import meaning
from ..text.aside_words import EXITS, HELP
from ..text.several import steps_in
from ..text.typed import in_english
from .display import Display
from .leaving import Left

#: Makes a move at the table, or raises IllegalMove.
Propose = Callable[[str], Awaitable[None]]
#: Leaves the game for good by a word, or raises IllegalMove.
Leave = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be decided; a hint, move for move, says what may be typed.

    ``patience`` is for how many seconds the others wait, 0 for ever.  It is a game of
    so many ``players``.  ``always`` says what may be typed at any time, and ``about``
    what the moves do.  ``price`` is what the game comes to if a move ends it, or a
    leave.
    """

    choice: Choose
    hints: tuple[str, ...]
    patience: int = 0
    players: int = 0
    always: str = ""
    about: Callable[[], str] = str
    price: Callable[[str | None], Price | None] = lambda move: None

    def leaves(self, line: str) -> bool:
        """Return whether somebody who types this wants to leave."""
        word = _word(line)
        own = (word, line.lower())
        return word in EXITS and not any(one in self.choice.moves for one in own)

    def offers(self, line: str) -> bool:
        """Return whether this is a move, as it stands."""
        return line.lower() in self.choice.moves

    def sure(self, word: str, move: str | None) -> str:
        """Ask somebody who would end the game by a word, which may be a move."""
        return words.say(giving_up.sure(word, self.players, self.price(move)))

    @property
    def is_placement(self) -> bool:
        return self.choice.moves == (AT_RANDOM,)


class Person:
    """Somebody at this terminal, who may need to be told more than once."""

    def __init__(self, screen: Display) -> None:
        self._screen = screen
        self._last: Question | None = None
        #: What is left of a line with several steps.
        self._steps = deque[str]()

    async def decide(self, question: Question, propose: Propose, leave: Leave) -> None:
        """Make a move that is possible, or leave the game for good.

        Raises:
          Left: Nobody is there to decide any more.
        """
        again, self._last = self._goes_on(question), question
        offers = moves.in_short(question.hints)
        typed = moves.typed(question.hints)
        told, limit = self._screen.cards(offers), _unless(question)
        if not self._steps:
            self._screen.offer(told, typed, limit=limit, again=again)
        leaving, given_up = False, ""
        while True:
            line = await self._next(question, again=again)
            again, asked = True, leaving
            sure = meaning(line) if asked and not question.offers(line) else None
            if sure is False:
                self._screen.line(words.phrase("gives-up-not"))
                leaving = False
                continue
            given_up = line = given_up if sure else line
            leaving = question.leaves(line)
            if _word(line) in HELP:
                advice = self._screen.cards(moves.advice(question.hints))
                parts = (advice, question.about(), question.always)
                self._screen.line("\n".join(filter(None, parts)))
                continue
            try:
                move = None if leaving else _understood(line, question)
                leaving = leaving or move in giving_up.MOVES
                if leaving and not asked:
                    self._screen.line(question.sure(move or _word(line), move))
                    continue
                await (leave(_word(line)) if move is None else propose(move))
            except moves.NotUnderstood as error:
                self._screen.line(self._screen.cards(str(error)))
                self._leave_out()
            except IllegalMove as error:
                unknown = error.code in ("unknown-move", "no-move", "no-order")
                told = (
                    self._screen.cards(moves.refusal(line, question.hints))
                    if unknown
                    else words.sentence(self._screen.cards(words.told(error)))
                )
                self._screen.line(told)
                self._leave_out()
            else:
                return

    async def _next(self, question: Question, *, again: bool) -> str:
        """Return the next step; who plays alone may type several in one line."""
        if not self._steps:
            line = await self._read(again=again)
            if question.players != 1 or question.leaves(line):
                return line
            self._steps.extend(steps_in(line, question.choice, question.hints))
        return self._steps.popleft()

    def _leave_out(self) -> None:
        """Do nothing of the steps that were to follow one that can't be."""
        if self._steps:
            steps = ", ".join(self._steps)
            self._screen.line(words.phrase("cli-left-out", steps=steps))
            self._steps.clear()

    def _goes_on(self, question: Question) -> bool:
        """Return whether one tick after the other asks the same, as a clock ticks."""
        last = self._last
        return (
            _is_tick(question.choice)
            and last is not None
            and _is_tick(last.choice)
            and (last.choice.moves, last.hints)
            == (question.choice.moves, question.hints)
        )

    async def _read(self, *, again: bool) -> str:
        """Return the next line in which there is something."""
        line = ""
        while not line:
            try:
                line = moves.cleaned(await self._screen.ask(again=again))
            except EOFError:
                raise Left from None
            again = True
        return line


def _word(line: str) -> str:
    """Return a line as one of the words for any time, which are English."""
    return in_english(line).lower()


def _understood(line: str, question: Question) -> str:
    """Return the move that a line means.

    Raises:
      NotUnderstood: It begins like a move, and goes on wrong.
    """
    if not question.is_placement:
        return moves.understand(line, question.choice, question.hints)
    return _at_random() if AT_RANDOM.verb.startswith(line.lower()) else line


def _at_random() -> str:
    """Return a placement that nobody can guess."""
    return f"{AT_RANDOM.verb} {secrets.randbelow(AT_RANDOM.high + 1)}"


def _unless(question: Question) -> str:
    """Return what happens by itself, if time is limited."""
    timer = question.choice.timer
    if timer is None:
        if not question.patience:
            return ""
        return words.phrase("unless-waited", seconds=question.patience)
    if _is_tick(question.choice):
        return words.phrase("unless-tick", seconds=timer.seconds)
    if question.choice.moves == (timer.move,):
        return words.phrase("unless-alone", seconds=timer.seconds)
    return words.phrase("unless-move", move=timer.move, seconds=timer.seconds)


def _is_tick(choice: Choose) -> bool:
    return choice.timer is not None and choice.timer.move == NO_ORDER
