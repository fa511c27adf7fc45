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

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.history import InMemoryHistory

from .scene import Scene
from .window_keys import Hearer, Words
from .window_panes import application

#: Characters of a line; more are dropped.
_LONGEST = 1000
#: Seconds to wait for the thread when the window is closed.
_CLOSES_WITHIN = 5.0


class GameWindow:
    """Draws a scene, and reads lines; all methods may be called from trio's thread."""

    def __init__(self, scene: Scene, hearer: Hearer) -> None:
        self._scene, self._hearer = scene, hearer
        self._words: Callable[[], Sequence[str]] = tuple
        self._buffer = Buffer(
            history=InMemoryHistory(),
            completer=Words(lambda: self._words()),
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
        # Asking where the cursor is makes a terminal that can't say so show a warning.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
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
        self._call(partial(self._redraw, clear=True))

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
        running = self._application
        if running is not None and running.is_running:
            running.exit()

    # What follows runs in the window's thread.

    def _redraw(self, *, clear: bool = False) -> None:
        running = self._application
        if running is None or not running.is_running:
            return
        if clear and running.full_screen:
            running.renderer.clear()
        running.invalidate()

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
            self._application = application(
                self._scene, self._buffer, self._hearer, whole=whole
            )
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

    def _accept(self, buffer: Buffer) -> bool:
        self._scene.leave_log()
        self._hearer.typed(buffer.text)
        return False

    def _limit(self, buffer: Buffer) -> None:
        if len(buffer.text) > _LONGEST:
            buffer.text = buffer.text[:_LONGEST]
        if buffer.text:
            self._scene.leave_log()
            self._hearer.pressed()
