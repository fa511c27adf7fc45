"""Tables found on the same network: what is said, what is believed, how fast."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random

import pytest
import trio

from p2pgame.transport.finding import multicast
from p2pgame.transport.finding.discovery import (
    ADDRESSES_LIMIT,
    ALL_BURST,
    EACH_BURST,
    GONE_AFTER,
    PACKET,
    SOURCES_LIMIT,
    TABLES_EACH,
    TABLES_LIMIT,
    Answering,
    Label,
    Looking,
    Sighting,
    announce,
    encode_answer,
    encode_question,
    look,
    read_answer,
    read_question,
)
from p2pgame.transport.finding.multicast import Place, host_of
from p2pgame.transport.link import InvalidFrame
from tests.children import next_line
from tests.transport.pairs import PATIENCE

LABEL = Label("Anna", "holdem", 3, 6, 4400, b"table 01")
TOKEN = b"token 01"
LONG = Label("\U0001f3b2" * 24, "\U0001f0a1" * 24, 255, 255, 65535, bytes(8))


def loopback() -> Place:
    """Return a place of this test's own, on this machine only."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        return Place(free.getsockname()[1], frozenset({"lo", "lo0"}))


def test_questions_and_answers_are_read_as_they_were_written() -> None:
    assert read_question(encode_question(TOKEN)) == TOKEN
    for label in (LABEL, LONG, replace(LABEL, taken=0, seats=0)):
        assert read_answer(encode_answer(TOKEN, label)) == (TOKEN, label)


def test_an_answer_is_never_longer_than_its_question() -> None:
    question = len(encode_question(TOKEN))
    assert {len(encode_answer(TOKEN, label)) for label in (LABEL, LONG)} == {question}


@pytest.mark.parametrize(
    ("at", "byte"),
    [(0, 0), (7, 33), (8, 2), (17, 1), (PACKET - 1, 1)],
)
def test_a_question_with_a_wrong_byte_is_none(at: int, byte: int) -> None:
    packet = bytearray(encode_question(TOKEN))
    packet[at] = byte
    with pytest.raises(InvalidFrame):
        read_question(bytes(packet))


#: Where the fields of an answer begin.
PORT, SEATS, NAME = 25, 27, 29


@pytest.mark.parametrize(
    ("at", "field"),
    [
        (0, b"q"),
        (7, b"?"),
        (8, b"\x02"),
        (PORT, bytes(2)),
        (SEATS, b"\x07\x06"),
        (NAME, b"\x00"),
        (NAME, b"\xff"),
        (NAME + 1, b"\x1b"),
        (NAME + 1, b"\xff"),
        (NAME + 1, b" "),
        (NAME + 5, b"\xff"),
        (PACKET - 1, b"\x01"),
    ],
)
def test_an_answer_with_a_wrong_field_is_none(at: int, field: bytes) -> None:
    packet = bytearray(encode_answer(TOKEN, LABEL))
    packet[at : at + len(field)] = field
    with pytest.raises(InvalidFrame):
        read_answer(bytes(packet))


def test_every_length_but_one_is_refused() -> None:
    answer, question = encode_answer(TOKEN, LONG), encode_question(TOKEN)
    for size in (*range(PACKET), PACKET + 1, 65507):
        with pytest.raises(InvalidFrame):
            read_answer(answer[:size].ljust(size, b"\0"))
        with pytest.raises(InvalidFrame):
            read_question(question[:size].ljust(size, b"\0"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "\x1b[2J"},
        {"name": ""},
        {"game": "x" * 25},
        {"seats": 256},
        {"taken": 7},
        {"port": 0},
        {"tag": b""},
    ],
    ids=str,
)
def test_a_host_does_not_say_what_nobody_would_read(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="a table has no such"):
        replace(LABEL, **wrong)  # type: ignore[arg-type]


def test_only_who_heard_the_question_is_listed() -> None:
    looking = Looking(Random(1).randbytes)
    token = read_question(looking.ask())
    looking.receive(encode_answer(TOKEN, LABEL), "192.0.2.1", now=0.0)
    looking.receive(looking.ask(), "192.0.2.1", now=0.0)
    assert looking.tables(now=0.0) == ()
    looking.receive(encode_answer(token, LABEL), "192.0.2.1", now=0.0)
    assert looking.tables(now=0.0) == (Sighting(LABEL, ("192.0.2.1",)),)


