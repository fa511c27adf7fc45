"""This module weighs folds, calls and raises by the chips that they win on average.

A *plan* is a total to put in front of oneself.  Each showdown says who goes on against
it (the strongest part of each range), and the game's own pots say who wins what.  A
call's price, the pot odds, the depth of all stacks and side pots are in these sums;
position and the cards to come are in how much of its share a hand *realises*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp

from p2pgame.engine import Amount
from p2pgame.games.poker.holdem_state import Holdem, put
from p2pgame.games.poker.pots import Pot, make_pots

from .conduct import TYPICAL, Tendency, going_on
from .showdowns import Showdown

#: Sizes of bets, in pots after a call.
SIZES = (0.5, 0.75, 1.0)
#: An all-in of more pots than this is not thought about.
_MOST_POTS = 2.5


#: The share of the hands that go on against a bet with which people raise.
RAISED = 0.22


@dataclass(frozen=True, slots=True)
class Table:
    """What a decision is about: the public state, and how others are inclined."""

    state: Holdem
    me: int
    inclined: Mapping[int, Tendency] = field(default_factory=dict)

    @property
    def pot(self) -> int:
        return sum(self.state.paid) + self.state.dead

    @property
    def owed(self) -> int:
        state = self.state
        return min(state.owes(self.me), state.stacks[self.me])

    @property
    def is_last(self) -> bool:
        """Whether this seat speaks last on the streets to come."""
        state = self.state
        with_chips = [s for s in state.order if s in state.live and state.stacks[s]]
        return with_chips[-1:] == [self.me]

    def depth_after(self, total: int) -> int:
        """Return the chips that can still be bet after putting ``total`` in front."""
        state, me = self.state, self.me
        mine = state.stacks[me] + state.bets[me] - total
        others = [
            state.stacks[s] - max(0, min(total - state.bets[s], state.stacks[s]))
            for s in state.live
            if s != me
        ]
        return max(0, min(mine, max(others)))

    def may_raise(self, seat: int, total: int) -> bool:
        """Return whether a seat can answer ``total`` with a raise."""
        state = self.state
        is_asked = total > state.price or seat in state.to_act
        mine = state.stacks[self.me] + state.bets[self.me] - total
        return is_asked and mine > 0 and state.stacks[seat] + state.bets[seat] > total

    def goes_on(self, seat: int, total: int) -> float:
        """Return the share of its range with which a seat stays against ``total``."""
        state = self.state
        owed = min(total - state.bets[seat], state.stacks[seat])
        if owed <= 0:
            return 1.0
        top = state.price
        if total <= top and seat not in state.to_act:
            return 1.0
        chips = min(total - state.bets[self.me], state.stacks[self.me])
        inclined = self.inclined.get(seat, TYPICAL).folds
        stays = going_on(owed, self.pot + chips, len(state.live) - 1)
        return max(0.05, 1 - (1 - stays) * inclined)


def value(table: Table, total: int, found: Sequence[Showdown]) -> float:
    """Return the chips won on average by putting ``total`` in front.

    What has been paid before is lost already: a fold is worth 0.
    """
    state, me = table.state, table.me
    chips = min(total - state.bets[me], state.stacks[me])
    others = [seat for seat in state.live if seat != me]
    limits = {seat: table.goes_on(seat, total) for seat in others}
    raisers = [s for s in others if table.may_raise(s, total)]
    pots: dict[tuple[int, ...], tuple[Pot, ...]] = {}
    taken, called, raised = 0.0, _Sum(), _Sum()
    for one in found:
        staying = tuple(s for s in others if one.places[s] <= limits[s])
        if staying not in pots:
            pots[staying] = _pots(table, staying, total)
        is_raised = any(one.places[s] < RAISED * limits[s] for s in raisers)
        into = raised if is_raised else called
        into.count += 1
        for pot in pots[staying]:
            if pot.seats == (me,):
                taken += pot.amount
            elif me in pot.seats:
                into.won += pot.amount * _share(one.scores, pot.seats, me)
                into.pots += pot.amount
    won = taken + called.won * _realised(table, total, called.share)
    won += _against_a_raise(table, total, raised)
    return won / max(1, len(found)) - chips


@dataclass(slots=True)
class _Sum:
    """Pots of some showdowns, and what of them was won."""

    count: int = 0
    pots: float = 0.0
    won: float = 0.0

    @property
    def share(self) -> float:
        return self.won / self.pots if self.pots else 0.0


def _against_a_raise(table: Table, total: int, raised: _Sum) -> float:
    """Return what is won if one of the strongest hands raises by the pot.

    A fold wins nothing, and a call wins its share of twice the raise, too.
    """
    if not raised.count:
        return 0.0
    left = table.depth_after(total)
    more = min(left, raised.pots / raised.count) * raised.count
    return max(0.0, raised.share * (raised.pots + 2 * more) - more)


def _pots(table: Table, staying: Sequence[int], total: int) -> tuple[Pot, ...]:
    """Return the pots if these seats, and this one, put ``total`` in front."""
    state, paid = table.state, table.state.paid
    for seat in (*staying, table.me):
        more = max(0, min(total - state.bets[seat], state.stacks[seat]))
        paid = put(paid, seat, paid[seat] + more)
    return make_pots(paid, (*staying, table.me), dead=state.dead)


def _share(scores: Mapping[int, int], seats: Sequence[int], me: int) -> float:
    mine, equal = scores[me], 0
    for seat in seats:
        if scores[seat] > mine:
            return 0.0
        equal += scores[seat] == mine
    return 1 / equal


def _realised(table: Table, total: int, share: float) -> float:
    """Return how much of its share a hand gets, with betting still to come."""
    left = table.depth_after(total)
    if len(table.state.board) == 5 or not left:
        return 1.0
    depth = min(1.0, left / max(1, 2 * table.pot))
    base = 1.0 if table.is_last else 0.88
    skew = 0.35 * (share - 1 / len(table.state.live))
    return 1 + depth * (base - 1 + skew)


def totals(table: Table, offer: Amount) -> list[int]:
    """Return the totals of raises worth thinking about, the least first."""
    top = table.state.price
    after = table.pot + table.owed
    sizes = {min(offer.high, max(offer.low, top + round(k * after))) for k in SIZES}
    if offer.high - top <= _MOST_POTS * after:
        sizes.add(offer.high)
    return sorted(sizes)


def odds(worth: Mapping[str, float], pot: float, calm: float) -> dict[str, float]:
    """Return how often to make each move: the better, the more often.

    Moves within about ``calm`` pots of each other mix; so hands that win as much by a
    bluff as by giving up do both.
    """
    best = max(worth.values())
    scale = max(1e-9, calm * pot)
    weights = {move: exp(max(-60.0, (v - best) / scale)) for move, v in worth.items()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}
