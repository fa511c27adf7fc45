"""Serves a hub to programs of the player: each has a token of its own.

A token is in a file of the player's folder that nobody else may read; its program reads
it there.  A token that is taken away counts no more, also where a hub runs already.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from p2pgame.client.errors import InvalidRequest, Refused
from p2pgame.log.durable import create_file

from .guard import Guard, ProgramJudge
from .hub import Hub
from .site import Site
from .sockets import speak

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
#: Bytes of a token, and of a file with one.
_SIZE, _FILE_LIMIT = 32, 256


class Tokens:
    """The programs that may speak to the player's hubs; ``folder`` has their files."""

    def __init__(self, home: Path) -> None:
        self._folder = home / "programs"

    @property
    def names(self) -> tuple[str, ...]:
        """The programs that have a token."""
        return tuple(path.name for path in self._files())

    def make(self, name: str) -> Path:
        """Make a token for a program; return its file.

        Raises:
          InvalidRequest: That is no name for one.
          Refused: It has one.
        """
        path = self._path(name)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        try:
            create_file(path, secrets.token_hex(_SIZE).encode() + b"\n")
        except FileExistsError:
            raise Refused("program-has-token", name=name, path=str(path)) from None
        return path

    def take_away(self, name: str) -> None:
        """Delete a program's token.

        Raises:
          InvalidRequest: It has none.
        """
        try:
            self._path(name).unlink()
        except FileNotFoundError:
            known = ", ".join(self.names)
            raise InvalidRequest("program-no-token", name=name, known=known) from None

    def check(self) -> None:
        """Refuse tokens that other users of this machine may know.

        Raises:
          InvalidRequest: There is one.
        """
        for path in self._files():
            if not _is_private(path.stat()):
                raise InvalidRequest("token-file-open", path=str(path))

    def opens(self, token: str) -> bool:
        """Return whether this is the token of a program, which nobody else can read."""
        found = False
        for path in self._files():
            try:
                with path.open("rb") as file:
                    kept = file.read(_FILE_LIMIT).strip()
                    if not _is_private(os.fstat(file.fileno())):
                        continue
            except OSError:  # taken away just now
                continue
            if len(kept) == 2 * _SIZE:
                found |= secrets.compare_digest(kept, token.encode(errors="replace"))
        return found

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise InvalidRequest("program-no-name", name=name)
        return self._folder / name

    def _files(self) -> Iterator[Path]:
        if self._folder.is_dir():
            for path in sorted(self._folder.iterdir()):
                if _NAME.fullmatch(path.name):
                    yield path


def _is_private(found: os.stat_result) -> bool:
    """Return whether a file is our user's, and nobody else may read or write it."""
    if os.name == "nt":
        return True
    return found.st_uid == os.geteuid() and not stat.S_IMODE(found.st_mode) & 0o077


def app_of(hub: Hub, site: Site, tokens: Tokens) -> ASGIApp:
    """Return the application that lets programs with a token speak to a hub."""

    async def connect(socket: WebSocket) -> None:
        await speak(hub, socket, lambda _: True)  # its token was in the handshake

    routes = [WebSocketRoute("/ws", connect)]
    return Guard(Starlette(routes=routes), site, ProgramJudge(site, tokens.opens))
