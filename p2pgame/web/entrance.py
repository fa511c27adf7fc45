"""The file on which the browser is opened, and the page that takes it to the hub.

The file is in the player's folder, for its user alone.  It posts its code, so no
command line, history or ``Referer`` has it.  Each code counts once; when it was used
the file has another, so the same file opens further windows.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from p2pgame.log.durable import PRIVATE, replace_file

#: Where the code is posted.
ENTER = "/enter"

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


def write(path: Path, origin: str, code: str, place: str) -> None:
    """Write the file; ``place`` is the page's hash, as ``#/table/1``, or empty.

    Raises:
      OSError: It can't be written.
    """
    page = _FILE.format(
        origin=escape(origin), enter=ENTER, code=escape(code), place=escape(place)
    )
    replace_file(path, page.encode(), mode=PRIVATE)


def entered(key: str, place: str) -> str:
    """Return the page that keeps the key in its origin's storage, and goes on."""
    return _ENTERED.format(key=escape(key), place=escape(place))
