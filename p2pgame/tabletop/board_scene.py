"""Lays out a board of 8 × 8 light and dark squares, from the side of one seat."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine.scene import Cell, Grid, Piece

SQUARES = tuple(f"{file}{rank}" for rank in "87654321" for file in "abcdefgh")


def chequered(
    cells: Mapping[str, Cell],
    seat: int | None,
    infix: str,
    becomes: tuple[Piece, ...] = (),
) -> Grid:
    """Return the board as ``seat`` sees it; spectators see it from player 0's side.

    Squares that are not among ``cells`` are free.
    """
    named = tuple(cells.get(name, Cell(name)) for name in SQUARES)
    return Grid(
        8,
        named[::-1] if seat == 1 else named,
        named=True,
        chequered=True,
        side=1 if seat == 1 else 0,
        infix=infix,
        becomes=becomes,
    )
