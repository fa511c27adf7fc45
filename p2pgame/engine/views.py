"""What one player sees: the public state, and the faces that player knows.

Knowledge only grows until the next shuffle, and it is never in a state; so a
view adds to what everybody holds, and there is nothing to strip from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

from .events import Event, Opened, Shuffled
from .game import Game, O, S, choice_of
from .turns import Choose, Open, Turn

Faces = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """The table as ``player`` sees it (None: a spectator).

    ``choice`` is what the player is asked to decide now, if anything.
    """

    player: int | None
    state: S
    turn: Turn
    faces: Faces
    choice: Choose | None
    text: str


def view(game: Game[S, O], state: S, player: int | None, faces: Faces) -> View[S]:
    turn = game.turn(state)
    choice = None if player is None else choice_of(turn, player)
    return View(player, state, turn, faces, choice, game.show(state, faces))


def learn(faces: Faces, turn: Turn, event: Event, dealt: Faces) -> Faces:
    """Return the faces known after ``event``, which answered ``turn``.

    ``dealt`` are those that this player alone has just been dealt.
    """
    match turn, event:
        case _, Shuffled():
            return {}
        case Open(slots), Opened(opened):
            return {**faces, **dict(zip(slots, opened, strict=True))}
    return {**faces, **dealt}
