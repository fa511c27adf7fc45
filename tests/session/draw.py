"""A test game of cards for any number: one card to each, one card for all."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    Game,
    Open,
    Opened,
    Options,
    Over,
    Shuffle,
    Shuffled,
    State,
    Turn,
)


class Drawn(State, frozen=True):
    seats: int
    shuffled: bool = False
    dealt: bool = False
    moves: tuple[str, ...] = ()
    opened: str = ""


class Draw(Game[Drawn, Options]):
    name = "draw"
    version = 1
    seats = range(2, 6)
    options = Options

    def setup(self, seats: int, options: Options) -> Drawn:
        return Drawn(seats)

    def turn(self, state: Drawn) -> Turn:
        players = tuple(range(state.seats))
        if not state.shuffled:
            faces = tuple(f"card {number}" for number in range(state.seats + 2))
            return Shuffle(faces, players)
        if not state.dealt:
            return Deal(tuple((player, (player,)) for player in players))
        if len(state.moves) < state.seats:
            return Choose(len(state.moves), ("stay", "leave"))
        if not state.opened:
            return Open((state.seats,))
        return Over((0,) * state.seats)

    def apply(self, state: Drawn, event: Event) -> Drawn:
        match event:
            case Shuffled():
                return replace(state, shuffled=True)
            case Dealt():
                return replace(state, dealt=True)
            case Chosen(_, move):
                return replace(state, moves=(*state.moves, move))
            case Opened(faces):
                return replace(state, opened=faces[0])
        raise AssertionError(event)

    def show(self, state: Drawn, faces: Mapping[int, str]) -> str:
        return f"{state.moves} {state.opened} {sorted(faces.items())}"
