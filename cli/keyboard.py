"""The keys at this terminal: heard when a person is asked, and only then.

What is typed while others are at work is not shown, since it would tear the
line that says what goes on; and it is forgotten before the next question, so
that no old line is taken for an answer.
"""

from __future__ import annotations

import io
import sys
from contextlib import suppress

with suppress(ImportError):  # where there is none, lines are typed plainly
    import readline as _readline  # noqa: F401 (with it input() edits lines)


def read_line(prompt: str = "") -> str:
    """Return the next line of standard input.

    Raises:
      EOFError: There are no more.
    """
    if sys.stdin.isatty():
        return input(prompt)
    # Unbuffered: a thread that waits in here must hold no lock when we end.
    print(prompt, end="", flush=True)
    with io.FileIO(sys.stdin.fileno(), closefd=False) as file:
        line = file.readline()
    if not line:
        raise EOFError
    return line.decode(errors="replace")


if sys.platform == "win32":

    class Keyboard:
        """Leaves the console as it is."""

        def listen(self) -> None: ...

        def ignore(self) -> None: ...

        def restore(self) -> None: ...

else:
    import termios

    _LOCAL_MODES = 3

    class Keyboard:
        """The terminal at our standard input, or nothing if that is none."""

        def __init__(self) -> None:
            self._modes = None
            if sys.stdin.isatty():
                self._modes = termios.tcgetattr(sys.stdin)

        def listen(self) -> None:
            """Forget what was typed so far, and show what is typed from now on."""
            if self._modes is not None:
                termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, self._modes)

        def ignore(self) -> None:
            """Show no more of what is typed."""
            if self._modes is not None:
                modes = list(self._modes)
                modes[_LOCAL_MODES] = int(modes[_LOCAL_MODES]) & ~termios.ECHO
                termios.tcsetattr(sys.stdin, termios.TCSANOW, modes)

        def restore(self) -> None:
            """Leave the terminal as it was found."""
            self.listen()
