"""``make chess-check``: every mate in two is found, and random play loses each game.

Mates are compared with trying everything, over positions that are drawn by chance.
Games against random moves are played by each level, with so many positions a move, and
both sides take turns to begin.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

import chess

from p2pgame.agents import registry
from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.agents.players.chess_mates import mate_in_two
from p2pgame.games.chess.chess import Chess, ChessOptions

from .chess_mates import drawn, mates

GAME = Chess()
LEVELS = ("hasty-henry", "steady-stella", "farsighted-fiona")


def mates_missed(seed: int, count: int) -> list[str]:
    """Return the positions of so many with a mate in two in which it is not found.

    Those where a move mates at once are not counted.  A mate that is none is missed.
    """
    found, looked, slowest = 0, 0, 0.0
    missed = list[str]()
    for boards in drawn(random.Random(seed)):
        for board in boards:
            began = time.perf_counter()
            move = mate_in_two(board)
            slowest = max(slowest, time.perf_counter() - began)
            looked += 1
            if not _is_right(board, move):
                missed.append(board.fen())
            found += move is not None and not mates(board, 1)
        if found >= count:
            break
    print(
        f"mates in two: {found} in {looked} positions, {len(missed)} missed; "
        f"the slowest search took {1000 * slowest:.0f} ms"
    )
    return missed


def _is_right(board: chess.Board, move: chess.Move | None) -> bool:
    keys = mates(board, 2)
    return move in keys if keys else move is None


def games(level: str, count: int, positions: int) -> tuple[int, int, int]:
    """Return the games that a level has won, drawn and lost against random moves."""
    results, options = [0, 0, 0], ChessOptions()
    for number in range(count):
        seat = number % 2
        names = ("random", level) if seat else (level, "random")
        bots = [
            Bot(name, registry.find(name).maker(), _seating(number, at))
            for at, name in enumerate(names)
        ]
        match = Match(GAME, 2, options, "none")
        payoffs = match.play(
            bots, lambda: Budget.of(lambda: 0.0, simulations=positions)
        )
        results[1 - payoffs[seat]] += 1
    won, even, lost = results
    return won, even, lost


def _seating(number: int, seat: int) -> Seating:
    draw = random.Random(2 * number + seat).randbytes
    return Seating(GAME, ChessOptions(), 2, seat, draw)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of each level")
    parser.add_argument("--positions", type=int, default=200, help="for each move")
    parser.add_argument("--mates", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    missed = mates_missed(given.seed, given.mates)
    for fen in missed:
        print(f"  {fen}")
    good = not missed
    for level in LEVELS:
        began = time.monotonic()
        won, even, lost = games(level, given.games, given.positions)
        seconds = time.monotonic() - began
        print(
            f"{level} against random: {won} won, {even} drawn, {lost} lost "
            f"({given.positions} positions a move, {seconds:.0f} s)"
        )
        good = good and (level == LEVELS[0] or won == given.games)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
