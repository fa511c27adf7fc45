"""The program's own rules, for the second reader of the wire.

So that it reads files of every game: what it then shows is that the wire is read as
the page says, and nothing of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from p2pgame.engine import AnyGame, events, play, turns
from p2pgame.engine.errors import Refusal
from p2pgame.engine.state import State
from tests.second import Refused
from tests.second import turns as asked
from tests.second.states import Field


class Borrowed:
    """The rules of one game of the program."""

    def __init__(self, game: AnyGame) -> None:
        self.name, self.version = game.name, game.version
        self._game = game
        self._teams: tuple[tuple[int, ...], ...] = ()

    def start(self, seats: int, options: Mapping[str, object]) -> State | None:
        try:
            chosen = msgspec.convert(options, self._game.options)
            state: State = play.start(self._game, seats, chosen).state
        except (msgspec.ValidationError, Refusal):
            return None
        self._teams = self._game.teams(seats, chosen)
        return state

    def only_deals(self) -> bool:
        return self._game.only_deals

    def fields(self, state: State) -> Sequence[Field]:
        fields: Sequence[Field] = msgspec.to_builtins(state, builtin_types=(bytes,))
        return fields

    def turn(self, state: State) -> asked.Turn:
        return turn_of(self._game.turn(state))

    def apply(self, state: State, event: asked.Event) -> State:
        made = event_of(event)
        if (reason := play.why_refused(self._game, state, made)) is not None:
            raise Refused(str(reason), "rules")
        after: State = play.advance(self._game, state, made).state
        return after

    def without(self, state: State, seat: int) -> State | None:
        try:
            return self.apply(state, asked.Event("seated", (seat, "gone")))
        except Refused:
            return None

    def may_draw(self, state: State) -> bool:
        return self._game.why_no_draw(state) is None

    def closing(self, state: State) -> State | None:
        after: State | None = self._game.last_round(state)
        if after is None or after == state:
            return None
        return self.apply(state, asked.Event("closing"))

    def default(self, state: State, turn: asked.Choose) -> str | None:
        return turn.default or self._game.absent_move(state, turn.player)

    def settled(self, state: State, lost: frozenset[int]) -> tuple[int, ...] | None:
        return self._game.settled(state, lost)

    def team(self, state: State, seat: int) -> frozenset[int]:
        return frozenset(next(team for team in self._teams if seat in team))


def _choice(
    player: int, offers: Sequence[turns.Offer], default: str | None = None
) -> asked.Choose:
    moves = tuple(offer for offer in offers if isinstance(offer, str))
    amounts = tuple(o for o in offers if isinstance(o, turns.Amount))
    numbers = tuple((o.verb, o.low, o.high) for o in amounts)
    return asked.Choose(player, moves, numbers, default)


def turn_of(turn: turns.Turn) -> asked.Turn:
    """Return the turn as the second reader names it."""
    match turn:
        case turns.Choose(player, moves, timer):
            return _choice(player, moves, timer.move if timer else None)
        case turns.Together(choices):
            return asked.Together(tuple(_choice(c.player, c.moves) for c in choices))
        case turns.Tick(players, moves, _, horizon):
            return asked.Tick(tuple(_choice(p, moves) for p in players), horizon)
        case turns.Roll(sides, dice, hands):
            return asked.Roll(sides, dice, dict(hands))
        case turns.Shuffle(faces, players):
            return asked.Shuffle(faces, players)
        case turns.Reshuffle(slots, players, first):
            return asked.Reshuffle(slots, players, first)
        case turns.Deal(hands):
            return asked.Deal({slot: seat for seat, slots in hands for slot in slots})
        case turns.Open(slots):
            return asked.Open(slots)
        case turns.Place(player, slots, faces):
            return asked.Place(player, slots, faces)
        case turns.Prove(player, turns.OneOf(slot, faces)):
            return asked.Prove(player, (slot,), faces)
        case turns.Prove(player, turns.NoneOf(slots, faces)):
            return asked.Prove(player, slots, faces, refused=True)
        case turns.Over(payoffs):
            return asked.Over(payoffs)
    raise AssertionError(turn)


def event_of(event: asked.Event) -> events.Event:
    """Return the event as the program names it."""
    values = event.values
    match event.kind:
        case "chosen":
            return msgspec.convert(values, events.Chosen)
        case "seated":
            return msgspec.convert(values, events.Seated)
        case "together":
            return msgspec.convert([values], events.ChosenTogether)
        case "opened":
            return msgspec.convert([values], events.Opened)
        case "rolled":
            return msgspec.convert([values], events.Rolled)
        case "ticked":
            return msgspec.convert([values], events.Ticked)
    return WITHOUT_VALUES[event.kind]


WITHOUT_VALUES: Mapping[str, events.Event] = {
    "shuffled": events.Shuffled(),
    "reshuffled": events.Reshuffled(),
    "dealt": events.Dealt(),
    "placed": events.Placed(),
    "proved": events.Proved(),
    "closing": events.Closing(),
}
