"""What a page may ask: less than the player could at a terminal.

A page is a program of ours, but one that shows what strangers have written.  Should one
of them ever make it say something, it can neither start a program nor read or write a
file elsewhere.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from p2pgame.client.errors import InvalidRequest
from p2pgame.client.requests import Host, Practise, Request

from .hub import AnyAsked
from .uploads import PREFIX, Uploads

#: Texts that name no file; every other text of a request does.
NO_FILES = {
    *("command", "game", "name", "who", "invite", "link", "listen", "passphrase"),
    *("absence", "deck", "text", "format", "identity"),
}
#: How a program may be named that needs a colon.
_SEARCH = "search:"


class PagePermit:
    """Permits what a page may ask; ``folder`` is the one for transcripts."""

    def __init__(self, uploads: Uploads, folder: Path) -> None:
        self._uploads, self._folder = uploads, folder

    def __call__(self, asked: AnyAsked) -> AnyAsked:
        """Return the request with the files that it names.

        Raises:
          InvalidRequest: A page may not ask this.
        """
        if isinstance(asked, Host | Practise):
            for program in asked.programs.values():
                if ":" in program and not program.startswith(_SEARCH):
                    raise InvalidRequest("page-no-program", program=program)
        if isinstance(asked, Request) and asked.transcript is not None:
            raise self._refusal(asked.transcript)
        changes = {
            name: self._file(value)
            for name in asked.__struct_fields__
            if name not in NO_FILES
            if isinstance(value := getattr(asked, name), str)
        }
        return msgspec.structs.replace(asked, **changes) if changes else asked

    def _file(self, name: str) -> str:
        if name.startswith(PREFIX):
            return str(self._uploads.path(name))
        folder = self._folder.absolute()
        path = folder / name
        is_in = path.parent == folder and path.name not in ("", "..")
        if "\0" in name or not is_in or path.is_symlink():
            raise self._refusal(name)
        return str(path)

    def _refusal(self, name: str) -> InvalidRequest:
        return InvalidRequest("page-no-file", path=name, folder=str(self._folder))
