"""A view is the table as one player sees it: the public state, and known faces.

Knowledge only grows until the next shuffle, and is never in a state; a view adds it
to the public state.  It shows only faces that the game's zones let the player see
now.  A card turned face down again stays known to all who saw it, but is hidden.

What is shown of the state itself is what the zones show, too: :func:`view` refuses a
state with more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Generic

from msgspec.structs import replace

from .errors import RulesError
from .events import Event, Opened, Reshuffled, Shuffled
from .game import AnyGame, Game, O, S
from .message import Message
from .offers import choice_of
from .scene import Scene, at_turn
from .soundness import turn_of
from .state import State
from .turns import Choose, Open, Reshuffle, Turn
from .visibility import Policy, Seen, Zone, masked, sanitise, visible

Faces = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """The table as ``player`` sees it (None: a spectator).

    ``state`` holds no more than the zones show this player.  ``choice`` is the player's
    decision now, if any, with the moves that are fair for these faces.  ``whole`` is
    the state that all peers hold, by which the rules go on; nothing shows it.
    """

    player: int | None
    state: S
    turn: Turn
    faces: Faces
    choice: Choose | None
    whole: S = field(repr=False)
    _zones: tuple[Zone, ...] = field(repr=False, compare=False)
    game: AnyGame = field(repr=False, compare=False)

    @property
    def text(self) -> str:
        """The table in words, made on demand.

        Raises:
          RulesError: The rules raise an error.
        """
        try:
            return self.game.show(self.state, self.faces)
        except Exception as error:
            raise RulesError.within(self.game.name, "showing it", error) from error

    @property
    def hand(self) -> str:
        """What only this player sees, in words; empty if it is nothing.

        Raises:
          RulesError: The rules raise an error.
        """
        if self.player is None:
            return ""
        try:
            return self.game.in_hand(self.state, self.player, self.faces)
        except Exception as error:
            raise RulesError.within(self.game.name, "showing a hand", error) from error

    @property
    def scores(self) -> tuple[int, ...] | None:
        """What each seat has so far; None: nothing.

        Raises:
          RulesError: The rules raise an error.
        """
        try:
            return self.game.scores(self.state)
        except Exception as error:
            raise RulesError.within(self.game.name, "the scores", error) from error

    @property
    def phase(self) -> Message | None:
        """What people call the part of the game that is on; None: nothing.

        Raises:
          RulesError: The rules raise an error.
        """
        try:
            return self.game.phase(self.state)
        except Exception as error:
            raise RulesError.within(self.game.name, "its phase", error) from error

    @property
    def roles(self) -> tuple[Message | None, ...]:
        """What people call each seat now, up to the last one that has a name.

        Raises:
          RulesError: The rules raise an error.
        """
        seats = range(self.game.seats[-1])
        try:
            roles = [self.game.role(self.state, seat) for seat in seats]
        except Exception as error:
            raise RulesError.within(self.game.name, "its roles", error) from error
        while roles and roles[-1] is None:
            roles.pop()
        return tuple(roles)

    @property
    def scene(self) -> Scene | None:
        """What lies on the table, as data; None: the game makes no scene.

        Raises:
          RulesError: The rules raise an error.
        """
        return scene_of(self.game, self.state, self.faces, self.player, self.turn)

    @property
    def zones(self) -> tuple[Seen, ...]:
        """The zones as this player may see them."""
        return sanitise(self._zones, self.faces, self.player)


def scene_of(
    game: AnyGame, state: State, faces: Faces, seat: int | None, turn: Turn
) -> Scene | None:
    """Return what lies on the table, with whose turn it is, or None.

    Raises:
      RulesError: The rules raise an error.
    """
    try:
        scene = game.scene(state, faces, seat)
    except Exception as error:
        raise RulesError.within(game.name, "its scene", error) from error
    return None if scene is None else at_turn(scene, turn)


def view(
    game: Game[S, O],
    state: S,
    player: int | None,
    faces: Faces,
    turn: Turn | None = None,
) -> View[S]:
    """Return the view of ``player``, who knows ``faces``.

    ``turn`` is the state's, if known already.

    Raises:
      RulesError: The game would show more than its zones do.
    """
    turn = turn_of(game, state) if turn is None else turn
    choice = None if player is None else choice_of(turn, player)
    zones = game.zones(state)
    if zones:
        faces = visible(zones, faces, player)
    if choice is not None and faces:
        choice = _fair(game, state, choice, faces)
    seen = shown(game, state, player, zones)
    return View(player, seen, turn, faces, choice, state, zones, game)


def shown(game: Game[S, O], state: S, player: int | None, zones: tuple[Zone, ...]) -> S:
    """Return what of the state is shown to ``player``: no more than its zones show.

    Raises:
      RulesError: The game would show more.
    """
    if all(zone.policy(player) >= Policy.ORDER for zone in zones):
        return state
    try:
        seen = game.seen(state, player)
        found = game.zones(seen)
    except Exception as error:
        raise RulesError.within(game.name, "what is seen", error) from error
    for zone, left in zip_longest(zones, found):
        if zone is None or left != _limited(zone, player):
            name = "" if zone is None else f" of its zone {zone.name!r}"
            raise RulesError(f"{game.name} shows a seat more than is allowed{name}")
    return seen


def _limited(zone: Zone, player: int | None) -> Zone:
    return replace(zone, slots=masked(zone.slots, zone.policy(player)))


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

    ``dealt`` are the faces that this player alone was just dealt, rolled or
    placed.
    """
    match turn, event:
        case _, Shuffled():
            return {}
        case Reshuffle(slots), Reshuffled():
            return {slot: face for slot, face in faces.items() if slot not in slots}
        case Open(slots), Opened(opened):
            return {**faces, **dict(zip(slots, opened, strict=True))}
    return {**faces, **dealt} if dealt else faces
