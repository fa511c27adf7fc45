"""What a process can still do once it has taken limits upon itself: nothing here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: Tries each, and prints which succeeded.
ATTEMPTS = """
import ctypes, datetime, mmap, os, signal, socket, sys, threading, time
from p2pgame.game_files.limits import confine

path = sys.argv[1]
held = bytearray(100)
clocks = [time.time, time.monotonic, time.perf_counter]
system = ctypes.CDLL(None, use_errno=True)
room = ctypes.create_string_buffer(16)
confine()

def lent(number):  # the coarse ones need no system call and no count
    if system.clock_gettime(number, room) != 0:
        raise OSError

def attempts():
    yield "read", lambda: open("/etc/hostname")
    yield "read by number", lambda: os.open("/etc/hostname", os.O_RDONLY)
    yield "write", lambda: open(path + " too", "w")
    yield "delete", lambda: os.unlink(path)
    yield "list", lambda: os.listdir("/")
    yield "connect", lambda: socket.socket()
    yield "pair", lambda: socket.socketpair()
    yield "pipe", lambda: os.pipe()
    yield "fork", lambda: os.fork()
    yield "run", lambda: os.execv("/bin/true", ["true"])
    yield "thread", lambda: threading.Thread(target=lambda: None).start()
    yield "signal", lambda: os.kill(os.getppid(), 0)
    yield "limits", lambda: __import__("resource").setrlimit(7, (99, 99))
    yield "memory", lambda: bytearray(2**30)
    for number, clock in enumerate(clocks):
        yield f"Python's clock {number}", clock
    yield "now", lambda: datetime.datetime.now()
    yield "today", lambda: datetime.date.today()
    yield "today's date", lambda: datetime.datetime.today()
    for number in (0, 1, 2, 4, 5, 6, 7):
        yield f"C's clock {number}", lambda: lent(number)
    yield "seconds", lambda: None if system.time(None) != -1 else lent(0)
    yield "chance", lambda: os.urandom(1)
    yield "chance by number", lambda: os.getrandom(1)
    yield "timer", lambda: signal.setitimer(signal.ITIMER_REAL, 1)
    yield "usage", lambda: __import__("resource").getrusage(0)
    yield "number", lambda: os.getpid()
    yield "parent's number", lambda: os.getppid()
    yield "code", lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_EXEC)

for name, attempt in attempts():
    try:
        attempt()
    except (OSError, MemoryError, RuntimeError, ValueError, ImportError):
        continue
    os.write(1, name.encode() + b"\\n")
os.write(1, b"done\\n")
"""


@pytest.mark.attack(55)
@pytest.mark.attack(56)
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's filter is Linux's")
def test_a_process_with_limits_reaches_nothing(tmp_path: Path) -> None:
    (tmp_path / "kept").touch()
    done = subprocess.run(
        [sys.executable, "-c", ATTEMPTS, str(tmp_path / "kept")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.splitlines() == ["done"], done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's filter is Linux's")
def test_limits_on_resources_keep_files_away_where_there_is_no_filter() -> None:
    """As on macOS; a process that could still open something ends itself."""
    program = (
        "import os; from p2pgame.game_files import limits\n"
        "limits._filter_calls = lambda machine, place: None\n"
        "limits.confine()\n"
        "try: os.open('/etc/hostname', os.O_RDONLY)\n"
        "except OSError: os.write(1, b'refused')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=60, check=False
    )
    assert done.stdout == b"refused", done.stderr


def test_without_any_limit_nothing_is_run() -> None:
    program = (
        "import resource; from p2pgame.game_files import limits\n"
        "limits._filter_calls = lambda machine, place: None\n"
        "resource.setrlimit = lambda kind, most: None\n"
        "limits.confine()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=60, check=False
    )
    assert b"NoLimits: this system lets a limited process open files" in done.stderr


def refused(replaced: str) -> bytes:
    """Return what a process says that takes limits where something is replaced."""
    program = f"from p2pgame.game_files import limits\n{replaced}\nlimits.confine()\n"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=60, check=False
    )
    return done.stderr.splitlines()[-1]


@pytest.mark.attack(55)
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's filter is Linux's")
def test_a_kernel_that_sets_no_filter_is_told() -> None:
    said = refused("limits._SET_SECCOMP = 9999")
    assert b"NoLimits: this kernel refuses to limit a process (prctl 9999: Inv" in said


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's filter is Linux's")
def test_a_machine_without_a_filter_is_told_what_it_lacks() -> None:
    said = refused("limits.platform.machine = lambda: 'riscv64'")
    assert (
        b"NoLimits: this machine (riscv64) has no filter here: the numbers of" in said
    )
