"""Makes the window out of the library's panes: a scene, and a line to type in."""

from __future__ import annotations

from collections.abc import Sequence

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput

from p2pgame.engine import Row

from . import layout
from .palette import PALETTE, classes
from .scene import Scene
from .window_keys import Hearer, bindings

PROMPT = "> "


def application(
    scene: Scene, buffer: Buffer, hearer: Hearer, *, whole: bool
) -> Application[None]:
    """Return what draws a scene: the ``whole``, or one line until a game begins."""

    def drawn() -> StyleAndTextTuples:
        columns, rows = get_app().output.get_size()[::-1]
        if not whole:
            return _fragments([layout.waiting(scene, columns)])
        return _fragments(layout.rows(scene, columns, max(1, rows - 1)))

    above = Window(
        FormattedTextControl(drawn),
        height=None if whole else 1,
        always_hide_cursor=True,
    )
    prompt = Window(
        BufferControl(buffer, input_processors=[BeforeInput(PROMPT, "class:prompt")]),
        height=1,
        dont_extend_height=True,
    )
    types = Condition(lambda: whole or scene.asks or bool(buffer.text))
    root = FloatContainer(
        HSplit([above, ConditionalContainer(prompt, types)]),
        [Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)],
    )
    return Application(
        Layout(root, prompt),
        key_bindings=bindings(scene, buffer, hearer),
        style=PALETTE,
        full_screen=whole,
        erase_when_done=True,
        enable_page_navigation_bindings=False,
    )


def _fragments(rows: Sequence[Row]) -> StyleAndTextTuples:
    """Return rows as the library's styled text."""
    found: StyleAndTextTuples = []
    for number, row in enumerate(rows):
        if number:
            found.append(("", "\n"))
        found += [(classes(span.style), span.text) for span in row]
    return found
