"""Replaces the code that Linux lends each process, so that no clock is read by it.

The kernel maps a small library into every process (the vDSO), whose functions read the
clocks, and with newer kernels draw chance, without a system call: no filter sees them.
Here each of them becomes one that fails with ``EPERM``, as its system call does.

Source: vdso(7); the kernel's Documentation/ABI/stable/vdso; ELF-64 Object File Format.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterator

#: Asks where the lent library lies.
_AT_LIBRARY = 33
#: ``mov rax, -1; ret``: return -EPERM.
_REFUSING = bytes.fromhex("48c7c0ffffffffc3")
_DYNAMIC_SYMBOLS, _FUNCTION = 11, 2
_READ, _WRITE, _RUN = 1, 2, 4
_PAGE = 4096


def blind() -> bool:
    """Make every function of the lent library fail, on x86-64; return whether all do.

    Nothing changes where the library's pages can't be written.
    """
    system = ctypes.CDLL(None, use_errno=True)
    system.getauxval.restype = ctypes.c_ulong
    base = system.getauxval(ctypes.c_ulong(_AT_LIBRARY))
    if not base:  # it lends nothing
        return True
    table = _sections(base)
    size = ctypes.c_size_t(-(-(table.stop - base) // _PAGE) * _PAGE)  # as a whole
    if system.mprotect(ctypes.c_void_p(base), size, _READ | _WRITE) != 0:
        return False
    for at in _functions(base, table):
        ctypes.memmove(base + at, _REFUSING, len(_REFUSING))
    system.mprotect(ctypes.c_void_p(base), size, _READ | _RUN)
    return True


def _sections(base: int) -> range:
    """Return where the library's sections are described, which is its end."""
    head = ctypes.string_at(base, 64)
    (start,) = struct.unpack_from("<Q", head, 40)
    each, count = struct.unpack_from("<HH", head, 58)
    return range(base + start, base + start + each * count, each)


def _functions(base: int, table: range) -> Iterator[int]:
    """Yield where each function of the library begins, from its first byte."""
    for at in table:
        described = ctypes.string_at(at, table.step)
        kind, start, size = struct.unpack_from("<4xI16xQQ", described)
        if kind != _DYNAMIC_SYMBOLS:
            continue
        symbols = ctypes.string_at(base + start, size)
        for info, value, length in struct.iter_unpack("<4xB3xQQ", symbols):
            if info & 15 == _FUNCTION and length >= len(_REFUSING):
                yield value
