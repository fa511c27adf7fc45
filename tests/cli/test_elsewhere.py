"""The program where modules of Unix are missing, as on Windows.

The modules and names that Windows lacks are hidden from our code, and a stand-in for
its locks is there; all else is this system.  What only a Windows can show is listed in
docs/systems.md.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import MODULES

ROOT = Path(__file__).parent.parent.parent
#: Runs at the start of every Python whose path has it.  Libraries are read before.
HIDING = """\
import builtins, os, signal, sys, types
import click, prompt_toolkit, rich.console, trio, trio_websocket, fcntl as _locks
import concurrent.futures.process, getpass, multiprocessing, platformdirs, tempfile

HIDDEN = {"resource", "fcntl", "termios", "pwd", "grp", "tty", "pty"}
OURS = {"p2pgame", "__main__"}
_import = builtins.__import__

def hide(name, globals=None, locals=None, fromlist=(), level=0):
    asking = (globals or {}).get("__name__", "")
    if name in HIDDEN and asking.split(".")[0] in OURS:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _import(name, globals, locals, fromlist, level)

builtins.__import__ = hide
for name in ("geteuid", "getuid", "fchmod", "O_NOFOLLOW", "O_CLOEXEC", "O_DIRECTORY"):
    delattr(os, name)
for name in ("SIGHUP", "pthread_sigmask"):
    delattr(signal, name)

def locking(file, mode, size):
    _locks.lockf(file, mode, size, 0, os.SEEK_CUR)

sys.modules["msvcrt"] = types.ModuleType("msvcrt")
sys.modules["msvcrt"].locking = locking
sys.modules["msvcrt"].LK_LOCK = _locks.LOCK_EX
sys.modules["msvcrt"].LK_NBLCK = _locks.LOCK_EX | _locks.LOCK_NB
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(HIDING)
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(folder), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-P", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "P2PGAME_HOME": str(folder / "home")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_what_is_hidden_is_missed(elsewhere: Path) -> None:
    tried = "import resource"
    done = subprocess.run(
        [sys.executable, "-P", "-c", tried],
        env={**os.environ, "PYTHONPATH": str(elsewhere)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "No module named 'resource'" in done.stderr


def test_every_module_is_imported_where_unix_is_missing(elsewhere: Path) -> None:
    names = [
        ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        for path in MODULES
        if path.stem != "__main__"
    ]
    assert len(names) > 300
    optional = ("coredis", "coincurve", "chess")
    code = f"""
import importlib
for name in {names!r}:
    try:
        importlib.import_module(name)
    except ImportError as error:
        if error.name not in {optional!r}:
            raise
"""
    run(elsewhere, "-c", code)


def test_the_program_says_its_version_and_its_games(elsewhere: Path) -> None:
    assert "version" in run(elsewhere, "-m", "p2pgame", "--version").stdout
    assert "kuhn" in run(elsewhere, "-m", "p2pgame", "games").stdout


def test_a_game_among_programs_is_played_and_verified(elsewhere: Path) -> None:
    done = run(elsewhere, "-m", "p2pgame", "play", "kuhn", "--transcript", "game")
    assert "Verified: " in done.stdout
    assert (elsewhere / "game").read_bytes()
    assert "over" in run(elsewhere, "-m", "p2pgame", "tables").stdout
    assert "Kuhn poker" in run(elsewhere, "-m", "p2pgame", "verify", "game").stdout


def test_two_programs_never_hold_one_lock(elsewhere: Path) -> None:
    """The locks here are those of processes, so another process is asked."""
    code = """
import os, subprocess, sys
from p2pgame.log.file_lock import lock
mine = os.open("lock", os.O_RDWR | os.O_CREAT)
if len(sys.argv) == 1:
    lock(mine)
    assert os.lseek(mine, 0, os.SEEK_CUR) == 0
    theirs = [sys.executable, "-P", sys.orig_argv[2], "again"]
    assert subprocess.run(theirs).returncode == 3
    os.close(mine)
    assert subprocess.run(theirs).returncode == 0
else:
    try:
        lock(mine)
    except BlockingIOError:
        sys.exit(3)
"""
    (elsewhere / "locks.py").write_text(code)
    run(elsewhere, str(elsewhere / "locks.py"))
