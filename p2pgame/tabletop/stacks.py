"""A stack is an ordered place for components; each lies in exactly one stack.

A stack is growable (a hand, a pile: no gaps, perhaps a greatest length) or sized (a
board, a grid: fixed places, each empty or with one component).  It is an immutable
value: every change returns a new stack.

A stack holds only numbers.  For open components they are indexes in their deck.  For
hidden ones they are the engine's slots, whose faces no state holds; such a stack is
a zone of the game (:meth:`Stack.zone`).

Source: the stacks of jkomoros/boardgame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from p2pgame.engine import EMPTY, Policy, State, Zone

from .components import Component


class Stack(State, frozen=True):
    """Components of one ``deck``, named by number; −1 is an empty place.

    A growable stack has at most ``most`` components; :func:`sized` makes the other
    kind.  Its length is the number of its components.

    Raises:
      ValueError: A component occurs twice, or there are more than ``most``.
    """

    deck: str
    places: tuple[int, ...] = ()
    most: int | None = None
    fixed: bool = False

    def __post_init__(self) -> None:
        if not self.fixed and EMPTY in self.places:
            raise ValueError("a growable stack has no empty places")
        if self.most is not None and len(self.places) > self.most:
            raise ValueError(f"this stack takes {self.most} {self.deck} at most")
        found = self.components
        if len({*found}) != len(found) or min(found, default=0) < 0:
            raise ValueError(f"these are no different {self.deck}: {found}")

    @property
    def components(self) -> tuple[int, ...]:
        """The components here, in order, without empty places."""
        return tuple(item for item in self.places if item != EMPTY)

    @property
    def filled(self) -> tuple[int, ...]:
        """The filled places, counted from 0."""
        return tuple(at for at, item in enumerate(self.places) if item != EMPTY)

    @property
    def free(self) -> tuple[int, ...]:
        """The empty places; none in a growable stack."""
        return tuple(at for at, item in enumerate(self.places) if item == EMPTY)

    @property
    def is_full(self) -> bool:
        return EMPTY not in self.places if self.fixed else len(self) == self.most

    def __len__(self) -> int:
        return len(self.places) - self.places.count(EMPTY)

    def __iter__(self) -> Iterator[int]:
        return iter(self.components)

    def __contains__(self, component: int) -> bool:
        return component != EMPTY and component in self.places

    def place(self, component: int) -> int:
        """Return the place of a component, counted from 0.

        Raises:
          ValueError: It is not here.
        """
        if component not in self:
            raise ValueError(f"{self.deck} {component} is not in this stack")
        return self.places.index(component)

    def insert(self, component: int | Component[State], at: int | None = None) -> Stack:
        """Return the stack with one component more.

        A growable stack takes it at the end, or before the place ``at``.  A sized
        stack takes it in the first empty place, or in ``at``.

        Raises:
          ValueError: The component is of another deck or is here already, the
            stack is full, or the place is taken or does not exist.
        """
        if isinstance(component, Component):
            same_deck(self.deck, component.deck)
            component = component.index
        if self.is_full:
            raise ValueError(f"there is no room for another of {self.deck}")
        if at is None:
            at = self.places.index(EMPTY) if self.fixed else len(self.places)
        self._check_place(at, len(self.places) - self.fixed)
        if self.fixed and self.places[at] != EMPTY:
            raise ValueError(f"place {at} is taken")
        return self._with(
            (*self.places[:at], component, *self.places[at + self.fixed :])
        )

    def remove(self, component: int) -> Stack:
        """Return the stack without a component, which is then nowhere.

        Raises:
          ValueError: It is not here.
        """
        at = self.place(component)
        left = (EMPTY,) if self.fixed else ()
        return self._with((*self.places[:at], *left, *self.places[at + 1 :]))

    def swapped(self, one: int, other: int) -> Stack:
        """Return the stack with the contents of two places exchanged."""
        places = list(self.places)
        for at in (one, other):
            self._check_place(at, len(places) - 1)
        places[one], places[other] = places[other], places[one]
        return self._with(tuple(places))

    def sorted_by(self, key: Callable[[int], int]) -> Stack:
        """Return the stack in the order of ``key``; empty places come last.

        Never sort hidden components like this: not everybody could compute their
        key.  Sort what is shown of them instead.
        """
        ordered = sorted(self.components, key=key)
        return self._with((*ordered, *(EMPTY,) * (len(self.places) - len(ordered))))

    def renumbered(self, first: int) -> Stack:
        """Return the stack with the slots that its cards have after a reshuffle.

        The new slots start at ``first``, as in :class:`~p2pgame.engine.Reshuffle`.
        """
        slots = iter(range(first, first + len(self)))
        return self._with(
            tuple(EMPTY if item == EMPTY else next(slots) for item in self.places)
        )

    def zone(
        self,
        name: str,
        *,
        others: Policy = Policy.ORDER,
        group: tuple[int, ...] = (),
        inside: Policy = Policy.VISIBLE,
    ) -> Zone:
        """Return this stack of slots as a zone with these policies."""
        return Zone(name, self.places, others, group, inside)

    def _with(self, places: tuple[int, ...]) -> Stack:
        return replace(self, places=places)

    def _check_place(self, at: int, last: int) -> None:
        if not 0 <= at <= last:
            raise ValueError(f"there is no place {at} in this stack of {self.deck}")


def sized(deck: str, size: int, components: Iterable[int] = ()) -> Stack:
    """Return a stack of ``size`` places, the first ones with ``components``."""
    filled = tuple(components)
    places = (*filled, *(EMPTY,) * (size - len(filled)))
    return Stack(deck, places, most=size, fixed=True)


def same_deck(wanted: str, found: str) -> None:
    """Check that a component belongs to a stack's deck.

    Raises:
      ValueError: It is not.
    """
    if wanted != found:
        raise ValueError(f"a stack of {wanted} does not take {found}")
