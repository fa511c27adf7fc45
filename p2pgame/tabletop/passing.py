"""This module passes cards face down between hands, for all players at once.

Each player lays all its cards face down in one move.  Their giver knows these cards,
and the other players have already given their tokens for them.  So each giver
reshuffles its cards into new ones that nobody has seen; only then are they dealt to
their receivers.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    ChosenTogether,
    Deal,
    Event,
    Reason,
    Reshuffle,
    Reshuffled,
    State,
    Together,
    Turn,
    Zone,
)

from .components import changed_at
from .dealing import Hands, Slots, slots_of


class Passing(State, frozen=True):
    """Each player passes ``count`` cards to the player ``step`` places on.

    ``given`` are the cards each has laid down; ``mixed`` players have reshuffled them.
    """

    step: int
    count: int
    given: Hands
    mixed: int = 0

    @property
    def is_laid(self) -> bool:
        """Whether all players have laid their cards down."""
        return any(self.given)

    def turn(self, hands: Hands) -> Turn:
        """Return the next turn, while cards are left to pass."""
        seats = range(len(hands))
        if not self.is_laid:
            offers = (_offers(hand, self.count) for hand in hands)
            return Together(tuple(map(Choose, seats, offers)))
        if self.mixed < len(hands):
            return Reshuffle(self.given[self.mixed], (self.mixed,), self._first(hands))
        return Deal(tuple(((n + self.step) % len(hands), self.given[n]) for n in seats))

    def after(self, event: Event, hands: Hands) -> tuple[Passing | None, Hands]:
        """Return the rest of the passing, None at its end, and the hands."""
        match event:
            case ChosenTogether(moves):
                return self._laid(tuple(map(slots_of, moves)), hands)
            case Reshuffled():
                first = self._first(hands)
                new = tuple(range(first, first + self.count))
                given = changed_at(self.given, self.mixed, new)
                return replace(self, given=given, mixed=self.mixed + 1), hands
        got = (self.given[(n - self.step) % len(hands)] for n in range(len(hands)))
        return None, tuple(map(tuple.__add__, hands, got))

    def why_illegal(self, hand: Slots, move: str) -> Reason | None:
        """Return why a player with this hand may not lay cards down so, or None."""
        slots = slots_of(move)
        if len(slots) != self.count or not move.startswith("pass "):
            return Reason.of("wrong-count", "passes-cards", count=self.count)
        if len({*slots}) < len(slots):
            return Reason.of("named-twice", "passes-twice")
        if not {*slots} <= {*hand}:
            return Reason.of("not-in-hand", "passes-from-hand")
        if move in _offers(hand, self.count):
            return None
        named = _named(tuple(sorted(slots)))
        return Reason.of("not-ascending", "passes-ascending", move=named)

    def zones(self) -> tuple[Zone, ...]:
        """Return the zones of the cards being passed, which nobody sees."""
        return tuple(Zone(f"from player {n}", g) for n, g in enumerate(self.given))

    def _laid(self, given: Hands, hands: Hands) -> tuple[Passing, Hands]:
        pairs = zip(hands, given, strict=True)
        kept = tuple(tuple(s for s in hand if s not in laid) for hand, laid in pairs)
        return replace(self, given=given), kept

    def _first(self, hands: Hands) -> int:
        """Return the first slot that no card has had since the deal."""
        return sum(map(len, (*hands, *self.given))) + self.mixed * self.count


@lru_cache(maxsize=16)
def _offers(hand: Slots, count: int) -> tuple[str, ...]:
    """Return a move for each choice of ``count`` cards, their slots ascending."""
    return tuple(map(_named, combinations(sorted(hand), count)))


def _named(slots: Slots) -> str:
    return " ".join(("pass", *map(str, slots)))
