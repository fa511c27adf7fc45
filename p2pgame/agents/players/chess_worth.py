"""Says what a chess position is worth, in hundredths of a pawn, without looking ahead.

Each piece on its square has a value while many pieces are left (``mid``) and one while
few are (``end``); the position's lies between them, by what is left (tapered
evaluation).  Both are kept up to date move by move.  What depends on pawns and kings
alone is worked out once for each arrangement of them.

Sources: the method, Shannon, "Programming a Computer for Playing Chess" (1950); the
numbers are our own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import chess

from p2pgame.playtest.chance import Chance

#: The pieces' values in the middle and at the end, by type, from pawn to king.
MID = (0, 90, 320, 335, 480, 960, 0)
END = (0, 110, 300, 325, 530, 980, 0)
#: How much each piece counts as "left"; a full board has 24.
LEFT = (0, 0, 1, 1, 2, 4, 0)
FULL = 24

PAIR_OF_BISHOPS = 30
#: To move is worth this much.
TEMPO = 8
_SHIELD = 9
_DOUBLED, _ISOLATED = 14, 12
#: What a passed pawn is worth at the end, by its rank; half of it before.
_PASSED = (0, 8, 14, 26, 48, 80, 125, 0)
_MID_RANKS = (0, 0, 2, 8, 20, 40, 70, 0)
_END_RANKS = (0, 0, 4, 12, 25, 50, 90, 0)
#: Below this number of pieces left, a king is driven to the edge.
_FEW = 8

#: ``[colour][type][square]``: the value for White, so Black's are negative.
Tables = tuple[tuple[tuple[int, ...], ...], ...]


class Sum(NamedTuple):
    """The pieces' values, for White, and how many are left."""

    mid: int
    end: int
    left: int


