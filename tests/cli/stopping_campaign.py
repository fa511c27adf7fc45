"""Ends programs at random moments, and looks at what they leave on a terminal.

    python -m tests.cli.stopping_campaign RUNS [SEED]

Each run is a command, on a terminal that draws or one that does not, ended after a
time by Ctrl-C or SIGTERM.  What is wrong is printed with the run; exit status 1.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from p2pgame.transport.finding.invite import Invite
from tests.forked import ROOT

from .window_terminal import NewTerminal, WindowTerminal

ARCHIVE = str(ROOT / "tests" / "archive")
LINK = Invite(b"T" * 32, b"S" * 16, ("127.0.0.1:1999",))
SHORT = ("--pace", "0")
#: What is run, and for how many seconds at most.
COMMANDS: Sequence[tuple[tuple[str, ...], float]] = (
    (("play", "tictactoe", *SHORT), 4),
    (("play", "holdem", "--players", "3", *SHORT), 6),
    (("host", "kuhn", "--listen", "127.0.0.1:0", "--no-lan"), 3),
    (("join", LINK.encode()), 3),
    (("watch", LINK.watch.encode()), 3),
    (("resume",), 4),
    (("next",), 3),
    (("next", "--wait"), 3),
    (("show", f"{ARCHIVE}/kuhn-1-masked.p2pgame"), 2),
    (("verify", ARCHIVE), 6),
    (("arena", "kuhn", "Random", "Random", "--games", "100000"), 4),
    (("doctor",), 4),
    ((), 1.5),
)
#: What the interpreter itself takes to start, in which it shows a signal as an error.
STARTS = 0.2
#: How a program's last line begins that was ended, or how it ends.
ENDED = (
    *("Stopped", "You have left", "You look on no more", "Nobody looks for"),
    *("No table waits", "You have no table"),
)
NEVER = ("Traceback", "Aborted", "Exception ignored", "KeyboardInterrupt", "Error in")


def problems(terminal: WindowTerminal, status: int, *, ended: bool = True) -> list[str]:
    """Return what is wrong with how a program has ended at a terminal.

    ``ended``: a signal came before it was done.
    """
    raw = terminal.raw.decode(errors="replace")
    wrong = [f"{text!r} is shown" for text in NEVER if text in raw]
    if ended and status != 130:
        wrong.append(f"status {status}")
    if not terminal.echoes:
        wrong.append("the terminal does not echo")
    if raw.count("\x1b[?1049h") != raw.count("\x1b[?1049l"):
        wrong.append("the window is not closed")
    plain = terminal.text.rstrip()
    if terminal.cursor:
        wrong.append("the last line is not ended")
    if ended and status == 130 and not any(text in plain for text in ENDED):
        wrong.append("nothing says so")
    return wrong


def left_table(home: Path) -> None:
    """Leave a table in this home, to go on at."""
    terminal = WindowTerminal(home, "play", "tictactoe", "--name", "Ann", TERM="dumb")
    terminal.wait_for("Your move")
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_end()
    terminal.close()


def once(chance: random.Random) -> list[str]:
    """Run and end one program; return what is wrong."""
    arguments, most = chance.choice(COMMANDS)
    after = STARTS + chance.random() ** 2 * most
    number = chance.choice((signal.SIGINT, signal.SIGTERM))
    twice, dumb = chance.random() < 0.2, chance.random() < 0.4
    with tempfile.TemporaryDirectory() as folder:
        if arguments[:1] in (("resume",), ("next",)):
            left_table(Path(folder))
        env = {"TERM": "dumb"} if dumb else {}
        terminal = NewTerminal(Path(folder), *arguments, size=(100, 30), **env)
        try:
            terminal.run_for(after)
            ended = terminal.process.poll() is None
            for _ in range(1 + twice):
                if ended:
                    os.kill(terminal.process.pid, number)
                    time.sleep(0.01 if twice else 0)
            status = terminal.wait_end()
            done = status in (0, 1)  # it was just saying what it had found
            wrong = problems(terminal, status, ended=ended and not done)
        finally:
            terminal.close()
    if not wrong:
        return []
    how = f"{' '.join(arguments) or 'the menu'}: {number.name} after {after:.3f} s"
    how += f"{', twice' if twice else ''}{', dumb' if dumb else ''}"
    return [f"{how}: {'; '.join(wrong)}\n{terminal.text.rstrip()}"]


def main() -> None:
    runs = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    wrong = 0
    for run in range(runs):
        for line in once(random.Random(f"{seed} {run}")):
            wrong += 1
            print(f"{seed} {run}: {line}", flush=True)
    print(f"{runs} programs ended, {wrong} of them badly.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
