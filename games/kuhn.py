"""Kuhn poker: two players, three cards, one bet.

Each antes 1 and is dealt one card of J, Q, K.  A bet or a call costs 1; a fold
gives up the pot; otherwise both cards are opened and the higher takes it.

Source: Kuhn, "A Simplified Two-Person Poker" (1950).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    Game,
    Open,
    Opened,
    Options,
    Over,
    Reason,
    Shuffle,
    Shuffled,
    State,
    Turn,
)

DECK = ("J", "Q", "K")
STAKES = {("check", "check"): 1, ("bet", "call"): 2, ("check", "bet", "call"): 2}


class Kuhn(State, frozen=True):
    shuffled: bool = False
    dealt: bool = False
    actions: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()


class KuhnPoker(Game[Kuhn, Options]):
    name = "kuhn"
    version = 1
    seats = range(2, 3)
    options = Options

    def setup(self, seats: int, options: Options) -> Kuhn:
        return Kuhn()

    def turn(self, state: Kuhn) -> Turn:
        if not state.shuffled:
            return Shuffle(DECK, (0, 1))
        if not state.dealt:
            return Deal(((0, (0,)), (1, (1,))))
        if state.actions[-1:] == ("fold",):
            return Over(_payoffs(winner=len(state.actions) % 2, stake=1))
        if state.actions not in STAKES:
            facing_bet = state.actions[-1:] == ("bet",)
            moves = ("fold", "call") if facing_bet else ("check", "bet")
            return Choose(len(state.actions) % 2, moves)
        if not state.opened:
            return Open((0, 1))
        ranks = [DECK.index(face) for face in state.opened]
        return Over(_payoffs(ranks.index(max(ranks)), STAKES[state.actions]))

    def apply(self, state: Kuhn, event: Event) -> Kuhn:
        match event:
            case Shuffled():
                return replace(state, shuffled=True)
            case Dealt():
                return replace(state, dealt=True)
            case Chosen(_, move):
                return replace(state, actions=(*state.actions, move))
            case Opened(faces):
                return replace(state, opened=faces)
        raise AssertionError(event)

    def why_impossible(self, state: Kuhn, faces: tuple[str, ...]) -> Reason | None:
        if len({*faces} & {*DECK}) == len(faces):
            return None
        return Reason("no-such-card", f"the deck does not hold {' '.join(faces)}")

    def show(self, state: Kuhn, faces: Mapping[int, str]) -> str:
        cards = " ".join(faces.get(slot, "?") for slot in (0, 1))
        return f"cards {cards}   {', '.join(state.actions) or 'no bets yet'}"


def _payoffs(winner: int, stake: int) -> tuple[int, int]:
    return (stake, -stake) if winner == 0 else (-stake, stake)
