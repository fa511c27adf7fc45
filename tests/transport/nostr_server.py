"""Relays of nostr: a real one as a process of its own, and one that a test controls."""

from __future__ import annotations

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import trio

from p2pgame.transport.link import Link, LinkClosed
from p2pgame.transport.listener.listening import serve
from p2pgame.transport.listener.reception import ListenerConfig
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.nostr.client import Author, verify
from p2pgame.transport.nostr.line import Line, prove
from p2pgame.transport.nostr.link import NostrLink
from p2pgame.transport.nostr.place import Place, catch_up
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.websocket import Socket

Word: TypeAlias = list[Any]
#: Given what an honest relay would say, what it says instead.
Lie = Callable[[Word], Iterable[Word]]

#: Seconds since 1970 by the clock of tests in virtual time, when it shows 0.
EPOCH = 1_700_000_000

#: More messages than any test sends.
PLENTY = 100_000

_CONFIG = """\
storage:
  sqlalchemy.url: sqlite+aiosqlite:///{folder}/nostr.sqlite3
  validators:
    - nostr_relay.validators.is_not_too_large
    - nostr_relay.validators.is_signed
    - nostr_relay.validators.is_recent
gunicorn: {{bind: "fd://0", workers: 1, loglevel: warning}}
authentication: {{enabled: false}}
max_event_size: 65536
"""


@contextmanager
def real_nostr(folder: Path, more: str = "") -> Iterator[RelayUrl]:
    """Run a relay that people run, and give where it is."""
    if find_spec("nostr_relay") is None:
        pytest.skip("no nostr-relay is installed here")
    (folder / "relay.yaml").write_text(_CONFIG.format(folder=folder) + more)
    run = "from nostr_relay.cli import main; main()"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        host, port = listener.getsockname()
        with (folder / "out").open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "-c", run, "-c", "relay.yaml", "serve"],
                stdin=listener.fileno(),
                stdout=out,
                stderr=out,
                cwd=folder,
                start_new_session=True,  # it has a child, which is to end with it
            )
    try:
        # The connection waits until the program takes it, or is gone.
        urllib.request.urlopen(f"http://{host}:{port}/", timeout=60).close()
        yield RelayUrl(host, port, "/", False, is_nostr=True)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def truth(word: Word) -> Iterable[Word]:
    yield word


def in_place_of(kind: str, *said: Word) -> Lie:
    """Return the lie that says this whenever it would say that, but of old pages."""

    def lie(word: Word) -> Iterable[Word]:
        return said if word[0] == kind and word[1] != "older" else [word]

    return lie


class TinyNostr:
    """A relay in memory: honest and without limits, but for its ``lie``."""

    def __init__(self, lie: Lie = truth, *, cap: int = PLENTY) -> None:
        self.lie = lie
        self.kept: list[dict[str, Any]] = []
        self.heard: list[Word] = []
        self.heard_at: list[float] = []
        #: So many events at once, whatever is asked.
        self.cap = cap
        self._subscribed: dict[Link, dict[str, Word]] = {}

    def published(self) -> list[dict[str, Any]]:
        return [word[1] for word in self.heard if word[0] == "EVENT"]

    async def handle(self, link: Link) -> None:
        if isinstance(link, Socket):
            link.is_text = True
        subscribed: dict[str, Word] = {}
        self._subscribed[link] = subscribed
        try:
            while True:
                word = json.loads(await link.receive())
                self.heard.append(word)
                self.heard_at.append(trio.current_time())
                await self._answer(link, subscribed, word)
        except LinkClosed:
            pass
        finally:
            del self._subscribed[link]

    async def _answer(self, link: Link, here: dict[str, Word], word: Word) -> None:
        match word:
            case ["EVENT", event]:
                is_new = event not in self.kept
                if is_new:
                    self.kept.append(event)
                why = "" if is_new else "duplicate: we have it"
                await self._say(link, ["OK", event["id"], True, why])
                for other, named in [*self._subscribed.items()] if is_new else ():
                    for name, wanted in named.items():
                        if _is_wanted(event, wanted):
                            await self._say(other, ["EVENT", name, event])
            case ["REQ", name, wanted]:
                here[name] = wanted
                found = [event for event in self.kept if _is_wanted(event, wanted)]
                found.sort(key=lambda event: -event["created_at"])
                for event in found[: min(self.cap, wanted["limit"])]:
                    await self._say(link, ["EVENT", name, event])
                await self._say(link, ["EOSE", name])
            case ["CLOSE", name]:
                here.pop(name, None)

    async def _say(self, link: Link, word: Word) -> None:
        for said in self.lie(word):
            await say(link, said)


