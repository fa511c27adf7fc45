"""Recorded hands of hold'em: invented ones, and those that pokerkit plays."""

from __future__ import annotations

import random
from typing import Protocol

import pytest

from p2pgame.games.poker.ranking import DECK

#: Invented hands, each for something that records contain.
HANDS = {
    "everybody folds to the big blind": """
        variant = 'NT'
        antes = [0, 0, 0]
        blinds_or_straddles = [5, 10, 0]
        min_bet = 10
        starting_stacks = [100, 200, 300]
        actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 f']
        finishing_stacks = [95, 205, 300]
    """,
    "a showdown with a hand that is mucked unseen, and comments": """
        # An evening at home.
        variant = "NT"
        antes = [0, 0, 0]
        blinds_or_straddles = [5, 10, 0]
        min_bet = 10
        starting_stacks = [1000, 1000, 1000]
        actions = [
          "d dh p1 ????", "d dh p2 AsAh", "d dh p3 7c2d",
          "p3 f  # of course", "p1 cbr 30", "p2 cc",
          "# the flop", "d db Ad9c4s", "p1 cbr 40", "p2 cc",
          "d db Kd", "p1 cc", "p2 cc", "d db 2h", "p1 cbr 100", "p2 cc",
          "p1 sm", "p2 sm AsAh",
        ]
        finishing_stacks = [830, 1170, 1000]
    """,
    "heads-up, with the small blind on the button, all-in before the flop": """
        variant = 'NT'
        antes = [1, 1]
        blinds_or_straddles = [5, 10]
        min_bet = 10
        starting_stacks = [400, 300]
        actions = ['d dh p1 QsQh', 'd dh p2 AcKc', 'p2 cbr 30', 'p1 cbr 399', 'p2 cc',
          'p1 sm QsQh', 'p2 sm AcKc', 'd db 2c3d8h', 'd db 5s', 'd db 9d']
        finishing_stacks = [700, 0]
    """,
    "a big blind ante whose record says that it is trimmed": """
        variant = 'NT'
        ante_trimming_status = true
        antes = [0, 50, 0]
        blinds_or_straddles = [25, 50, 0]
        min_bet = 50
        starting_stacks = [1000, 1000, 1000]
        actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 100', 'p1 f',
          'p2 f']
        finishing_stacks = [975, 900, 1125]
    """,
    "equal antes that a short stack can win a part of": """
        variant = 'NT'
        ante_trimming_status = true
        antes = [10, 10, 10]
        blinds_or_straddles = [5, 10, 0]
        min_bet = 10
        starting_stacks = [500, 500, 4]
        actions = ['d dh p1 KsKd', 'd dh p2 7h6h', 'd dh p3 AsAh', 'p1 cc', 'p2 cc',
          'd db 2c8dTs', 'p1 cc', 'p2 cc', 'd db 3s', 'p1 cc', 'p2 cc', 'd db 4c',
          'p1 cc', 'p2 cc', 'p1 sm KsKd', 'p2 sm 7h6h', 'p3 sm AsAh']
        finishing_stacks = [512, 480, 12]
    """,
    "equal antes that are dead money": """
        variant = 'NT'
        ante_trimming_status = false
        antes = [10, 10, 10]
        blinds_or_straddles = [5, 10, 0]
        min_bet = 10
        starting_stacks = [500, 500, 4]
        actions = ['d dh p1 KsKd', 'd dh p2 7h6h', 'd dh p3 AsAh', 'p1 cc', 'p2 cc',
          'd db 2c8dTs', 'p1 cc', 'p2 cc', 'd db 3s', 'p1 cc', 'p2 cc', 'd db 4c',
          'p1 cc', 'p2 cc', 'p1 sm KsKd', 'p2 sm 7h6h', 'p3 sm AsAh']
        finishing_stacks = [500, 480, 24]
    """,
    "a check that decides nothing": """
        variant = 'NT'
        antes = [0, 0, 0]
        blinds_or_straddles = [5, 10, 0]
        min_bet = 10
        starting_stacks = [500, 500, 8]
        actions = ['d dh p1 ????', 'd dh p2 7h6h', 'd dh p3 AsAh', 'p3 cc', 'p1 f',
          'p2 cc', 'p2 sm 7h6h', 'p3 sm AsAh', 'd db 2c8dTs', 'd db 3s', 'd db 4c']
        finishing_stacks = [495, 492, 21]
    """,
    "a straddle, and cards that become known when shown": """
        variant = 'NT'
        antes = [0, 0, 0, 0]
        blinds_or_straddles = [5, 10, 20, 0]
        min_bet = 10
        starting_stacks = [500, 500, 500, 500]
        actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????',
          'p4 cc', 'p1 f', 'p2 f', 'p3 cc', 'd db 2c8dTs', 'p3 cc', 'p4 cc',
          'd db 3s', 'p3 cc', 'p4 cc', 'd db 4c', 'p3 cc', 'p4 cc', 'p3 sm AsAh',
          'p4 sm']
        finishing_stacks = [495, 490, 535, 480]
    """,
}
FOLDED = HANDS["everybody folds to the big blind"]
SHOWDOWN = HANDS["a showdown with a hand that is mucked unseen, and comments"]
ALL_IN = HANDS["heads-up, with the small blind on the button, all-in before the flop"]
CENTS = """
    variant = 'NT'
    antes = [0, 0, 0]
    blinds_or_straddles = [0.25, 0.50, 0]
    min_bet = 0.5
    starting_stacks = [50, 12.35, 100.10]
    actions = ['d dh p1 ????', 'd dh p2 AsAh', 'd dh p3 ????', 'p3 cbr 1.50', 'p1 f',
      'p2 cc', 'd db Ad9c4s', 'p2 cc', 'p3 cbr 2.25', 'p2 cbr 10.85', 'p3 f']
"""


