"""This module gathers what one seat knows of everything hidden, and draws worlds.

A fold over the events of a game, as its seat saw them: what it was dealt, what was
opened and proved, which slots other seats know.  A *world* gives every hidden thing a
face that agrees with all of that.

Another seat's move also says something: an honest player makes no move that is unfair
with its cards.  For each face that may lie on a slot of its hand, the rules are asked
whether the move would have been unfair.  If such honesty leaves no world at all,
somebody has cheated, and these conclusions are dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from p2pgame.engine import (
    AnyGame,
    Chosen,
    ChosenTogether,
    Claim,
    Deal,
    Dealt,
    Event,
    OneOf,
    Open,
    Opened,
    Place,
    Placed,
    Prove,
    Proved,
    Reshuffle,
    Reshuffled,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    State,
    Together,
    Turn,
)
from p2pgame.engine.game import Game

from .cards import Cards, Deals
from .counting import Impossible
from .lots import Lots
from .placements import Library

Faces: TypeAlias = Mapping[int, str]


@dataclass(slots=True)
class _Placed:
    """A secret placement, and what its slots may be, by index."""

    library: Library | None
    state: State
    turn: Place
    allowed: dict[int, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The faces of one world, and the method by which they were drawn.

    ``exact``: each world that agrees is equally likely.  ``rejection``: placements
    were combined from a library until one agreed, each combination equally likely.
    ``propagation``: it agrees, and may be more or less likely than it should be.
    """

    faces: dict[int, str]
    method: str


