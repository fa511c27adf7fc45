"""The program `p2pgame relay`: it stops politely, tells how it is, and no more."""

from __future__ import annotations

import re
import resource
import signal
import socket
import ssl
from pathlib import Path

import pytest
import trio

from p2pgame.transport.link import SIZES, LinkClosed
from p2pgame.transport.relay.protocol import (
    Closed,
    Knock,
    Knocked,
    Open,
    Opened,
    Publish,
    Refused,
    Stored,
)
from p2pgame.transport.websocket import Address
from tests.children import lines_from
from tests.relay import kills
from tests.relay.clients import PATIENCE, Writing, client, frame, number_of
from tests.relay.programs import Program, bare, fetch, program
from tests.transport.certificates import certificate

TABLE = Writing(3)


async def test_a_relay_tells_how_it_is_and_stops_with_a_goodbye(
    tmp_path: Path,
) -> None:
    limits = ("expire=0.05", "sweep=0.05", "publishes=0/1", "failures=0/2")
    with program(f"sqlite:{tmp_path / 'db'}", *limits) as running:
        async with client(running.address) as anna, client(running.address) as bea:
            await anna.join(TABLE)
            await anna.publish(TABLE, 1)
            await anna.say(Publish(TABLE.topic, 2, frame(2)))
            assert await anna.refused() == "rate-limited"
            await bea.say(Open(5))
            door = (await bea.expect(Opened)).door
            await anna.say(Knock(door, b"secret words"))
            await bea.expect(Knocked)
            await bea.say(Knock(99_999, b"in vain"))
            await bea.expect(Closed)
            status, page = await fetch(running.address, "/metrics")
            assert status == 200
            check_counts(page)
            assert await fetch(running.address, "/health") == (200, "ok\n")
            assert (await fetch(running.address, "/"))[0] == 404
            running.process.send_signal(signal.SIGTERM)
            for peer in (anna, bea):
                assert await peer.refused() == "stopping"
                with pytest.raises(LinkClosed, match="closed the link"):
                    await peer.hear()
        log = await trio.to_thread.run_sync(running.end)
    assert running.process.returncode == 0
    check_blurred(log)


def check_counts(page: str) -> None:
    lines = [line for line in page.splitlines() if line[0] != "#"]
    numbers = {name: float(value) for name, _, value in map(cut, lines)}
    assert numbers.items() >= {
        ("p2pgame_relay_connections", 2),
        ("p2pgame_relay_topics", 1),
        ("p2pgame_relay_rendezvous", 1),
        ("p2pgame_relay_published_total", 1),
        ('p2pgame_relay_refused_total{reason="rate-limited"}', 1),
    }


def cut(line: str) -> tuple[str, str, str]:
    return line.rpartition(" ")


def check_blurred(log: str) -> None:
    """A log has moments, fixed words and a few counts, and no room for more."""
    counts = "connections: [0-2], topics: [01], published: [01], refused: [01]"
    words = f"listening|stopping|(forgotten: 0|stopped); {counts}"
    lines = log.splitlines()
    for line in lines:
        assert re.fullmatch(rf"[0-9-]+ [0-9:,]+ INFO ({words})", line), line
    ending = "stopped; connections: 0, topics: 0, published: 1, refused: 1"
    assert lines[-1].endswith(ending), lines[-1]


async def test_what_is_acknowledged_outlives_being_killed() -> None:
    await kills.campaign(2, seed=None)


async def test_a_full_disk_is_told_and_outlived(tmp_path: Path) -> None:
    """A file that may not grow is a disk that is full."""
    kept: list[int] = []

    async def write(numbers: range) -> int:
        """Publish; return how many were handed on and not kept."""
        refused = 0
        for number in numbers:
            await anna.say(Publish(TABLE.topic, number, frame(number, SIZES[3])))
            match await anna.hear():
                case Stored(sequence=0):
                    refused += 1
                case Stored():
                    kept.append(number)
                case Refused():
                    refused += 1
        return refused

    with bare(tmp_path / "db") as running:
        async with client(running.address) as anna, client(running.address) as bea:
            await anna.join(TABLE)
            assert await write(range(10)) == 0
            pid, unlimited = running.process.pid, resource.RLIM_INFINITY
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (500_000, unlimited))
            assert await write(range(10, 50)) > 0
            assert await fetch(running.address, "/health") == (503, "not ready\n")
            assert [number_of(d) for d in await bea.join(TABLE)] == kept
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
            # What was refused comes again, the first of it first.
            assert await write(range(len(kept), 60)) == 0
        running.process.kill()
        running.process.wait()
    with bare(tmp_path / "db") as running:
        async with client(running.address) as anna:
            assert [number_of(d) for d in await anna.join(TABLE)] == kept


def shown(address: Address) -> bytes:
    """Return the certificate that a server shows."""
    anybody = ssl.create_default_context()
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(address, PATIENCE) as plain,
        anybody.wrap_socket(plain) as secured,
    ):
        certificate = secured.getpeercert(binary_form=True)
    assert certificate is not None
    return certificate


def renewed(running: Program) -> str:
    """Make a relay read its certificate again; return what it logs of that."""
    running.process.send_signal(signal.SIGHUP)
    said = lines_from(running.process, running.process.stderr)
    return next((line for line in said if "certificate" in line), "")


def test_a_certificate_is_read_again_and_a_broken_one_is_not(tmp_path: Path) -> None:
    files = certificate(tmp_path)
    with program(f"sqlite:{tmp_path / 'db'}", tls=files) as running:
        first = shown(running.address)
        chain, _ = certificate(tmp_path)
        assert shown(running.address) == first
        assert "INFO the certificate is read again" in renewed(running)
        second = shown(running.address)
        assert second == ssl.PEM_cert_to_DER_cert(chain.read_text()) != first
        key = files[1].read_bytes()
        certificate(tmp_path)
        files[1].write_bytes(key)
        assert "WARNING" in renewed(running)
        assert shown(running.address) == second
