"""Plays whole games among bots, with no network: the dealer knows all, they do not.

Every bot gets its own seat's observation, as it would at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from p2pgame.engine import (
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Options,
    Over,
    Place,
    State,
    Tick,
    Ticked,
    Together,
    Turn,
    advance,
    start,
    view,
)
from p2pgame.engine.soundness import turn_of
from p2pgame.engine.turns import NO_ORDER
from p2pgame.playtest.chance import Chance
from p2pgame.playtest.dealer import Dealer, Secrets

from .agent import Budget
from .bot import Bot
from .observation import AnyView, Observation, Record

#: Returns the budget of one decision, which begins now.
Allow = Callable[[], Budget]


class Match:
    """One game with cards from ``seed``; the state is public, the secrets are not."""

    def __init__(self, game: AnyGame, seats: int, options: Options, seed: str) -> None:
        self.game, self.seats, self.options = game, seats, options
        self._dealer = Dealer(game, seed, self._placed)
        self._placement: tuple[str, ...] = ()
        self.state: State = start(game, seats, options).state
        self.turn: Turn = turn_of(game, self.state)
        self.secrets = Secrets.of(seats)
        self._records = [
            Record(game, options, seats, seat, self._view(seat))
            for seat in range(seats)
        ]

    def observation(self, seat: int) -> Observation:
        """Return what ``seat`` has seen by now."""
        return self._records[seat].observation

    def step(self, bots: Sequence[Bot], allow: Allow) -> None:
        """Answer the current turn: bots decide, by seat, and the dealer deals."""
        turn, event = self.turn, self._decided(bots, allow)
        if event is None:
            event, self.secrets = self._dealer.answer(self.state, turn, self.secrets)
        self.state = advance(self.game, self.state, event, turn).state
        self.turn = turn_of(self.game, self.state)
        for seat, record in enumerate(self._records):
            record.note(turn, event, self._view(seat))

    def play(self, bots: Sequence[Bot], allow: Allow) -> tuple[int, ...]:
        """Play to the end; return the payoffs."""
        while not isinstance(self.turn, Over):
            self.step(bots, allow)
        return self.turn.payoffs

    def _decided(self, bots: Sequence[Bot], allow: Allow) -> Event | None:
        def ask(seat: int) -> str:
            return bots[seat].decide(self.observation(seat), allow()).move

        match self.turn:
            case Choose(player):
                return Chosen(player, ask(player))
            case Together(choices):
                return ChosenTogether(tuple(ask(one.player) for one in choices))
            case Tick(players):
                orders = [(player, ask(player)) for player in sorted(players)]
                return Ticked(tuple(o for o in orders if o[1] != NO_ORDER))
            case Place(player):
                words = ask(player)
                self._placement = self.game.placement(self.state, player, words)
        return None

    def _placed(self, state: State, turn: Place, chance: Chance) -> tuple[str, ...]:
        return self._placement

    def _view(self, seat: int) -> AnyView:
        known = self.secrets.known_to(seat)
        return view(self.game, self.state, seat, known, self.turn)
