"""In a game of pieces, every move is an option of a piece.

A piece has a kind, and a kind has options.  The owner of a piece may use its
options; anybody may use those of a piece without an owner.  An option can state
another condition, for instance that it is for the owner's opponents.  Control of a
piece (a player's mark on it) is only data.  Each option also names the next player;
there is no other turn order.  Moves that are always possible, to pass or to resign,
are options of a piece that cannot be removed.

Players use ids only: a move is a piece's id and an option's, ``b2 claim``.

Source: the pieces of Multigame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec.structs import replace

from p2pgame.engine import Message, Reason, RulesError, SeatName, State


class Piece(State, frozen=True):
    """A piece on the table; ``owner`` and ``controller`` are seats, −1 for nobody."""

    id: str
    kind: str
    owner: int = -1
    controller: int = -1
    removable: bool = True


class Pieces(State, frozen=True, kw_only=True):
    """Base of a state with pieces; ``active`` is the next player to decide."""

    pieces: tuple[Piece, ...]
    active: int = 0

    def piece(self, id: str) -> Piece:
        """Return the piece with this id.

        Raises:
          KeyError: There is none.
        """
        for piece in self.pieces:
            if piece.id == id:
                return piece
        raise KeyError(id)


B = TypeVar("B", bound=Pieces)


def owner_only(piece: Piece, player: int) -> bool:
    """Whether the piece belongs to ``player`` or nobody."""
    return piece.owner in (-1, player)


def opponents_only(piece: Piece, player: int) -> bool:
    """Whether the piece belongs to another player."""
    return piece.owner not in (-1, player)


@dataclass(frozen=True)  # slots would break ``Name[State](...)`` in 3.11
class Option(Generic[B]):
    """An action that a piece offers if ``condition`` holds and ``who`` agrees.

    ``effect`` returns the new state; ``next`` returns the active player in it.
    """

    id: str
    effect: Callable[[B, Piece, int], B]
    next: Callable[[B, int], int]
    condition: Callable[[B, Piece, int], bool] = lambda state, piece, player: True
    who: Callable[[Piece, int], bool] = owner_only


class OptionTable(Generic[B]):
    """The options of each kind of piece.

    Raises:
      RulesError: Two options of a kind have the same id, or an id has a space.
    """

    def __init__(self, kinds: Mapping[str, Sequence[Option[B]]]) -> None:
        for kind, granted in kinds.items():
            _check_ids([option.id for option in granted], f"options of {kind!r}")
        self._kinds = {
            kind: {option.id: option for option in granted}
            for kind, granted in kinds.items()
        }

    def verify(self, state: B) -> None:
        """Check the pieces that a game begins with.

        Raises:
          RulesError: Two have the same id, or one is of an unknown kind.
        """
        _check_ids([piece.id for piece in state.pieces], "pieces")
        for piece in state.pieces:
            if piece.kind not in self._kinds:
                raise RulesError(f"piece {piece.id!r} is of no kind: {piece.kind!r}")

    def of(self, state: B, player: int) -> dict[str, tuple[str, ...]]:
        """Return what ``player`` can do: option ids by piece id."""
        if player != state.active:
            return {}
        granted = {
            piece.id: tuple(
                option.id
                for option in self._kinds[piece.kind].values()
                if _grants(state, piece, option, player)
            )
            for piece in state.pieces
        }
        return {id: options for id, options in granted.items() if options}

    def moves(self, state: B, player: int) -> tuple[str, ...]:
        """Return the options of :meth:`of` as moves."""
        return tuple(
            f"{piece} {option}"
            for piece, options in self.of(state, player).items()
            for option in options
        )

    def why_not(self, state: B, player: int, move: str) -> Reason | None:
        """Return why ``player`` may not make this move, or None."""
        if player != state.active:
            who = SeatName(player)
            return Reason.of("not-your-turn", "not-to-move", player=who)
        piece, _, option = move.partition(" ")
        granted = self.of(state, player).get(piece)
        if granted is None:
            return Reason.of("bad-piece", "piece-gives-nothing", piece=repr(piece))
        if option not in granted:
            args = {"piece": repr(piece), "option": repr(option)}
            return Reason("bad-option", Message("piece-no-option", args))
        return None

    def apply(self, state: B, player: int, move: str) -> B:
        """Return the state after a move that :meth:`why_not` allows."""
        id, _, name = move.partition(" ")
        piece = state.piece(id)
        option = self._kinds[piece.kind][name]
        after = option.effect(state, piece, player)
        return replace(after, active=option.next(after, player))


def with_piece(state: B, piece: Piece) -> B:
    """Return the state with ``piece`` instead of the one with its id."""
    pieces = tuple(piece if old.id == piece.id else old for old in state.pieces)
    return replace(state, pieces=pieces)


def without_piece(state: B, id: str) -> B:
    """Return the state without a piece.

    Raises:
      RulesError: It cannot be removed.
    """
    if not state.piece(id).removable:
        raise RulesError(f"piece {id!r} cannot be removed")
    return replace(state, pieces=tuple(p for p in state.pieces if p.id != id))


def _grants(state: B, piece: Piece, option: Option[B], player: int) -> bool:
    return option.who(piece, player) and option.condition(state, piece, player)


def _check_ids(ids: Sequence[str], what: str) -> None:
    for place, id in enumerate(ids):
        if id in ids[:place]:
            raise RulesError(f"two {what} have the id {id!r}")
        if not id or " " in id:
            raise RulesError(f"{id!r} is no id for {what}")
