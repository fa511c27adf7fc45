"""The window of a person at a terminal: prompt_toolkit, in a thread of its own.

That library's loop is asyncio's and ours is trio's.  So the library runs in a thread:
it draws what a :class:`.Scene` contains whenever told to, and hands lines and keys to
trio.  Before a game begins, lines are printed above one that says what goes on; from
then on the game has the whole window, and what was on the terminal before comes back
when it is closed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from string import ascii_lowercase
from typing import TYPE_CHECKING, Protocol

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
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

if TYPE_CHECKING:
    from collections.abc import Iterable

    from prompt_toolkit.completion import CompleteEvent

PROMPT = "> "
#: Characters of a line; more are dropped.
_LONGEST = 1000
#: Seconds to wait for the thread when the window is closed.
_CLOSES_WITHIN = 5.0
#: Rows by which a key moves the log.
_PAGE = 5


class Hearer(Protocol):
    """What is told of keys, in the window's thread."""

    def typed(self, line: str | None) -> None:
        """A line was ended by Enter; None: the end of input was typed."""

    def pressed(self) -> None:
        """A key was pressed: what is held has been seen."""


class GameWindow:
    """Draws a scene, and reads lines; all methods may be called from trio's thread."""

    def __init__(self, scene: Scene, hearer: Hearer) -> None:
        self._scene, self._hearer = scene, hearer
        self._words: Callable[[], Sequence[str]] = tuple
        self._buffer = Buffer(
            history=InMemoryHistory(),
            completer=_Words(lambda: self._words()),
            accept_handler=self._accept,
            multiline=False,
            on_text_changed=self._limit,
        )
        self._lines: list[str] = []
        self._is_whole = self._is_done = False
        self._application: Application[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: asyncio.Event | None = None
        self._ready = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="window", daemon=True)

    def open(self) -> None:
        """Take the terminal; return when keys are heard."""
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        """Give the terminal back as it was found.

        Raises:
          Exception: What has ended the window's thread early.
        """
        self._is_done = True
        self._call(self._leave)
        self._thread.join(_CLOSES_WITHIN)
        if self._failure is not None:
            raise self._failure

    def take_whole(self) -> None:
        """Have the whole window from now on."""
        if not self._is_whole:
            self._is_whole = True
            self._call(self._leave)

    @property
    def is_whole(self) -> bool:
        return self._is_whole

    def print(self, text: str) -> None:
        """Write something above the window, while it is only some lines."""
        self._lines.append(text)
        self._call(lambda: self._news.set() if self._news else None)

    def show(self) -> None:
        """Draw the scene as it is now."""
        self._call(self._redraw)

    def resize(self) -> None:
        """Draw all of the scene anew, for the terminal has another size."""
        self._call(self._clear)

    def clear_typed(self) -> None:
        """Forget what is half typed."""
        self._call(self._buffer.reset)

    @property
    def half_typed(self) -> str:
        return self._buffer.text

    def complete(self, words: Callable[[], Sequence[str]]) -> None:
        """Complete what is typed to these words from now on."""
        self._words = words

    def _call(self, what: Callable[[], object]) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            with suppress(RuntimeError):  # it was closed just now
                loop.call_soon_threadsafe(what)

    def _leave(self) -> None:
        application = self._application
        if application is not None and application.is_running:
            application.exit()

    # What follows runs in the window's thread.

    def _clear(self) -> None:
        application = self._application
        if application is None or not application.is_running:
            return
        if application.full_screen:
            application.renderer.clear()
        application.invalidate()

    def _redraw(self) -> None:
        application = self._application
        if application is not None and application.is_running:
            application.invalidate()

    def _run(self) -> None:
        try:
            asyncio.run(self._main())
        except BaseException as error:
            self._failure = error
            os.kill(os.getpid(), signal.SIGINT)
        finally:
            self._ready.set()

    async def _main(self) -> None:
        self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()
        while not self._is_done:
            whole = self._is_whole
            self._application = self._made(whole=whole)
            printing = None
            if not whole:
                printing = asyncio.ensure_future(self._print_above())
            await self._application.run_async(
                pre_run=self._ready.set, handle_sigint=False
            )
            if printing is not None:
                printing.cancel()
            if self._is_whole is whole:
                break
        self._print_rest()

    async def _print_above(self) -> None:
        assert self._news is not None
        while True:
            await self._news.wait()
            self._news.clear()
            await run_in_terminal(self._print_rest)

    def _print_rest(self) -> None:
        while self._lines:
            print(self._lines.pop(0), flush=True)

    def _made(self, *, whole: bool) -> Application[None]:
        control = FormattedTextControl(self._whole if whole else self._one_line)
        above = Window(control, height=None if whole else 1, always_hide_cursor=True)
        prompt = Window(
            BufferControl(
                self._buffer, input_processors=[BeforeInput(PROMPT, "class:prompt")]
            ),
            height=1,
            dont_extend_height=True,
        )
        typing = ConditionalContainer(prompt, Condition(lambda: whole or self._types))
        root = FloatContainer(
            HSplit([above, typing]),
            [Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)],
        )
        return Application(
            Layout(root, prompt),
            key_bindings=self._keys(),
            style=PALETTE,
            full_screen=whole,
            erase_when_done=True,
            enable_page_navigation_bindings=False,
        )

    @property
    def _types(self) -> bool:
        return self._scene.asks or bool(self._buffer.text)

    def _whole(self) -> StyleAndTextTuples:
        size = self._application.output.get_size() if self._application else None
        if size is None or size.rows < 2:
            return []
        return _fragments(layout.rows(self._scene, size.columns, size.rows - 1))

    def _one_line(self) -> StyleAndTextTuples:
        width = self._application.output.get_size().columns if self._application else 80
        return _fragments([layout.waiting(self._scene, width)])

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        is_held = Condition(lambda: bool(self._scene.held) and not self._buffer.text)

        @keys.add("c-c")
        def interrupt(event: KeyPressEvent) -> None:
            os.kill(os.getpid(), signal.SIGINT)

        @keys.add("c-d", filter=Condition(lambda: not self._buffer.text))
        def end(event: KeyPressEvent) -> None:
            self._hearer.typed(None)

        @keys.add("c-z")
        def suspend(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        @keys.add("enter", filter=is_held)
        @keys.add(" ", filter=is_held)
        @keys.add("escape", filter=is_held)
        def seen(event: KeyPressEvent) -> None:
            self._hearer.pressed()

        for letter in ascii_lowercase:
            keys.add("escape", letter, filter=Condition(partial(self._has, letter)))(
                partial(self._make, letter)
            )

        @keys.add("pageup")
        def back(event: KeyPressEvent) -> None:
            self._scroll(_PAGE)

        @keys.add("pagedown")
        def on(event: KeyPressEvent) -> None:
            self._scroll(-_PAGE)

        return keys

    def _has(self, letter: str) -> bool:
        return letter in self._scene.keys and not self._buffer.text

    def _make(self, letter: str, event: KeyPressEvent) -> None:
        """Make the move of a letter, or begin one that needs a number."""
        move = self._scene.keys.get(letter, "")
        if move.endswith(" "):
            self._buffer.text = move
            self._buffer.cursor_position = len(move)
        elif move:
            self._hearer.typed(move)

    def _scroll(self, rows: int) -> None:
        most = len(self._scene.log)
        self._scene.scrolled = min(max(0, self._scene.scrolled + rows), most)

    def _accept(self, buffer: Buffer) -> bool:
        self._scene.scrolled = 0
        self._hearer.typed(buffer.text)
        return False

    def _limit(self, buffer: Buffer) -> None:
        if len(buffer.text) > _LONGEST:
            buffer.text = buffer.text[:_LONGEST]
        if buffer.text:
            self._hearer.pressed()


class _Words(Completer):
    """Completes a line to what may be typed."""

    def __init__(self, words: Callable[[], Sequence[str]]) -> None:
        self._words = words

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        typed = document.text_before_cursor.lstrip()
        for word in self._words():
            if word.lower().startswith(typed.lower()) and word != typed:
                yield Completion(word, start_position=-len(typed))


def _fragments(rows: Sequence[Row]) -> StyleAndTextTuples:
    """Return rows as the library's styled text."""
    found: StyleAndTextTuples = []
    for number, row in enumerate(rows):
        if number:
            found.append(("", "\n"))
        found += [(classes(span.style), span.text) for span in row]
    return found
