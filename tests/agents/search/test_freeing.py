"""A search's tree is freed in small steps, between which other threads may run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from p2pgame.agents.search import simulation
from p2pgame.agents.search.ismcts import search, up_to
from p2pgame.agents.search.knowledge import Knowledge
from p2pgame.agents.search.lots import Lots
from p2pgame.agents.search.simulation import Simulator
from p2pgame.agents.search.tree import Node
from p2pgame.games.registry import GAMES
from tests.agents.search.test_search import moved, problem

#: Nodes that one line may free.
FEW = 20
EMPTY_BOARD = problem(
    "tictactoe", 2, moved("tictactoe", ()), Knowledge(GAMES["tictactoe"], 2, 0)
)


class Counted:
    """Counts nodes, and the most of them that were freed by one line of ours."""

    def __init__(self) -> None:
        self.made = self.freed = self.most = self._since = 0

    def node(self) -> type[Node]:
        """Return the class of nodes that are counted."""
        counted = self

        class CountedNode(Node):
            __slots__ = ()

            def __init__(self) -> None:
                super().__init__()
                counted.made += 1

            def __del__(self) -> None:
                counted.freed += 1
                counted._since += 1

        return CountedNode

    def line(self) -> None:
        self.most, self._since = max(self.most, self._since), 0


@contextmanager
def each_line(told: Callable[[], None]) -> Iterator[None]:
    """Tell of each line of Python that is run meanwhile, before and after it."""

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_name == "__del__":
            return None
        told()
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counted = Counted()
    monkeypatch.setattr(simulation, "Node", counted.node())
    monkeypatch.setattr(Simulator, "look_ahead", lambda one: None)
    return counted


def test_no_line_frees_more_than_a_few_nodes_of_a_tree(counted: Counted) -> None:
    """All were freed at once, and no other thread ran for 71 ms."""
    with each_line(counted.line):
        found = search(EMPTY_BOARD, "seed", up_to(300))
    counted.line()
    assert found.simulations == found.table.visits == 300
    assert counted.freed == counted.made > 5 * FEW
    assert counted.most <= FEW


def test_nor_of_one_in_which_something_is_hidden(counted: Counted) -> None:
    simulator = Simulator(EMPTY_BOARD, Lots("seed"))
    for first in range(FEW):
        for second in range(FEW):
            simulator.root.child(first).child(second)
    with each_line(counted.line):
        simulator.take_apart()
    assert counted.made - counted.freed == 1  # the root
    assert counted.most <= FEW


def test_a_search_that_fails_leaves_no_tree_in_its_error(counted: Counted) -> None:
    """Else it would be freed where the error is caught: by the loop."""

    def fails(done: int) -> bool:
        if done == 300:
            raise ValueError
        return True

    with pytest.raises(ValueError) as raised:
        search(EMPTY_BOARD, "seed", fails)
    assert raised.traceback  # which holds the search's variables
    assert counted.made > 5 * FEW
    assert counted.made - counted.freed == 1  # the root
