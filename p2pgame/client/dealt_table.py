"""A game at which a dealer knows everything that is hidden: nothing is signed there.

Each seat has a board of its own, as at a table of peers, so that nobody is shown more
than there.  The dealer is this program, which a player has to trust.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Over,
    Place,
    Reason,
    State,
    Tick,
    Ticked,
    Together,
    Turn,
)
from p2pgame.engine.turns import NO_ORDER, players_in
from p2pgame.playtest.chance import Chance
from p2pgame.playtest.dealer import Dealer, Secrets, dealt
from p2pgame.session import Start
from p2pgame.session.game.board import Board
from p2pgame.session.lobby.events import AnyView, Happened, TableEvent

from .transcripts.positions import Position

#: Hears what happened, as a seat saw it.
Hears = Callable[[int, Happened], None]


class DealtTable:
    """The boards of a game that goes on from a position; ``hears`` is told of all."""

    def __init__(self, begun: Start, at: Position, seed: str, hears: Hears) -> None:
        self._game, self._hears = begun.game, hears
        self._dealer = Dealer(begun.game, seed, self._as_placed)
        self._placed: tuple[str, ...] = ()
        self._boards = [
            Board(begun, seat, self._hearing(seat))
            for seat in range(len(begun.players))
        ]
        spectator = Board(begun, None, lambda event: None)
        for event, told in zip(at.played.made, at.told, strict=True):
            self._settle(event, told)
            spectator.settle(event, {})
        self._secrets = Secrets(
            at.faces,
            {slot: number for number, slot in enumerate(at.faces)},
            (*(board.known for board in self._boards), spectator.known),
            len(at.faces),
            len(at.played.made),
            at.lying,
        )

    @property
    def turn(self) -> Turn:
        return self._boards[0].turn

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that decide now; none: it is a turn of chance, or all is over."""
        if isinstance(self.turn, Choose | Together | Tick | Place):
            return players_in(self.turn)
        return ()

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each seat has got; None: it is not over."""
        return self.turn.payoffs if isinstance(self.turn, Over) else None

    def view(self, seat: int) -> AnyView:
        return self._boards[seat].view

    def is_proposal(self, words: str) -> bool:
        return self._boards[0].is_proposal(words)

    def why_not(self, seat: int, words: str) -> Reason | None:
        """Return why a player may not say this now, or None."""
        return self._boards[seat].why_not(seat, words)

    def deal(self) -> None:
        """Answer a turn of chance."""
        self._answer(self.turn)

    def decide(self, moves: Mapping[int, str]) -> None:
        """Take in what all players have decided who were asked."""
        match self.turn:
            case Choose(player):
                self._settle(Chosen(player, moves[player]), {})
            case Together(choices):
                made = tuple(moves[choice.player] for choice in choices)
                self._settle(ChosenTogether(made), {})
            case Tick(players):
                orders = [(player, moves[player]) for player in sorted(players)]
                given = tuple(one for one in orders if one[1] != NO_ORDER)
                self._settle(Ticked(given), {})
            case Place(player) as turn:
                state = self.view(player).whole
                self._placed = self._game.placement(state, player, moves[player])
                self._answer(turn)

    def agree(self, words: str) -> None:
        """Do what all have agreed to; a player is to choose."""
        assert isinstance(self.turn, Choose)
        self._settle(Chosen(self.turn.player, words), {})

    def _answer(self, turn: Turn) -> None:
        state = self.view(0).whole
        event, self._secrets = self._dealer.answer(state, turn, self._secrets)
        self._settle(event, dealt(turn, self._secrets.faces))

    def _settle(self, event: Event, told: Mapping[int, Mapping[int, str]]) -> None:
        for seat, board in enumerate(self._boards):
            board.settle(event, told.get(seat, {}))

    def _as_placed(self, state: State, turn: Place, chance: Chance) -> tuple[str, ...]:
        return self._placed

    def _hearing(self, seat: int) -> Callable[[TableEvent], None]:
        def hear(event: TableEvent) -> None:
            if isinstance(event, Happened):
                self._hears(seat, event)

        return hear
