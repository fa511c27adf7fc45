"""What a stranger costs a listener, against a handshake and a proof by signatures.

Run with ``make bench``.  Each figure is of processor time, and the last column its
ratio to a stranger at a table of six, in the same run.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest
import trio

from p2pgame.log import AuthorKey
from p2pgame.log.keys import verify
from p2pgame.transport.first_frame import CallerKind, KnownCallers, path_for
from p2pgame.transport.link import Link
from p2pgame.transport.listener.listening import serve
from p2pgame.transport.websocket import connect

LISTENER = bytes(32)
TABLE = {CallerKind.SEATED: 5, CallerKind.INVITED: 1, CallerKind.SPECTATOR: 1}
WITH_CONTACTS = {**TABLE, CallerKind.CONTACT: 64}
TIMES, LINKS = 1000, 100


def known(counts: dict[CallerKind, int]) -> KnownCallers:
    callers = KnownCallers(LISTENER)
    for kind, count in counts.items():
        for _ in range(count):
            callers.know(kind, os.urandom(32))
    return callers


def micros(act: Callable[[], object], times: int) -> float:
    """Return the processor's microseconds for one call."""
    start = time.process_time()
    for _ in range(times):
        act()
    return (time.process_time() - start) / times * 1e6


async def wait(link: Link) -> None:
    await trio.sleep_forever()


async def handshakes() -> None:
    async with trio.open_nursery() as nursery:
        (address,) = await nursery.start(serve, "127.0.0.1", 0, wait)
        for _ in range(LINKS):
            await (await connect(*address)).aclose()
        nursery.cancel_scope.cancel()


def test_a_stranger_is_cheaper_than_a_handshake(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table, full = known(TABLE), known(WITH_CONTACTS)
    strange = path_for(os.urandom(32), LISTENER, os.urandom)
    key, other = AuthorKey(bytes(32)), AuthorKey(bytes([1]) * 32)
    signature = key.sign(b"bench", b"hello")
    figures = {
        "a stranger, 7 keys": micros(lambda: table.recognise(strange), TIMES),
        "a stranger, 71 keys": micros(lambda: full.recognise(strange), TIMES),
        "a signature verified": micros(
            lambda: verify(key.public, b"bench", b"hello", signature), TIMES
        ),
        "a shared secret": micros(lambda: key.shared(other.public), TIMES),
        "a WebSocket, both ends": micros(lambda: trio.run(handshakes), 3) / LINKS,
    }
    base = figures["a stranger, 7 keys"]
    with capsys.disabled():
        print()
        for name, figure in figures.items():
            print(f"{name:26}{figure:9.1f} us{figure / base:9.1f} x")
