"""What keys do in the window, and how a line is completed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from string import ascii_lowercase
from typing import TYPE_CHECKING, Protocol

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from . import layout
from .scene import Scene

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent

#: The rows of a window in which no page of the log is.
_AROUND = 4


class Hearer(Protocol):
    """What is told of keys, in the window's thread."""

    def typed(self, line: str | None) -> None:
        """Hear a line that Enter has ended; None: the end of input was typed."""

    def pressed(self) -> None:
        """Hear that a key was pressed: what is held has been seen."""


def bindings(scene: Scene, buffer: Buffer, hearer: Hearer) -> KeyBindings:
    """Return what keys do, besides those that edit the line."""
    keys = KeyBindings()
    is_held = Condition(lambda: bool(scene.held or scene.reading) and not buffer.text)

    @keys.add("c-c")
    def interrupt(event: KeyPressEvent) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    @keys.add("c-d", filter=Condition(lambda: not buffer.text))
    def end(event: KeyPressEvent) -> None:
        hearer.typed(None)

    @keys.add("c-z")
    def suspend(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    @keys.add("enter", filter=is_held)
    @keys.add(" ", filter=is_held)
    @keys.add("escape", filter=is_held)
    def seen(event: KeyPressEvent) -> None:
        if scene.reading:
            on(event)
        else:
            hearer.pressed()

    @keys.add("pageup")
    def back(event: KeyPressEvent) -> None:
        size, page = event.app.output.get_size(), _page(event)
        if scene.reading:
            most = layout.log_height(scene, size.columns) - page
            scene.scrolled = max(0, min(scene.scrolled + page, most))
        scene.reading = True

    @keys.add("pagedown")
    def on(event: KeyPressEvent) -> None:
        if scene.scrolled > 0:
            scene.scrolled = max(0, scene.scrolled - _page(event))
        else:
            scene.leave_log()

    for letter in ascii_lowercase:
        is_move = Condition(partial(_is_move, letter, scene, buffer))
        make = partial(_make, letter, scene, buffer, hearer)
        keys.add("escape", letter, filter=is_move)(make)
    return keys


def _page(event: KeyPressEvent) -> int:
    """Return by how many rows a key moves the log."""
    rows: int = event.app.output.get_size().rows
    return max(1, rows - _AROUND)


def _is_move(letter: str, scene: Scene, buffer: Buffer) -> bool:
    return letter in scene.keys and not buffer.text


def _make(
    letter: str, scene: Scene, buffer: Buffer, hearer: Hearer, event: KeyPressEvent
) -> None:
    """Make the move of a letter, or begin one that needs a number."""
    move = scene.keys.get(letter, "")
    if move.endswith(" "):
        buffer.text = move
        buffer.cursor_position = len(move)
    elif move:
        hearer.typed(move)


class Words(Completer):
    """Completes a line to what may be typed."""

    def __init__(self, words: Callable[[], Sequence[str]]) -> None:
        self._words = words

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        typed = document.text_before_cursor.lstrip()
        for word in dict.fromkeys(self._words()):
            if word.lower().startswith(typed.lower()) and word != typed:
                yield Completion(word, start_position=-len(typed))
