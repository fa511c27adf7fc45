"""Spells bytes as a line of text to copy: a scheme, letters, and a checksum.

Every byte string has one spelling.  The letters encode

    lowest (1) | highest (1) | bytes | CRC-32 of all before it (4)

in base32 (RFC 4648) without padding: capitals and digits, which the fragment of a url
takes as they are, and a QR code in its dense mode.  ``lowest`` to ``highest`` are the
versions of the wire that the writer speaks.  They are read before anything else, so
that a program of another version can say which release is needed.
The checksum guards against typing errors, not against forgers.
CRC-32 finds every single wrong character and every two swapped neighbours, where a
truncated hash would only probably.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from zlib import crc32

from p2pgame.transport.unreadable import Unreadable
from p2pgame.transport.wire_version import SPOKEN, Versions, difference

#: White space, and characters that nothing shows: what messengers and terminals put
#: into a line that they break.  A class of a regular expression.
BLANK = (
    "[\\t-\\r \\x85\\xa0\\xad\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f"
    "\\u205f-\\u2064\\u2066-\\u2069\\u3000\\ufeff]"
)

_BLANKS = re.compile(f"{BLANK}+")
_CHECKSUM = 4
_LETTERS = re.compile(r"[A-Z2-7]+")


class Misspelled(Unreadable):
    """This line differs from what was written."""

    key = "invite-unfit"


class OtherVersion(Unreadable):
    """This line is whole, and of versions that this program does not speak."""

    key = "host-of-other-release"


def unbroken(text: str) -> str:
    """Return a line without what breaks it (:data:`BLANK`)."""
    return _BLANKS.sub("", text)


def write(scheme: str, versions: Versions, data: bytes) -> str:
    """Return the line."""
    body = bytes((versions.lowest, versions.highest)) + data
    return scheme + _base32(body + crc32(body).to_bytes(_CHECKSUM))


def read(scheme: str, text: str, *, limit: int) -> tuple[Versions, bytes]:
    """Return what :func:`write` was given: at most ``limit`` bytes.

    Raises:
      Misspelled: It is no such line.
      OtherVersion: This program speaks none of the line's versions.
    """
    letters = text.removeprefix(scheme)
    size = -(-(2 + limit + _CHECKSUM) * 8 // 5)
    if len(letters) > size or not _LETTERS.fullmatch(letters):
        raise Misspelled("characters")
    if len(letters) % 8 in (1, 3, 6):
        raise Misspelled("mistyped")
    data = b32decode(letters + "=" * (-len(letters) % 8))
    body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    # The last letter may carry unused bits; they must be zero: one spelling only.
    is_spelled = _base32(data) == letters
    if crc32(body).to_bytes(_CHECKSUM) != checksum or not is_spelled:
        raise Misspelled("mistyped")
    if len(body) < 2 or not 0 < body[0] <= body[1]:
        raise Misspelled("damaged")
    versions = Versions(body[0], body[1])
    if versions.shared(SPOKEN) is None:
        raise OtherVersion(**difference(versions))
    return versions, body[2:]


def _base32(data: bytes) -> str:
    return b32encode(data).rstrip(b"=").decode()
