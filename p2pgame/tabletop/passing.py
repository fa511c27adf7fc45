"""This module passes cards face down between hands, for all players at once.

Each player lays cards face down, one at a time.  Their giver knows these cards, and
the other players have already given their tokens for them.  So each giver reshuffles
its cards into new ones that nobody has seen; only then are they dealt to their
receivers.
"""

from __future__ import annotations

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    ChosenTogether,
    Deal,
    Event,
    Reshuffle,
    Reshuffled,
    State,
    Together,
    Turn,
    Zone,
)

from .components import changed_at
from .dealing import Hands


class Passing(State, frozen=True):
    """Each player passes ``count`` cards to the player ``step`` places on.

    ``given`` are the cards each has laid down; ``mixed`` players have reshuffled them.
    """

    step: int
    count: int
    given: Hands
    mixed: int = 0

    def turn(self, hands: Hands) -> Turn:
        """Return the next turn, while cards are left to pass."""
        seats = range(len(hands))
        if len(self.given[0]) < self.count:
            offers = (tuple(f"pass {slot}" for slot in hand) for hand in hands)
            return Together(tuple(map(Choose, seats, offers)))
        if self.mixed < len(hands):
            return Reshuffle(self.given[self.mixed], (self.mixed,), self._first(hands))
        return Deal(tuple(((n + self.step) % len(hands), self.given[n]) for n in seats))

    def after(self, event: Event, hands: Hands) -> tuple[Passing | None, Hands]:
        """Return the rest of the passing, None at its end, and the hands."""
        match event:
            case ChosenTogether(moves):
                return self._laid([int(move.split()[1]) for move in moves], hands)
            case Reshuffled():
                first = self._first(hands)
                new = tuple(range(first, first + self.count))
                given = changed_at(self.given, self.mixed, new)
                return replace(self, given=given, mixed=self.mixed + 1), hands
        got = (self.given[(n - self.step) % len(hands)] for n in range(len(hands)))
        return None, tuple(map(tuple.__add__, hands, got))

    def zones(self) -> tuple[Zone, ...]:
        """Return the zones of the cards being passed, which nobody sees."""
        return tuple(Zone(f"from player {n}", g) for n, g in enumerate(self.given))

    def _laid(self, slots: list[int], hands: Hands) -> tuple[Passing, Hands]:
        pairs = [*zip(hands, slots, strict=True)]
        kept = tuple(tuple(s for s in hand if s != slot) for hand, slot in pairs)
        given = tuple((*g, s) for g, s in zip(self.given, slots, strict=True))
        return replace(self, given=given), kept

    def _first(self, hands: Hands) -> int:
        """Return the first slot that no card has had since the deal."""
        return sum(map(len, (*hands, *self.given))) + self.mixed * self.count
