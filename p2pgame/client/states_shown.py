"""Plays games at random and shows each event, state and turn, for other programs.

Nothing is drawn but from fixed seeds, so a version of a game is always shown alike.  A
program in another language compares its own rules with that: docs/wire.md has the form
(under "Recorded games").
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from p2pgame.engine import (
    AnyGame,
    Chosen,
    ChosenTogether,
    Event,
    Expired,
    Options,
    State,
)
from p2pgame.engine.exact_json import encode
from p2pgame.engine.turns import (
    Amount,
    Choose,
    Deal,
    NoneOf,
    Offer,
    OneOf,
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
)
from p2pgame.playtest.playout import played

#: Games that are shown, each for one more player as long as there may be.
GAMES = 3
#: States that are shown of a game, at most.
LONGEST = 80


def states_of(game: AnyGame) -> Iterator[str]:
    """Yield the lines, each a JSON value.

    Raises:
      RulesError: The rules leave a player without a move.
    """
    for seed in range(GAMES):
        seats = min(game.seats[0] + seed, game.seats[-1])
        options = game.options()
        yield head_shown(game, seats, options)
        turn: Turn | None = None
        for moment in islice(played(game, seats, options, seed), LONGEST):
            if turn is not None and moment.led is not None:
                yield _line(event_shown(turn, moment.led))
            turn = moment.turn
            yield from place_shown(moment.step.state, turn)


def head_shown(game: AnyGame, seats: int, options: Options) -> str:
    """Return the line that begins a game."""
    about = {"game": game.name, "version": game.version, "seats": seats}
    return _line({**about, "options": msgspec.to_builtins(options)})


def place_shown(state: State, turn: Turn) -> tuple[str, str]:
    """Return the lines of a state and of its turn."""
    fields = msgspec.to_builtins(state)
    return _line({"state": fields}), _line(turn_shown(turn))


def event_shown(turn: Turn, event: Event) -> dict[str, Any]:
    """Return an event with the kind and the values that it has in a trace.

    A move that a timer makes is chosen like any other.
    """
    if isinstance(event, Expired) and isinstance(turn, Choose) and turn.timer:
        event = Chosen(event.player, turn.timer.move)
    if isinstance(event, ChosenTogether):
        return {"event": "together", "values": event.moves}
    fields = [getattr(event, name) for name in event.__struct_fields__]
    is_one = len(fields) == 1 and isinstance(fields[0], tuple)
    kind = type(event).__name__.lower()
    return {"event": kind, "values": fields[0] if is_one else fields}


def turn_shown(turn: Turn) -> dict[str, Any]:
    """Return a turn's kind, and what it names."""
    kind, fields = type(turn).__name__.lower(), dict[str, Any]()
    match turn:
        case Choose():
            fields = {"choices": [_choice(turn)]}
            if turn.timer is not None:
                fields["timer"] = [turn.timer.seconds, turn.timer.move]
        case Together(choices):
            fields = {"choices": [*map(_choice, choices)]}
        case Tick(players, moves, seconds, horizon):
            offers = [*map(_offer, moves)]
            fields = {"choices": [[player, offers] for player in players]}
            fields |= {"seconds": seconds, "horizon": horizon}
        case Prove(player, OneOf(slot, faces)):
            fields = {"player": player, "slots": [slot], "has": faces}
        case Prove(player, NoneOf(slots, faces)):
            fields = {"player": player, "slots": slots, "lacks": faces}
        case Shuffle() | Reshuffle() | Deal() | Open() | Roll() | Place() | Over():
            fields = {name: getattr(turn, name) for name in turn.__struct_fields__}
    return {"turn": kind, **fields}


def _choice(choice: Choose) -> list[Any]:
    return [choice.player, [*map(_offer, choice.moves)]]


def _offer(offer: Offer) -> Any:
    if isinstance(offer, Amount):
        return [offer.verb, offer.low, offer.high]
    return offer


def _line(value: dict[str, Any]) -> str:
    return encode(value).decode()
