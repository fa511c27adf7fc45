"""Starts the real ``p2pgame web`` in a home of its own, and enters without a browser.

    with hub_in(tmp_path) as hub:
        hub.url, hub.cookie, hub.key

Playwright gets in by the file, as a person does (``page.goto(hub.file.as_uri())``), or
with the cookie and the key.
"""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from tests import forked
from tests.children import WITHIN, line_with

ROOT = Path(__file__).parent.parent.parent
_CODE = re.compile(r'name="code" value="([^"]+)"')
_KEY = re.compile(r'name="p2pgame-key" content="([^"]+)"')
_ORIGIN = re.compile(r'action="(http://127\.0\.0\.1:\d+)/enter"')


@dataclass(frozen=True, slots=True)
class Entered:
    """What a browser has once it was let in: both are secret."""

    url: str
    cookie: str
    key: str

    @property
    def cookie_pair(self) -> tuple[str, str]:
        """The cookie's name and value."""
        name, _, value = self.cookie.partition("=")
        return name, value

    @property
    def port(self) -> int:
        found = urlsplit(self.url).port
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class HubProcess:
    """A hub that runs; ``file`` opens it in a browser, as often as one likes."""

    process: subprocess.Popen[str]
    file: Path
    home: Path

    def enter(self) -> Entered:
        """Do what a browser does that is opened on the file."""
        return enter(self.file)


def enter(file: Path) -> Entered:
    """Post the code in a hub's file, and return what comes back."""
    text = file.read_text()
    origin, code = _ORIGIN.findall(text)[0], _CODE.findall(text)[0]
    status, headers, page = post_code(origin, code)
    assert status == 200, page
    cookie = headers["set-cookie"].partition(";")[0]
    return Entered(origin, cookie, _KEY.findall(page)[0])


def post_code(origin: str, code: str) -> tuple[int, dict[str, str], str]:
    """Post a code as a form in a file does; return status, headers and page."""
    form = {"content-type": "application/x-www-form-urlencoded", "origin": "null"}
    return requested(
        origin, "POST", "/enter", headers=form, body=urlencode({"code": code})
    )


def requested(
    origin: str,
    method: str,
    path: str,
    *,
    headers: dict[str, str],
    body: str | bytes | None = None,
) -> tuple[int, dict[str, str], str]:
    """Do one request; return the status, the headers by their small names, the body."""
    connection = http.client.HTTPConnection(urlsplit(origin).netloc, timeout=30)
    try:
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        told = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, told, answer.read().decode(errors="replace")
    finally:
        connection.close()


def hub_in(
    folder: Path, *arguments: str, **environment: str
) -> AbstractContextManager[HubProcess]:
    """Run ``p2pgame web --no-open``, or another command with a hub, until left."""
    return hub_by(forked.Popen, folder, *arguments, **environment)


@contextmanager
def hub_by(
    kind: type[subprocess.Popen[str]],
    folder: Path,
    *arguments: str,
    **environment: str,
) -> Iterator[HubProcess]:
    """Do the same with a process of this kind."""
    home = folder / "home"
    command = [*(arguments or ("web", "--no-open"))]
    process = kind(
        [*forked.OURS, *command],
        cwd=folder,
        env={
            **os.environ,
            **{"P2PGAME_HOME": str(home), "PYTHONPATH": str(ROOT)},
            **{"P2PGAME_LANG": "en", "P2PGAME_RELAY": ""},
            **environment,
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        line = line_with(".html", process)
        file = Path(line[line.index(str(home)) :].strip())
        yield HubProcess(process, file, home)
    finally:
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=WITHIN)
        print(f"{home} ended with {process.returncode}, and said:", said, sep="\n")
