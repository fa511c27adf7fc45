"""Gives the lines that a person types in the window to what has asked for them.

All keys are heard while nobody is asked, too: what is no word for any time is then no
answer to a later question either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import trio

from ..text import aside_words, typed
from .display import HELD_FOR, not_asked, typed_early
from .scene import Line, Picture, Scene
from .window import GameWindow
from .window_panes import PROMPT


class TypedLines:
    """Hears the window, whose thread calls :meth:`typed` and :meth:`pressed`.

    ``log`` writes a line where it stays.
    """

    window: GameWindow

    def __init__(self, scene: Scene, log: Callable[[Line], None]) -> None:
        self._scene, self._log = scene, log
        #: What may be typed as a move now.
        self.moves: Sequence[str] = ()
        self._takes: Callable[[str], bool] | None = None
        self._words: Callable[[], Sequence[str]] = tuple
        self._why_not: Callable[[str], str] = not_asked
        self._reading = trio.Lock()
        self._asked: trio.Event | None = None
        self._answer: str | None = None
        self._held: str | None = None
        self._token: trio.lowlevel.TrioToken | None = None

    def begin(self) -> None:
        """Hear keys from now on."""
        self._token = trio.lowlevel.current_trio_token()
        self.window.complete(lambda: [*self.moves, *self._words()])

    async def ask(self, *, again: bool) -> str:
        """Return the next line that is an answer.

        Raises:
          EOFError: The end of input was typed.
        """
        async with self._reading:
            if not again:
                self.drop()
                self._refuse_held(typed_early)
            self._asked = trio.Event()
            self._answer, self._held = self._held, None
            self._scene.asks = True
            self.window.show()
            try:
                if self._answer is None:
                    await self._asked.wait()
            finally:
                self._asked, self._scene.asks = None, False
                self._scene.question = None
                self.window.show()
            if self._answer is None:
                raise EOFError
            return self._answer

    async def overhear(
        self,
        takes: Callable[[str], bool],
        words: Callable[[], Sequence[str]],
        why_not: Callable[[str], str] = not_asked,
    ) -> None:
        """Give lines to ``takes`` first, and complete to ``words``, too."""
        self._takes, self._words, self._why_not = takes, words, why_not
        try:
            await trio.sleep_forever()
        finally:
            if self._takes is takes:  # and not what hears the next game already
                self._takes, self._words, self._why_not = None, tuple, not_asked

    def drop(self) -> None:
        """Forget what is half typed, unless it may become a word for any time."""
        half = self.window.half_typed
        if not aside_words.begins(half) and not typed.begins(half):
            self.window.clear_typed()

    async def release(self, picture: Picture, seconds: float) -> None:
        """Take away a table that is held, after some time."""
        await trio.sleep(seconds)
        if picture in self._scene.held:
            self._scene.held.remove(picture)
            self.window.show()

    def typed(self, line: str | None) -> None:
        """Hear a line in the window's thread."""
        if self._token is not None:
            self._token.run_sync_soon(self._hear, line)

    def pressed(self) -> None:
        """Hear in the window's thread that what is held has been seen."""
        if self._token is not None and self._scene.held:
            self._token.run_sync_soon(self._see)

    def _see(self) -> None:
        if self._scene.held:
            self._scene.held.popleft()
            self.window.show()

    def _hear(self, line: str | None) -> None:
        """Give a line to what takes it, or to what has asked."""
        if line is None:
            if self._asked is not None:
                self._asked.set()
            return
        if not line.strip() and self._asked is None:
            return
        if line.strip():
            self._log(Line(f"{PROMPT}{line}", "typed"))
            if self._takes is not None and self._takes(line):
                return
        if self._asked is not None:
            self._answer = line
            self._asked.set()
            return
        self._held = line
        trio.lowlevel.spawn_system_task(self._refuse, line)

    async def _refuse(self, line: str) -> None:
        """Refuse a line after a while, unless what asks again takes it."""
        await trio.sleep(HELD_FOR)
        if self._held is line:
            self._refuse_held(self._why_not)

    def _refuse_held(self, why: Callable[[str], str]) -> None:
        """Say why a line that came when nobody was asked answers no later question."""
        line, self._held = self._held, None
        if line is not None:
            self._log(Line(why(line)))
