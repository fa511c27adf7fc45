"""Components are the things of a game: cards, tokens, tiles, dice.

A deck is the fixed list of all components of one kind, so an index identifies a
component and a state holds only numbers.  Decks are constants, made when the game is
imported and shared by all its tables.  Their order and values are part of the
rules, because they give a state's numbers their meaning.  A chest holds all decks
of a game, and has a hash by which to compare them.

Source: the components, decks and chests of jkomoros/boardgame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from p2pgame.engine import State, digest

V_co = TypeVar("V_co", bound=State, covariant=True)
V = TypeVar("V", bound=State)
T = TypeVar("T")


class Component(State, Generic[V_co], frozen=True):
    """One component of a deck, with its values in this game.

    It is shuffled, dealt and shown by its ``face``, the text of its ``values``.  So a
    values class defines ``__str__`` in a few letters.
    """

    deck: str
    index: int
    values: V_co

    @property
    def face(self) -> str:
        return str(self.values)


@dataclass(frozen=True, slots=True)
class Deck(Generic[V_co]):
    """All components of one kind, in the order of their indexes.

    Components with equal values have equal faces, and nobody can tell them apart.
    ``shadow`` has the values of an unknown component.
    """

    name: str
    values: tuple[V_co, ...]
    shadow: V_co
    faces: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(map(str, self.values)))
        if str(self.shadow) in self.faces:
            raise ValueError(f"the shadow of {self.name} looks like a component")

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: int) -> Component[V_co]:
        """Return the component with this index.

        Raises:
          ValueError: There is none.  Negative indexes are invalid.
        """
        if not 0 <= index < len(self.values):
            raise ValueError(f"{self.name} has no component {index}")
        return Component(self.name, index, self.values[index])

    def __iter__(self) -> Iterator[Component[V_co]]:
        return map(self.__getitem__, range(len(self.values)))

    def read(self, face: str | None) -> V_co:
        """Return the values of a face; for None, an unknown face, the shadow's.

        Raises:
          ValueError: No component of this deck has this face.
        """
        if face is None:
            return self.shadow
        if face not in self.faces:
            raise ValueError(f"{self.name} has no {face!r}")
        return self.values[self.faces.index(face)]


def deck_of(name: str, values: Iterable[V], *, shadow: V, copies: int = 1) -> Deck[V]:
    """Return a deck with ``copies`` copies of the whole list of ``values``."""
    return Deck(name, tuple(values) * copies, shadow)


class _Contents(State, frozen=True):
    name: str
    faces: tuple[str, ...]
    values: tuple[State, ...]


class _AllContents(State, frozen=True):
    decks: tuple[_Contents, ...]


@dataclass(frozen=True, slots=True)
class Chest:
    """All the decks of a game.

    Raises:
      ValueError: Two decks have one name.
    """

    decks: tuple[Deck[State], ...]

    def __post_init__(self) -> None:
        names = [deck.name for deck in self.decks]
        if len({*names}) != len(names):
            raise ValueError(f"two decks have one name: {', '.join(names)}")

    def __getitem__(self, name: str) -> Deck[State]:
        for deck in self.decks:
            if deck.name == name:
                return deck
        raise ValueError(f"there is no deck {name!r}")

    @property
    def digest(self) -> bytes:
        """The 32-byte hash of all components, with their decks and indexes."""
        contents = (
            _Contents(deck.name, deck.faces, (*deck.values, deck.shadow))
            for deck in self.decks
        )
        return digest(_AllContents(tuple(contents)))

    def verify(self, digest: bytes) -> None:
        """Check that a state from the chest with this hash fits this chest.

        Raises:
          ValueError: Its numbers mean other components.
        """
        if digest != self.digest:
            raise ValueError("this was played with other components")


def changed_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return ``values`` with another value at ``index``.

    Properties that change during a game, such as the number a die shows, are tuples
    in the state, with one value for each index of the deck.

    Raises:
      ValueError: There is no such index.
    """
    if not 0 <= index < len(values):
        raise ValueError(f"there is no index {index} among {len(values)}")
    return (*values[:index], value, *values[index + 1 :])
