"""Reads and makes the files of relays' admission tokens.

A token is a secret of a relay and its guests: it is in a file that only its owner may
read, never on a command line.  The file is one line of 32 hexadecimal digits.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from pathlib import Path

from p2pgame.log.durable import create_file
from p2pgame.transport.relay.url import TOKEN_SIZE

from .. import system_reason
from ..errors import InvalidRequest

_LINE = re.compile(rb"[0-9a-f]{%d}\n?" % (2 * TOKEN_SIZE))


def made(path: Path) -> bool:
    """Make the file with a fresh token, if there is none; return whether it was made.

    Raises:
      InvalidRequest: It can't be written.
    """
    try:
        create_file(path, secrets.token_hex(TOKEN_SIZE).encode() + b"\n")
    except FileExistsError:
        return False
    except OSError as error:
        why = system_reason.why(error)
        raise InvalidRequest("token-file-unusable", path=str(path), why=why) from None
    return True


def read(path: Path) -> bytes:
    """Return the token in a file.

    Raises:
      InvalidRequest: It is none, or others may read it.
    """
    try:
        if os.name != "nt" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise InvalidRequest("token-file-open", path=str(path))
        with path.open("rb") as file:
            line = file.read(2 * TOKEN_SIZE + 2)
    except OSError as error:
        why = system_reason.why(error)
        raise InvalidRequest("token-file-unusable", path=str(path), why=why) from None
    if not _LINE.fullmatch(line):
        raise InvalidRequest(
            "token-file-damaged", path=str(path), digits=2 * TOKEN_SIZE
        )
    return bytes.fromhex(line.decode())
