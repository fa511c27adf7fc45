"""A club in one hall: many tables behind one address, and words for the others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2pgame.client.words import message_of_error
from p2pgame.relay.counts import Counts
from p2pgame.relay.prefixes import Prefixes
from p2pgame.relay.settings import CLUB, PRESETS, Settings
from p2pgame.transport.listener.forwarded import network
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.greeting import RelayRefusal
from p2pgame.transport.relay.protocol import Refusal
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.websocket import Address
from tests.english import english
from tests.relay.clients import PATIENCE, Writing, relay
from tests.relay.programs import program

#: Connections of a club that come at once.
CLUB_SIZE = 120


@asynccontextmanager
async def at_table(address: Address, seed: int) -> AsyncIterator[None]:
    """Be at a table, as a player's program is."""
    writing = Writing(seed)
    url = RelayUrl.parse(f"ws://{address[0]}:{address[1]}")
    link = await Subscription(url, writing.topic, bytes(writing.key)).connect()
    try:
        yield
    finally:
        await link.aclose()


async def come(address: Address, refusals: list[RelayRefusal]) -> int:
    """Come with a whole club at once; return how many are let in."""
    inside = 0
    async with AsyncExitStack() as stack, trio.open_nursery() as nursery:

        async def one(seed: int) -> None:
            nonlocal inside
            try:
                await stack.enter_async_context(at_table(address, seed))
            except RelayRefusal as refusal:
                refusals.append(refusal)
            else:
                inside += 1

        for seed in range(CLUB_SIZE):
            nursery.start_soon(one, seed)
    return inside


@pytest.mark.parametrize("given", [["club"], ["connections=500"]])
async def test_a_club_behind_one_address_is_let_in(
    given: list[str], tmp_path: Path
) -> None:
    """By the preset, or because its network is trusted."""
    trust = () if given == ["club"] else ("127.0.0.0/8",)
    with program(f"sqlite:{tmp_path / 'db'}", *given, trust=trust) as running:
        with trio.fail_after(PATIENCE):
            assert await come(running.address, []) == CLUB_SIZE


async def test_who_is_turned_away_for_its_address_hears_why(tmp_path: Path) -> None:
    """Both ends: the player's program, and the relay's log, which names nobody."""
    with program(f"sqlite:{tmp_path / 'db'}", "per_prefix=1") as running:
        async with at_table(running.address, 1):
            with pytest.raises(RelayRefusal) as refused:
                async with at_table(running.address, 2):
                    pass
        running.process.terminate()
        log = await trio.to_thread.run_sync(running.end)
    assert refused.value.refusal == Refusal.CROWDED
    said = english(message_of_error(refused.value))
    assert "no more connections from this address" in said
    assert "--limit club" in said
    assert "--limit club" in log
    assert "127.0.0" not in log


@pytest.mark.attack(33)
async def test_so_many_hear_why_and_the_rest_costs_nothing(
    autojump_clock: object, caplog: pytest.LogCaptureFixture
) -> None:
    prefixes = Prefixes(Settings(), Counts())
    told = [prefixes.explains("192.0.2.1") for _ in range(100)]
    assert sum(told) == 8
    assert prefixes.explains("192.0.2.2")
    assert sum(prefixes.explains(f"198.51.100.{n}") for n in range(100)) == 40 - 9
    await trio.sleep(1)
    assert prefixes.explains("192.0.2.1")
    for _ in range(1000):
        prefixes.enter("192.0.2.1")
    assert len(caplog.messages) == 1


@pytest.mark.attack(33)
async def test_only_those_who_are_trusted_have_a_clubs_limits(
    autojump_clock: object,
) -> None:
    settings = Settings(trusted=(network("192.0.2.0/24"), network("2001:db8::/32")))
    prefixes = Prefixes(settings, Counts())
    for host, count in (
        ("192.0.2.7", CLUB["per_prefix"]),
        ("::ffff:192.0.2.8", CLUB["per_prefix"]),
        ("2001:db8:1::7", CLUB["per_prefix"]),
        ("192.0.3.7", 60),
        ("2001:db9::7", 60),
        ("unknown", 60),
    ):
        assert sum(prefixes.enter(host) for _ in range(2000)) == count
    assert prefixes.handshakes("192.0.2.7") == CLUB["prefix_handshakes"]


def test_presets_are_of_limits_that_there_are() -> None:
    for limits in PRESETS.values():
        changed = replace(Settings(), **limits)  # type: ignore[arg-type]
        assert all(getattr(changed, name) == limits[name] for name in limits)


async def test_a_relay_in_this_process_has_a_clubs_room(tmp_path: Path) -> None:
    settings = replace(Settings(), **PRESETS["club"])  # type: ignore[arg-type]
    async with relay(tmp_path / "db", settings) as address:
        with trio.fail_after(PATIENCE):
            assert await come(address, []) == CLUB_SIZE
