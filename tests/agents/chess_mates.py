"""Mates in two: by trying everything, and positions in which there are some.

``mates_in_two.txt`` has a position in each line: one is a published problem, the others
were drawn by chance (:func:`drawn`), found by :func:`mates`, and confirmed by
Stockfish, which was told the first move: by itself it overlooks some.
``python -m tests.agents.chess_mates --write`` draws them anew.
"""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine

FILE = Path(__file__).with_name("mates_in_two.txt")
#: Paul Morphy's problem, composed before 1850 and often reprinted.
MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


def positions() -> list[str]:
    """Return the positions of the file, as FENs."""
    return FILE.read_text().splitlines()


def mates(board: chess.Board, moves: int) -> list[chess.Move]:
    """Return each move that forces mate in at most so many, by trying everything."""
    return [move for move in board.legal_moves if _forces(board, move, moves)]


def _forces(board: chess.Board, move: chess.Move, moves: int) -> bool:
    board.push(move)
    try:
        if board.is_checkmate():
            return True
        if moves == 1 or board.is_stalemate():
            return False
        for reply in board.legal_moves:
            board.push(reply)
            mated = any(
                _forces(board, further, moves - 1) for further in board.legal_moves
            )
            board.pop()
            if not mated:
                return False
        return True
    finally:
        board.pop()


def drawn(rng: random.Random) -> Iterator[list[chess.Board]]:
    """Yield positions: pieces laid down at random, and those of games by chance."""
    while True:
        yield from ([_laid(rng)] for _ in range(40))
        played = list(_played(rng))
        yield rng.sample(played, min(10, len(played)))


def _laid(rng: random.Random) -> chess.Board:
    while True:
        board = chess.Board(None)
        ours = rng.sample("QRRBBNNPP", rng.randint(3, 6))
        pieces = ["K", "k", *ours, *rng.choices("rbnppp", k=rng.randint(1, 4))]
        for symbol, square in zip(
            pieces, rng.sample(range(64), len(pieces)), strict=True
        ):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        if board.is_valid() and any(board.legal_moves):
            return board


def _played(rng: random.Random) -> Iterator[chess.Board]:
    """Yield the positions of a game in which the best capture is made, or any move."""
    board = chess.Board()
    while not board.is_game_over() and len(board.move_stack) < 120:
        moves = list(board.legal_moves)
        captures = [move for move in moves if board.is_capture(move)]
        board.push(rng.choice(captures if captures and rng.random() < 0.4 else moves))
        if len(board.move_stack) > 20 and not board.is_game_over():
            yield board.copy(stack=False)


def write(count: int, seed: int) -> None:
    """Write so many positions: half laid down, whose first moves give no check."""
    assert STOCKFISH is not None
    laid: list[str] = []
    played: list[str] = []
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH) as engine:
        for boards in drawn(random.Random(seed)):
            kind = laid if len(boards) == 1 else played
            if len(kind) == count // 2:
                continue
            for board in boards:
                keys = mates(board, 2)
                checks = any(map(board.gives_check, keys))
                if not keys or mates(board, 1) or (checks and kind is laid):
                    continue
                found = engine.analyse(
                    board, chess.engine.Limit(depth=20), root_moves=keys
                )
                assert found["score"].relative == chess.engine.Mate(2), board.fen()
                kind.append(board.fen())
                break
            if len(laid) + len(played) == count // 2 * 2:
                break
    FILE.write_text("\n".join([MORPHY, *laid, *played]) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("python -m tests.agents.chess_mates --write")
    write(24, 1)
