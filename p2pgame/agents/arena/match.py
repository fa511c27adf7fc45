"""This module plays one game of a job; the same game gives the same result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgame.engine import (
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    Dealt,
    Event,
    Over,
    Place,
    Placed,
    Roll,
    Rolled,
    RulesError,
    Tick,
    Ticked,
    Together,
    Turn,
    advance,
    start,
    view,
)
from p2pgame.playtest.dealer import Dealer, Secrets

from .job import Job, Result
from .player import Player, Players, player_of

#: The most events of one game.
LONGEST = 50_000


def play(game: AnyGame, job: Job, number: int, players: Players = player_of) -> Result:
    """Play game ``number`` of a job of ``game``.

    Raises:
      IllegalMove: A player makes an impossible or unfair move.
      RulesError: The game does not end.
    """
    options, seating = job.chosen(game), job.seating(number)
    seated = [
        players(
            job.contestants[seating[seat]],
            game,
            options,
            job.seats,
            seat,
            f"{job.seed} game {number} seat {seat}",
        )
        for seat in range(job.seats)
    ]
    table = _Table(game, job, number, seated)
    for _ in range(LONGEST):
        if isinstance(table.turn, Over):
            return Result(number, table.turn.payoffs)
        table.go_on()
    raise RulesError(f"{game.name} does not end in {LONGEST} events")


class _Table:
    """One game, with a dealer who knows everything."""

    def __init__(
        self, game: AnyGame, job: Job, number: int, players: Sequence[Player]
    ) -> None:
        self._game, self._players = game, players
        self._dealer = Dealer(game, f"{job.seed} deal {job.deal(number)}")
        self._secrets = Secrets.of(job.seats)
        self.state = start(game, job.seats, job.chosen(game)).state
        self.turn: Turn = game.turn(self.state)

    def go_on(self) -> None:
        """Let one event happen."""
        state, turn = self.state, self.turn
        event = self._event()
        self.state = advance(self._game, state, event, turn).state
        self.turn = self._game.turn(self.state)
        for seat, player in enumerate(self._players):
            player.happened(state, turn, event, told(turn, event, self._secrets, seat))

    def _event(self) -> Event:
        match self.turn:
            case Choose(player):
                return Chosen(player, self._decided(player))
            case Together(choices):
                return ChosenTogether(tuple(self._decided(c.player) for c in choices))
            case Tick(players):
                orders = [(p, self._decided(p)) for p in sorted(players)]
                return Ticked(tuple((p, order) for p, order in orders if order))
        event, self._secrets = self._dealer.answer(self.state, self.turn, self._secrets)
        return event

    def _decided(self, seat: int) -> str:
        known = self._secrets.known_to(seat)
        choice = view(self._game, self.state, seat, known, self.turn).choice
        assert choice is not None, "only seats that are to choose are asked"
        return self._players[seat].decide(self.state, choice)


def told(turn: Turn, event: Event, after: Secrets, seat: int) -> Mapping[int, str]:
    """Return the faces that ``seat`` alone learnt from ``event``."""
    slots: list[int] = []
    match turn, event:
        case (Deal(hands), Dealt()) | (Roll(_, _, hands), Rolled()):
            slots = [slot for player, hand in hands if player == seat for slot in hand]
        case Place(player, placed), Placed() if player == seat:
            slots = [*placed]
    return {slot: after.faces[slot] for slot in slots}
