"""Who decides at a seat: a person at the terminal, or a simple program."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from p2pgame.engine import Amount, Choose, IllegalMove, Offer

from . import moves, words
from .leaving import Left
from .screen import Screen

#: Makes a move at the table, or raises IllegalMove.
Propose = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be decided; a hint, move for move, says what may be typed.

    ``table`` is how it looks now, if that is news.
    """

    choice: Choose
    hints: tuple[str, ...]
    table: str | None = None


class Decider(Protocol):
    async def decide(self, question: Question, propose: Propose) -> None:
        """Make a move that is possible.

        Raises:
          Left: Nobody is there to decide any more.
        """


class Person:
    """Somebody at this terminal, who may need to be told more than once."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    async def decide(self, question: Question, propose: Propose) -> None:
        if question.table is not None:
            self._screen.block(question.table)
        self._screen.line(
            f"Your move: {moves.in_short(question.hints)}{_unless(question)}"
        )
        while True:
            line = await self._read()
            if line.lower() in ("?", "help"):
                self._screen.line(f"{moves.HELP} You may: {', '.join(question.hints)}.")
                continue
            try:
                await propose(moves.understand(line, question.choice, question.hints))
            except moves.NotUnderstood as error:
                self._screen.line(str(error))
            except IllegalMove as error:
                unknown = error.code == "unknown-move"
                self._screen.line(
                    moves.refusal(line, question.hints)
                    if unknown
                    else words.sentence(str(error))
                )
            else:
                return

    async def _read(self) -> str:
        """Return the next line in which there is something."""
        line = ""
        while not line:
            try:
                line = moves.cleaned(await self._screen.ask())
            except EOFError:
                raise Left from None
        return line


def _unless(question: Question) -> str:
    """Return what happens by itself, if time is limited."""
    timer = question.choice.timer
    if timer is None:
        return ""
    return f" ({timer.move or 'none'} after {timer.seconds} s)"


class Bot:
    """Plays legally and without hurry to bet: check or call, now and then more."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    async def decide(self, question: Question, propose: Propose) -> None:
        await propose(self._move(question.choice.moves))

    def _move(self, offers: tuple[Offer, ...]) -> str:
        weights = [_WEIGHTS.get(_verb(offer), 4) for offer in offers]
        offer = self._chance.choices(offers, weights)[0]
        if isinstance(offer, Amount):
            high = min(offer.high, offer.low * 3)
            return f"{offer.verb} {self._chance.randint(offer.low, high)}"
        return offer


#: How much a bot likes a move, by its verb or whole; 4 for any other.
_WEIGHTS = {
    **{"check": 12, "call": 8, "fold": 1, "raise": 2, "bet": 2},
    **{"resign": 0, "offer draw": 0, "accept draw": 1, "undo": 0, "redo": 0},
    **{"restart": 0, "give up": 0},
}


def _verb(offer: Offer) -> str:
    return offer.verb if isinstance(offer, Amount) else offer
