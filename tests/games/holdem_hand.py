"""This module plays one hand of hold'em from its moves; joint turns are automatic.

Seat 0 is to the button's left and the last seat has the button.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine import (
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    Offer,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Seated,
    Shuffle,
    Shuffled,
    advance,
)
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_state import Holdem, table
from p2pgame.games.poker.ranking import DECK
from tests.english import english

GAME = TexasHoldem()


class Hand:
    """``cards`` are the hands by seat, ``board`` all five cards; else arbitrary.

    ``many``: of a game of several hands, ``hands`` and ``raise_every``.
    """

    def __init__(
        self,
        stacks: Sequence[int],
        *,
        blinds: Sequence[int] = (5, 10),
        antes: Sequence[int] = (),
        cards: Sequence[str] = (),
        board: str = "2c 7d 9h Js 3c",
        game: TexasHoldem = GAME,
        **many: int,
    ) -> None:
        seats = len(stacks)
        self.game = game
        begun = table(
            stacks,
            antes=[*antes, *[0] * (seats - len(antes))],
            blinds=[*blinds, *[0] * (seats - len(blinds))],
            min_bet=10,
            hands=many.get("hands", 1),
            raise_every=many.get("raise_every", 0),
        )
        self.state: Holdem = game.under(begun)
        known = [face for hand in cards for face in hand.split()] + board.split()
        others = [face for face in DECK if face not in known]
        hole = [hand.split() for hand in cards]
        while len(hole) < seats:
            hole.append([others.pop(), others.pop()])
        self.deck = [*(face for hand in hole for face in hand), *board.split(), *others]
        self.texts: list[str] = []
        self.opened: list[tuple[int, ...]] = []
        self._settle()

    def do(self, *moves: str) -> Hand:
        """Make these moves in order, each by the player who is asked."""
        for move in moves:
            self.step(Chosen(self.asked, move))
            self._settle()
        return self

    def leave(self, seat: int) -> Hand:
        """Let a player leave for good, in or out of turn."""
        self.step(Seated(seat, "gone"))
        self._settle()
        return self

    @property
    def choice(self) -> Choose:
        turn = self.game.turn(self.state)
        assert isinstance(turn, Choose), turn
        return turn

    @property
    def asked(self) -> int:
        return self.choice.player

    @property
    def offers(self) -> tuple[Offer, ...]:
        return self.choice.moves

    @property
    def over(self) -> bool:
        return isinstance(self.game.turn(self.state), Over)

    @property
    def stacks(self) -> tuple[int, ...]:
        return self.state.stacks

    def step(self, event: Event) -> None:
        step = advance(self.game, self.state, event)
        self.texts += [english(said) for said, _ in step.fix_ups]
        self.state = step.state

    def _settle(self) -> None:
        while True:
            match self.game.turn(self.state):
                case Roll(sides):
                    self.step(Rolled((sides - 1,)))
                case Shuffle():
                    self.step(Shuffled())
                case Deal():
                    self.step(Dealt())
                case Open(slots):
                    self.opened.append(slots)
                    self.step(Opened(tuple(self.deck[slot] for slot in slots)))
                case _:
                    return