class Knowledge:
    """What ``seat`` knows; :meth:`happened` takes in one event after another."""

    def __init__(self, game: AnyGame, seats: int, seat: int) -> None:
        self.game, self.seat = game, seat
        #: The slots whose faces each seat knows.
        self.known_to: list[set[int]] = [set() for _ in range(seats)]
        self._cards = Cards(())
        self._dice: dict[int, frozenset[str]] = {}
        self._placed: list[_Placed] = []
        self._asked: list[tuple[State, int, str, frozenset[int]]] = []
        self._judges = type(game).why_unfair is not Game.why_unfair
        self._deals: Deals | None = None

    @property
    def faces(self) -> dict[int, str]:
        """The faces that the seat knows, hidden from view by now or not."""
        faces = self._cards.known
        faces.update(
            (slot, next(iter(possible)))
            for slot, possible in self._dice.items()
            if len(possible) == 1
        )
        for placed in self._placed:
            faces.update(
                (placed.turn.slots[n], next(iter(possible)))
                for n, possible in placed.allowed.items()
                if len(possible) == 1
            )
        return faces

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from the seat."""
        slots = {slot for known in self.known_to for slot in known}
        return not slots <= self.faces.keys()

    def happened(self, state: State, turn: Turn, event: Event, dealt: Faces) -> None:
        """Take in ``event``, which answered ``turn`` in ``state``.

        ``dealt`` are the faces that this seat alone was dealt, rolled or placed.

        Raises:
          Impossible: It contradicts what happened before.
        """
        self._deals = None
        match turn, event:
            case Shuffle(faces), Shuffled():
                self._begin(faces)
            case Reshuffle(slots, _, first), Reshuffled():
                self._reshuffled(slots, first)
            case Open(slots), Opened(faces):
                for slot, face in zip(slots, faces, strict=True):
                    self._learn(slot, face)
                self._told(range(len(self.known_to)), slots)
            case Roll(sides, _, hands), Rolled():
                self._rolled(sides, hands)
            case Place(player, slots), Placed():
                self._placed.append(_Placed(None, state, turn, {}))
                self._told([player], slots)
            case Deal(hands), Dealt():
                for player, slots in hands:
                    self._told([player], slots)
            case Prove(_, claim), Proved():
                self._claimed(claim)
        for slot, face in dealt.items():
            self._learn(slot, face)
        self._judge()
        if self._judges:
            self._moved(state, turn, event)

    def draw(self, lots: Lots) -> Drawn:
        """Return a world that agrees with all that has happened.

        Raises:
          Impossible: There is none, or none is found.
        """
        if self._deals is None:
            self._deals = self._agreeing()
        faces = self._deals.draw(lots)
        method = "exact" if self._deals.is_exact else "propagation"
        for slot, possible in self._dice.items():
            faces[slot] = lots.choice(sorted(possible))
        for placed in self._placed:
            drawn, by_rejection = self._place(placed, lots)
            faces.update(zip(placed.turn.slots, drawn, strict=True))
            if len(placed.allowed) < len(drawn) and method != "propagation":
                method = "rejection" if by_rejection else "propagation"
        return Drawn(faces, method)

    def _agreeing(self) -> Deals:
        try:
            return self._cards.puzzle()
        except Impossible:
            return self._cards.puzzle(honest=False)

    def _place(self, placed: _Placed, lots: Lots) -> tuple[tuple[str, ...], bool]:
        size = len(placed.turn.slots)
        known = [placed.allowed.get(n, frozenset()) for n in range(size)]
        if all(len(possible) == 1 for possible in known):
            return tuple(face for possible in known for face in possible), True
        if placed.library is None:
            placed.library = library_of(self.game, placed.state, placed.turn)
        return placed.library.draw(placed.allowed, lots)

    def _begin(self, faces: Collection[str]) -> None:
        self._cards = Cards(faces)
        self._dice, self._placed, self._asked = {}, [], []
        self.known_to = [set() for _ in self.known_to]

    def _reshuffled(self, slots: tuple[int, ...], first: int) -> None:
        self._cards.reshuffle(slots, first)
        for known in self.known_to:
            known.difference_update(slots)

    def _rolled(
        self, sides: int, hands: tuple[tuple[int, tuple[int, ...]], ...]
    ) -> None:
        faces = frozenset(map(str, range(sides)))
        for player, slots in hands:
            self._dice.update(dict.fromkeys(slots, faces))
            self._told([player], slots)

    def _told(self, players: Collection[int], slots: Collection[int]) -> None:
        for player in players:
            self.known_to[player].update(slots)

    def _learn(self, slot: int, face: str) -> None:
        if slot in self._cards:
            self._cards.learn(slot, face)
        else:
            self._allow(slot, frozenset({face}))

    def _claimed(self, claim: Claim) -> None:
        if isinstance(claim, OneOf):
            if claim.slot in self._cards:
                self._cards.allow(claim.slot, claim.faces)
            else:
                self._allow(claim.slot, frozenset(claim.faces))
            return
        for slot in claim.slots:
            if slot in self._cards:
                self._cards.forbid(slot, claim.faces)
            else:
                self._allow(slot, self._possible(slot).difference(claim.faces))

    def _possible(self, slot: int) -> frozenset[str]:
        """Return the faces that a die or a placed thing may have."""
        if slot in self._dice:
            return self._dice[slot]
        for placed in self._placed:
            if slot in placed.turn.slots:
                index = placed.turn.slots.index(slot)
                return placed.allowed.get(index, frozenset(placed.turn.faces))
        raise Impossible(f"nothing lies on slot {slot}")

    def _allow(self, slot: int, faces: frozenset[str]) -> None:
        """Take in that a die or a placed thing has one of ``faces``."""
        left = self._possible(slot) & faces
        if not left:
            raise Impossible(f"slot {slot} can have no face")
        if slot in self._dice:
            self._dice[slot] = left
            return
        for placed in self._placed:
            if slot in placed.turn.slots:
                placed.allowed[placed.turn.slots.index(slot)] = left

    def _moved(self, state: State, turn: Turn, event: Event) -> None:
        """Remember a move of another seat, to be judged after the next event."""
        moves: list[tuple[int, str]] = []
        match turn, event:
            case _, Chosen(player, move):
                moves = [(player, move)]
            case Together(choices), ChosenTogether(made):
                pairs = zip(choices, made, strict=True)
                moves = [(choice.player, move) for choice, move in pairs]
        for player, move in moves:
            if player != self.seat:
                known = frozenset(self.known_to[player])
                self._asked.append((state, player, move, known))

    def _judge(self) -> None:
        """Exclude the faces with which the remembered moves were unfair."""
        asked, self._asked = self._asked, []
        if not asked:
            return
        faces, unknown = self._cards.known, sorted(self._cards.unknown_faces)
        for state, player, move, hand in asked:
            known = {slot: faces[slot] for slot in hand if slot in faces}
            for slot in sorted(hand - known.keys()):
                if slot in self._cards:
                    unfair = [
                        face
                        for face in unknown
                        if self.game.why_unfair(
                            state, player, move, {**known, slot: face}
                        )
                    ]
                    if unfair:
                        self._cards.doubt(slot, unfair)


_LIBRARIES: dict[tuple[str, int, State, Place], Library] = {}


def library_of(game: AnyGame, state: State, turn: Place) -> Library:
    """Return the library of a turn's placements; the last few are kept."""
    key = (game.name, game.version, state, turn)
    if key not in _LIBRARIES:
        if len(_LIBRARIES) > 8:
            _LIBRARIES.clear()
        _LIBRARIES[key] = Library(game, state, turn)
    return _LIBRARIES[key]
