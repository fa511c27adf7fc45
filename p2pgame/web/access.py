"""Lets front ends in: by codes that count once, and what they are exchanged for.

A browser is opened on a file that its user alone can read, which posts a code.  For it
the browser gets a cookie, without which nothing is served, and a key, which the page
says in its first frame.  Cookies go to every port of this machine; the key does not.
Of each only a hash is kept here.
"""

from __future__ import annotations

import secrets
from collections import deque
from hashlib import blake2b

#: Browsers that are let in at a time; one more ends the first.
BROWSERS_LIMIT = 32
#: Bytes of a secret.
_SIZE = 32


class Access:
    """The secrets of one hub."""

    def __init__(self) -> None:
        self._code = b""
        self._browsers: deque[tuple[bytes, bytes]] = deque(maxlen=BROWSERS_LIMIT)

    def __repr__(self) -> str:
        return f"Access({len(self._browsers)} browsers)"

    def fresh_code(self) -> str:
        """Return a new code; an earlier one counts no more."""
        code = _drawn()
        self._code = _hashed(code)
        return code

    def enter(self, code: str) -> tuple[str, str] | None:
        """Return a cookie and a key for a code that was not used; None: it is none."""
        if not self._code or not secrets.compare_digest(_hashed(code), self._code):
            return None
        self._code = b""
        cookie, key = _drawn(), _drawn()
        self._browsers.append((_hashed(cookie), _hashed(key)))
        return cookie, key

    def is_let_in(self, cookie: str) -> bool:
        """Return whether a browser with this cookie may be served."""
        return self._key_of(cookie) is not None

    def opens(self, cookie: str, key: str) -> bool:
        """Return whether the key belongs to the cookie."""
        wanted = self._key_of(cookie)
        return wanted is not None and secrets.compare_digest(_hashed(key), wanted)

    def _key_of(self, cookie: str) -> bytes | None:
        found = None
        hashed = _hashed(cookie)
        for one, key in self._browsers:
            if secrets.compare_digest(one, hashed):
                found = key
        return found


def _drawn() -> str:
    return secrets.token_urlsafe(_SIZE)


def _hashed(secret: str) -> bytes:
    return blake2b(secret.encode(errors="surrogatepass"), digest_size=_SIZE).digest()
