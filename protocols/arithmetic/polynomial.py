"""Polynomials over the scalars, and what a secret split among players rests on.

Coefficients are written with the constant first, and their number is the
threshold: so many values fix a polynomial, and one fewer say nothing of its
constant, the secret (Shamir).  Player ``j`` stands at the place ``j + 1``, since
the value at 0 is the secret itself.

Whoever knows every coefficient times ``G`` can work out every value times ``G``
and check a value without knowing another (Feldman).  And as a value may be an
element as well as a scalar, a threshold of elements ``p(j+1)*P`` gives ``p(0)*P``
and nobody has to put ``p(0)`` together.

Source: Shamir, "How to Share a Secret" (1979); Feldman, "A Practical Scheme for
Non-interactive Verifiable Secret Sharing" (FOCS '87).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from .group import IDENTITY, Element, G, Scalar, multiply_sum


def evaluate(coefficients: Sequence[Scalar], player: int) -> Scalar:
    """Return the value at ``player``'s place."""
    x, value = _place(player), Scalar(0)
    for coefficient in reversed(coefficients):
        value = x * value + coefficient
    return value


def commit(coefficients: Sequence[Scalar]) -> tuple[Element, ...]:
    """Return ``coefficient * G`` for each coefficient: for all to see.

    Binds to the polynomial, and hides its constant as well as ``G`` hides a
    discrete logarithm.
    """
    return tuple(coefficient * G for coefficient in coefficients)


def evaluate_commitments(commitments: Sequence[Element], player: int) -> Element:
    """Return the value at ``player``'s place, times ``G``.

    Cost: t - 1 multiplications and additions for a threshold of t.
    """
    x, value = _place(player), IDENTITY
    for commitment in reversed(commitments):
        value = commitment if value.is_identity else x * value + commitment
    return value


def weights(players: Collection[int]) -> dict[int, Scalar]:
    """Return what to multiply the values at these places by to sum up to the secret.

    Right for every polynomial with at most as many coefficients as players.

    Raises:
      ValueError: Somebody is named twice.

    Source: Lagrange interpolation at 0.
    """
    if len(set(players)) != len(players):
        raise ValueError("one place holds one value")
    return {player: _weight(player, players) for player in players}


def combine(values: Mapping[int, Element], threshold: int) -> Element:
    """Return the value at 0 of what is ``values[player]`` at the players' places.

    Takes the first ``threshold`` players: if all values are of one polynomial
    with that threshold, any others give the same.

    Raises:
      ValueError: There are not enough of them.

    Cost: 1 multiplication and 1 addition for each player up to the threshold.
    """
    if not 1 <= threshold <= len(values):
        raise ValueError(f"{len(values)} values are no threshold of {threshold}")
    players = sorted(values)[:threshold]
    by_player = weights(players)
    return multiply_sum(
        [by_player[player] for player in players],
        [values[player] for player in players],
    )


def _place(player: int) -> Scalar:
    return Scalar(player + 1)


def _weight(player: int, players: Collection[int]) -> Scalar:
    above, below = Scalar(1), Scalar(1)
    for other in players:
        if other != player:
            above *= _place(other)
            below *= _place(other) - _place(player)
    return above * below.inverse()
