"""This module has hands of tricks for tests: given cards, and players who cheat."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TypeVar

from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Opened,
    Options,
    Over,
    Prove,
    Together,
    advance,
    start,
    view,
)
from p2pgame.playtest.dealer import Dealer, Secrets, Untrue
from p2pgame.tabletop.trick_game import TrickGame, TrickState

S = TypeVar("S", bound=TrickState)
O = TypeVar("O", bound=Options)


def played(game: TrickGame[S, O], state: S, faces: str) -> S:
    """Return the state after the players in turn have played ``faces``.

    Each plays the first card in hand, which is opened as that face.
    """
    for face in faces.split():
        turn = game.turn(state)
        assert isinstance(turn, Choose), turn
        state = advance(game, state, Chosen(turn.player, str(turn.moves[0]))).state
        state = advance(game, state, Opened((face,))).state
    return state


@dataclass(frozen=True)
class Cheated:
    """A hand in which ``player`` made an unfair ``move``, if any was possible.

    ``refused`` is the proof that could not be given.  ``state`` is the state at that
    point, or after the hand.
    """

    state: TrickState
    player: int | None = None
    move: str = ""
    refused: Prove | None = None


def cheated(game: TrickGame[S, O], options: O, seed: int) -> Cheated:
    """Play one random hand with the first possible unfair card."""
    rng = random.Random(seed)
    state, secrets = start(game, 4, options).state, Secrets.of(4)
    dealer, player, cheat = Dealer(game, f"cheat {seed}"), None, ""
    event: Event
    while not (state.number or isinstance(turn := game.turn(state), Over)):
        match turn:
            case Together(choices):
                asked = [_fair(game, state, c.player, secrets) for c in choices]
                event = ChosenTogether(tuple(map(rng.choice, asked)))
            case Choose(seat, offers):
                moves = _fair(game, state, seat, secrets)
                unfair = [move for move in map(str, offers) if move not in moves]
                if state.phase != "play":
                    moves = ["bid 3"]
                elif unfair and player is None:
                    moves, player, cheat = unfair[:1], seat, unfair[0]
                event = Chosen(seat, rng.choice(moves))
            case _:
                try:
                    event, secrets = dealer.answer(state, turn, secrets)
                except Untrue:
                    assert isinstance(turn, Prove)
                    return Cheated(state, player, cheat, turn)
        state = advance(game, state, event).state
    return Cheated(state, player, cheat)


def _fair(game: TrickGame[S, O], state: S, seat: int, secrets: Secrets) -> list[str]:
    choice = view(game, state, seat, secrets.known_to(seat)).choice
    assert choice is not None
    return [str(move) for move in choice.moves]
