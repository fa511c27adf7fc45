"""A world gives every hidden thing a face, and answers a simulation's turns of chance.

It is the dealer of :mod:`p2pgame.playtest.dealer` made for speed: it changes in place,
and belongs to one simulation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from p2pgame.engine import (
    AnyGame,
    Deal,
    Dealt,
    Event,
    NoneOf,
    OneOf,
    Open,
    Opened,
    Place,
    Placed,
    Prove,
    Proved,
    Reshuffle,
    Reshuffled,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    State,
    Turn,
)

from .lots import Lots
from .placements import any_placement


class World:
    """All ``faces``, and those ``known`` to each seat."""

    __slots__ = ("faces", "known")

    def __init__(
        self, faces: Mapping[int, str], known_to: Iterable[Iterable[int]]
    ) -> None:
        self.faces = {**faces}
        self.known = [
            {slot: self.faces[slot] for slot in slots if slot in self.faces}
            for slots in known_to
        ]

    def answer(self, game: AnyGame, state: State, turn: Turn, lots: Lots) -> Event:
        """Return the event that answers a turn of chance, and take it in."""
        match turn:
            case Open(slots):
                opened = tuple(self.faces[slot] for slot in slots)
                for known in self.known:
                    known.update(zip(slots, opened, strict=True))
                return Opened(opened)
            case Prove():
                return Proved()
            case Deal(hands):
                self._tell(hands)
                return Dealt()
            case Roll(sides, dice, ()):
                return Rolled(tuple(lots.below(sides) for _ in range(dice)))
            case Roll(sides, _, hands):
                for _, slots in hands:
                    self.faces.update((n, str(lots.below(sides))) for n in slots)
                self._tell(hands)
                return Rolled(())
            case Shuffle(cards):
                order = [*cards]
                lots.shuffle(order)
                self.faces = dict(enumerate(order))
                self.known = [{} for _ in self.known]
                return Shuffled()
            case Reshuffle(slots, _, first):
                order = [self.faces.pop(slot) for slot in slots]
                for known in self.known:
                    for slot in slots:
                        known.pop(slot, None)
                lots.shuffle(order)
                self.faces.update(enumerate(order, first))
                return Reshuffled()
            case Place(player, slots):
                placed = any_placement(game, state, turn, lots)
                self.faces.update(zip(slots, placed, strict=True))
                self._tell(((player, slots),))
                return Placed()
        raise ValueError(f"{type(turn).__name__} is no turn of chance")

    def is_true(self, game: AnyGame, state: State, turn: Turn) -> bool:
        """Return whether a claim holds here, and an opening is possible."""
        match turn:
            case Prove(_, OneOf(slot, faces)):
                return self.faces[slot] in faces
            case Prove(_, NoneOf(slots, faces)):
                return not any(self.faces[slot] in faces for slot in slots)
            case Open(slots):
                opened = tuple(self.faces[slot] for slot in slots)
                return game.why_impossible(state, opened) is None
        return True

    def _tell(self, hands: Iterable[tuple[int, tuple[int, ...]]]) -> None:
        for player, slots in hands:
            self.known[player].update((slot, self.faces[slot]) for slot in slots)
