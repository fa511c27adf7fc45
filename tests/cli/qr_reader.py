"""Reads QR codes as they are drawn at a terminal: small ones, undamaged ones.

It shares no code with what makes them, and follows ISO/IEC 18004: versions 2 to 5
with the lowest error correction, whose checks it checks and does not use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Code = list[list[bool]]

_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
#: Codewords that check the others, by version; level L has one block up to 5.
_CHECKS = {2: 10, 3: 15, 4: 20, 5: 26}
_MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda r, c: (r + c) % 2,
    lambda r, c: r % 2,
    lambda r, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
)
_FINDER = ("#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######")


def seen(picture: str) -> Code:
    """Return what an eye sees: for each half of a character whether it is dark."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", picture)
    is_white = plain != picture
    code: Code = []
    for line in plain.split("\n"):
        code.append([(glyph in "▀█") is is_white for glyph in line])
        code.append([(glyph in "▄█") is is_white for glyph in line])
    return code


def margins(code: Code) -> tuple[int, int, int, int]:
    """Return how many light modules are above, below, left and right of a code."""
    rows = [r for r, row in enumerate(code) if any(row)]
    columns = [c for c, column in enumerate(zip(*code, strict=True)) if any(column)]
    below, right = len(code) - 1 - rows[-1], len(code[0]) - 1 - columns[-1]
    return rows[0], below, columns[0], right


def read(picture: str) -> str:
    """Return the text of the code in a picture."""
    code = seen(picture)
    above, below, left, right = margins(code)
    code = [row[left : len(row) - right] for row in code[above : len(code) - below]]
    size = len(code)
    version = (size - 17) // 4
    assert all(len(row) == size for row in code)
    _check_patterns(code)
    mask = _MASKS[_format(code)]
    bits = [
        code[r][c] ^ (mask(r, c) == 0)
        for r, c in _path(size)
        if not _is_fixed(r, c, size)
    ]
    words = [_number(bits[at : at + 8]) for at in range(0, len(bits) - 7, 8)]
    _check_words(words, _CHECKS[version])
    return _text(bits[: 8 * (len(words) - _CHECKS[version])])


def _check_patterns(code: Code) -> None:
    size = len(code)
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for r, row in enumerate(_FINDER):
            for c, char in enumerate(row):
                assert code[top + r][left + c] == (char == "#"), "finder"
    for at in range(8, size - 8):
        assert code[6][at] == code[at][6] == (at % 2 == 0), "timing"
    assert code[size - 8][8], "dark module"


def _format(code: Code) -> int:
    """Return the number of the mask; the level must be the lowest."""
    size = len(code)
    down = [(r, 8) for r in range(9) if r != 6]
    across = [(8, c) for c in range(7, -1, -1) if c != 6]
    first = [code[r][c] for r, c in (*down, *across)]
    other = [code[8][size - 1 - at] for at in range(8)]
    other += [code[size - 7 + at][8] for at in range(7)]
    assert first == other, "both formats"
    value = _number(first[::-1]) ^ 0x5412
    rest = value
    for shift in range(4, -1, -1):
        if rest >> (10 + shift) & 1:
            rest ^= 0x537 << shift
    assert rest == 0, "format"
    assert value >> 13 == 1, "level"
    return value >> 10 & 7


def _is_fixed(r: int, c: int, size: int) -> bool:
    corner = (r < 9 and c < 9) or (r < 9 and c >= size - 8) or (r >= size - 8 and c < 9)
    alignment = abs(r - (size - 7)) <= 2 and abs(c - (size - 7)) <= 2
    return corner or alignment or 6 in (r, c)


def _path(size: int) -> Iterator[tuple[int, int]]:
    upward = True
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        rows = range(size)
        for r in reversed(rows) if upward else rows:
            yield r, right
            yield r, right - 1
        upward = not upward


def _number(bits: list[bool]) -> int:
    return int("".join("01"[bit] for bit in bits), 2)


def _check_words(words: list[int], checks: int) -> None:
    """Check that the words are a codeword of the Reed-Solomon code."""
    point = 1
    for _ in range(checks):
        value = 0
        for word in words:
            value = _times(value, point) ^ word
        assert value == 0, "error correction"
        point = _times(point, 2)


def _times(a: int, b: int) -> int:
    product = 0
    while b:
        product ^= a if b & 1 else 0
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product


def _text(bits: list[bool]) -> str:
    """Return the text of one segment, in capitals and digits or in bytes."""
    mode = _number(bits[:4])
    if mode == 4:
        length = _number(bits[4:12])
        bodies = (bits[12 + 8 * at : 20 + 8 * at] for at in range(length))
        return bytes(map(_number, bodies)).decode()
    assert mode == 2, "mode"
    length, at, text = _number(bits[4:13]), 13, ""
    while len(text) < length:
        size = min(2, length - len(text))
        value = _number(bits[at : at + (11 if size == 2 else 6)])
        at += 11
        pair = [value // 45, value % 45] if size == 2 else [value]
        text += "".join(_CHARACTERS[one] for one in pair)
    return text
