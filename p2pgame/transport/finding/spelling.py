"""Spells bytes as a line of text to copy: a scheme, letters, and a checksum.

Every byte string has one spelling.  The letters encode

    version (1) | bytes | CRC-32 of both (4)

in base64url or, for QR codes, base32 (RFC 4648), without padding.  The checksum guards
against typing errors, not against forgers.
CRC-32 finds every single wrong character and every two swapped neighbours, where a
truncated hash would only probably.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode, urlsafe_b64decode, urlsafe_b64encode
from zlib import crc32

VERSION = b"\x02"

_CHECKSUM = 4
_BASE64 = re.compile(r"[A-Za-z0-9_-]+")
_BASE32 = re.compile(r"[A-Z2-7]+")
_MISTYPED = "it is mistyped or cut off."


class Misspelled(ValueError):
    """This line differs from what was written."""


def write64(scheme: str, data: bytes) -> str:
    """Return the line in base64url."""
    return scheme + _base64(_summed(data))


def write32(scheme: str, data: bytes) -> str:
    """Return the line in base32."""
    return scheme + _base32(_summed(data))


def read64(scheme: str, text: str, *, limit: int) -> bytes:
    """Return the bytes of a line from :func:`write64`: at most ``limit``.

    Raises:
      Misspelled: It is no such line.
    """
    size = -(-_around(limit) * 4 // 3)
    letters = _letters(scheme, text, _BASE64, size=size)
    if len(letters) % 4 == 1:
        raise Misspelled(_MISTYPED)
    data = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    return _unsummed(data, is_spelled=_base64(data) == letters)


def read32(scheme: str, text: str, *, limit: int) -> bytes:
    """Return the bytes of a line from :func:`write32`: at most ``limit``.

    Raises:
      Misspelled: It is no such line.
    """
    size = -(-_around(limit) * 8 // 5)
    letters = _letters(scheme, text, _BASE32, size=size)
    if len(letters) % 8 in (1, 3, 6):
        raise Misspelled(_MISTYPED)
    data = b32decode(letters + "=" * (-len(letters) % 8))
    return _unsummed(data, is_spelled=_base32(data) == letters)


def _letters(scheme: str, text: str, allowed: re.Pattern[str], *, size: int) -> str:
    if not text.startswith(scheme):
        raise Misspelled(f"it does not begin with {scheme}")
    letters = text[len(scheme) :]
    if len(letters) > size or not allowed.fullmatch(letters):
        raise Misspelled("it has characters that none has.")
    return letters


def _unsummed(data: bytes, *, is_spelled: bool) -> bytes:
    # The last letter may carry unused bits; they must be zero: one spelling only.
    body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    if not body or crc32(body).to_bytes(_CHECKSUM) != checksum or not is_spelled:
        raise Misspelled(_MISTYPED)
    if body[:1] != VERSION:
        raise Misspelled("it is from another version of p2pgame.")
    return body[1:]


def _summed(data: bytes) -> bytes:
    body = VERSION + data
    return body + crc32(body).to_bytes(_CHECKSUM)


def _around(size: int) -> int:
    return len(VERSION) + size + _CHECKSUM


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _base32(data: bytes) -> str:
    return b32encode(data).rstrip(b"=").decode()
