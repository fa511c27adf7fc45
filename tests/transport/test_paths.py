"""All of a player's paths, on one machine without a network."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p2pgame.transport.first_frame import CallerKind, KnownCallers, path_for
from p2pgame.transport.link import InvalidFrame, Link, LinkClosed
from p2pgame.transport.paths import lines, race, signals
from p2pgame.transport.paths import seeker as paths
from p2pgame.transport.paths.candidates import Candidate, Kind
from p2pgame.transport.paths.seeker import Calls, Paths, Wishes
from p2pgame.transport.paths.signals import Reach, Step, Sync
from p2pgame.transport.paths.standing import Path, Standing
from tests.transport.pairs import PATIENCE
from tests.transport.voices import greeter, voice

HERE = ("127.0.0.1",)
KEY = bytes(range(32))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "SAY_AFTER", 0.01)
    monkeypatch.setattr(paths, "SAY_EVERY", 0.05)
    monkeypatch.setattr(race, "LOST_PAUSE", 0.02)
    monkeypatch.setattr(race, "BRIEF", 0.0)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until this holds."""
    with trio.fail_after(PATIENCE):
        while not condition():  # noqa: ASYNC110 (it is others who bring it about)
            await trio.sleep(0.005)


@dataclass(slots=True)
class Player:
    """A player who is at the relay, and uses its links by listening to them."""

    paths: Paths
    author: bytes
    said: list[bytes] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    heard: list[bytes] = field(default_factory=list)
    attached: int = 0

    async def until(self, other: Player, path: Path) -> None:
        """Wait until the other is reached so."""
        await until(lambda: self.paths.standing(other.author).path is path)

    def told(self) -> list[signals.Signal]:
        return [signals.decode(plaintext) for plaintext in self.said]