@dataclass(frozen=True, slots=True)
class Worth:
    """Values of positions; :meth:`liking` varies them a little, so games differ."""

    mid: Tables
    end: Tables
    #: What pawns and kings are worth, by where they are.
    known: dict[tuple[int, int, int], tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def liking(cls, chance: Chance | None = None) -> Worth:
        """Return values that differ from the usual by up to 4, by ``chance``."""
        return cls(_tables(_mid, chance), _tables(_end, None))

    def sum(self, board: chess.Board) -> Sum:
        """Return the values of all pieces."""
        mid = end = left = 0
        for square, piece in board.piece_map().items():
            kind, colour = piece.piece_type, piece.color
            mid += self.mid[colour][kind][square]
            end += self.end[colour][kind][square]
            left += LEFT[kind]
        return Sum(mid, end, left)

    def after(self, total: Sum, board: chess.Board, move: chess.Move) -> Sum:
        """Return ``total`` after a legal move, which was not made yet."""
        colour, start, to = board.turn, move.from_square, move.to_square
        mid, end, left = total
        ours, ours_end = self.mid[colour], self.end[colour]
        kind = board.piece_type_at(start)
        assert kind is not None
        taken = board.piece_type_at(to)
        becomes = move.promotion or kind
        mid += ours[becomes][to] - ours[kind][start]
        end += ours_end[becomes][to] - ours_end[kind][start]
        if move.promotion:
            left += LEFT[becomes]
        if taken:
            mid -= self.mid[not colour][taken][to]
            end -= self.end[not colour][taken][to]
            left -= LEFT[taken]
        elif kind == chess.PAWN and to == board.ep_square:
            at = to - 8 if colour else to + 8
            mid -= self.mid[not colour][chess.PAWN][at]
            end -= self.end[not colour][chess.PAWN][at]
        elif kind == chess.KING and abs(to - start) == 2:
            corner, beside = (to + 1, to - 1) if to > start else (to - 2, to + 1)
            mid += ours[chess.ROOK][beside] - ours[chess.ROOK][corner]
            end += ours_end[chess.ROOK][beside] - ours_end[chess.ROOK][corner]
        return Sum(mid, end, left)

    def of(self, board: chess.Board, total: Sum) -> int:
        """Return the worth for the side to move; ``total`` is the position's."""
        mid, end, left = total
        left = min(left, FULL)
        pawns = board.pawns
        key = pawns, pawns & board.occupied_co[chess.WHITE], board.kings
        if key not in self.known:
            self.known[key] = _pawns(board)
        mid += self.known[key][0]
        end += self.known[key][1]
        worth = (mid * left + end * (FULL - left)) // FULL
        for colour, sign in ((chess.WHITE, 1), (chess.BLACK, -1)):
            if (board.bishops & board.occupied_co[colour]).bit_count() > 1:
                worth += sign * PAIR_OF_BISHOPS
        if left <= _FEW and abs(worth) > 200:
            worth += _driven(board, worth > 0)
        return (worth if board.turn else -worth) + TEMPO


def _tables(value: object, chance: Chance | None) -> Tables:
    assert callable(value)

    def table(colour: bool, kind: int) -> tuple[int, ...]:
        values = []
        for square in chess.SQUARES:
            rank, file = square // 8, square % 8
            worth = value(kind, rank if colour else 7 - rank, min(file, 7 - file))
            if chance is not None and kind != chess.KING:
                worth += chance.between(-4, 4)
            values.append(worth if colour else -worth)
        return tuple(values)

    return tuple(
        tuple(table(colour, kind) for kind in range(7))
        for colour in (chess.BLACK, chess.WHITE)
    )


def _mid(kind: int, rank: int, inward: int) -> int:
    """Return a piece's value; ``inward`` are the files from the edge, 0 to 3."""
    centre = inward + min(rank, 7 - rank)
    match kind:
        case chess.PAWN:
            pushed = 8 * inward - 12 if rank > 1 and inward > 1 else 0
            return MID[kind] + _MID_RANKS[rank] + pushed * (rank in (2, 3, 4))
        case chess.KNIGHT:
            return MID[kind] + 10 * centre - 35
        case chess.BISHOP:
            return MID[kind] + 5 * centre - (18 if rank else 26)
        case chess.ROOK:
            return MID[kind] + 4 * inward + (18 if rank == 6 else -6)
        case chess.QUEEN:
            return MID[kind] + 2 * centre - 6
        case chess.KING:
            return -18 * min(rank, 5) + (20, 26, 4, -8)[inward] * (rank < 2)
    return 0


def _end(kind: int, rank: int, inward: int) -> int:
    centre = inward + min(rank, 7 - rank)
    match kind:
        case chess.PAWN:
            return END[kind] + _END_RANKS[rank]
        case chess.KNIGHT | chess.BISHOP | chess.QUEEN:
            return END[kind] + 5 * centre - 15
        case chess.ROOK:
            return END[kind]
        case chess.KING:
            return 12 * centre - 36
    return 0


def _pawns(board: chess.Board) -> tuple[int, int]:
    """Return what pawns, and kings behind pawns, are worth for White."""
    mid = end = 0
    for colour in (chess.WHITE, chess.BLACK):
        own = board.pawns & board.occupied_co[colour]
        others = board.pawns & ~own
        sign = 1 if colour else -1
        for square in chess.scan_forward(own):
            file, rank = square % 8, square // 8
            lane = chess.BB_FILES[file]
            sides = _sides(file)
            ahead = _ahead(colour, rank)
            if own & lane & ahead:
                mid, end = mid - sign * _DOUBLED, end - sign * _DOUBLED
            if not own & sides:
                mid, end = mid - sign * _ISOLATED, end - sign * _ISOLATED
            if not others & (lane | sides) & ahead:
                value = _PASSED[rank if colour else 7 - rank]
                mid, end = mid + sign * value // 2, end + sign * value
        king = board.king(colour)
        if king is not None and (king // 8 in ((0, 1) if colour else (6, 7))):
            mid += sign * _SHIELD * (own & chess.BB_KING_ATTACKS[king]).bit_count()
    return mid, end


def _sides(file: int) -> int:
    """Return the files beside this one."""
    left = chess.BB_FILES[file - 1] if file else 0
    return left | (chess.BB_FILES[file + 1] if file < 7 else 0)


def _ahead(colour: bool, rank: int) -> int:
    """Return the squares of all ranks before this one, as ``colour`` sees it."""
    if colour:
        return chess.BB_ALL & ~((1 << 8 * (rank + 1)) - 1)
    return (1 << 8 * rank) - 1


def _driven(board: chess.Board, white: bool) -> int:
    """Return, for White, how far the losing king is driven to the edge."""
    king, driven = board.king(white), board.king(not white)
    if king is None or driven is None or board.pawns & board.occupied_co[not white]:
        return 0
    file, rank = driven % 8, driven // 8
    edge = 6 - min(file, 7 - file) - min(rank, 7 - rank)
    near = 7 - chess.square_distance(king, driven)
    return (10 * edge + 8 * near) * (1 if white else -1)
