"""Who or what acts next: the whole interface between rules and the rest.

A game answers :meth:`~p2pgame.engine.game.Game.turn` with one of these.
:class:`Choose` and :class:`Together` wait for people; :class:`Shuffle`,
:class:`Deal`, :class:`Open` and :class:`Roll` are done by all the peers'
programs jointly, with proofs; :class:`Over` is the end.

Cards are named by *slot*, their place in the shuffled deck, never by face.
A new shuffle starts a new deck, whose slots count from 0 again.
"""

from __future__ import annotations

from typing import TypeAlias

from .state import State


class Amount(State, frozen=True):
    """A parametric move: ``verb`` and a whole number, as in ``raise 120``."""

    verb: str
    low: int
    high: int

    def number(self, move: str) -> int | None:
        """Return the number in ``move``, or None if it is another move.

        Only the canonical form counts: one space, no sign, no leading zero.
        """
        verb, _, digits = move.partition(" ")
        if verb != self.verb or not digits.isascii() or not digits.isdecimal():
            return None
        if len(digits) > 18 or str(int(digits)) != digits:
            return None
        return int(digits)

    def __str__(self) -> str:
        return f"{self.verb} {self.low}…{self.high}"


Offer: TypeAlias = str | Amount


class Choose(State, frozen=True):
    """One player decides among ``moves``."""

    player: int
    moves: tuple[Offer, ...]


class Together(State, frozen=True):
    """Several players decide at once: sealed first, then opened together."""

    choices: tuple[Choose, ...]


class Shuffle(State, frozen=True):
    """``players`` jointly mix a new deck with these faces.

    Only they take part in dealing and opening its cards, so a player who is
    out of the game need not stay for the others to go on.
    """

    faces: tuple[str, ...]
    players: tuple[int, ...]


class Deal(State, frozen=True):
    """Each player named learns the faces of the slots listed with it."""

    hands: tuple[tuple[int, tuple[int, ...]], ...]


class Open(State, frozen=True):
    """Everybody learns the faces of ``slots``."""

    slots: tuple[int, ...]


class Roll(State, frozen=True):
    """Everybody jointly rolls ``dice`` dice that show 0…``sides`` − 1."""

    sides: int
    dice: int = 1


class Over(State, frozen=True):
    """The game has ended; ``payoffs`` are per seat, in the game's own unit."""

    payoffs: tuple[int, ...]


Turn: TypeAlias = Choose | Together | Shuffle | Deal | Open | Roll | Over
