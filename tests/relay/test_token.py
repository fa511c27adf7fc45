"""A relay that is not open to the world: only who has its token is admitted."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Timer

import pytest
import trio
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.client.profile import relay_admission
from p2pgame.client.profile.settings import RELAY
from p2pgame.transport.finding.invite import Invite, Short, parse
from p2pgame.transport.link import LinkClosed
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.greeting import RelayRefusal
from p2pgame.transport.relay.protocol import (
    Enter,
    Open,
    Opened,
    Refusal,
    Refused,
    Subscribe,
    Work,
    entering,
)
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.wire_version import SPOKEN, Versions
from tests.children import lines_from
from tests.cli.processes import Guests, line_with
from tests.relay.clients import PATIENCE, Writing, client, relay
from tests.relay.programs import program
from tests.relay.whole_games import url_of
from tests.transport.real_relay import GENEROUS

TABLE = Writing(61)
TOKEN = bytes(range(16))
CLOSED = replace(GENEROUS, token=TOKEN)


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    guests = Guests(tmp_path)
    watchdog = Timer(90, guests.end)
    watchdog.start()
    yield guests
    watchdog.cancel()
    guests.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "relay.db"


@pytest.mark.attack(34)
async def test_who_has_the_token_is_admitted_and_nobody_else(path: Path) -> None:
    async with relay(path, CLOSED) as address:
        async with client(address) as anna:
            assert anna.welcome.is_closed
            tag = entering(TOKEN, anna.welcome.nonce, SPOKEN)
            await anna.say(Enter(SPOKEN, tag))
            await anna.join(TABLE)
            await anna.publish(TABLE, 1)
        for tag in (bytes(32), entering(bytes(16), anna.welcome.nonce, SPOKEN)):
            async with client(address) as eve:
                await eve.say(Enter(SPOKEN, tag), Subscribe(TABLE.topic))
                assert await eve.refused() == "token"
                await eve.wait_end()


@pytest.mark.attack(7)
async def test_a_tag_is_worth_nothing_on_another_connection(path: Path) -> None:
    async with relay(path, CLOSED) as at, client(at) as anna, client(at) as eve:
        heard = Enter(SPOKEN, entering(TOKEN, anna.welcome.nonce, SPOKEN))
        await anna.say(heard, Open(5))
        await anna.expect(Opened)
        await eve.say(heard)
        assert await eve.refused() == "token"


@pytest.mark.attack(34)
@pytest.mark.parametrize("first", [Subscribe(bytes(16)), Open(5), Work(bytes(8))])
async def test_nothing_is_done_before_the_token_is_shown(
    path: Path, first: Subscribe | Open | Work
) -> None:
    async with relay(path, CLOSED) as address, client(address) as eve:
        await eve.say(first)
        assert await eve.expect(Refused) == Refused(0, Refusal.TOKEN)
        await eve.wait_end()


async def test_who_has_the_token_need_not_work(path: Path) -> None:
    settings = replace(CLOSED, bits=20)
    async with relay(path, settings) as address, client(address) as anna:
        tag = entering(TOKEN, anna.welcome.nonce, SPOKEN)
        await anna.say(Enter(SPOKEN, tag), Open(5))
        await anna.expect(Opened)


async def test_a_peer_of_another_version_is_refused_by_a_number(path: Path) -> None:
    async with relay(path) as address, client(address) as old:
        await old.say(Enter(Versions(1, 1), bytes(32)))
        assert await old.refused() == "version"
        await old.wait_end()


def test_a_token_file_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "token"
    with program(f"sqlite:{tmp_path / 'db'}", token=file):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        token = relay_admission.read(file)
    with program(f"sqlite:{tmp_path / 'db'}", token=file):
        assert relay_admission.read(file) == token
    assert not relay_admission.made(file)


@pytest.mark.parametrize("wrong", ["open", "missing", "damaged"])
def test_a_token_file_that_is_no_good_is_told(
    tmp_path: Path, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    monkeypatch.delenv(RELAY, raising=False)
    file = tmp_path / "token"
    told = {
        "open": "chmod 600",
        "missing": "can't be used: No such file",
        "damaged": "holds no relay's token",
    }[wrong]
    if wrong != "missing":
        relay_admission.made(file)
        if wrong == "damaged":
            file.write_text("abc\n")
        file.chmod(0o644 if wrong == "open" else 0o600)
    way = ("--relay", "ws://a.example", "--relay-token-file", str(file))
    done = CliRunner().invoke(main, ["host", "kuhn", "--bot", *way])
    assert done.exit_code == 2
    assert told in done.stderr


@pytest.mark.parametrize("qr", [False, True])
def test_guests_need_nothing_but_the_invite(guests: Guests, qr: bool) -> None:
    """By real programs: a host with the token's file, and a guest without any."""
    file = guests.folder / "token"
    with program(f"sqlite:{guests.folder / 'db'}", token=file) as running:
        way = ("--relay", url_of(running), "--relay-token-file", str(file))
        hidden = ("--hide-address", "--transcript")
        host = guests.start(
            *("host", "kuhn", "--bot", *hidden, "game", *way),
            *(["--qr"] if qr else []),
        )
        link = line_with("p2pgame join", host).split()[-1]
        invite = parse(link)
        assert isinstance(invite, Short if qr else Invite)
        guest = guests.start("join", link, "--bot", "--name", "Ann", *hidden, "hers")
        line_with("a game of Kuhn poker", guest)
        for process in (host, guest):
            line_with("Verified: ", process)
            assert process.wait(timeout=30) == 0


async def test_without_the_token_a_host_and_a_guest_hear_what_to_do(
    guests: Guests,
) -> None:
    file = guests.folder / "token"
    with program(f"sqlite:{guests.folder / 'db'}", token=file) as running:
        url = RelayUrl.parse(url_of(running))
        with trio.fail_after(PATIENCE), pytest.raises(RelayRefusal):
            await Subscription(url, TABLE.topic).connect()
        wrong = replace(url, token=bytes(16))
        with trio.fail_after(PATIENCE), pytest.raises(LinkClosed, match="number 13"):
            await (await Subscription(wrong, TABLE.topic).connect()).receive()
        host = guests.start("host", "kuhn", "--bot", "--relay", str(url))
        said = await trio.to_thread.run_sync(line_with, "is no help yet", host)
        assert "It admits only those who have its token" in said
        assert "--relay-token-file" in said


def test_a_relays_token_is_kept_with_the_settings(guests: Guests) -> None:
    file = guests.folder / "token"
    relay_admission.made(file)
    url = "ws://relay.example"
    given = guests.start("settings", "relay", url, "--token-file", str(file), home="h")
    line_with(f"relay  {url}", given)
    assert given.wait(timeout=30) == 0
    kept = guests.folder / "h" / "settings"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert relay_admission.read(file).hex() in kept.read_text()
    shown = [*lines_from(guests.start("settings", home="h"))]
    assert shown
    assert relay_admission.read(file).hex() not in "".join(shown)