async def say(link: Link, *words: Word) -> None:
    for word in words:
        await link.send(json.dumps(word, separators=(",", ":")).encode())


def _is_wanted(event: dict[str, Any], wanted: Any) -> bool:
    tags = [tag[1] for tag in event["tags"] if tag[0] == "x"]
    return (
        event["kind"] in wanted["kinds"]
        and bool({*tags} & {*wanted["#x"]})
        and event["pubkey"] in wanted.get("authors", [event["pubkey"]])
        and wanted.get("since", 0) <= event["created_at"]
        and event["created_at"] <= wanted.get("until", event["created_at"])
    )


@asynccontextmanager
async def tiny_nostr(
    tiny: TinyNostr, about: object = None, tls: ssl.SSLContext | None = None
) -> AsyncIterator[RelayUrl]:
    """Run a tiny relay at a port; ``about`` is what it says about itself."""
    text = json.dumps({} if about is None else about)
    config = ListenerConfig(99, 99, pages=lambda _: (200, text), tls=tls)
    async with trio.open_nursery() as nursery:
        listen = partial(serve, "127.0.0.1", 0, tiny.handle, config=config)
        ((host, port),) = await nursery.start(listen)
        yield RelayUrl(host, port, "/", tls is not None, is_nostr=True)
        nursery.cancel_scope.cancel()


def virtual_time() -> float:
    return EPOCH + trio.current_time()


def author_of(seed: bytes, topic: bytes, key: int = 1) -> Author:
    return Author(topic, seed, lambda size: key.to_bytes(size))


class Visitor:
    """One who comes to a tiny relay through memory, in virtual time."""

    def __init__(
        self, tiny: TinyNostr, topic: bytes, author: Author | None, room: int = 40_000
    ) -> None:
        self.place = Place(topic)
        self.page = 500
        self._tiny = tiny
        self._author = author
        self._room = room

    @asynccontextmanager
    async def line(self) -> AsyncIterator[Line]:
        near, far = memory_pair(PLENTY)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._tiny.handle, far)
            yield Line(near, self.place.topic, verify, self.place.note_notice)
            await near.aclose()

    async def prove(self) -> None:
        async with self.line() as line:
            assert self._author is not None
            await prove(line, self._author.probe(int(virtual_time())))

    @asynccontextmanager
    async def visit(self) -> AsyncIterator[NostrLink]:
        async with self.line() as line, trio.open_nursery() as nursery:
            backlog = await catch_up(line, self.place, self.page, virtual_time())
            link = NostrLink(
                *(line, self.place, backlog),
                room=self._room,
                clock=virtual_time,
                author=self._author,
            )
            nursery.start_soon(link.tend)
            yield link
            await link.aclose()


async def receive_all(link: NostrLink, wait: float = 1.0) -> list[bytes]:
    """Return what comes until nothing does for a while, by the test's clock."""
    frames: list[bytes] = []
    while True:
        with trio.move_on_after(wait) as waiting:
            frames.append(await link.receive())
        if waiting.cancelled_caught:
            return frames


async def send_all(link: NostrLink, frames: Sequence[bytes]) -> None:
    for frame in frames:
        await link.send(frame)
    await link.wait_stored()
