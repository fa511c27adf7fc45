"""This module lists the moves that a search considers, and names them by their cards.

A slot's number means another card in each world, so a move that names slots is labelled
with the faces its player knows there, as the game's own hint tells them to a person:
``play 17 (Qh)`` is ``play (Qh)`` in every world.

Of an amount a few sizes are considered, more as a decision is visited more often: the
ends, then steps that grow in proportion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from p2pgame.engine import Amount, AnyGame, Offer, State
from p2pgame.engine.game import Game

#: An amount with at most this many numbers is considered whole.
FEW = 10
#: From so many visits on, this many sizes of an amount are considered.
SIZES = ((1000, 9), (100, 5), (0, 3))


def considered(offers: Iterable[Offer], visits: int) -> list[str]:
    """Return the moves to consider at a decision with so many visits."""
    moves = list[str]()
    for offer in offers:
        if isinstance(offer, Amount):
            moves += [f"{offer.verb} {n}" for n in sizes(offer, visits)]
        else:
            moves.append(offer)
    return moves


def sizes(amount: Amount, visits: int) -> list[int]:
    """Return the numbers of an amount that are worth a try, ascending."""
    low, high = amount.low, amount.high
    if high - low < FEW:
        return [*range(low, high + 1)]
    count = next(count for least, count in SIZES if visits >= least)
    first = max(low, 1)
    ratio = high / first
    steps = (first * ratio ** (n / (count - 1)) for n in range(1, count - 1))
    return sorted({low, *(round(step) for step in steps), high})


class Labels:
    """Labels a game's moves."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._hints = type(game).hint is not Game.hint

    def of(
        self, state: State, player: int, moves: Sequence[str], faces: Mapping[int, str]
    ) -> dict[str, str]:
        """Return the moves by label; moves that come to the same share one."""
        if not self._hints or not faces:
            return dict(zip(moves, moves, strict=True))
        labels: dict[str, str] = {}
        for move in moves:
            hint = self._game.hint(state, player, move, faces)
            shown = hint[len(move) :] if hint.startswith(move) else ""
            verb = move.partition(" ")[0]
            labels.setdefault(f"{verb}{shown}" if shown else move, move)
        return labels
