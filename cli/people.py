"""Who decides at a seat: a person at the terminal, or a simple program.

A decider is told of everything that happens and asked for its moves; it may
answer nonsense, for which it is asked again with the reason.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from typing import Protocol

import click
import trio

from p2pgame.engine import Amount, Choose, Offer
from p2pgame.session.events import AnyView

from . import words
from .screen import Screen


class Left(Exception):
    """The person has left the table."""


class Decider(Protocol):
    async def decide(self, view: AnyView, names: Sequence[str]) -> str:
        """Return a move for ``view.choice``.

        Raises:
          Left: Nobody is there to decide any more.
        """

    def refused(self, reason: str) -> None:
        """Take note that the last move was not possible."""


class Person:
    """Somebody at this terminal."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    async def decide(self, view: AnyView, names: Sequence[str]) -> str:
        assert view.choice is not None
        self._screen.line()
        self._screen.line(words.named(view.text, names))
        self._screen.line(f"Your move: {offers(view.choice)}")
        click.echo("> ", nl=False)
        line = await trio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True)
        if not line:
            raise Left
        return complete(" ".join(line.split()), view.choice)

    def refused(self, reason: str) -> None:
        self._screen.line(f"That is not possible: {reason}.")


class Bot:
    """Plays legally and without hurry to bet: check or call, now and then more."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    async def decide(self, view: AnyView, names: Sequence[str]) -> str:
        assert view.choice is not None
        weights = [_WEIGHTS.get(_verb(offer), 4) for offer in view.choice.moves]
        offer = self._chance.choices(view.choice.moves, weights)[0]
        if isinstance(offer, Amount):
            high = min(offer.high, offer.low * 3)
            return f"{offer.verb} {self._chance.randint(offer.low, high)}"
        return offer

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


#: How much a bot likes a move, by its verb; 4 for any other.
_WEIGHTS = {"check": 12, "call": 8, "fold": 1, "raise": 2, "bet": 2}


def _verb(offer: Offer) -> str:
    return offer.verb if isinstance(offer, Amount) else offer


def offers(choice: Choose) -> str:
    """Return the possible moves as a person would type them."""
    return ", ".join(str(offer) for offer in choice.moves)


def complete(line: str, choice: Choose) -> str:
    """Return the one move that ``line`` is the beginning of, or ``line`` itself."""
    verb, space, rest = line.lower().partition(" ")
    verbs = {_verb(offer).lower(): _verb(offer) for offer in choice.moves}
    if line in verbs.values() or not verb:
        return line
    found = [v for k, v in verbs.items() if k == verb] or [
        v for k, v in verbs.items() if k.startswith(verb)
    ]
    return f"{found[0]}{space}{rest}" if len(found) == 1 else line
