"""The one gate through which every event passes, ours and a peer's alike.

The order is: is it legal → apply → fix-ups to a fixed point → whose turn is
it.  Nothing queues anything, and nothing runs twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic

from .errors import IllegalMove, RulesError
from .events import (
    Chosen,
    ChosenTogether,
    Dealt,
    Event,
    Opened,
    Rolled,
    Shuffled,
)
from .game import Game, O, Reason, S
from .state import State
from .turns import Choose, Deal, Open, Over, Roll, Shuffle, Together

#: A game that needs more steps than this after one event is in a loop.
FIX_UPS = 1000


class Step(State, Generic[S], frozen=True):
    """What one event led to: each fix-up in words with its state, and the last."""

    fix_ups: tuple[tuple[str, S], ...]
    state: S


def start(game: Game[S, O], seats: int, options: O) -> Step[S]:
    """Set a game up.

    Raises:
      ValueError: The game is not for so many seats, or not with these options.
    """
    if seats not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        wanted = f"{low}" if low == high else f"{low} to {high}"
        raise ValueError(f"{game.name} takes {wanted} players, not {seats}")
    wrong = game.why_not(seats, options)
    if wrong is not None:
        raise ValueError(wrong)
    return _settle(game, game.setup(seats, options))


def advance(game: Game[S, O], state: S, event: Event) -> Step[S]:
    """Apply ``event``, then everything that follows from it by itself.

    Raises:
      IllegalMove: The event does not answer the current turn, or the rules
        forbid the move; nothing has changed.
    """
    reason = why_refused(game, state, event)
    if reason is not None:
        raise IllegalMove(reason.code, reason.text)
    return _settle(game, game.apply(state, event))


def replay(game: Game[S, O], seats: int, options: O, events: Iterable[Event]) -> S:
    """Return the state that these events lead to from the start."""
    state = start(game, seats, options).state
    for event in events:
        state = advance(game, state, event).state
    return state


def why_refused(game: Game[S, O], state: S, event: Event) -> Reason | None:
    """Return why this event cannot happen now, or None if it can."""
    match game.turn(state), event:
        case Over(), _:
            return Reason("over", "the game is over")
        case Choose(), Chosen(player, move):
            return game.why_illegal(state, player, move)
        case Together(choices), ChosenTogether(moves) if len(moves) == len(choices):
            for choice, move in zip(choices, moves, strict=True):
                reason = game.why_illegal(state, choice.player, move)
                if reason is not None:
                    return reason
            return None
        case Shuffle(), Shuffled():
            return None
        case Deal(), Dealt():
            return None
        case Open(slots), Opened(faces) if len(faces) == len(slots):
            return game.why_impossible(state, faces)
        case Roll(sides, dice), Rolled(values) if len(values) == dice:
            if all(0 <= value < sides for value in values):
                return None
    return Reason("wrong-event", "that does not answer whose turn it is")


def _settle(game: Game[S, O], state: S) -> Step[S]:
    fix_ups: list[tuple[str, S]] = []
    while (fix := game.fix_up(state)) is not None:
        fix_ups.append(fix)
        state = fix[1]
        if len(fix_ups) > FIX_UPS:
            raise RulesError(f"{game.name} does not settle: {fix[0]}")
    return Step(tuple(fix_ups), state)