class Relay:
    """Passes all that one says to all others, and to those who come later."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.nursery = nursery
        self.players: list[Player] = []
        self.is_open = True

    async def seat(self, number: int, *, wishes: Wishes | None = None) -> Player:
        """Start a player of this number at the table."""

        async def say(plaintext: bytes) -> None:
            me.said.append(plaintext)
            for player in self.players:
                if player is not me and self.is_open:
                    player.paths.hear(plaintext, is_fresh=True)

        async def attach(author: bytes, link: Link) -> None:
            me.links.append(link)
            me.attached += 1
            try:
                while True:
                    me.heard.append(await link.receive())
            except LinkClosed:
                me.links.remove(link)

        clock = count(1).__next__
        wanted = wishes or Wishes(hosts=lambda: HERE, routers=())
        callers = KnownCallers(voice(number).author)
        callers.know(CallerKind.INVITED, KEY)
        calls = Calls(lambda to: path_for(KEY, to, os.urandom), callers)
        found = Paths(
            *(greeter(number), say, attach), clock=clock, wishes=wanted, calls=calls
        )
        me = Player(found, voice(number).author)
        for player in self.players:
            player.paths.admit(me.author)
            found.admit(player.author)
            for plaintext in player.said:
                found.hear(plaintext, is_fresh=False)
        self.players.append(me)
        await self.nursery.start(found.run)
        return me


@asynccontextmanager
async def table() -> AsyncIterator[Relay]:
    async with trio.open_nursery() as nursery:
        yield Relay(nursery)
        nursery.cancel_scope.cancel()


async def test_three_players_find_one_link_each_to_the_others() -> None:
    async with table() as relay:
        players = [await relay.seat(number) for number in (1, 2, 3)]
        for one in players:
            for other in players:
                if one is not other:
                    await one.until(other, Path.LAN)
        await until(lambda: all(len(player.links) == 2 for player in players))
        for player in players:
            for link in player.links:
                await link.send(player.author)
        await until(lambda: all(len(player.heard) == 2 for player in players))
        for player in players:
            others = {other.author for other in players} - {player.author}
            assert {*player.heard} == others


async def test_dialled_by_many_ways_at_once_one_link_is_had() -> None:
    hosts = tuple(f"127.0.0.{n}" for n in range(1, 9))
    wishes = Wishes(hosts=lambda: hosts, routers=())
    async with table() as relay:
        one = await relay.seat(1, wishes=wishes)
        other = await relay.seat(2, wishes=wishes)
        await one.until(other, Path.LAN)
        await other.until(one, Path.LAN)
        await trio.sleep(0.1)
        assert (one.attached, other.attached) == (1, 1)


async def test_a_standing_says_how_long_there_and_back_takes() -> None:
    async with table() as relay:
        one, other = await relay.seat(1), await relay.seat(2)
        assert str(one.paths.standing(other.author)) == "relayed"
        await one.until(other, Path.LAN)
        await until(lambda: one.paths.standing(other.author).round_trip is not None)
        assert str(one.paths.standing(other.author)).startswith("LAN, ")
    assert str(Standing(Path.DIRECT, 0.0234)) == "direct, 23 ms"
    assert str(Standing(Path.LAN, 0.0001)) == "LAN, 1 ms"


async def test_a_lost_link_is_replaced_and_the_relay_stays() -> None:
    async with table() as relay:
        one, other = await relay.seat(1), await relay.seat(2)
        await one.until(other, Path.LAN)
        await other.until(one, Path.LAN)
        (lost,) = one.links
        await lost.aclose()
        await until(lambda: lost not in one.links and len(one.links + other.links) == 2)
        await one.until(other, Path.LAN)


async def test_a_lone_link_lives_on_when_the_relay_is_gone() -> None:
    async with table() as relay:
        one, other = await relay.seat(1), await relay.seat(2)
        await one.until(other, Path.LAN)
        relay.is_open = False
        await one.links[0].send(b"still here")
        await until(lambda: other.heard == [b"still here"])


@pytest.mark.parametrize("hider", [1, 2])
async def test_who_hides_tells_no_address_and_has_no_link(hider: int) -> None:
    async with table() as relay:
        hidden = Wishes(is_hidden=True, hosts=lambda: HERE, routers=())
        players = {
            n: await relay.seat(n, wishes=hidden if n == hider else None)
            for n in (1, 2)
        }
        await trio.sleep(0.2)
        await wait_all_tasks_blocked()
        shy, open_ = players[hider], players[3 - hider]
        (told,) = shy.told()
        assert isinstance(told, Reach)
        assert told.candidates == ()
        assert shy.paths.source is None
        assert shy.links == open_.links == []
        assert shy.paths.standing(open_.author).path is Path.RELAYED


async def test_a_guest_who_is_not_at_the_table_is_not_let_in() -> None:
    async with table() as relay:
        one, other = await relay.seat(1), await relay.seat(2)
        await one.until(other, Path.LAN)
        one.paths.dismiss(other.author)
        await one.until(other, Path.RELAYED)
        await trio.sleep(0.2)
        assert one.links == other.links == []


async def test_what_a_relay_sees_is_told_and_the_newest_word_is_kept() -> None:
    async with table() as relay:
        one = await relay.seat(1)
        source = one.paths.source
        assert source is not None
        one.paths.observe("relay", ("203.0.113.7", 4321), is_shared=True)
        await until(lambda: len(one.said) > 0 and newest(one, Kind.PUNCH) != [])
        assert newest(one, Kind.PUNCH) == [("203.0.113.7", 4321)]
        one.paths.observe("relay", ("203.0.113.7", 4321), is_shared=False)
        await until(lambda: newest(one, Kind.PUNCH) == [("203.0.113.7", source)])
        editions = [s.edition for s in one.told() if isinstance(s, Reach)]
        assert editions == sorted({*editions})
        assert one.paths.reach == one.said[-1]


def newest(player: Player, kind: Kind) -> list[tuple[str, int]]:
    """Return the addresses of this kind that the player has told last."""
    newest = player.told()[-1]
    assert isinstance(newest, Reach)
    return [c.address for c in newest.candidates if c.kind is kind]


async def test_a_forged_signal_is_refused_and_nothing_comes_of_it() -> None:
    async with table() as relay:
        one, stranger = await relay.seat(1), voice(9)
        reach = Reach(voice(2).author, 1, ())
        with pytest.raises(InvalidFrame):
            one.paths.hear(signals.signed(reach, stranger), is_fresh=True)
        hello = signals.encode(signals.Hello(stranger.author, bytes(16)))
        with pytest.raises(InvalidFrame):
            one.paths.hear(hello, is_fresh=True)


async def test_a_question_that_a_relay_has_kept_is_not_answered() -> None:
    """Nor one for somebody else, nor two at once."""
    asker, asked = sorted((voice(1), voice(2)), key=lambda each: each.author)
    numbers = {voice(n).author: n for n in (1, 2)}
    async with table() as relay:
        me = await relay.seat(numbers[asked.author])
        me.paths.admit(asker.author)
        candidate = Candidate(Kind.PUNCH, "127.0.0.1", 4000)
        reach = Reach(asker.author, 1, (candidate,))
        me.paths.hear(signals.signed(reach, asker), is_fresh=False)

        def ask(to: bytes, nonce: int) -> bytes:
            sync = Sync(asker.author, to, bytes([nonce]) * 16, Step.ASK)
            return signals.signed(sync, asker)

        async def answers() -> list[bytes]:
            await wait_all_tasks_blocked(0.02)
            return [s.nonce for s in me.told() if isinstance(s, Sync)]

        me.paths.hear(ask(asked.author, 1), is_fresh=False)
        me.paths.hear(ask(voice(5).author, 2), is_fresh=True)
        assert await answers() == []
        me.paths.hear(ask(asked.author, 3), is_fresh=True)
        assert await answers() == [bytes([3]) * 16]
        me.paths.hear(ask(asked.author, 4), is_fresh=True)
        assert await answers() == [bytes([3]) * 16]


async def test_a_link_that_is_dead_makes_room_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other has lost it and dials again, while we have not noticed."""
    monkeypatch.setattr(lines, "ALIVE_WITHIN", 0.05)
    async with table() as relay:
        lower, higher = sorted((1, 2), key=lambda n: voice(n).author)
        keeper = await relay.seat(lower)
        async with trio.open_nursery() as nursery:
            inner = Relay(nursery)
            inner.players.append(keeper)
            gone = await inner.seat(higher)
            await keeper.until(gone, Path.LAN)
            (first_link,) = keeper.links

            async def never() -> float:
                await trio.sleep_forever()
                raise AssertionError

            monkeypatch.setattr(type(first_link), "ping", lambda _self: never())
            other = await inner.seat(higher)
            await until(lambda: first_link not in keeper.links and other.links != [])
            nursery.cancel_scope.cancel()
