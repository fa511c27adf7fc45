"""A line that is typed before a question is no answer, and the person hears so."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest
import trio
import trio.testing

from p2pgame.cli.terminal.keyboard import Lines
from p2pgame.cli.terminal.line_display import LineDisplay
from p2pgame.cli.terminal.scene import Scene
from p2pgame.cli.terminal.typed_lines import TypedLines
from p2pgame.cli.terminal.window import GameWindow

EARLY = "What you typed came before this question, so it is no answer to it."


class Channel(Lines):
    """The keyboard of a test."""

    def __init__(self) -> None:
        self.type, self._typed = trio.open_memory_channel[str](math.inf)

    async def next(self) -> str:
        return await self._typed.receive()


class InLines(LineDisplay):
    """A display in lines, at which the test types."""

    def __init__(self) -> None:
        super().__init__()
        self.has_keys, self.said = True, list[str]()
        self._lines = self.keyboard = Channel()

    def line(self, text: str) -> None:
        self.said.append(text)

    def type(self, line: str) -> None:
        self.keyboard.type.send_nowait(line)


class InWindow(TypedLines):
    """The lines of a window, at which the test types."""

    def __init__(self) -> None:
        self.said: list[str] = []
        scene = Scene()
        super().__init__(scene, lambda line: self.said.append(line.text))
        self.window = GameWindow(scene, self)  # which draws nothing before it is opened
        self.begin()

    def type(self, line: str) -> None:
        self.typed(line)


def takes_nothing(line: str) -> bool:
    return False


@pytest.mark.parametrize("kind", [InLines, InWindow])
@pytest.mark.parametrize("again", [False, True])
async def test_a_line_typed_early(
    kind: Callable[[], InLines | InWindow],
    again: bool,
    mock_clock: trio.testing.MockClock,
) -> None:
    display, answers = kind(), list[str]()

    async def ask() -> None:
        answers.append(await display.ask(again=again))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(display.overhear, takes_nothing, words)
        await trio.testing.wait_all_tasks_blocked()
        display.type("resign")
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(ask)
        await trio.testing.wait_all_tasks_blocked()
        if not again:
            assert display.said.count(EARLY) == 1
            display.type("5")
            await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    # What asks again, in the same breath, goes on with the question that stood there.
    assert answers == (["resign"] if again else ["5"])
    assert EARLY not in display.said or not again


def words() -> Sequence[str]:
    return ()
