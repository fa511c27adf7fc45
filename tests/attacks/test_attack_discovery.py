"""What somebody on the same network can do to those who look for tables there.

All by real datagrams, on this machine's loopback, where each program may have any
address of 127.0.0.0/8.
"""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import pytest
import trio

from p2pgame.transport.finding import discovery, multicast
from p2pgame.transport.finding.discovery import (
    EACH_BURST,
    EACH_RATE,
    PACKET,
    TABLES_EACH,
    Label,
    Looking,
    Sighting,
    announce,
    encode_answer,
    encode_question,
    look,
    read_question,
)
from p2pgame.transport.finding.multicast import Crowd, Place
from tests.transport.pairs import PATIENCE
from tests.transport.test_discovery import LABEL, loopback

HONEST = "127.0.0.1"
HERE = Sighting(LABEL, (HONEST,))

#: What a forger answers to a question, by its token.
Answers = Callable[[bytes], list[bytes]]


class Guest:
    """Somebody who looks around; keeps all that it was shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[Sighting, ...]] = [()]
        self._more = trio.Event()

    def see(self, tables: tuple[Sighting, ...]) -> None:
        self.seen.append(tables)
        self._more.set()
        self._more = trio.Event()

    async def until(self, is_there: Callable[[tuple[Sighting, ...]], bool]) -> None:
        with trio.fail_after(PATIENCE):
            while not is_there(self.seen[-1]):
                await self._more.wait()


async def forge(
    place: Place,
    hosts: int,
    answers: Answers,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Hear each question, and answer it from so many addresses."""
    crowd, mouths = Crowd(place, listens=True), []
    for number in range(hosts):
        mouths.append(trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        await mouths[-1].bind((f"127.0.0.{2 + number}", 0))
    try:
        task_status.started()
        while True:
            packet, source = await crowd.sockets[0].recvfrom(PACKET)
            for answer in answers(read_question(packet)):
                for mouth in mouths:
                    await mouth.sendto(answer, source)
    finally:
        crowd.close()
        for mouth in mouths:
            mouth.close()


@asynccontextmanager
async def looked_among(
    monkeypatch: pytest.MonkeyPatch, hosts: int, answers: Answers, count: int = 1
) -> AsyncIterator[Guest]:
    """Look around where a forger is; once so many tables are seen the host comes."""
    monkeypatch.setattr(discovery, "ASK_AFTER", (0.0,))
    monkeypatch.setattr(discovery, "ASK_EVERY", 0.05)
    place, guest = loopback(), Guest()
    async with trio.open_nursery() as nursery:
        await nursery.start(partial(forge, place, hosts, answers))
        nursery.start_soon(partial(look, guest.see, os.urandom, place=place))
        await guest.until(lambda tables: len(tables) >= count)
        await nursery.start(partial(announce, lambda: LABEL, place=place))
        yield guest
        nursery.cancel_scope.cancel()


@pytest.mark.attack(33)
async def test_made_up_tables_hide_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two addresses answer each question with a hundred tables."""
    tags = [os.urandom(8) for _ in range(100)]

    def made_up(token: bytes) -> list[bytes]:
        return [encode_answer(token, replace(LABEL, tag=tag)) for tag in tags]

    async with looked_among(monkeypatch, 2, made_up, 2 * TABLES_EACH) as guest:
        await guest.until(lambda tables: HERE in tables)
    assert len(guest.seen[-1]) <= 2 * TABLES_EACH + 1


@pytest.mark.attack(36)
async def test_who_says_otherwise_of_a_table_changes_nothing_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has asked the host itself, and so has its tag."""
    false = replace(LABEL, port=9, name="Anna!")

    def otherwise(token: bytes) -> list[bytes]:
        return [encode_answer(token, false)]

    async with looked_among(monkeypatch, 1, otherwise) as guest:
        await guest.until(lambda tables: len(tables) == 2)
    assert guest.seen[-1] == (Sighting(false, ("127.0.0.2",)), HERE)


@pytest.mark.attack(7)
async def test_an_answer_to_another_guest_is_nobodys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All that was ever answered is said again, to each who asks."""
    old = encode_answer(b"recorded", replace(LABEL, name="Ghost"))
    true = replace(LABEL, name="Bert", tag=b"table 02")

    def again(token: bytes) -> list[bytes]:
        return [old, encode_question(token), encode_answer(token, true), old]

    async with looked_among(monkeypatch, 1, again) as guest:
        await guest.until(lambda tables: len(tables) == 2)
    assert guest.seen[-1] == (Sighting(true, ("127.0.0.2",)), HERE)


@pytest.mark.attack(33)
async def test_who_asks_without_end_is_answered_seldom_and_others_at_once() -> None:
    place, guest, asked = loopback(), Guest(), 3000
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as noisy:
        noisy.bind(("127.0.0.2", 0))
        option = multicast._member4(socket.if_nametoindex("lo"), "lo")
        noisy.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, option)
        noisy.setblocking(False)
        async with trio.open_nursery() as nursery:
            begun = trio.current_time()
            await nursery.start(partial(announce, lambda: LABEL, place=place))
            nursery.start_soon(partial(look, guest.see, os.urandom, place=place))
            for number in range(asked):
                question = encode_question(number.to_bytes(8))
                noisy.sendto(question, (multicast.GROUP4, place.port))
                if number % 50 == 0:
                    await trio.lowlevel.checkpoint()
            await guest.until(lambda tables: tables == (HERE,))
            lasted = trio.current_time() - begun
            nursery.cancel_scope.cancel()
        answers = 0
        try:
            while noisy.recv(PACKET):
                answers += 1
        except BlockingIOError:
            pass
    assert answers <= EACH_BURST + EACH_RATE * lasted + 1


def test_an_address_has_few_tables_and_makes_room_for_others() -> None:
    looking = Looking(os.urandom)
    token = read_question(looking.ask())

    def say(host: int, table: int) -> None:
        label: Label = replace(LABEL, tag=bytes((host, table)).ljust(8, b"."))
        looking.receive(encode_answer(token, label), f"192.0.2.{host}", now=0.0)

    for host in range(8):
        for table in range(2 * TABLES_EACH):
            say(host, table)
    for host in range(100, 140):
        say(host, 0)
    hosts = [one.hosts[0] for one in looking.tables(now=0.0)]
    assert len(hosts) == discovery.TABLES_LIMIT
    assert {f"192.0.2.{host}" for host in range(100, 140)} < {*hosts}
