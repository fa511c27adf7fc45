"""A short run of each command by which people reach a row of docs/features.md.

Each does what the command is for, offline and in a folder of its own; what it prints
shows that it was done.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2pgame.client.game_names import shown_name
from p2pgame.client.profile import contacts
from p2pgame.games.registry import GAMES
from tests import forked
from tests.archiving import ARCHIVE
from tests.children import line_with
from tests.forked import ROOT, Program
from tests.web.hub_process import hub_in, requested


class Walker:
    """Runs commands in a folder, with a home in it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home = folder, folder / "home"
        places = {"P2PGAME_HOME": str(self.home), "PYTHONPATH": str(ROOT)}
        self._env = {**os.environ, **places, "P2PGAME_LANG": "en", "P2PGAME_RELAY": ""}

    def run(self, *arguments: str, said: str = "") -> str:
        """Run a command to its end, and return what it prints."""
        done = forked.run(arguments, cwd=self.folder, env=self._env, said=said)
        assert done.returncode == 0, f"p2pgame {' '.join(arguments)}: {done.stderr}"
        return done.stdout

    @contextmanager
    def running(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """Have a command run meanwhile."""
        streams = (subprocess.DEVNULL, subprocess.PIPE, subprocess.STDOUT)
        with Program(
            arguments, cwd=self.folder, env=self._env, streams=streams
        ) as program:
            try:
                yield program
            finally:
                program.kill()


def arena(walker: Walker) -> None:
    table = walker.run("arena", "kuhn", "random", "careful-clara", "--games", "4")
    assert "Careful Clara" in table


def bots(walker: Walker) -> None:
    assert "Perfect Pia" in walker.run("bots", "tictactoe")


def known(walker: Walker) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("P2PGAME_HOME", str(walker.home))
        contacts.keep(bytes(32), "Cleo", when=1_700_000_000)
    assert "Cleo" in walker.run("contacts")


def games(walker: Walker) -> None:
    listed = walker.run("games").splitlines()
    assert all(any(shown_name(name) in line for line in listed) for name in GAMES)


def newgame(walker: Walker) -> None:
    """The file that is written is a game that can be played."""
    file = walker.folder / "pairs.py"
    file.write_text(walker.run("newgame", "pairs"), "utf-8")
    assert "pairs" in walker.run("playthrough", "./pairs.py")


def perft(walker: Walker) -> None:
    assert "2 72" in walker.run("perft", "tictactoe", "--depth", "2")


def pipe(walker: Walker) -> None:
    told = walker.run("pipe", said='{"command": "list-games"}\n').splitlines()
    assert [json.loads(line)["event"] for line in told] == ["games", "finished"]


def play(walker: Walker) -> None:
    assert "Verified: " in walker.run("play", "tictactoe")


def playthrough(walker: Walker) -> None:
    assert walker.run("playthrough", "kuhn").startswith("game: kuhn")


def relay(walker: Walker) -> None:
    with walker.running("relay", "--listen", "127.0.0.1:0") as program:
        at = line_with("This relay is at ws://", program).split("ws:")[1].strip("\n.")
        status, _, _ = requested(f"http:{at}", "GET", "/health", headers={})
    assert status == 200


def resume(walker: Walker) -> None:
    """A host that was killed is at its table again, with the invite that it had."""
    invites = []
    opened = ("host", "kuhn", "--bot", "--no-relay", "--listen", "127.0.0.1:0")
    for command in (opened, ("resume",)):
        with walker.running(*command) as program:
            invites.append(line_with("p2pgame join", program).split()[-1])
    assert invites[0] == invites[1]


def rules(walker: Walker) -> None:
    assert "Match a bet." in walker.run("rules", "kuhn")


def show(walker: Walker) -> None:
    assert "shuffled by 2 players" in walker.run("show", transcript(walker))


def verify(walker: Walker) -> None:
    told = walker.run("verify", transcript(walker))
    assert "every signature, proof and rule checked" in told


def web(walker: Walker) -> None:
    with hub_in(walker.folder) as hub:
        assert hub.enter().cookie


def transcript(walker: Walker) -> str:
    """Return the name of a finished game's file in the folder."""
    shutil.copy(ARCHIVE / "kuhn-1-masked.p2pgame", walker.folder / "game.p2pgame")
    return "game.p2pgame"


#: What each command does in its run.
WALKS: dict[str, Callable[[Walker], None]] = {
    **{"arena": arena, "bots": bots, "contacts": known, "games": games},
    **{"newgame": newgame, "perft": perft, "pipe": pipe, "play": play},
    **{"playthrough": playthrough, "relay": relay, "resume": resume},
    **{"rules": rules, "show": show, "verify": verify, "web": web},
}