def test_a_table_at_two_addresses_is_one_and_one_that_is_silent_is_gone() -> None:
    looking = Looking(Random(2).randbytes)
    token = read_question(looking.ask())
    full = replace(LABEL, taken=6)
    looking.receive(encode_answer(token, LABEL), "192.0.2.1", now=0.0)
    looking.receive(encode_answer(token, full), "192.0.2.1", now=1.0)
    looking.receive(encode_answer(token, LABEL), "fe80::1%2", now=1.0)
    assert looking.tables(now=1.0) == (Sighting(full, ("192.0.2.1", "fe80::1%2")),)
    assert looking.tables(now=GONE_AFTER + 0.9)
    assert looking.tables(now=GONE_AFTER + 1.0) == ()


def test_a_flood_of_tables_and_addresses_has_bounds() -> None:
    looking = Looking(Random(3).randbytes)
    token = read_question(looking.ask())
    for number in range(2 * TABLES_LIMIT):
        label = replace(LABEL, tag=number.to_bytes(8))
        for address in range(30):
            looking.receive(encode_answer(token, label), f"192.0.2.{address}", now=0.0)
    tables = looking.tables(now=0.0)
    assert len(tables) == TABLES_LIMIT
    assert max(Counter(each.hosts[0] for each in tables).values()) <= TABLES_EACH
    assert {len(each.hosts) for each in tables} == {ADDRESSES_LIMIT}


@pytest.mark.attack(33)
def test_a_host_answers_one_address_and_all_only_so_often() -> None:
    answering, question = Answering(now=0.0), encode_question(TOKEN)

    def count(hosts: list[str], now: float) -> int:
        said = (answering.receive(question, host, LABEL, now=now) for host in hosts)
        return sum(answer is not None for answer in said)

    assert count(["192.0.2.1"] * 100, 0.0) == EACH_BURST
    assert count(["192.0.2.2"], 0.0) == 1
    many = [f"192.0.2.{n}" for n in range(3, 203)]
    assert count(many, 0.0) == ALL_BURST - EACH_BURST - 1
    assert count(["192.0.2.1"], 10.0) == 1
    assert answering.receive(b"", "192.0.2.1", LABEL, now=10.0) is None


def test_a_host_counts_so_many_addresses_and_no_more() -> None:
    answering, question = Answering(now=0.0), encode_question(TOKEN)
    for number in range(2 * SOURCES_LIMIT):
        answering.receive(question, f"host {number}", LABEL, now=float(number))
    assert len(answering._each) == SOURCES_LIMIT


def test_an_address_of_the_link_names_its_interface() -> None:
    assert host_of(("192.0.2.1", 1)) == "192.0.2.1"
    assert host_of(("fe80::1", 1, 0, 3)) == "fe80::1%3"
    assert host_of(("2001:db8::1", 1, 0, 0)) == "2001:db8::1"


Tables = tuple[Sighting, ...]


@asynccontextmanager
async def looked(place: Place) -> AsyncIterator[Callable[[int], Awaitable[Tables]]]:
    """Look around; yield what waits until so many tables are there."""
    seen: list[Tables] = [()]
    more = trio.Event()

    def found(tables: Tables) -> None:
        nonlocal more
        seen.append(tables)
        more.set()
        more = trio.Event()

    async def wait(count: int) -> Tables:
        with trio.fail_after(PATIENCE):
            while len(seen[-1]) != count:
                await more.wait()
        return seen[-1]

    async with trio.open_nursery() as nursery:
        entropy = Random(4).randbytes
        nursery.start_soon(lambda: look(found, entropy, place=place))
        yield wait
        nursery.cancel_scope.cancel()


