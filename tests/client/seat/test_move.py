"""A move goes to the rules by few calls, each of which does something."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from trio.testing import MockClock

from p2pgame.engine import Reason
from p2pgame.session.game.board import Board
from tests.client.planners import table


def callers() -> Iterator[str]:
    """Yield what has called the caller of this, as far as it is ours; the last first.

    What runs a piece of work in a thread is not counted.
    """
    frame = sys._getframe(2)
    while frame.f_back is not None:
        name, code = frame.f_globals["__name__"], frame.f_code
        if name.startswith("p2pgame."):
            yield code.co_qualname
        frame = frame.f_back


async def test_a_move_is_checked_five_calls_after_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    paths = list[list[str]]()
    why_not = Board.why_not

    def watched(board: Board, player: int, move: str) -> Reason | None:
        paths.append([*callers()][::-1])
        return why_not(board, player, move)

    monkeypatch.setattr(Board, "why_not", watched)
    async with table(tmp_path, "tictactoe") as game:
        await game.ann.open_turn()
        await game.ann.seat.move("5")
    ((first, *path),) = paths
    assert first == "Seat.move"
    assert path == [
        "PlanCommands.move",
        "Turns.move",
        "Peer.propose",
        "OwnEntries.propose",
        "Play.propose",
    ]
