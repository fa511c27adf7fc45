"""Files that a page has given to the hub, which it names ``upload:…``.

They lie in a folder of their own, for the player alone, and go with the hub.  A file of
this machine that the hub shows is lent under such a name, too.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path

import trio

from p2pgame.client.errors import InvalidRequest
from p2pgame.log.archive import ARCHIVE_LIMIT
from p2pgame.log.durable import PRIVATE, SAFE

PREFIX = "upload:"
#: Files that are kept; one more takes the place of the first.
FILES_LIMIT = 16
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFE


class Uploads:
    """The files of one hub; make it with :func:`uploads_in`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._given: dict[str, Path] = {}
        self._lent: dict[str, Path] = {}

    def lend(self, path: Path) -> str:
        """Return a name under which front ends may ask for a file of this machine."""
        name = _fresh()
        self._lent[name] = path.absolute()
        return name

    def path(self, name: str) -> Path:
        """Return the file with this name.

        Raises:
          InvalidRequest: There is none.
        """
        found = self._given.get(name) or self._lent.get(name)
        if found is None:
            raise InvalidRequest("upload-unknown")
        return found

    async def take(self, data: AsyncGenerator[bytes]) -> str:
        """Keep what comes in a file; return its name.

        Raises:
          InvalidRequest: It is longer than any transcript.
          OSError: It can't be written.
        """
        name = _fresh()
        path = self._folder / name.removeprefix(PREFIX)
        try:
            with os.fdopen(os.open(path, _NEW, PRIVATE), "wb") as file:
                size = 0
                async with aclosing(data):
                    async for chunk in data:
                        size += len(chunk)
                        if size > ARCHIVE_LIMIT:
                            raise InvalidRequest("upload-too-large", most=ARCHIVE_LIMIT)
                        await trio.to_thread.run_sync(file.write, chunk)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        self._given[name] = path
        if len(self._given) > FILES_LIMIT:
            self._given.pop(next(iter(self._given))).unlink(missing_ok=True)
        return name


@contextmanager
def uploads_in(home: Path) -> Iterator[Uploads]:
    """Yield a place for uploads below the player's folder, until the block is left."""
    with tempfile.TemporaryDirectory(prefix="uploads-", dir=home) as folder:
        yield Uploads(Path(folder))


def _fresh() -> str:
    return PREFIX + secrets.token_hex(8)
