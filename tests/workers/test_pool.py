"""Tasks are done on all cores, and no process outlives its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from p2pgame.workers import WorkerLost, cores, done
from tests.children import line_with
from tests.workers import tasks

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("processes", [1, 2])
def test_each_task_has_its_result(processes: int) -> None:
    wanted = {number: number * number for number in range(20)}
    assert dict(done(tasks.square, range(20), processes)) == wanted


def test_one_process_is_this_one_and_two_are_others() -> None:
    assert dict(done(tasks.process, [0], 1)) == {0: os.getpid()}
    others = {where for _, where in done(tasks.process, range(4), 2)}
    assert os.getpid() not in others
    assert cores() >= 1


@pytest.mark.parametrize("processes", [1, 2])
def test_what_a_task_raises_is_raised_here(processes: int) -> None:
    with pytest.raises(KeyError, match="three"):
        list(done(tasks.refuse, range(20), processes))


def test_a_killed_process_is_told() -> None:
    with pytest.raises(WorkerLost):
        list(done(tasks.kill_at_three, range(20), 2))


def test_an_iterator_that_is_closed_ends_what_it_began() -> None:
    results = done(tasks.square, range(10**9), 2)
    assert next(results)
    results.close()


def test_ctrl_c_leaves_no_lock_taken() -> None:
    """If it did, the program would wait for its own thread, and never end."""
    program = Path(__file__).with_name("interrupted.py")
    ended = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


@pytest.mark.parametrize(
    ("program", "by"),
    [
        ("endless.py", signal.SIGKILL),
        ("endless.py", signal.SIGTERM),
        ("endless.py", signal.SIGINT),
        ("slow_start.py", signal.SIGINT),
    ],
)
def test_no_process_outlives_its_parent_or_says_anything(
    program: str, by: signal.Signals
) -> None:
    """Each process holds our pipe, so its end is that of the last of them."""
    parent = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name(program))],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    with parent:
        line_with("begun", parent)
        if by == signal.SIGINT:  # as Ctrl-C sends it: to all
            os.killpg(parent.pid, by)
        else:
            parent.send_signal(by)
        said, _ = parent.communicate(timeout=60)
    assert said.count("KeyboardInterrupt") == (by == signal.SIGINT)
