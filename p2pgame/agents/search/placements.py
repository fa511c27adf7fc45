"""This module draws secret placements that agree with what has been opened of them.

The rules say only whether a whole placement is allowed, and draw allowed ones.  So a
*library* keeps, for each face, the sets of slots that it had in many drawn placements.
A draw combines one set for each face, at random among those that agree with what is
known; slots that no set covers have the most common face.  The combination counts if
no two sets overlap and the rules allow it.  This is rejection sampling: each allowed
combination of the library is equally likely.  Where too few combinations fit, a
search in random order finds one, and ``is_exact`` turns False.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TypeAlias

from p2pgame.engine import AnyGame, Place, State
from p2pgame.engine.game import Game
from p2pgame.engine.offers import AT_RANDOM

from .counting import Impossible
from .lots import Lots

Shape: TypeAlias = frozenset[int]

#: Placements drawn for a library, and tries of each draw by chance.
DRAWN = 1500
TRIES = 300
#: Combinations tried by a search where chance finds nothing.
STEPS = 20_000


class Library:
    """The shapes of a turn's placements, by index in its slots."""

    def __init__(self, game: AnyGame, state: State, turn: Place) -> None:
        self.game, self.state, self.turn = game, state, turn
        lots = Lots(f"placements of {game.name}")
        drawn = [any_placement(game, state, turn, lots) for _ in range(DRAWN)]
        ((self.common, _),) = Counter(f for faces in drawn for f in faces).most_common(
            1
        )
        shapes: dict[str, dict[Shape, None]] = {}
        for face in dict.fromkeys(turn.faces):
            if face != self.common:
                shapes[face] = dict.fromkeys(
                    frozenset(n for n, other in enumerate(faces) if other == face)
                    for faces in drawn
                )
        self.shapes = {face: [*several] for face, several in shapes.items()}

    def draw(
        self, allowed: Mapping[int, frozenset[str]], lots: Lots
    ) -> tuple[tuple[str, ...], bool]:
        """Return an allowed placement, and whether it was drawn by rejection alone.

        ``allowed`` are the possible faces of those slots, by index, of which
        something is known.

        Raises:
          Impossible: None is found.
        """
        fitting = self.fitting(allowed)
        for _ in range(TRIES):
            faces = self._combined([(f, lots.choice(s)) for f, s in fitting], allowed)
            if faces is not None:
                return faces, True
        return self._found(fitting, allowed, lots), False

    def fitting(
        self, allowed: Mapping[int, frozenset[str]]
    ) -> list[tuple[str, list[Shape]]]:
        """Return the shapes of each face that agree with ``allowed``, fewest first."""
        fitting = []
        for face, shapes in self.shapes.items():
            must = {n for n, faces in allowed.items() if faces == {face}}
            never = {n for n, faces in allowed.items() if face not in faces}
            fits = [s for s in shapes if must <= s and never.isdisjoint(s)]
            if not fits:
                raise Impossible(f"{face} fits nowhere")
            fitting.append((face, fits))
        return sorted(fitting, key=lambda pair: len(pair[1]))

    def _combined(
        self, chosen: list[tuple[str, Shape]], allowed: Mapping[int, frozenset[str]]
    ) -> tuple[str, ...] | None:
        """Return the placement of these shapes, or None if it is not allowed."""
        faces = [self.common] * len(self.turn.slots)
        covered = 0
        for face, shape in chosen:
            covered += len(shape)
            for n in shape:
                faces[n] = face
        if sum(face != self.common for face in faces) != covered:
            return None
        if any(faces[n] not in possible for n, possible in allowed.items()):
            return None
        placed = tuple(faces)
        reason = self.game.why_misplaced(self.state, self.turn.player, placed)
        return placed if reason is None else None

    def _found(
        self,
        fitting: list[tuple[str, list[Shape]]],
        allowed: Mapping[int, frozenset[str]],
        lots: Lots,
    ) -> tuple[str, ...]:
        """Return a placement found by trying shapes in random order."""
        for chosen in islice(_disjoint(fitting, frozenset(), lots), STEPS):
            faces = self._combined(chosen, allowed)
            if faces is not None:
                return faces
        raise Impossible("no placement agrees with what is known")


def _disjoint(
    fitting: list[tuple[str, list[Shape]]], taken: Shape, lots: Lots
) -> Iterator[list[tuple[str, Shape]]]:
    """Yield choices of one shape for each face, no two of which overlap."""
    if not fitting:
        yield []
        return
    (face, shapes), *others = fitting
    order = [*shapes]
    lots.shuffle(order)
    for shape in order:
        if taken.isdisjoint(shape):
            for rest in _disjoint(others, taken | shape, lots):
                yield [(face, shape), *rest]


def any_placement(
    game: AnyGame, state: State, turn: Place, lots: Lots
) -> tuple[str, ...]:
    """Return a placement that the rules allow, by their own ``random N``."""
    if type(game).placement is not Game.placement:
        text = f"{AT_RANDOM.verb} {lots.below(AT_RANDOM.high >> 20)}"
        return game.placement(state, turn.player, text)
    size = len(turn.slots)
    for attempt in range(TRIES):
        if attempt % 2 and len(turn.faces) >= size:
            order = [*turn.faces]
            lots.shuffle(order)
            faces = tuple(order[:size])
        else:
            faces = tuple(lots.choice(turn.faces) for _ in range(size))
        if game.why_misplaced(state, turn.player, faces) is None:
            return faces
    raise Impossible(f"{game.name} finds no way to place by chance")
