"""Tells a table in sentences: as its game tells it, and whose turn it is."""

from __future__ import annotations

import msgspec

from p2pgame.engine import Game, Message, RulesError, start, view
from p2pgame.engine.prepared import prepared
from p2pgame.games.registry import find
from p2pgame.scene import sentences

from ..events import Begun, View
from .drawings import state_in
from .phrases import outcome, seats_named
from .views import view_of

#: Said of a turn in which programs do what no player decides.
NOBODY = Message.of("turn-of-nobody")


def opening_view(begun: Begun) -> View:
    """Return what the seat of a game sees before anything has happened.

    Raises:
      Refusal: The game is not for so many seats, or not with these options.
      RulesError: The rules raise an error.
    """
    game = find(begun.game, begun.version)
    options = msgspec.convert(begun.options, prepared(game.options))
    state = start(game, len(begun.players), options).state
    return view_of(view(game, state, begun.seat, {}))


def in_sentences(begun: Begun, view: View) -> tuple[Message, ...]:
    """Return the view in sentences: its scene, or as its game tells it.

    Raises:
      RulesError: The game's sentences raise an error.
    """
    game = find(begun.game, begun.version)
    if type(game).in_sentences is Game.in_sentences:
        return () if view.scene is None else sentences(view.scene, view.seat)
    state = state_in(game, view)
    if state is None:
        return ()
    try:
        return game.in_sentences(state, view.faces, view.seat)
    except Exception as error:
        raise RulesError.within(game.name, "telling it", error) from error


def whose_turn(view: View) -> Message:
    """Return who is to move, or how the game has ended."""
    terms = view.terms
    match view.turn:
        case "choose" | "place":
            seats = [terms["player"]]
        case "together":
            seats = [choice["player"] for choice in terms["choices"]]
        case "tick":
            return Message.of("turn-of-all", seconds=terms["seconds"])
        case "over":
            payoffs = terms["payoffs"]
            if len(payoffs) == 1 and not any(payoffs):
                return Message.of("game-over-alone")
            return Message.of("game-ended", result=outcome(payoffs))
        case _:
            return NOBODY
    if seats == [view.seat]:
        return Message.of("turn-of-you")
    return Message.of("turn-of", players=seats_named(seats), count=len(seats))
