"""This module defines the state of a hold'em table: chips, bets, and open cards.

*Per seat* tuples are indexed by the player's number.  *By position* tuples
list the players in the hand from the button's left, so the button is last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from p2pgame.engine import Policy, State, Zone
from p2pgame.tabletop.orders import after

from .pots import Pot, split

Phase = Literal[
    "button",  # the first button is drawn
    "posting",  # antes and blinds
    "shuffle",
    "deal",
    "betting",
    "uncalled",  # a bet that nobody matched goes back
    "board",  # the next street is opened
    "all-in",  # the hands of an all-in showdown are opened
    "showdown",  # show or muck
    "showing",  # one player's hand is opened
    "pots",
    "end",  # of the hand, and of the game if there is no next one
]


class Due(State, frozen=True):
    """An ante or a blind that a seat must still post."""

    seat: int
    what: str
    chips: int


class Holdem(State, frozen=True):
    """A table between two events.

    Per seat: start, stacks (behind), paid (into this hand's pots, including the
    current bets), bets (in front, this street), shown (opened hole cards).
    By position: antes, blinds (small blind first, also heads-up), order (players in
    the hand), live (players who have not folded).  In order of turn: to_act.  In the
    order of leaving: gone.  After every ``raise_every`` hands (0: never) antes, blinds
    and min_bet double.  Until a hand ends, due has what those who left it owe.  Only
    version 1 counts short.
    """

    hands: int
    raise_every: int
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    min_bet: int
    dead_antes: bool
    start: tuple[int, ...]
    stacks: tuple[int, ...]
    phase: Phase = "button"
    hand: int = 0
    button: int = -1
    order: tuple[int, ...] = ()
    due: tuple[Due, ...] = ()
    dead: int = 0
    paid: tuple[int, ...] = ()
    bets: tuple[int, ...] = ()
    live: tuple[int, ...] = ()
    to_act: tuple[int, ...] = ()
    acted: tuple[int, ...] = ()
    raised: int = 0
    short: int = 0
    aggressor: int = -1
    board: tuple[str, ...] = ()
    shown: tuple[tuple[str, ...], ...] = ()
    pots: tuple[Pot, ...] = ()
    gone: tuple[int, ...] = ()

    @property
    def price(self) -> int:
        """The total to match; before the flop the highest blind due, or more."""
        due = () if self.board else self.blinds[: len(self.order)]
        return max(*self.bets, *due)

    @property
    def least_raise(self) -> int:
        """The size of a full raise."""
        return max(self.raised, self.min_bet)

    def owes(self, seat: int) -> int:
        """Return what a seat must add to stay in; 0 if nobody can match what it has."""
        others = (self.stacks[s] + self.bets[s] for s in self.live if s != seat)
        if max(others, default=0) <= self.bets[seat]:
            return 0
        return max(0, self.price - self.bets[seat])

    def is_open_to(self, seat: int) -> bool:
        """Return whether the raises of this round let ``seat`` raise once more."""
        return seat not in self.acted or self.owes(seat) >= self.least_raise

    def takes_back(self, seat: int) -> bool:
        """Return whether what nobody matched of a seat's bet goes back to it."""
        return seat not in self.gone

    def next_button(self, here: tuple[int, ...]) -> int:
        """Return who of the players ``here`` has the next button.

        When a table comes down to two, that is who had the big blind last.
        """
        seats = len(self.stacks)
        ring = [(self.button + step) % seats for step in range(1, seats + 1)]
        posted = [seat for seat in ring if self.paid[seat]]
        left = (seat for seat in self.gone if self.paid[seat])
        began = {*self.order, *left, self.button}
        if len(here) != 2 or len(began) == 2 or len(posted) < 2:
            return after(self.button, here)
        first = ring.index(posted[1]) + 1
        by_last_big_blind = ring[first:] + ring[:first]
        return max(here, key=by_last_big_blind.index)

    @property
    def joins_pots(self) -> bool:
        """Whether pots that the same winners share are split as one."""
        return False

    def parts(self, amount: int, winners: Sequence[int]) -> tuple[int, ...]:
        """Return each winner's part of a pot, the first from the button's left on."""
        return split(amount, winners)

    def raised_by(self, seat: int, by: int) -> Holdem:
        """Return the state in which ``seat``, which has paid for it, has raised."""
        if by < self.least_raise:
            return replace(self, acted=(*self.acted, seat))
        return replace(self, acted=(seat,), raised=by)


def table(
    stacks: Sequence[int],
    *,
    antes: Sequence[int],
    blinds: Sequence[int],
    min_bet: int,
    hands: int = 1,
    raise_every: int = 0,
    trim_antes: bool = True,
) -> Holdem:
    """Return a table that waits for its first button to be drawn.

    ``antes`` and ``blinds`` are by position, as PHH and pokerkit list them:
    small blind first, big blind, then straddles; heads-up the button still
    posts the first of the two.  A negative blind is a newcomer's post, which does
    not change the first player to act.  Without ``trim_antes`` equal antes are dead
    money too; unequal antes always are.
    """
    nothing = (0,) * len(stacks)
    return Holdem(
        hands=hands,
        raise_every=raise_every,
        antes=tuple(antes),
        blinds=tuple(blinds),
        min_bet=min_bet,
        dead_antes=not trim_antes or len(set(antes)) > 1,
        start=tuple(stacks),
        stacks=tuple(stacks),
        paid=nothing,
        bets=nothing,
        shown=((),) * len(stacks),
    )


def player(seat: int) -> str:
    """Return the name of a player in all texts of this game."""
    return f"player {seat}"


def playing(state: Holdem) -> tuple[int, ...]:
    """Return the seats in the next hand: players present, with chips."""
    return tuple(
        seat
        for seat, chips in enumerate(state.stacks)
        if chips and seat not in state.gone
    )


def posting_order(order: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats from the small blind on; heads-up the button posts it."""
    return order[::-1] if len(order) == 2 else order


def put(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """Return per-seat values with one changed."""
    return (*values[:seat], value, *values[seat + 1 :])


def pay(state: Holdem, seat: int, chips: int) -> Holdem:
    """Move chips from a stack in front of it."""
    return replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] - chips),
        bets=put(state.bets, seat, state.bets[seat] + chips),
        paid=put(state.paid, seat, state.paid[seat] + chips),
    )


def hole_slots(state: Holdem, seat: int) -> tuple[int, int]:
    """Return the slots of a player's two cards: fixed by position."""
    first = 2 * state.order.index(seat)
    return first, first + 1


def board_slots(state: Holdem) -> tuple[int, ...]:
    """Return the slots of the next street: three cards, then one and one.

    They follow the hole cards.  No card is burnt: burning protects against marked
    cards, and here nobody knows anything about a face-down card.
    """
    first = 2 * len(state.order) + len(state.board)
    return tuple(range(first, first + (1 if state.board else 3)))


def zones(state: Holdem, cards: int) -> tuple[Zone, ...]:
    """Return the zones of the ``cards`` of the deck, from one shuffle to the next."""
    if not state.hand or state.phase in ("posting", "shuffle"):
        return ()
    seats = () if state.phase == "deal" else state.order
    hands = (
        Zone(
            f"hand of {player(seat)}",
            hole_slots(state, seat),
            others=Policy.VISIBLE if state.shown[seat] else Policy.ORDER,
            group=(seat,),
        )
        for seat in seats
    )
    dealt = 2 * len(seats)
    board = tuple(range(dealt, dealt + len(state.board)))
    deck = tuple(range(dealt + len(board), cards))
    return *hands, Zone("board", board, Policy.VISIBLE), Zone("deck", deck)
