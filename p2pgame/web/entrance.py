"""The file on which the browser is opened, and the page that takes it to the hub.

The file is in the player's folder, for its user alone.  It posts its code, so no
command line, history or ``Referer`` has it.  Each code counts once; when it was used
the file has another, so the same file opens further windows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

import trio

from p2pgame.log.durable import PRIVATE, replace_file

from .access import Access
from .site import ENTER, Site

_FILE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>p2pgame</title>
<form id="enter" method="post" action="{origin}{enter}">
<input type="hidden" name="code" value="{code}">
<input type="hidden" name="next" value="{place}">
<button>p2pgame</button>
</form>
<script>document.getElementById("enter").submit();</script>
</html>
"""
_ENTERED = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>p2pgame</title>
<meta name="p2pgame-key" content="{key}">
<meta name="p2pgame-next" content="{place}">
<script type="module" src="/static/js/enter.js"></script>
</html>
"""


class Entrance:
    """The file that lets browsers in; it has a fresh code after each."""

    def __init__(self, path: Path, site: Site, access: Access) -> None:
        self.path = path
        self._site, self._access = site, access
        self._place = ""

    async def renew(self, place: str | None = None) -> None:
        """Write the file with a fresh code.

        ``place`` is the hash at which the page opens, as ``#/table/1``, from now on.

        Raises:
          OSError: It can't be written.
        """
        if place is not None:
            self._place = place
        page = _FILE.format(
            origin=escape(self._site.origin),
            enter=ENTER,
            code=escape(self._access.fresh_code()),
            place=escape(self._place),
        )
        await trio.to_thread.run_sync(
            lambda: replace_file(self.path, page.encode(), mode=PRIVATE)
        )


@contextmanager
def entrance_in(folder: Path, site: Site, access: Access) -> Iterator[Entrance]:
    """Yield an entrance whose file is in this folder until the block is left."""
    entrance = Entrance(folder / f"open-{site.port}.html", site, access)
    try:
        yield entrance
    finally:
        entrance.path.unlink(missing_ok=True)


def entered(key: str, place: str) -> str:
    """Return the page that keeps the key in its origin's storage, and goes on."""
    return _ENTERED.format(key=escape(key), place=escape(place))
