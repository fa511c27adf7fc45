"""Edits one line: keys go in, and the text comes out.

Nothing here touches a terminal, so that a line half typed can be put aside, when
others have something to say, and taken up again.
"""

from __future__ import annotations

import re

from rich.cells import cell_len

#: One key: what an arrow or the like sends, or a character.
_KEY = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|[^\[O])|[^\x1b]", re.DOTALL)
_ENTER = "\r\n"
_END_OF_INPUT = "\x04"
_LEFT = {"\x1b[D", "\x1bOD", "\x02"}
_RIGHT = {"\x1b[C", "\x1bOC", "\x06"}
_HOME = {"\x1b[H", "\x1bOH", "\x1b[1~", "\x01"}
_END = {"\x1b[F", "\x1bOF", "\x1b[4~", "\x05"}
_UP = {"\x1b[A", "\x1bOA", "\x10"}
_DOWN = {"\x1b[B", "\x1bOB", "\x0e"}
_BACKSPACE = {"\x7f", "\b"}
_DELETE = {"\x1b[3~"}
_WORD_BACK = "\x17"
_LINE_BACK = "\x15"
_LINE_ON = "\x0b"
#: Characters of a line; more are dropped.
_LONGEST = 1000


class Line:
    """The line being typed, the keys that wait to be looked at, and lines past."""

    def __init__(self) -> None:
        self.text = ""
        self._cursor = 0
        self._keys = ""
        self._past: list[str] = []
        self._back = 0

    def clear(self) -> None:
        """Forget the line and the keys, but not the lines past."""
        self.text, self._cursor, self._keys, self._back = "", 0, "", 0

    def press(self, keys: str) -> None:
        """Add keys; an unfinished one waits for its rest."""
        self._keys += keys

    def finished(self) -> str | None:
        """Look at the keys up to the next Enter; return the line that it ends.

        Raises:
          EOFError: The end of input was typed on an empty line.
        """
        while (found := _KEY.match(self._keys)) is not None:
            self._keys = self._keys[found.end() :]
            if found[0] in _ENTER:
                return self._end()
            self._edit(found[0])
        return None

    def drawn(self, prompt: str, width: int) -> str:
        """Return what draws the line over the one before, the cursor in its place.

        Of what is too long for ``width`` cells, the part around the cursor.
        """
        first = 0
        while cell_len(prompt + self.text[first : self._cursor]) >= width:
            first += 1
        last = len(self.text)
        while last > self._cursor and cell_len(prompt + self.text[first:last]) >= width:
            last -= 1
        behind = cell_len(self.text[self._cursor : last])
        back = f"\x1b[{behind}D" if behind else ""
        return f"\r\x1b[K{prompt}{self.text[first:last]}{back}"

    def _end(self) -> str:
        line = self.text
        if line.strip() and self._past[-1:] != [line]:
            self._past.append(line)
        self.text, self._cursor, self._back = "", 0, 0
        return line

    def _edit(self, key: str) -> None:
        before, behind = self.text[: self._cursor], self.text[self._cursor :]
        if key == _END_OF_INPUT and not self.text:
            raise EOFError
        if key in _BACKSPACE:
            before = before[:-1]
        elif key in _DELETE or key == _END_OF_INPUT:
            behind = behind[1:]
        elif key == _WORD_BACK:
            before = before.rstrip().rpartition(" ")[0] + " " * (" " in before.strip())
        elif key == _LINE_BACK:
            before = ""
        elif key == _LINE_ON:
            behind = ""
        elif key.isprintable() and len(self.text) < _LONGEST:
            before += key
        else:
            self._go(key)
            return
        self.text, self._cursor = before + behind, len(before)

    def _go(self, key: str) -> None:
        if key in _LEFT:
            self._cursor = max(0, self._cursor - 1)
        elif key in _RIGHT:
            self._cursor = min(len(self.text), self._cursor + 1)
        elif key in _HOME:
            self._cursor = 0
        elif key in _END:
            self._cursor = len(self.text)
        elif key in _UP | _DOWN:
            back = self._back + (1 if key in _UP else -1)
            self._back = max(0, min(len(self._past), back))
            self.text = self._past[-self._back] if self._back else ""
            self._cursor = len(self.text)
