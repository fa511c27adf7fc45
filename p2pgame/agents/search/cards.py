"""This module follows the cards of a deck as one seat knows them.

A *block* is the slots of one shuffle or reshuffle, and a card's *home* is the blocks in
which it may lie.  A shuffle makes one block for all cards.  A reshuffle makes a new
one: the known cards that went into it lie there, and the others may.  Each slot also
has the faces that it may have, from claims about it.

So what is known of the unknown cards is a set of slots for each card, and all deals
that agree with it are equally likely.  The one exception is a reshuffle of unknown
cards of which more was known than of one block of like slots; then ``is_exact`` is
False, and deals that agree are drawn more or less often than they should be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from .counting import Impossible, Puzzle
from .lots import Lots

Blocks = frozenset[int]
NOWHERE: Blocks = frozenset()


class Cards:
    """The cards since the last shuffle; a card is its index in ``faces``."""

    def __init__(self, faces: Iterable[str]) -> None:
        self.faces = [*faces]
        self.is_exact = True
        self._homes: list[Blocks] = [frozenset({0})] * len(self.faces)
        self._blocks = dict.fromkeys(range(len(self.faces)), 0)
        self._known: dict[int, int] = {}
        self._allowed: dict[int, frozenset[str]] = {}
        self._unfair: dict[int, set[str]] = {}
        self._made = 1

    def __contains__(self, slot: int) -> bool:
        return slot in self._blocks

    @property
    def known(self) -> dict[int, str]:
        """The known faces, by slot."""
        return {slot: self.faces[card] for slot, card in self._known.items()}

    @property
    def unknown_faces(self) -> set[str]:
        """The faces of all cards whose slots are unknown."""
        pairs = zip(self.faces, self._homes, strict=True)
        return {face for face, home in pairs if home}

    def learn(self, slot: int, face: str) -> None:
        """Take in that ``face`` lies on ``slot``.

        Raises:
          Impossible: It cannot lie there.
        """
        if slot in self._known:
            if self.faces[self._known[slot]] != face:
                raise Impossible(f"slot {slot} has two faces")
            return
        block = self._blocks[slot]
        cards = [
            card
            for card, home in enumerate(self._homes)
            if block in home and self.faces[card] == face
        ]
        if not cards:
            raise Impossible(f"{face} cannot lie on slot {slot}")
        if len({self._homes[card] for card in cards}) > 1:
            self.allow(slot, (face,))  # which of the equal cards it is stays open
            return
        self._known[slot] = cards[0]
        self._homes[cards[0]] = NOWHERE

    def allow(self, slot: int, faces: Collection[str]) -> None:
        """Take in that the face of ``slot`` is one of ``faces``."""
        if slot in self._known:
            return
        before = self._allowed.get(slot)
        allowed = frozenset(faces)
        self._allowed[slot] = allowed if before is None else allowed & before

    def forbid(self, slot: int, faces: Collection[str]) -> None:
        """Take in that the face of ``slot`` is none of ``faces``."""
        self.allow(slot, self.unknown_faces.difference(faces))

    def doubt(self, slot: int, faces: Collection[str]) -> None:
        """Take in that an honest player holds none of ``faces`` on ``slot``."""
        self._unfair.setdefault(slot, set()).update(faces)

    def reshuffle(self, slots: Collection[int], first: int) -> None:
        """Move the cards of ``slots`` to new slots from ``first`` on."""
        made, self._made = self._made, self._made + 1
        joining = frozenset({made})
        unknown = {
            (self._blocks[slot], self._allowed.get(slot))
            for slot in slots
            if slot not in self._known
        }
        self.is_exact = self.is_exact and len(unknown) < 2
        for card, home in enumerate(self._homes):
            for block, allowed in unknown:
                if block in home and (allowed is None or self.faces[card] in allowed):
                    self._homes[card] |= joining
        for slot in slots:
            if slot in self._known:
                self._homes[self._known.pop(slot)] = joining
            del self._blocks[slot]
            self._allowed.pop(slot, None)
            self._unfair.pop(slot, None)
        self._blocks.update((first + n, made) for n in range(len(slots)))

    def puzzle(self, *, honest: bool = True) -> Deals:
        """Return the deals that agree with all this.

        With ``honest`` no player holds a card that made an earlier move unfair.

        Raises:
          Impossible: There are none.
        """
        classes: dict[tuple[int, frozenset[str] | None], list[int]] = defaultdict(list)
        for slot, block in self._blocks.items():
            if slot not in self._known:
                classes[block, self._faces_on(slot, honest)].append(slot)
        kinds: dict[tuple[int, ...], list[str]] = defaultdict(list)
        fits: dict[tuple[Blocks, str], tuple[int, ...]] = {}
        for face, home in zip(self.faces, self._homes, strict=True):
            if not home:
                continue
            if (home, face) not in fits:
                fits[home, face] = tuple(
                    n
                    for n, (block, allowed) in enumerate(classes)
                    if block in home and (allowed is None or face in allowed)
                )
            kinds[fits[home, face]].append(face)
        if () in kinds:
            raise Impossible(f"{kinds[()][0]} lies nowhere")
        sizes = tuple(map(len, classes.values()))
        puzzle = Puzzle(sizes, [*kinds.items()])
        exact = self.is_exact and puzzle.is_exact
        return Deals(self.known, [*classes.values()], puzzle, exact)

    def _faces_on(self, slot: int, honest: bool) -> frozenset[str] | None:
        allowed = self._allowed.get(slot)
        unfair = self._unfair.get(slot) if honest else None
        if not unfair:
            return allowed
        return (frozenset(self.unknown_faces) if allowed is None else allowed) - unfair


class Deals:
    """The deals that agree with what a seat knows."""

    def __init__(
        self,
        known: Mapping[int, str],
        classes: list[list[int]],
        puzzle: Puzzle[str],
        is_exact: bool,
    ) -> None:
        self.is_exact = is_exact
        self._known, self._classes, self._puzzle = known, classes, puzzle

    def draw(self, lots: Lots) -> dict[int, str]:
        """Return the faces of all slots."""
        faces = {**self._known}
        for slots, cards in zip(self._classes, self._puzzle.draw(lots), strict=True):
            faces.update(zip(slots, cards, strict=True))
        return faces
