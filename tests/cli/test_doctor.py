"""What is wrong with a machine is said in words, with its remedy, and no secret."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
import trio
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.client.profile import places
from p2pgame.client.seat import checkup
from p2pgame.client.seat.checkup import Check, check_up, nat, relay
from p2pgame.transport.link import TransportError
from p2pgame.transport.paths.mapping import Router
from p2pgame.transport.relay.date import read_date
from p2pgame.transport.relay.url import RelayUrl
from tests.blackbox.players import free_port
from tests.relay.programs import program
from tests.relay.whole_games import url_of
from tests.transport.test_mapping import Scripted


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("P2PGAME_RELAY", "")
    return tmp_path / "home"


async def nobody() -> Router:
    await trio.lowlevel.checkpoint()
    raise TransportError("There is no router.")


def named(found: list[Check], name: str) -> Check:
    (one,) = [check for check in found if check.name == name]
    return one


async def test_a_relay_that_answers_is_told_with_what_it_allows(tmp_path: Path) -> None:
    with program(f"sqlite:{tmp_path / 'db'}") as running:
        check, welcome = await relay(RelayUrl.parse(url_of(running)))
    assert check.ok
    assert welcome is not None
    assert check.found.id == "doctor-relay"
    assert check.found.args["days"] == welcome.days


def test_a_relay_that_is_not_there_is_told_with_a_remedy_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port = free_port(range(23_000, 32_000))
    monkeypatch.setenv("P2PGAME_RELAY", f"ws://127.0.0.1:{port}")
    since = time.monotonic()
    done = CliRunner().invoke(main, ["doctor", "--json"])
    assert time.monotonic() - since < checkup.WITHIN
    assert done.exit_code == 1
    told = json.loads(done.output)
    (wrong,) = [one for one in told["checks"] if not one["ok"]]
    assert wrong["name"] == "relay"
    assert "p2pgame settings relay" in wrong["remedy"]
    assert not told["ok"]


async def test_keys_that_others_can_read_are_told_and_not_shown(home: Path) -> None:
    places.identity()
    assert named(await check_up([nobody]), "profile").ok
    os.chmod(home / "identity", 0o644)
    wrong = named(await check_up([nobody]), "profile")
    assert wrong.found.args["path"] == str(home / "identity")
    assert wrong.remedy is not None
    assert wrong.remedy.id == "doctor-chmod"


async def test_a_clock_that_is_behind_is_told(home: Path) -> None:
    places.identity()
    later = time.time() + 3600
    os.utime(home / "identity", (later, later))
    assert not named(await check_up([nobody]), "clock").ok


@pytest.mark.parametrize(
    ("offset", "told", "seconds"),
    [
        (0, "doctor-clock-agrees", None),
        (30, "doctor-clock-fast", 30),
        (-3600, "doctor-clock-slow", 3600),
    ],
)
async def test_the_clock_is_compared_with_that_of_a_relay(
    offset: int,
    told: str,
    seconds: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = places.now
    monkeypatch.setattr(places, "now", lambda: right() + offset)
    with program(f"sqlite:{tmp_path / 'db'}") as running:
        monkeypatch.setenv("P2PGAME_RELAY", url_of(running))
        check = named(await check_up([nobody]), "clock")
    assert check.found.id == told
    assert check.found.args["relay"] == url_of(running)
    assert check.ok is (abs(offset) < checkup.CLOCK_WRONG)
    if seconds is not None:
        found = check.found.args["seconds"]
        assert isinstance(found, int)
        assert abs(found - seconds) <= 2


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nServer: one\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nDate: yesterday, about tea time, ok\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nDate: Sun, 99 Nov 9994 08:49:37 GMT\r\n\r\n",
        b"Date: Sun, 06 Nov 1994 08:49:37 GMT",
        b"\x00\xff" * 5000,
    ],
)
def test_a_relay_that_tells_no_time_is_compared_with_none(head: bytes) -> None:
    assert read_date(head) is None
    usual = b"HTTP/1.1 404 Not Found\r\ndate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n"
    assert read_date(usual) == 784111777


async def test_a_router_gives_a_port_and_has_it_back() -> None:
    router = Scripted()
    found = named(await check_up([nobody, router.find]), "router")
    assert found.found.id == "doctor-router"
    assert len(router.asked) == len(router.removed) == 1
    assert named(await check_up([nobody]), "router").found.id == "doctor-no-router"


@pytest.mark.parametrize(
    ("hosts", "seen", "told"),
    [
        (("203.0.114.7",), [], "doctor-nat-none"),
        (("192.168.1.2",), ["203.0.114.7:4000"], "doctor-nat"),
        (("192.168.1.2",), ["192.168.1.2:4000"], "doctor-nat-unseen"),
        (("127.0.0.1",), [], "doctor-nat-unseen"),
        (("192.0.2.1",), ["203.0.113.7:4000"], "doctor-nat-unseen"),
        (("2001:db8::1",), ["[2001:db8::2]:4000"], "doctor-nat-unseen"),
        (("100.64.0.1", "198.18.0.1"), ["240.0.0.1:40"], "doctor-nat-unseen"),
    ],
)
def test_what_is_between_us_and_the_internet_is_told(
    hosts: tuple[str, ...], seen: list[str], told: str
) -> None:
    assert nat(hosts, seen).found.id == told


def test_no_secret_is_printed(home: Path) -> None:
    places.identity()
    seed = (home / "identity").read_bytes()
    done = CliRunner().invoke(main, ["doctor"])
    assert seed.hex() not in done.output
    assert "versions" in done.output
