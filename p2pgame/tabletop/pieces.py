"""A game of pieces that grant options: what can be done is where it can be done.

A piece has a kind, and the kind has options.  Who owns a piece may use them; on
a piece without owner anybody may, unless an option says otherwise, for instance
that it is for the owner's opponents.  Who controls a piece (has a mark on it)
is another matter, and only data.  Each option also says who is next, so there
is no turn order but that.  What is always possible, to pass or to resign, is an
option of a piece that cannot be removed.

Players handle ids alone: a move is the piece's and the option's, ``b2 claim``.

Source: the pieces of Multigame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec.structs import replace

from p2pgame.engine import Message, Reason, RulesError, SeatName, State


class Piece(State, frozen=True):
    """A thing on the table; ``owner`` and ``controller`` are seats, −1 for nobody."""

    id: str
    kind: str
    owner: int = -1
    controller: int = -1
    removable: bool = True


class Pieces(State, frozen=True, kw_only=True):
    """Base of a state with pieces; ``active`` is who decides next."""

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
    """Whether the piece is ``player``'s, or nobody's."""
    return piece.owner in (-1, player)


def opponents_only(piece: Piece, player: int) -> bool:
    """Whether the piece is somebody else's."""
    return piece.owner not in (-1, player)


@dataclass(frozen=True)  # slots would break ``Name[State](...)`` in 3.11
class Option(Generic[B]):
    """What a piece lets a player do, if ``condition`` holds and ``who`` agrees.

    ``effect`` makes the new state, and ``next`` says of it who is active then.
    """

    id: str
    effect: Callable[[B, Piece, int], B]
    next: Callable[[B, int], int]
    condition: Callable[[B, Piece, int], bool] = lambda state, piece, player: True
    who: Callable[[Piece, int], bool] = owner_only


class OptionTable(Generic[B]):
    """What each kind of piece grants.

    Raises:
      RulesError: Two options of a kind have one id, or an id has a space.
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
          RulesError: Two have one id, or one is of an unknown kind.
        """
        _check_ids([piece.id for piece in state.pieces], "pieces")
        for piece in state.pieces:
            if piece.kind not in self._kinds:
                raise RulesError(f"piece {piece.id!r} is of no kind: {piece.kind!r}")

    def of(self, state: B, player: int) -> dict[str, tuple[str, ...]]:
        """Return what ``player`` could do: ids of options by that of their piece."""
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
        """Return the same as moves."""
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