async def test_tables_of_several_programs_are_listed_within_a_tenth_of_a_second() -> (
    None
):
    place, other = loopback(), replace(LABEL, name="Zoë", tag=b"table 02")
    async with trio.open_nursery() as nursery:
        for label in (LABEL, other):
            await nursery.start(
                lambda task_status, label=label: announce(
                    lambda: label, place=place, task_status=task_status
                )
            )
        begun = trio.current_time()
        async with looked(place) as wait:
            tables = await wait(2)
        taken = trio.current_time() - begun
        nursery.cancel_scope.cancel()
    assert {table.label for table in tables} == {LABEL, other}
    assert {table.hosts for table in tables} == {("127.0.0.1",)}
    # Ten times what it takes; a busy machine may take as long.
    assert taken < 1.0


async def test_a_table_that_fills_is_seen_to_and_one_that_opens_later_appears() -> None:
    place, label = loopback(), LABEL
    async with looked(place) as wait:
        assert await wait(0) == ()
        async with trio.open_nursery() as nursery:
            await nursery.start(
                lambda task_status: announce(
                    lambda: label, place=place, task_status=task_status
                )
            )
            (seen,) = await wait(1)
            assert seen.label.taken == 3
            nursery.cancel_scope.cancel()


async def test_noise_on_the_port_disturbs_nobody() -> None:
    place, chance = loopback(), Random(5)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as noisy:
        index = socket.if_nametoindex("lo")
        multicast._limit(noisy)
        option = multicast._member4(index, "lo")
        noisy.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, option)
        async with trio.open_nursery() as nursery:
            await nursery.start(
                lambda task_status: announce(
                    lambda: LABEL, place=place, task_status=task_status
                )
            )
            for size in (0, 1, PACKET - 1, PACKET, PACKET + 1, 60000):
                packet = chance.randbytes(size)
                noisy.sendto(packet, (multicast.GROUP4, place.port))
            async with looked(place) as wait:
                (seen,) = await wait(1)
            nursery.cancel_scope.cancel()
    assert seen.label == LABEL


HOST = """
import trio
from p2pgame.transport.finding.discovery import Label, announce
label = Label("Anna", "holdem", 1, 6, 4400, b"table 01")
async def main():
    async with trio.open_nursery() as nursery:
        await nursery.start(lambda task_status: announce(
            lambda: label, task_status=task_status))
        print("listening", flush=True)
trio.run(main)
"""
GUEST = """
import trio, secrets
from p2pgame.transport.finding.discovery import look
hosts = set()
def found(tables):
    hosts.update(host.split("%")[0] for table in tables for host in table.hosts)
async def main():
    with trio.move_on_after(8):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(look, found, secrets.token_bytes)
            while len(hosts) < 2:
                await trio.sleep(0.01)
            nursery.cancel_scope.cancel()
    print(*sorted(hosts))
trio.run(main)
"""


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("ip"),
    reason="takes two machines: network namespaces, and the right to make them",
)
def test_two_machines_without_a_router_find_each_other_by_both_families() -> None:
    names = [f"p2pgame{os.getpid()}{side}" for side in "ab"]

    def ip(*words: str) -> None:
        subprocess.run(["ip", *words], check=True, capture_output=True, timeout=60)

    def inside(name: str, text: str) -> subprocess.Popen[str]:
        words = ["ip", "netns", "exec", name, sys.executable, "-c", text]
        return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)

    try:
        for name in names:
            ip("netns", "add", name)
    except subprocess.CalledProcessError:
        pytest.skip("no network namespaces here")
    try:
        one, other = names
        ends = ("name", "veth0", "netns", one), ("name", "veth0", "netns", other)
        ip("link", "add", *ends[0], "type", "veth", "peer", *ends[1])
        for number, name in enumerate(names, 1):
            ip("-n", name, "addr", "add", f"192.0.2.{number}/24", "dev", "veth0")
            own = f"fe80::{number}/64"
            ip("-n", name, "link", "set", "veth0", "addrgenmode", "none")
            ip("-n", name, "link", "set", "veth0", "up")
            ip("-n", name, "addr", "add", own, "dev", "veth0", "nodad")
        with inside(one, HOST) as host:
            assert next_line(host) == "listening\n"
            with inside(other, GUEST) as guest:
                said, _ = guest.communicate(timeout=20)
            host.kill()
    finally:
        for name in names:
            ip("netns", "delete", name)
    assert said.split() == ["192.0.2.1", "fe80::1"]
