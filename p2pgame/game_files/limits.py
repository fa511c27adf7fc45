"""Takes from this process what rules never need, before any of them are read.

Afterwards it can compute, read its input and write its output.  It has so much memory,
and so many seconds on a processor; it can open no file and no connection, and start no
program.  On Linux (on x86-64 and ARM) the kernel refuses all other system calls,
whatever code runs here, by a filter that cannot be taken off again.  Elsewhere these
are limits on resources alone.

Source: the kernel's Documentation/userspace-api/seccomp_filter.rst; getrlimit(2).
"""

from __future__ import annotations

import ctypes
import platform
import socket
import struct
import sys
from contextlib import suppress

#: Bytes of memory, and seconds on a processor in a process's whole life.
MEMORY, SECONDS = 512 * 1024 * 1024, 600

#: The system calls that stay, with their numbers on x86-64 and on ARM: reading and
#: writing what is open, memory, time, signals to oneself, and the end.
_CALLS = {
    "brk": (12, 214),
    "clock_gettime": (228, 113),
    "close": (3, 57),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "fstat": (5, 80),
    "futex": (202, 98),
    "getpid": (39, 172),
    "getrandom": (318, 278),
    "gettid": (186, 178),
    "lseek": (8, 62),
    "madvise": (28, 233),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "munmap": (11, 215),
    "read": (0, 63),
    "restart_syscall": (219, 128),
    "rseq": (334, 293),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "setitimer": (38, 103),
    "sigaltstack": (131, 132),
    "write": (1, 64),
}
#: Of each machine the number by which the kernel names it, and its place above.
_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _WITH_FILTER = 38, 22, 2
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000 | 1, 0x80000000
#: Instructions of a filter, and where it finds a call's number and the machine's.
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06
_NUMBER, _MACHINE = 0, 4


class NoLimits(RuntimeError):
    """This system has no limits that would keep a program from files and network."""


def confine() -> None:
    """Give up all of that, for good.

    Raises:
      NoLimits: It could still open a file, or a connection.
    """
    try:
        import resource
    except ImportError:  # Windows
        raise NoLimits("this system has no limits for a process") from None
    limits = {
        "RLIMIT_AS": MEMORY,
        "RLIMIT_CPU": SECONDS,
        **dict.fromkeys(("RLIMIT_CORE", "RLIMIT_FSIZE", "RLIMIT_NOFILE"), 0),
        "RLIMIT_NPROC": 0,
    }
    for name, most in limits.items():
        kind = getattr(resource, name, None)
        if kind is not None:
            with suppress(OSError, ValueError):  # a system may have the name alone
                resource.setrlimit(kind, (most, most))
    if sys.platform == "linux" and platform.machine() in _MACHINES:
        _filter_calls(*_MACHINES[platform.machine()])
    _check()


def _filter_calls(machine: int, place: int) -> None:
    """Have the kernel refuse all other system calls, if it has such filters."""
    code = [(_LOAD, 0, 0, _MACHINE), (_EQUAL, 1, 0, machine), (_RETURN, 0, 0, _KILL)]
    code.append((_LOAD, 0, 0, _NUMBER))
    for numbers in _CALLS.values():
        code += [(_EQUAL, 0, 1, numbers[place]), (_RETURN, 0, 0, _ALLOW)]
    code.append((_RETURN, 0, 0, _REFUSE))
    program = b"".join(struct.pack("=HBBI", *one) for one in code)
    kept = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("@HP", len(code), ctypes.addressof(kept))
    system = ctypes.CDLL(None, use_errno=True)
    zeros = (ctypes.c_ulong(0),) * 3
    system.prctl(_NO_NEW_PRIVILEGES, ctypes.c_ulong(1), *zeros)
    system.prctl(_SET_SECCOMP, ctypes.c_ulong(_WITH_FILTER), head, *zeros[:2])


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
