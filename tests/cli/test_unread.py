"""A terminal that takes nothing, or a pipe that nobody reads, stops no game."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("pipes have another size", allow_module_level=True)

import fcntl

from p2pgame.cli.terminal import output
from p2pgame.cli.terminal.output import Output
from tests.children import lines_from
from tests.cli.processes import Guests, line_with

#: The least that a pipe holds.
SMALL = 4096


class Pipe:
    """Standard output as a pipe that is read when the test says so."""

    def __init__(self) -> None:
        self.reads, writes = os.pipe()
        fcntl.fcntl(writes, fcntl.F_SETPIPE_SZ, SMALL)
        self.stream = io.TextIOWrapper(io.BufferedWriter(io.FileIO(writes, "w")))

    def text(self, length: int) -> str:
        """Read so many bytes."""
        data = b""
        while len(data) < length:
            data += os.read(self.reads, length - len(data))
        return data.decode()


@contextmanager
def a_pipe() -> Iterator[Pipe]:
    """Have standard output be a pipe; a fixture's would be pytest's again by now."""
    made = Pipe()
    with redirect_stdout(made.stream):
        yield made
    made.stream.close()
    os.close(made.reads)


def test_writing_waits_for_no_reader_and_keeps_the_order() -> None:
    lines = [f"line {n}\n" for n in range(5000)]
    told = "".join(lines)
    assert len(told) > 2 * SMALL
    with a_pipe() as pipe:
        written = Output()
        for line in lines:
            written.write(line)  # this would never return if it waited
        assert pipe.text(len(told)) == told
        written.flush()


def test_what_has_no_room_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "MOST_WAITING", 3 * SMALL)
    line = "x" * 99 + "\n"
    with a_pipe() as pipe:
        written = Output()
        for _ in range(1000):
            written.write(line)
        text = pipe.text(12000)
        written.write("the last\n")
        while not text.endswith("the last\n"):
            text += os.read(pipe.reads, 100).decode()
    kept = text.count(line)
    assert 120 <= kept < 1000
    told = re.findall(r"\((\d+) lines? (?:was|were) not written: ", text)
    assert sum(map(int, told)) == 1000 - kept
    assert text.endswith("the last\n")


def test_a_reader_that_is_gone_is_told() -> None:
    with a_pipe() as pipe:
        written = Output()
        written.write("heard\n")
        assert pipe.text(6) == "heard\n"
        os.close(pipe.reads)
        written.write("unheard\n")
        with pytest.raises(BrokenPipeError):
            written.flush()
        pipe.reads, other = os.pipe()
        os.close(other)


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    started = Guests(tmp_path)
    yield started
    started.close()


def test_a_game_goes_on_while_nobody_reads_what_the_host_says(guests: Guests) -> None:
    here = ("--listen", "127.0.0.1:0", "--no-relay", "--no-lan")
    host = guests.start("host", "tictactoe", "--bot", "--name", "Anna", *here)
    (invite,) = re.findall(r"P2PGAME:\S+", line_with("P2PGAME:", host))
    fill(host)
    guest = guests.start("join", invite, "--bot", "--name", "Ben")
    theirs = [*lines_from(guest)]  # to its end, which needs the host to the last turn
    ours = [*lines_from(host)]
    assert any("The game is over" in line for line in theirs)
    assert moves(ours) == moves(theirs) != []
    for program in (host, guest):
        assert program.wait() == 0


def fill(program: subprocess.Popen[str]) -> None:
    """Leave no room in the pipe to which a program writes."""
    with Path(f"/proc/{program.pid}/fd/1").open("wb", 0) as pipe:
        size = fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, SMALL)
        assert pipe.write(b"\n" * size) == size


def moves(lines: list[str]) -> list[str]:
    return [line for line in lines if re.match("(Anna|Ben) writes", line)]


def test_what_was_said_last_is_written_before_a_program_ends(tmp_path: Path) -> None:
    code = (
        "from p2pgame.cli.commands import running\n"
        "from p2pgame.cli.terminal.output import OUTPUT\n"
        "async def main(): [OUTPUT.write(f'line {n}\\n') for n in range(5000)]\n"
        "running.run(main); print('after')"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parent.parent.parent,
        text=True,
    ) as program:
        lines = [*lines_from(program)]
    assert lines == [*(f"line {n}\n" for n in range(5000)), "after\n"]