#: pokerkit reads short blinds and all-ins as version 1 of our rules does, and splits
#: side pots and odd chips as versions 1 and 2 do.
BY_POKERKIT = ("OK", "OK, by version 1 of holdem", "OK, by version 2 of holdem")


def recorded_by_pokerkit(rng: random.Random) -> str:
    """Return a random hand that pokerkit has played and written down."""
    pokerkit = pytest.importorskip("pokerkit")
    seats = rng.randint(2, 9)
    antes = rng.choice(([0] * seats, [2] * seats, [0, 10, *[0] * (seats - 2)]))
    by_hand = ("CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING")
    game = pokerkit.NoLimitTexasHoldem(
        tuple(a for a in pokerkit.Automation if a.name not in by_hand),
        len(set(antes)) == 1,
        antes,
        [5, 10, *[0] * (seats - 2)],
        10,
    )
    state = game([rng.randint(5, 400) for _ in range(seats)], seats)
    deck = rng.sample(DECK, len(DECK))
    while state.status:
        if state.can_deal_hole():
            state.deal_hole(deck.pop() + deck.pop())
        elif state.can_burn_card("??"):
            state.burn_card("??")
        elif state.can_deal_board():
            state.deal_board(
                "".join(deck.pop() for _ in range(state.board_dealing_count))
            )
        else:
            act_at_random(state, rng)
    history = pokerkit.HandHistory.from_game_state(game, state)
    history.finishing_stacks = state.stacks
    text: str = history.dumps()
    return text


class Actor(Protocol):
    """What of pokerkit's state is asked here."""

    min_completion_betting_or_raising_to_amount: int | None
    max_completion_betting_or_raising_to_amount: int

    def can_fold(self) -> bool: ...
    def fold(self) -> object: ...
    def check_or_call(self) -> object: ...
    def complete_bet_or_raise_to(self, amount: int) -> object: ...


def act_at_random(state: Actor, rng: random.Random) -> None:
    low = state.min_completion_betting_or_raising_to_amount
    if low is not None and rng.random() < 0.4:
        high = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(rng.choice((low, high, rng.randint(low, high))))
    elif state.can_fold() and rng.random() < 0.2:
        state.fold()
    else:
        state.check_or_call()
