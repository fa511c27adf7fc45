"""What one player sees: the public state, and the faces that player knows.

Knowledge only grows until the next shuffle, and it is never in a state; so a
view adds to what everybody holds, and there is nothing to strip from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
    _show: Callable[[S, Faces], str] = field(repr=False, compare=False)

    @property
    def text(self) -> str:
        """The table in words; made when somebody looks."""
        return self._show(self.state, self.faces)


def view(
    game: Game[S, O],
    state: S,
    player: int | None,
    faces: Faces,
    turn: Turn | None = None,
) -> View[S]:
    """Return what ``player`` sees; ``turn`` is the state's, if it is known."""
    turn = game.turn(state) if turn is None else turn
    choice = None if player is None else choice_of(turn, player)
    return View(player, state, turn, faces, choice, game.show)


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
