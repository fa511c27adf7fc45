"""Rules are asked in threads, so that slow ones hold up no peer's loop."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

import pytest
import trio

from p2pgame.engine import IllegalMove, Reason, Turn
from p2pgame.games.tictactoe import Board, TicTacToe
from p2pgame.session.lobby.events import Asked, RulesBroken
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


class Unfair(TicTacToe):
    """Fails where it is asked whether a move is fair."""

    def why_unfair(
        self, state: Board, player: int, move: str, faces: Mapping[int, str]
    ) -> Reason | None:
        raise KeyError("x")


async def test_a_move_at_which_rules_fail_is_told_though_nobody_else_says_anything(
    tmp_path: Path,
) -> None:
    """What is fair one program alone asks, so nothing else comes after it."""
    async with trio.open_nursery() as nursery:
        peers = [peer(Unfair(), seat, 2, tmp_path) for seat in range(2)]
        for one in peers:
            nursery.start_soon(one.start)
        hall = Hall(nursery, peers)
        hall.join(0, 1)
        with trio.fail_after(10):
            async for event in peers[0].events:
                if isinstance(event, Asked):
                    break
            with pytest.raises(IllegalMove):
                await peers[0].propose("1")
            async for event in peers[0].events:
                if isinstance(event, RulesBroken):
                    assert "KeyError" in str(event.error)
                    break
        nursery.cancel_scope.cancel()
