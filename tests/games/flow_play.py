"""This module plays flow by hand: short moves, the offers, and the lines."""

from __future__ import annotations

import re

import pytest

from p2pgame.engine import Choose, Chosen, IllegalMove, advance, digest, start
from p2pgame.games.puzzles.flow.flow import Flow, FlowOptions, FlowState
from p2pgame.games.puzzles.flow.flow_lines import names

GAME = Flow()
WAYS = {"u": "up", "d": "down", "l": "left", "r": "right"}
#: Three letters, two bridges and a wall, so lines get in each other's way.
CROWDED = "A..C#/.B+../..+../C..A./B...."


def new(level: str, *, cover: bool = False, limit: int = 1000) -> FlowState:
    return start(GAME, 1, FlowOptions(level, cover, limit)).state


def full(move: str) -> list[str]:
    """Return moves in full: ``A1rrd`` is A1 right, twice, and A1 down."""
    if re.fullmatch("[A-Z][12][udlr]+", move):
        return [f"{move[:2]} {WAYS[way]}" for way in move[2:]]
    return [move]


def play(state: FlowState, *moves: str) -> FlowState:
    """Return the state after moves, in full or short."""
    for move in moves:
        for each in full(move):
            state = advance(GAME, state, Chosen(0, each)).state
    return state


def refusal(state: FlowState, move: str) -> str:
    """Return why a move is refused; check that it changes nothing."""
    was = digest(state)
    with pytest.raises(IllegalMove) as caught:
        play(state, move)
    assert digest(state) == was
    assert str(caught.value)
    return caught.value.code


def offers(state: FlowState) -> tuple[str, ...]:
    turn = GAME.turn(state)
    return tuple(map(str, turn.moves)) if isinstance(turn, Choose) else ()


def where(state: FlowState) -> dict[str, str]:
    """Return the cells of each line that has left its point."""
    return {
        name: " ".join(path.moves)
        for name, path in zip(names(state.grid), state.items.paths, strict=True)
        if path.moves
    }
