"""Tic-tac-toe has the published numbers of its whole tree."""

from __future__ import annotations

from collections import Counter

import pytest

from p2pgame.engine import Choose, Chosen, IllegalMove, Over, Turn, advance, start
from p2pgame.games.tictactoe import LINES, Board, TicTacToe
from tests.english import refusing

GAME = TicTacToe()


def after(*moves: str) -> Board:
    state = start(GAME, 2, GAME.options()).state
    for player, move in enumerate(moves):
        state = advance(GAME, state, Chosen(player % 2, move)).state
    return state


def test_the_whole_tree_has_the_published_size() -> None:
    positions, ends, nodes = set[Board](), Counter[tuple[int, ...]](), Counter[int]()

    def walk(state: Board, depth: int) -> None:
        nodes[depth] += 1
        positions.add(state)
        match GAME.turn(state):
            case Over(payoffs):
                ends[payoffs] += 1
            case Choose(player, moves):
                for move in moves:
                    walk(GAME.apply(state, Chosen(player, str(move))), depth + 1)

    walk(after(), 0)
    assert [nodes[depth] for depth in range(1, 6)] == [9, 72, 504, 3024, 15120]
    assert sum(nodes.values()) == 549_946
    assert len(positions) == 5_478
    assert ends == {(1, -1): 131_184, (-1, 1): 77_904, (0, 0): 46_080}
    assert sum(ends.values()) == 255_168


def test_every_position_and_end_is_openspiels() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    seen = set[Board]()
    waiting = [(after(), pyspiel.load_game("tic_tac_toe").new_initial_state())]
    while waiting:
        ours, theirs = waiting.pop()
        if ours in seen:
            continue
        seen.add(ours)
        match GAME.turn(ours):
            case Over(payoffs):
                assert theirs.is_terminal()
                assert theirs.returns() == [*payoffs]
            case Choose(player, moves):
                assert theirs.current_player() == player
                assert theirs.legal_actions() == [int(str(move)) - 1 for move in moves]
                waiting.extend(
                    (
                        GAME.apply(ours, Chosen(player, str(move))),
                        theirs.child(int(str(move)) - 1),
                    )
                    for move in moves
                )
    assert len(seen) == 5_478


@pytest.mark.parametrize("line", LINES)
def test_three_in_a_row_win(line: str) -> None:
    mask = sum(1 << int(cell) - 1 for cell in line)
    assert GAME.turn(Board(mask, 0)) == Over((1, -1))
    assert GAME.turn(Board(0, mask)) == Over((-1, 1))


def test_players_take_turns_on_free_cells() -> None:
    def turn(*moves: str) -> Turn:
        return GAME.turn(after(*moves))

    assert turn() == Choose(0, tuple("123456789"))
    assert turn("5") == Choose(1, tuple("12346789"))
    assert turn("5", "1") == Choose(0, tuple("2346789"))


def test_a_taken_cell_is_refused() -> None:
    with refusing(IllegalMove, match="'5' is not possible"):
        after("5", "5")


def test_nothing_follows_the_end() -> None:
    with refusing(IllegalMove, match="over"):
        after("1", "4", "2", "5", "3", "6")


def test_the_board_is_shown_with_its_free_cells_numbered() -> None:
    assert GAME.show(after("5", "1"), {}) == "O 2 3\n4 X 6\n7 8 9"
