"""Relays that are programs of their own, to be stopped, killed and starved."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import trio

from p2pgame.transport.websocket import Address
from tests import forked
from tests.children import WITHIN, lines_from, next_line

ROOT = Path(__file__).parent.parent.parent


class Program:
    """A running relay."""

    def __init__(self, process: subprocess.Popen[str], address: Address) -> None:
        self.process = process
        self.address = address

    def operators(self) -> Address:
        """Return the address of the operator's port, which it prints next."""
        return _address(next_line(self.process))

    def end(self) -> str:
        """Wait for its end; return what it has written to its log."""
        _, log = self.process.communicate(timeout=30)
        return log


def program(
    store: str,
    *limits: str,
    listen: str = "127.0.0.1:0",
    tls: tuple[Path, Path] | None = None,
    motd: str = "",
    token: Path | None = None,
    more: tuple[str, ...] = (),
    trust: tuple[str, ...] = (),
) -> AbstractContextManager[Program]:
    """Start ``p2pgame relay``, and kill it at the end if it still runs.

    ``tls`` are the files of a certificate and its key; ``motd`` is for people;
    ``token`` is the file of the admission token, ``trust`` networks; ``more`` are
    further options.
    """
    given = (part for limit in limits for part in ("--limit", limit))
    where = ("--listen", listen, "--store", store, "--motd", motd)
    files = () if tls is None else ("--tls-cert", str(tls[0]), "--tls-key", str(tls[1]))
    guard = () if token is None else ("--token-file", str(token))
    known = (part for one in trust for part in ("--trust", one))
    return _running("p2pgame", "relay", *where, *given, *files, *guard, *known, *more)


def bare(path: Path) -> AbstractContextManager[Program]:
    """Start a relay without its command line, generous and sooner there."""
    return _running("tests.relay.bare", str(path))


@contextmanager
def _running(*arguments: str) -> Iterator[Program]:
    process = forked.Popen[str](
        [sys.executable, "-P", "-m", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        line = next(lines_from(process), "")
        if not line:
            raise AssertionError(process.communicate(timeout=WITHIN)[1])
        yield Program(process, _address(line))
    finally:
        process.kill()
        process.communicate(timeout=WITHIN)


def _address(line: str) -> Address:
    """Return the address in the url at a line's end."""
    place = urlsplit(line.removesuffix(".\n").split()[-1])
    assert place.hostname is not None
    assert place.port is not None
    return place.hostname, place.port


async def fetch(address: Address, path: str) -> tuple[int, str]:
    """Return the status and the text of a plain HTTP page."""
    async with await trio.open_tcp_stream(*address) as stream:
        await stream.send_all(f"GET {path} HTTP/1.1\r\nHost: relay\r\n\r\n".encode())
        answer = b""
        while data := await stream.receive_some():
            answer += data
    head, _, body = answer.decode().partition("\r\n\r\n")
    return int(head.split()[1]), body
