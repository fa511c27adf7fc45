"""Small matrices of floats, as lists of rows."""

from __future__ import annotations

from typing import TypeAlias

Vector: TypeAlias = list[float]
Matrix: TypeAlias = list[list[float]]


def zeros(count: int) -> Matrix:
    return [[0.0] * count for _ in range(count)]


def without(matrix: Matrix, index: int) -> Matrix:
    """Return the matrix without one row and the column of the same index."""
    kept = [n for n in range(len(matrix)) if n != index]
    return [[matrix[i][j] for j in kept] for i in kept]


def times(matrix: Matrix, vector: Vector) -> Vector:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a matrix that has one, by Gauss and Jordan."""
    size = range(len(matrix))
    rows = [[*row, *(float(i == j) for j in size)] for i, row in enumerate(matrix)]
    for column in size:
        pivot = max(range(column, len(rows)), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [value / lead for value in rows[column]]
        for other in size:
            if other != column:
                factor = rows[other][column]
                rows[other] = [
                    value - factor * taken
                    for value, taken in zip(rows[other], rows[column], strict=True)
                ]
    return [row[len(matrix) :] for row in rows]


def reached(matrix: Matrix) -> set[int]:
    """Return the indices that lead from the first over positive entries."""
    found, waiting = {0}, [0]
    while waiting:
        here = waiting.pop()
        onward = {to for to, value in enumerate(matrix[here]) if value > 0} - found
        found |= onward
        waiting += sorted(onward)
    return found
