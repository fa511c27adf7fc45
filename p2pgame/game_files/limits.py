"""Takes from this process what rules never need, before any of them are read.

Afterwards it can compute, read its input and write its output.  It has so much memory,
and so many seconds on a processor; it can open no file and no connection, and start no
program.  On Linux (on x86-64 and ARM64) the kernel refuses all other system calls,
whatever code runs here, by a filter that cannot be taken off again.  Among those are
clocks, timers, chance, the process's number, and memory for new machine code.  On
other systems these are limits on resources alone.

A clock needs no system call where the kernel lends its own code for it: on x86-64 that
code is replaced (:mod:`.lent_code`), on ARM64 only Python's clocks are taken away.

Source: the kernel's Documentation/userspace-api/seccomp_filter.rst; getrlimit(2).
"""

from __future__ import annotations

import ctypes
import datetime
import os
import platform
import random
import socket
import struct
import sys
import time
from contextlib import suppress
from typing import NoReturn

from .lent_code import blind

#: Bytes of memory, and seconds on a processor in a process's whole life.
MEMORY, SECONDS = 512 * 1024 * 1024, 600

#: The system calls that stay, with their numbers on x86-64 and on ARM: reading and
#: writing what is open, memory, signals that come, and the end.
_CALLS = {
    "brk": (12, 214),
    "close": (3, 57),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "fstat": (5, 80),
    "futex": (202, 98),
    "lseek": (8, 62),
    "madvise": (28, 233),
    "mremap": (25, 216),
    "munmap": (11, 215),
    "read": (0, 63),
    "restart_syscall": (219, 128),
    "rseq": (334, 293),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "write": (1, 64),
}
#: Those that stay for memory in which no code can run.
_MAPPING = {"mmap": (9, 222), "mprotect": (10, 226)}
#: Of each machine the number by which the kernel names it, and its place above.
_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _WITH_FILTER = 38, 22, 2
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000 | 1, 0x80000000
#: Instructions of a filter, and where it finds a call's number and the machine's.
_LOAD, _EQUAL, _HAS, _RETURN = 0x20, 0x15, 0x45, 0x06
_NUMBER, _MACHINE, _THIRD = 0, 4, 32
#: What the third argument of a mapping says of memory whose code may run.
_RUNNABLE = 4
#: Forbid the processor's own count of time: that of x86 alone can be.
_SET_COUNT, _NO_COUNT = 26, 2

#: The functions of Python's clocks.
_CLOCKS = (
    *("time", "monotonic", "perf_counter", "process_time", "thread_time"),
    *("clock_gettime", "clock_getres", "get_clock_info", "sleep"),
    *("localtime", "gmtime", "ctime", "asctime", "strftime"),
)
#: What tells processes apart.
_NUMBERS = "getpid", "getppid"


class NoLimits(RuntimeError):
    """This system has no limits that would keep a program from files and network."""


def confine(more: int = 0) -> None:
    """Give up all of that, for good; keep ``more`` MB, and as many calls in depth.

    Raises:
      NoLimits: It could still open a file, or a connection.
    """
    try:
        import resource
    except ImportError:  # Windows
        raise NoLimits("this system has no limits for a process") from None
    sys.setrecursionlimit(sys.getrecursionlimit() + more)
    limits = {
        "RLIMIT_AS": MEMORY + more * 1024 * 1024,
        "RLIMIT_CPU": SECONDS,
        **dict.fromkeys(("RLIMIT_CORE", "RLIMIT_FSIZE", "RLIMIT_NOFILE"), 0),
        "RLIMIT_NPROC": 0,
    }
    for name, most in limits.items():
        kind = getattr(resource, name, None)
        if kind is not None:
            with suppress(OSError, ValueError):  # a system may have the name alone
                resource.setrlimit(kind, (most, most))
    _take_clocks()
    if sys.platform == "linux":
        machine = platform.machine()
        if machine not in _MACHINES:
            lacks = "the numbers of its system calls are known of x86-64 and ARM64"
            raise NoLimits(
                f"this machine ({machine}) has no filter here: {lacks} alone"
            )
        _filter_calls(*_MACHINES[machine])
    _check()


def _take_clocks() -> None:
    """Take Python's clocks away, and begin its chance where all processes begin it.

    Where C's functions only fail, Python would go on with what is no date or number.
    """
    for name in _CLOCKS:
        for known in (name, f"{name}_ns"):
            if hasattr(time, known):
                setattr(time, known, _no_clock)
    for name in _NUMBERS:
        setattr(os, name, _no_number)
    now = dict.fromkeys(("now", "utcnow"), staticmethod(_no_clock))
    vars(datetime)["datetime"] = type("datetime", (datetime.datetime,), now)
    random.seed(0)


def _no_clock(*args: object) -> NoReturn:
    raise PermissionError("a clock")


def _no_number() -> NoReturn:
    raise PermissionError("the number of a process")


def _filter_calls(machine: int, place: int) -> None:
    """Have the kernel refuse all other system calls, and lend no clock.

    Raises:
      NoLimits: It doesn't.
    """
    code = [(_LOAD, 0, 0, _MACHINE), (_EQUAL, 1, 0, machine), (_RETURN, 0, 0, _KILL)]
    code.append((_LOAD, 0, 0, _NUMBER))
    for numbers in _CALLS.values():
        code += [(_EQUAL, 0, 1, numbers[place]), (_RETURN, 0, 0, _ALLOW)]
    for numbers in _MAPPING.values():
        code += [(_EQUAL, 0, 4, numbers[place]), (_LOAD, 0, 0, _THIRD)]
        code += [(_HAS, 1, 0, _RUNNABLE), (_RETURN, 0, 0, _ALLOW)]
        code.append((_RETURN, 0, 0, _REFUSE))
    code.append((_RETURN, 0, 0, _REFUSE))
    program = b"".join(struct.pack("=HBBI", *one) for one in code)
    kept = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("@HP", len(code), ctypes.addressof(kept))
    if place == 0 and blind():  # else our own clocks would crash by it
        _control(_SET_COUNT, ctypes.c_ulong(_NO_COUNT))
    _control(_NO_NEW_PRIVILEGES, ctypes.c_ulong(1))
    _control(_SET_SECCOMP, ctypes.c_ulong(_WITH_FILTER), head)


def _control(option: int, *given: object) -> None:
    """Set something of this process.

    Raises:
      NoLimits: The kernel refuses.
    """
    system = ctypes.CDLL(None, use_errno=True)
    zeros = (ctypes.c_ulong(0),) * (4 - len(given))
    if system.prctl(option, *given, *zeros) != 0:
        why = os.strerror(ctypes.get_errno())
        raise NoLimits(
            f"this kernel refuses to limit a process (prctl {option}: {why})"
        )


def _check() -> None:
    """Try what must fail now.

    Raises:
      NoLimits: It does not.
    """
    for attempt in (lambda: open(__file__, "rb"), socket.socket):  # noqa: SIM115
        try:
            attempt().close()
        except OSError:
            continue
        raise NoLimits("this system lets a limited process open files or connections")
