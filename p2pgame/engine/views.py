"""What one player sees: the public state, and the faces that player knows.

Knowledge only grows until the next shuffle, and it is never in a state; so a
view adds to what everybody holds.  Of what a player knows it shows what the
game's zones let that player see now: a card turned face down again is known
to all who saw it, and shown to nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from .events import Event, Opened, Reshuffled, Shuffled
from .game import Game, O, S, choice_of
from .turns import Choose, Open, Reshuffle, Turn
from .visibility import Seen, Zone, sanitise, visible

Faces = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """The table as ``player`` sees it (None: a spectator).

    ``choice`` is what the player is asked to decide now, if anything: the moves
    that are fair with these faces.
    """

    player: int | None
    state: S
    turn: Turn
    faces: Faces
    choice: Choose | None
    _zones: tuple[Zone, ...] = field(repr=False, compare=False)
    _show: Callable[[S, Faces], str] = field(repr=False, compare=False)

    @property
    def text(self) -> str:
        """The table in words; made when somebody looks."""
        return self._show(self.state, self.faces)

    @property
    def zones(self) -> tuple[Seen, ...]:
        """Where things lie, as far as this player may know."""
        return sanitise(self._zones, self.faces, self.player)


def view(
    game: Game[S, O],
    state: S,
    player: int | None,
    faces: Faces,
    turn: Turn | None = None,
) -> View[S]:
    """Return what ``player``, who knows ``faces``, sees.

    ``turn`` is the state's, if it is known.
    """
    turn = game.turn(state) if turn is None else turn
    choice = None if player is None else choice_of(turn, player)
    zones = game.zones(state)
    if zones:
        faces = visible(zones, faces, player)
    if choice is not None and faces:
        choice = _fair(game, state, choice, faces)
    return View(player, state, turn, faces, choice, zones, game.show)


def _fair(game: Game[S, O], state: S, choice: Choose, faces: Faces) -> Choose:
    player = choice.player
    fair = (
        move
        for move in choice.moves
        if not isinstance(move, str)
        or game.why_unfair(state, player, move, faces) is None
    )
    return Choose(player, tuple(fair), choice.timer)


def learn(faces: Faces, turn: Turn, event: Event, dealt: Faces) -> Faces:
    """Return the faces known after ``event``, which answered ``turn``.

    ``dealt`` are those that this player alone has just been dealt, has rolled
    or has placed.
    """
    match turn, event:
        case _, Shuffled():
            return {}
        case Reshuffle(slots), Reshuffled():
            return {slot: face for slot, face in faces.items() if slot not in slots}
        case Open(slots), Opened(opened):
            return {**faces, **dict(zip(slots, opened, strict=True))}
    return {**faces, **dealt}
