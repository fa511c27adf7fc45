"""Goofspiel, versions 1 and 2: bids for prizes that are opened one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..states import Field
from ..turns import Choose, Event, Open, Over, Shuffle, Together, Turn
from .simple import Simple, has_only, payoffs, payoffs_without, refuse


@dataclass(frozen=True, slots=True)
class State:
    cards: int
    split: bool
    seats: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    shuffled: bool = False
    prizes: tuple[str, ...] = ()

    @property
    def present(self) -> tuple[int, ...]:
        return tuple(seat for seat, kind in enumerate(self.seats) if kind == "in")

    @property
    def left(self) -> int:
        return len(self.hands[self.present[0]])


class Goofspiel(Simple[State]):
    name, version = "goofspiel", 2

    def start(self, seats: int, options: Mapping[str, object]) -> State | None:
        known = has_only(options, {"cards": int, "split": bool})
        cards = options.get("cards", 13)
        if not known or not isinstance(cards, int) or not 2 <= cards <= 20:
            return None
        if not 2 <= seats <= 10:
            return None
        hands = (tuple(range(1, cards + 1)),) * seats
        split = bool(options.get("split", False))
        return State(cards, split, ("in",) * seats, hands, (0,) * seats)

    def fields(self, state: State) -> Sequence[Field]:
        head: list[Field] = [state.cards, state.split, [state.seats], state.hands]
        return [*head, state.points, state.shuffled, state.prizes]

    def turn(self, state: State) -> Turn:
        if not state.left or len(state.present) == 1:
            here = set(state.present)
            if self.version == 1:
                ranked = enumerate(state.points)
                return Over(payoffs([has if s in here else -1 for s, has in ranked]))
            return Over(payoffs_without(state.points, here))
        if not state.shuffled:
            return Shuffle(_named(range(1, state.cards + 1)), state.present)
        if len(state.prizes) + state.left == state.cards:
            return Open((len(state.prizes),))
        return Together(tuple(Choose(p, _named(state.hands[p])) for p in state.present))

    def apply(self, state: State, event: Event) -> State:
        match event.kind:
            case "together":
                return _fixed(_bid(state, [int(str(bid)) for bid in event.values]))
            case "opened":
                prizes = (*state.prizes, str(event.values[0]))
                if len({*prizes}) < len(prizes):
                    raise refuse("a prize comes twice")
                return _fixed(replace(state, prizes=prizes))
        return replace(state, shuffled=True)

    def without(self, state: State, seat: int) -> State | None:
        seats = list(state.seats)
        seats[seat] = "gone"
        return _fixed(replace(state, seats=tuple(seats)))


class Goofspiel1(Goofspiel):
    version = 1


def _named(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


def _fixed(state: State) -> State:
    """Make the last bids, which are forced."""
    if len(state.prizes) < state.cards or state.left != 1:
        return state
    return _bid(state, [state.hands[player][0] for player in state.present])


def _bid(state: State, bids: Sequence[int]) -> State:
    hands, points = list(state.hands), list(state.points)
    best = max(bids)
    winners = bids.count(best)
    prize = int(state.prizes[-1])
    share = prize // winners if state.split or winners == 1 else 0
    for player, bid in zip(state.present, bids, strict=True):
        hands[player] = tuple(card for card in hands[player] if card != bid)
        points[player] += share * (bid == best)
    return replace(state, hands=tuple(hands), points=tuple(points))
