"""Kuhn poker, versions 1 and 2, which differ in what a leaver pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..states import Field
from ..turns import Choose, Deal, Event, Open, Over, Shuffle, Turn
from .simple import Simple

FACES = ("J", "Q", "K")
LAST = (("check", "check"), ("bet", "call"), ("check", "bet", "call"))


@dataclass(frozen=True, slots=True)
class State:
    shuffled: bool = False
    dealt: bool = False
    actions: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()


class Kuhn(Simple[State]):
    name, version = "kuhn", 2

    def start(self, seats: int, options: Mapping[str, object]) -> State | None:
        return State() if seats == 2 and not options else None

    def fields(self, state: State) -> Sequence[Field]:
        return [state.shuffled, state.dealt, state.actions, state.opened]

    def turn(self, state: State) -> Turn:
        actions = state.actions
        player = len(actions) % 2
        if not state.shuffled:
            return Shuffle(FACES, (0, 1))
        if not state.dealt:
            return Deal({0: 0, 1: 1})
        if actions[-1:] == ("fold",):
            return Over((1, -1) if player == 0 else (-1, 1))
        if actions not in LAST:
            after_bet = actions[-1:] == ("bet",)
            return Choose(player, ("fold", "call") if after_bet else ("check", "bet"))
        if not state.opened:
            return Open((0, 1))
        stake = 1 if actions == LAST[0] else 2
        first, second = map(FACES.index, state.opened)
        return Over((stake, -stake) if first > second else (-stake, stake))

    def apply(self, state: State, event: Event) -> State:
        match event:
            case Event("shuffled"):
                return replace(state, shuffled=True)
            case Event("dealt"):
                return replace(state, dealt=True)
            case Event("chosen", (_, str(move))):
                return replace(state, actions=(*state.actions, move))
        return replace(state, opened=tuple(map(str, event.values)))

    def settled(self, state: State, lost: frozenset[int]) -> tuple[int, ...] | None:
        if self.version == 1:
            return None
        (seat,) = lost
        moves = state.actions[seat::2]
        paid = 1 + moves.count("bet") + moves.count("call")
        return (-paid, paid) if seat == 0 else (paid, -paid)


class Kuhn1(Kuhn):
    version = 1
