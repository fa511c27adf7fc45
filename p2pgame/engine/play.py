"""This module applies events to states: the only way, for our events and a peer's.

The order is: check legality → apply → fix-ups to a fixed point → is it over, and if
not, whose turn is it.  There is no queue, and nothing runs twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic

from .errors import IllegalMove, Refusal, RulesError, RulesStopped
from .events import (
    Chosen,
    ChosenTogether,
    Closing,
    Dealt,
    Event,
    Expired,
    Opened,
    Placed,
    Proved,
    Reshuffled,
    Rolled,
    Seated,
    Shuffled,
    Ticked,
)
from .game import AnyGame, Game, O, S
from .message import Message, SeatName
from .offers import choice_of, why_not_offered
from .reason import Reason
from .state import State
from .turns import (
    Choose,
    Deal,
    Open,
    Over,
    Place,
    Prove,
    Reshuffle,
    Roll,
    Shuffle,
    Tick,
    Together,
    Turn,
    is_offered,
)

#: A game that needs more fix-ups than this after one event is in a loop.
FIX_UPS = 1000


class Step(State, Generic[S], frozen=True):
    """The result of one event: each fix-up with its message and state, and the last."""

    fix_ups: tuple[tuple[Message, S], ...]
    state: S


def start(game: Game[S, O], seats: int, options: O) -> Step[S]:
    """Set up a game.

    Raises:
      Refusal: The game is not for so many seats, or not with these options.
      RulesError: The rules raise an error, or do not settle.
    """
    wrong = why_not(game, seats, options)
    if wrong is not None:
        raise Refusal(wrong)
    try:
        return _settle(game, game.setup(seats, options))
    except RulesError:
        raise
    except Exception as error:
        raise RulesError.within(game.name, "its start", error) from error


def wrong_seats(game: AnyGame, seats: int) -> Message | None:
    """Return that a game is not for so many players, or None."""
    if seats in game.seats:
        return None
    low, high = game.seats[0], game.seats[-1]
    id = "wrong-seats" if low == high else "wrong-seats-range"
    return Message.of(id, game=game.name, low=low, high=high, seats=seats)


def why_not(game: Game[S, O], seats: int, options: O) -> Message | None:
    """Return what is wrong with so many players, or with these options, or None.

    Raises:
      RulesError: The rules raise an error.
    """
    try:
        return wrong_seats(game, seats) or game.why_not(seats, options)
    except Exception as error:
        raise RulesError.within(game.name, "its options", error) from error


def advance(
    game: Game[S, O], state: S, event: Event, turn: Turn | None = None
) -> Step[S]:
    """Apply ``event``, then all its fix-ups.

    ``turn`` is the state's, if it is known already.  That a table can play it is asked
    where it is reached (:func:`.turn_of`), not again with each of its moves.

    Raises:
      IllegalMove: The event does not answer the current turn, or the rules
        forbid the move; nothing has changed.
      RulesError: The rules contradict themselves, raise an error, or do not settle.
    """
    try:
        if turn is None:
            turn = game.turn(state)
        if type(event) is Expired:
            made = _timed_out(turn, event)
            if isinstance(made, Reason):
                raise made.error
            event = made
        reason = _why_refused(game, state, turn, event)
        if reason is None:
            if type(event) is Closing:
                return _settle(game, game.last_round(state) or state)
            return _settle(game, game.apply(state, event))
    except (IllegalMove, RulesError):
        raise
    except Exception as error:
        raise RulesError.within(game.name, f"{event}", error) from error
    raise reason.error


def stages(game: Game[S, O], state: S, event: Event) -> tuple[S, ...]:
    """Return the states between two turns: after ``event``, and after each fix-up.

    The event is one that was advanced by, and no ``Closing`` or ``Expired``.

    Raises:
      RulesError: The rules raise an error.
    """
    try:
        applied = game.apply(state, event)
        return (applied, *(after for _, after in _settle(game, applied).fix_ups))
    except Exception as error:
        raise RulesError.within(game.name, f"{event}", error) from error


def replay(game: Game[S, O], seats: int, options: O, events: Iterable[Event]) -> S:
    """Return the state that these events lead to from the start."""
    state = start(game, seats, options).state
    for event in events:
        state = advance(game, state, event).state
    return state


def why_refused(game: Game[S, O], state: S, event: Event) -> Reason | None:
    """Return why this event cannot happen now, or None if it can.

    Raises:
      RulesError: As :func:`advance`.
    """
    turn = game.turn(state)
    if isinstance(event, Expired):
        made = _timed_out(turn, event)
        if isinstance(made, Reason):
            return made
        event = made
    return _why_refused(game, state, turn, event)


def why_illegal(
    game: Game[S, O], state: S, turn: Turn, player: int, move: str
) -> Reason | None:
    """Return why ``player`` may not make ``move`` in this turn, or None.

    Raises:
      RulesError: The turn offers the move, and the rules refuse it or raise an error;
        or they ran out of something, and might allow it on another machine.
    """
    if getattr(game.why_illegal, "__func__", None) is Game.why_illegal:
        return why_not_offered(turn, player, move)
    try:
        reason = game.why_illegal(state, player, move)
    except Exception as error:
        if not isinstance(error, _LIMITS) and not _offers(turn, player, move):
            # nobody may make it in any case
            return Game.why_illegal(game, state, player, move)
        where = f"{move!r} by player {player}"
        raise RulesError.within(game.name, where, error) from error
    if reason is not None and _offers(turn, player, move):
        said = f"offers player {player} the move {move!r} and refuses it"
        raise RulesError(f"{game.name} {said}: {reason.message}")
    return reason


#: What rules may raise on one machine and not on another.
_LIMITS = RulesStopped, RecursionError, MemoryError


def _offers(turn: Turn, player: int, move: str) -> bool:
    choice = choice_of(turn, player)
    return choice is not None and is_offered(move, choice.moves)


def _timed_out(turn: Turn, event: Expired) -> Chosen | Reason:
    """Return the move that an expired timer makes, or why there is none."""
    match turn:
        case Choose(player, _, timer) if player == event.player and timer is not None:
            return Chosen(player, timer.move)
    return Reason.of("no-timer", "no-timer", player=SeatName(event.player))


def _why_refused(game: Game[S, O], state: S, turn: Turn, event: Event) -> Reason | None:
    if type(turn) is Choose and type(event) is Chosen:
        if event.player == turn.player and event.move in turn.moves:
            return None  # the most common case by far: it is on offer
        return why_illegal(game, state, turn, event.player, event.move)
    match turn, event:
        case Over(), _:
            return Reason.of("over", "game-over")
        case _, Seated(player, status):
            return game.why_not_seated(state, player, status)
        case _, Closing():
            return _why_not_closing(game, state)
        case Together(choices), ChosenTogether(moves) if len(moves) == len(choices):
            for choice, move in zip(choices, moves, strict=True):
                reason = why_illegal(game, state, turn, choice.player, move)
                if reason is not None:
                    return reason
            return None
        case Tick(), Ticked(orders):
            return _why_no_tick(game, state, turn, orders)
        case Open(slots), Opened(faces) if len(faces) == len(slots):
            return game.why_impossible(state, faces)
        case Roll(sides, dice, hands), Rolled(values):
            fits = len(values) == (0 if hands else dice)
            if fits and all(0 <= value < sides for value in values):
                return None
        case (
            (Shuffle(), Shuffled())
            | (Reshuffle(), Reshuffled())
            | (Deal(), Dealt())
            | (Place(), Placed())
            | (Prove(), Proved())
        ):
            return None
    return Reason.of("wrong-event", "wrong-event")


def _why_not_closing(game: Game[S, O], state: S) -> Reason | None:
    last = game.last_round(state)
    if last is None:
        return Reason.of("no-rounds", "no-rounds", game=game.name)
    if last == state:
        return Reason.of("no-change", "last-round-already")
    return None


def _why_no_tick(
    game: Game[S, O], state: S, turn: Tick, orders: tuple[tuple[int, str], ...]
) -> Reason | None:
    last = -1
    for player, order in orders:
        if player <= last:
            return Reason.of("out-of-order", "orders-by-player")
        reason = why_illegal(game, state, turn, player, order)
        if reason is not None:
            return reason
        last = player
    return None


def _settle(game: Game[S, O], state: S) -> Step[S]:
    fix = game.fix_up(state)
    if fix is None:
        return Step((), state)
    fix_ups: list[tuple[Message, S]] = []
    while fix is not None:
        fix_ups.append(fix)
        state = fix[1]
        if len(fix_ups) > FIX_UPS:
            raise RulesError(f"{game.name} does not settle: {fix[0]}")
        fix = game.fix_up(state)
    return Step(tuple(fix_ups), state)
