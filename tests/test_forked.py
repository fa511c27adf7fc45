"""A fork of our program is one that was started, for all that a test can see."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from p2pgame.workers import Bounds, Confined, Hear, WorkerLost
from tests import forked_workers
from tests.children import line_with
from tests.forked import ROOT, Kept, New, Program, run

if not Program.is_forked:
    pytest.skip("all programs start anew", allow_module_level=True)

PIPES = (subprocess.PIPE, subprocess.PIPE, subprocess.PIPE)


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "P2PGAME_HOME": str(folder), "PYTHONPATH": str(ROOT)}


BLOCKING = """
import os, signal, subprocess
from pathlib import Path
from tests import forked

signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
forked.source()
signal.pthread_sigmask(signal.SIG_SETMASK, ())
streams = (subprocess.PIPE,) * 3
with forked.Program(["games"], cwd=Path(), env=os.environ, streams=streams) as program:
    told = Path(f"/proc/{program.pid}/status").read_text()
    print(told.partition("SigBlk:")[2].split()[0])
"""


def test_it_blocks_no_signal_that_was_blocked_when_the_first_was_ordered(
    tmp_path: Path,
) -> None:
    """As multiprocessing blocks some while it starts a process."""
    told = subprocess.run(
        [sys.executable, "-c", BLOCKING],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert int(told.stdout, 16) == 0


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (("rules", "kuhn"), "en"),
        (("verify", "nothing"), "de"),
        (("dance",), "en"),
        ((), "en"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_it_says_and_returns_the_same(
    arguments: tuple[str, ...], language: str, tmp_path: Path
) -> None:
    env = {**environment(tmp_path), "P2PGAME_LANG": language}
    forked = run(arguments, cwd=tmp_path, env=env)
    started = run(arguments, cwd=tmp_path, env=env, kind=New)
    for name in ("args", "returncode", "stdout", "stderr"):
        assert getattr(forked, name) == getattr(started, name), name


def test_it_is_a_process_with_a_folder_an_environment_and_an_end(
    tmp_path: Path,
) -> None:
    env = environment(tmp_path / "home")
    host = ("host", "kuhn", "--listen", "127.0.0.1:0", "--transcript", "here")
    with Program(host, cwd=tmp_path, env=env, streams=PIPES, leads=True) as program:
        line_with("p2pgame join", program)
        assert os.getpgid(program.pid) == program.pid != os.getpid()
        assert program.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            program.wait(0.01)
        assert [*(tmp_path / "home" / "tables").glob("*/*/ticket")]
        program.kill()
        assert program.wait(30) == program.returncode == -9
    with pytest.raises(ProcessLookupError):
        os.kill(program.pid, 0)
    assert "P2PGAME_HOME" in os.environ
    assert os.environ["P2PGAME_HOME"] != env["P2PGAME_HOME"]


def test_programs_that_it_starts_play_and_end_with_it(tmp_path: Path) -> None:
    before = Kept.spent
    played = run(
        ("play", "kuhn", "--transcript", "game"),
        cwd=tmp_path,
        env=environment(tmp_path / "home"),
    )
    assert played.returncode == 0, played.stderr
    assert "every signature, proof and rule checked" in played.stdout
    assert Kept.spent > before


def test_with_another_path_of_modules_it_starts_anew(tmp_path: Path) -> None:
    """Its games are there, as ``test_plans`` needs them."""
    (tmp_path / "p2pgame").mkdir()
    (tmp_path / "p2pgame" / "__main__.py").write_text("print('another')")
    env = {**environment(tmp_path), "PYTHONPATH": str(tmp_path)}
    assert run((), cwd=tmp_path, env=env).stdout == "another\n"


def test_nothing_else_is_forked(tmp_path: Path) -> None:
    class Other(Program):
        command = (sys.executable, "-P", "-c", "import sys; print(sys.flags.safe_path)")

    with Other((), cwd=tmp_path, env=environment(tmp_path), streams=PIPES) as other:
        assert other.communicate(timeout=60)[0] == "True\n"


def test_a_worker_is_no_child_of_ours_and_ends_as_one() -> None:
    with Confined(Bounds(60, 1 << 31)) as confined:
        pid = confined.do(number, ROOT, print)
        assert pid in forked_workers.ENDS
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
        confined.kill()
        with pytest.raises(WorkerLost):
            confined.do(number, ROOT, print)
        assert pid not in forked_workers.ENDS
        assert confined.do(number, ROOT, print) not in {pid, os.getpid()}
    assert not forked_workers.ENDS


def number(folder: Path, hear: Hear) -> int:
    assert Path.cwd() == folder
    return os.getpid()


def test_a_file_is_verified_alike_by_workers_that_are_forked(tmp_path: Path) -> None:
    env = {**environment(tmp_path), "P2PGAME_LANG": "en"}
    verify = ("verify", str(ROOT / "tests/archive/kuhn-1-masked.p2pgame"))
    forked = run(verify, cwd=tmp_path, env=env)
    assert "every signature, proof and rule checked" in forked.stdout
    started = run(verify, cwd=tmp_path, env=env, kind=New)
    assert (forked.stdout, forked.stderr) == (started.stdout, started.stderr)
