"""Friends meet at a door of a real relay."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest
import trio

from p2pgame.relay.server import serve_relay
from p2pgame.relay.sqlite import SqliteStore
from p2pgame.transport.finding.spoken import (
    FAILURES,
    Guest,
    Host,
    RendezvousShut,
    WrongCode,
)
from p2pgame.transport.finding.spoken import offer as offer_at
from p2pgame.transport.finding.spoken import take as take_at
from p2pgame.transport.finding.words import Code
from p2pgame.transport.relay.rendezvous import (
    RendezvousClosed,
    join_rendezvous,
    open_rendezvous,
)
from p2pgame.transport.relay.url import RelayUrl
from tests.transport.pairs import PATIENCE

INVITE = b"P2PGAME:the way in" * 100


async def take(url: RelayUrl, code: Code, name: str) -> bytes:
    async with join_rendezvous(url, code.number) as knocker:
        return await take_at(knocker, Guest(code, name, Random(name).randbytes))


async def welcome(name: str) -> bool:
    return True


async def test_guests_get_the_invite_through_a_relay_and_wrong_words_shut_the_door(
    tmp_path: Path,
) -> None:
    chance, store = Random(1), SqliteStore(tmp_path / "relay")
    brought: dict[str, bytes] = {}

    async def come(name: str) -> None:
        brought[name] = await take(url, code, name)

    async def offer() -> None:
        now = trio.current_time()
        host = Host(code, INVITE, chance.randbytes, name="Anna", now=now)
        with pytest.raises(RendezvousShut):
            await offer_at(door, host, welcome)
        shut.set()

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            start = partial(serve_relay, store, "127.0.0.1", 0)
            ((_, port),) = await nursery.start(start)
            url, shut = RelayUrl.parse(f"ws://127.0.0.1:{port}"), trio.Event()
            async with open_rendezvous(url, 600) as door:
                code = Code.draw(door.number, chance.randbytes)
                nursery.start_soon(offer)
                async with trio.open_nursery() as guests:
                    for name in ("Bob", "Carol"):
                        guests.start_soon(come, name)
                assert brought == {"Bob": INVITE, "Carol": INVITE}
                wrong = Code(door.number, (*code.words[:2], "wolf"))
                for number in range(FAILURES):
                    with pytest.raises(WrongCode):
                        await take(url, wrong, f"Thief {number}")
                await shut.wait()
            with pytest.raises(RendezvousClosed):
                await take(url, code, "Late")
            nursery.cancel_scope.cancel()
