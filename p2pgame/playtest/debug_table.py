"""A table for the author of a game: everything is seen, and every seat is moved.

One dealer knows all cards and draws by a seed, and moves go back as far as one likes.
So nothing that is played here shows anybody that it was fair, and what
:meth:`DebugTable.written` returns says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from p2pgame.engine import (
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    IllegalMove,
    Message,
    Options,
    Over,
    Place,
    Placed,
    State,
    Tick,
    Ticked,
    Together,
    Turn,
    advance,
    start,
    view,
)
from p2pgame.engine.offers import choice_of
from p2pgame.engine.soundness import turn_of
from p2pgame.engine.turns import NO_ORDER, players_in

from .chance import Chance
from .dealer import Dealer, Secrets
from .playout import pick

#: How the file of such a table begins.
TITLE = b"p2pgame debug "


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a game stands: the event that ``led`` there, with what people are told."""

    state: State
    turn: Turn
    secrets: Secrets
    led: Event | None = None
    fix_ups: tuple[Message, ...] = ()


class DebugTable:
    """One game, at which one program sees all and moves for all.

    Raises:
      Refusal: The game can't be played like that.
      RulesError: Its rules are at fault.
    """

    def __init__(self, game: AnyGame, seats: int, options: Options, seed: int) -> None:
        self.game, self.seats, self.options, self.seed = game, seats, options, seed
        self._dealer = Dealer(game, f"debug {seed}", self._as_placed)
        self._placed: tuple[str, ...] = ()
        step = start(game, seats, options)
        told = tuple(message for message, _ in step.fix_ups)
        first = turn_of(game, step.state, seats)
        self._moments = [Moment(step.state, first, Secrets.of(seats), None, told)]

    @property
    def now(self) -> Moment:
        return self._moments[-1]

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that decide now; none: it is a turn of chance, or all is over."""
        turn = self.now.turn
        if isinstance(turn, Choose | Together | Tick | Place):
            return players_in(turn)
        return ()

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each seat has got; None: it is not over."""
        turn = self.now.turn
        return turn.payoffs if isinstance(turn, Over) else None

    def choice(self, seat: int) -> Choose:
        """Return what a seat that is asked may do, with what it knows."""
        known = self.now.secrets.known_to(seat)
        if known and not isinstance(self.now.turn, Place):
            seen = view(self.game, self.now.state, seat, known, self.now.turn).choice
            if seen is not None:
                return seen
        found = choice_of(self.now.turn, seat)
        assert found is not None, "it is asked"
        return found

    def deal(self) -> None:
        """Answer a turn of chance.

        Raises:
          Untrue: The rules ask for what is not so.
          RulesError: The rules are at fault.
        """
        event, secrets = self._dealer.answer(
            self.now.state, self.now.turn, self.now.secrets
        )
        self._go_on(event, secrets)

    def decide(self, moves: Mapping[int, str]) -> None:
        """Take in what the seats that are asked decide.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
          Refusal: It is no placement, and nothing has changed.
          RulesError: The rules are at fault.
        """
        match self.now.turn:
            case Choose(player):
                event: Event = Chosen(player, moves[player])
            case Together(choices):
                made = tuple(moves[choice.player] for choice in choices)
                event = ChosenTogether(made)
            case Tick(players):
                orders = [(player, moves[player]) for player in sorted(players)]
                event = Ticked(tuple(one for one in orders if one[1] != NO_ORDER))
            case Place(player):
                text = moves[player]
                self._placed = self.game.placement(self.now.state, player, text)
                self.deal()
                return
            case _:
                raise IllegalMove("no-turn", Message.of("debug-nobody-asked"))
        self._go_on(event, self.now.secrets)

    def at_random(self, seat: int) -> str:
        """Return a move that a seat may make."""
        chance = Chance(f"debug {self.seed} {len(self._moments)} {seat}")
        return pick(self.choice(seat).moves, chance)

    def back(self, moves: int) -> int:
        """Take decisions back, with what followed; return how many there were."""
        taken = 0
        while taken < moves and len(self._moments) > 1:
            last = self._moments.pop()
            taken += isinstance(last.led, _DECIDED)
        return taken

    def written(self) -> bytes:
        """Return what was played, as the file of a table that shows nothing."""
        head = {
            "game": self.game.name,
            "version": self.game.version,
            "rules": self.game.rules.hex(),
            "seats": self.seats,
            "options": msgspec.to_builtins(self.options),
            "seed": self.seed,
            "note": "One program saw all and made all moves: this proves nothing.",
        }
        lines = map(msgspec.json.encode, (head, *self._lines()))
        return TITLE + b"1\n" + b"\n".join((*lines, b""))

    def _lines(self) -> Iterator[dict[str, Any]]:
        for moment in self._moments[1:]:
            event = moment.led
            yield {"event": type(event).__name__, "is": msgspec.to_builtins(event)}
        if self.payoffs is not None:
            yield {"payoffs": self.payoffs}

    def _go_on(self, event: Event, secrets: Secrets) -> None:
        step = advance(self.game, self.now.state, event, self.now.turn)
        turn = turn_of(self.game, step.state, self.seats)
        told = tuple(message for message, _ in step.fix_ups)
        self._moments.append(Moment(step.state, turn, secrets, event, told))

    def _as_placed(self, state: State, turn: Place, chance: Chance) -> tuple[str, ...]:
        return self._placed


#: What answers a turn of players.
_DECIDED = Chosen | ChosenTogether | Placed | Ticked
