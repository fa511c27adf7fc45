"""Rules are asked in threads, so that slow ones hold up no peer's loop."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

import trio

from p2pgame.engine import Reason, Turn
from p2pgame.games.tictactoe import Board, TicTacToe
from tests.session.peers import Hall, peer


class Heard(TicTacToe):
    """Notes the threads in which these rules are asked, and asked again."""

    def __init__(self) -> None:
        self.asked, self.again = set[int](), set[int]()

    def turn(self, state: Board) -> Turn:
        self.asked.add(threading.get_ident())
        return super().turn(state)

    def why_unfair(
        self, state: Board, player: int, move: str, faces: Mapping[int, str]
    ) -> Reason | None:
        self.asked.add(threading.get_ident())
        return None

    def recheck(self, *, blames: bool) -> None:
        self.again.add(threading.get_ident())


async def test_no_rules_are_asked_in_the_loop_that_answers_the_others(
    tmp_path: Path,
) -> None:
    game = Heard()
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, [peer(game, seat, 2, tmp_path) for seat in range(2)])
        game.asked.clear()  # what was tried before there was a table
        await hall.start()
        hall.join(0, 1)
        await hall.finished()
        nursery.cancel_scope.cancel()
    assert game.again
    assert threading.get_ident() not in game.asked | game.again
