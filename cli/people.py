"""Who decides at a seat: a person at the terminal, or a simple program."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

import trio

from p2pgame.engine import Amount, Choose, IllegalMove, Offer
from p2pgame.engine.game import AT_RANDOM
from p2pgame.engine.turns import NO_ORDER

from . import moves, words
from .aside import HELP, LEAVE, RESIGN, SURE
from .leaving import Left
from .screen import Screen

#: Makes a move at the table, or raises IllegalMove.
Propose = Callable[[str], Awaitable[None]]
#: Leaves the game for good, or raises IllegalMove.
Leave = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be decided; a hint, move for move, says what may be typed.

    ``table`` is how it looks now, if that is news; ``patience`` is for how many
    seconds the others wait, 0 for ever.  Of ``two`` players nobody can go on
    without the other.  ``always`` says what may be typed at any time.
    """

    choice: Choose
    hints: tuple[str, ...]
    table: str | None = None
    patience: int = 0
    two: bool = False
    always: str = ""

    def leaves(self, line: str) -> bool:
        """Return whether somebody who types this wants to leave."""
        word = line.lower()
        exits = (LEAVE, RESIGN) if self.two else (LEAVE,)
        return word in exits and word not in self.choice.moves

    @property
    def is_placement(self) -> bool:
        return self.choice.moves == (AT_RANDOM,)


class Decider(Protocol):
    async def decide(self, question: Question, propose: Propose, leave: Leave) -> None:
        """Make a move that is possible, or leave the game for good.

        Raises:
          Left: Nobody is there to decide any more.
        """


class Person:
    """Somebody at this terminal, who may need to be told more than once."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._last: Question | None = None

    async def decide(self, question: Question, propose: Propose, leave: Leave) -> None:
        again, self._last = self._goes_on(question), question
        if question.table is not None:
            self._screen.block(question.table)
        if not again:
            offers = moves.in_short(question.hints)
            self._screen.line(f"Your move: {offers}{_unless(question)}")
        leaving = False
        while True:
            line = await self._read(again=again)
            again, asked = True, leaving
            leaving = question.leaves(line)
            if line.lower() in HELP:
                advice = moves.advice(question.hints)
                self._screen.line(f"{advice}\n{question.always}".rstrip())
                continue
            if leaving and not asked:
                self._screen.line(SURE[line.lower()])
                continue
            try:
                if leaving:
                    await leave()
                else:
                    await propose(_understood(line, question))
            except moves.NotUnderstood as error:
                self._screen.line(str(error))
            except IllegalMove as error:
                unknown = error.code == "unknown-move"
                self._screen.line(
                    moves.refusal(line, question.hints)
                    if unknown
                    else words.sentence(words.told(error))
                )
            else:
                return

    def _goes_on(self, question: Question) -> bool:
        """Return whether one tick after the other asks the same, as a clock ticks."""
        last = self._last
        return (
            _is_tick(question.choice)
            and last is not None
            and (last.choice, last.hints) == (question.choice, question.hints)
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
        wait = f"the others wait {question.patience} s for you"
        return f" ({wait})" if question.patience else ""
    if _is_tick(question.choice):
        return f" (a step every {timer.seconds} s)"
    which = "" if question.choice.moves == (timer.move,) else f"{timer.move} "
    return f" ({which}by itself after {timer.seconds} s)"


def _is_tick(choice: Choose) -> bool:
    return choice.timer is not None and choice.timer.move == NO_ORDER


class Bot:
    """Plays legally and without hurry to bet: check or call, now and then more."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    async def decide(self, question: Question, propose: Propose, leave: Leave) -> None:
        choice = question.choice
        if choice.timer is not None and choice.moves == (choice.timer.move,):
            await trio.sleep_forever()  # the time is there for people to look
        if question.is_placement:
            await propose(_at_random())
        elif _is_tick(choice) and self._chance.randrange(_TICKS):
            await propose(NO_ORDER)
        else:
            await propose(self._move(choice.moves, question.hints))

    def _move(self, offers: tuple[Offer, ...], hints: tuple[str, ...]) -> str:
        weights = list(map(_weight, offers, hints))
        offer = self._chance.choices(offers, weights)[0] if any(weights) else offers[0]
        if isinstance(offer, Amount):
            high = min(offer.high, offer.low * 3 if offer.low > 9 else offer.low + 2)
            return f"{offer.verb} {self._chance.randint(offer.low, high)}"
        return offer


#: Ticks in which a bot gives one order, on average.
_TICKS = 6
#: What a hint says to be had by this move: ``hold (+12)``, ``stand (at 12)``.
_HAD = re.compile(r"\((?:\+|at )(\d+)\)")
#: With how much a bot is content, like the dealer of blackjack.
_ENOUGH = 17
#: How much a bot likes a move, by how it begins or whole; 40 for any other.
_WEIGHTS = {
    **{"check": 120, "call": 80, "fold": 10, "raise": 20, "bet": 20},
    **{"resign": 0, "offer draw": 0, "accept draw": 10, "undo": 1, "redo": 1},
    **{"restart": 0, "give up": 0, "roll": 5, "hit": 5},
    **{"draw": 3, "pass": 3, "nil": 3, "liar": 60},
}


def _weight(offer: Offer, hint: str) -> int:
    had = _HAD.search(hint)
    if had is not None:
        return 1000 if int(had[1]) >= _ENOUGH else 0
    text = offer.verb if isinstance(offer, Amount) else offer
    return _WEIGHTS.get(text, _WEIGHTS.get(text.partition(" ")[0], 40))
