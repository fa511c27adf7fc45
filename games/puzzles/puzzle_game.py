"""What the puzzles have in common: levels, their order, and the words of one player."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Game,
    Message,
    Options,
    Over,
    Reason,
    State,
    Turn,
    listed,
    message_of,
)
from p2pgame.tabletop.drawing import MAX_SIDE
from p2pgame.tabletop.puzzles import pending
from p2pgame.tabletop.puzzles.pending import Items

from .puzzle_files import Kind, next_level, offered
from .puzzle_hints import Step, in_levels
from .puzzle_moves import retraced, written
from .puzzle_random import level_of

GIVE_UP = "give up"


class LevelOptions(Options, frozen=True):
    """``level`` is the name of a shipped level, or the text of another."""

    level: str = "first"


class LevelState(State, frozen=True):
    """The state of a puzzle."""

    @property
    def solved(self) -> bool:
        raise NotImplementedError


S = TypeVar("S", bound=LevelState)
O = TypeVar("O", bound=LevelOptions)


class LevelGame(Game[S, O]):
    """A puzzle: one player, and an option that names a level, has one or draws one.

    ``side`` is the most rows and columns of a level, ``shipped`` are those that come
    with it, and ``kind`` is what a file of them has.  ``ends`` are the moves of no
    item, and ``ways`` the last words that a move may have.
    """

    seats = range(1, 2)
    side: ClassVar[int] = MAX_SIDE
    shipped: ClassVar[str]
    kind: ClassVar[Kind]
    ends: ClassVar[tuple[str, ...]] = (GIVE_UP,)
    ways: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def generated(
        self, entropy: Callable[[int], bytes], width: int, height: int
    ) -> str:
        """Return the text of a level by chance.

        Raises:
          LookupError: The search was too long, or found none.
        """

    @abstractmethod
    def step(self, state: S) -> Step | Reason:
        """Return a step toward a solution, or why there is none."""

    @abstractmethod
    def moved(self, state: S, move: str) -> S:
        """Return the state after a move that is legal."""

    @abstractmethod
    def told(self, state: S, player: int, move: str) -> Message | None:
        """Return what a move of an item does."""

    def apply(self, state: S, event: Event) -> S:
        match event:
            case Chosen(_, move):
                return self.moved(state, move)
        raise AssertionError(event)

    def tell(self, state: S, event: Event) -> Message | None:
        match event:
            case Chosen(player, move) if move == GIVE_UP:
                return Message.by("gives-up", player)
            case Chosen(player, move):
                said = self.told(state, player, move)
                if said is not None and self.moved(state, move).solved:
                    return listed(said, Message.by("solves-it", player))
                return said
        return None

    def as_offered(self, options: O, entropy: Callable[[int], bytes]) -> O:
        def drawn(width: int, height: int) -> str:
            return self.generated(entropy, width, height)

        level = offered(level_of(options.level, drawn), self.kind)
        return replace(options, level=level)

    def following(self, options: O) -> tuple[str, O] | None:
        after = next_level(options.level, self.shipped)
        return after and (after[0], replace(options, level=after[1]))

    def retraced(
        self, state: S, player: int, word: str, made: tuple[str, ...]
    ) -> str | Reason:
        found = retraced(word, made, self.ends)
        if isinstance(found, Reason):
            return found
        return self.why_illegal(state, player, found) or found

    def advice(self, state: S, player: int) -> tuple[Message, ...] | Reason:
        return in_levels(self.step(state))

    def explain(
        self, state: S, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        reason = self.why_illegal(state, player, written(text, self.ways))
        return None if reason is None or reason.code == "unknown-move" else reason


P = TypeVar("P")
#: The cells that a block covers, as masks, from where it began to where it is.
Track: TypeAlias = tuple[int, ...]


class Blocks(LevelState, Generic[P], frozen=True):
    """The state of a puzzle whose blocks shall fill a grid."""

    puzzle: P
    items: Items
    given_up: bool = False

    @property
    def is_over(self) -> bool:
        return self.given_up or self.solved

    @property
    def tracks(self) -> tuple[Track, ...]:
        return self.tracks_of(self.items)

    def tracks_of(self, items: Items) -> tuple[Track, ...]:
        """Return the track of each block whose paths are these."""
        raise NotImplementedError

    def restores(self, item: int) -> bool:
        """Return whether an undo of an item redoes a batch that has room."""
        if pending.restorable(self.items, item) is None:
            return False
        taken = 0
        for track in self.tracks_of(pending.restored(self.items, item)):
            if taken & track[-1]:
                return False
            taken |= track[-1]
        return True


B = TypeVar("B", bound=Blocks[Any])


class BlockGame(LevelGame[B, LevelOptions]):
    """A puzzle whose blocks shall fill a grid."""

    options = LevelOptions

    @abstractmethod
    def puzzle(self, options: LevelOptions) -> object:
        """Return the level of the options.

        Raises:
          ValueError: They name none, or it is none of this puzzle.
        """

    @abstractmethod
    def possible(self, state: B) -> Iterator[str]:
        """Yield the moves of blocks that can be made."""

    @abstractmethod
    def why_not_move(self, state: B, move: str) -> Reason | None:
        """Return why a move of a block can't be made."""

    @abstractmethod
    def items(self, state: B, move: str) -> Items:
        """Return the items after a move of a block that is legal."""

    def moved(self, state: B, move: str) -> B:
        if move == GIVE_UP:
            return replace(state, given_up=True)
        return replace(state, items=self.items(state, move))

    def why_not(self, seats: int, options: LevelOptions) -> Message | None:
        try:
            self.puzzle(options)
        except ValueError as error:
            return message_of(error)
        return None

    def turn(self, state: B) -> Turn:
        if state.is_over:
            return Over((0,))
        return Choose(0, (*self.possible(state), GIVE_UP))

    def why_illegal(self, state: B, player: int, move: str) -> Reason | None:
        if player != 0:
            return super().why_illegal(state, player, move)
        if state.is_over:
            return Reason.of("over", "game-over")
        return None if move == GIVE_UP else self.why_not_move(state, move)
