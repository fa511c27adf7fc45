"""Playing where nothing but a relay of nostr leads from one to the other.

The relay is one that people run.  Each player publishes an event a second, so games
are short here.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
import trio
import trio.testing
from click.testing import CliRunner, Result
from nacl.bindings import crypto_sign_seed_keypair

from cli import lines
from cli.links import Links
from cli.main import main
from cli.playing import NO_DOORS
from p2pgame.client.profile import places, settings, ticket
from p2pgame.client.profile.topics import NEEDS_EXTRA, Subscriber
from p2pgame.transport.finding.invite import Invite, Watch
from p2pgame.transport.nostr.client import NostrSubscription
from p2pgame.transport.relay.protocol import topic_of
from p2pgame.transport.relay.tended import TendedLink
from p2pgame.transport.relay.url import RelayUrl
from tests.cli.processes import Guests, line_with
from tests.transport.nostr_server import TinyNostr, real_nostr, tiny_nostr
from tests.transport.pairs import PATIENCE

NOSTR = "nostr+wss://relay.example"
INVITE = Invite(bytes(32), bytes(16), (), (RelayUrl.parse(NOSTR),))
SEED = bytes(32)
TOPIC = topic_of(crypto_sign_seed_keypair(SEED)[0])


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    guests = Guests(tmp_path)
    watchdog = Timer(90, guests.end)
    watchdog.start()
    yield guests
    watchdog.cancel()
    guests.close()


def typed(text: str, process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.flush()


def test_a_game_is_found_played_watched_and_gone_on_with_by_nostr_alone(
    guests: Guests,
) -> None:
    """By a short invite, which is all that a guest is given."""
    with real_nostr(guests.folder) as url:
        assert str(url).startswith("nostr+ws://")
        ways = ("--relay", str(url), "--qr", "--spectators")
        hides = "--hide-address", "--transcript"
        host = guests.start("host", "kuhn", "--bot", *hides, "ours", *ways)
        short = line_with("p2pgame join P2PGAME:", host).split()[-1]
        long = Invite.parse(line_with("p2pgame join p2pgame:", host).split()[-1])
        assert (long.addresses, long.relays) == ((), (url,))
        link = line_with("p2pgame watch", host).split()[-1]
        assert Watch.parse(link).relays == (url,)
        watcher = guests.start("watch", link, "--transcript", "seen")
        guest = guests.start("join", short, "--name", "Ann", *hides, "hers", home="a")
        line_with("Your move: ", guest)
        guest.kill()
        again = guests.start("resume", home="a")
        line_with("You are back at the table. ", again)
        typed("check\ncall\ncall\n", again)
        for process in (again, host, watcher):
            line_with("Verified: ", process)
            assert process.wait(timeout=30) == 0
        with sqlite3.connect(guests.folder / "nostr.sqlite3") as database:
            ((events,),) = database.execute("SELECT count(*) FROM events")
        database.close()
    ours, hers, seen = (
        (guests.folder / name).read_bytes() for name in ("ours", "hers", "seen")
    )
    assert ours == hers == seen
    assert events <= 40


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which what speaks nostr is not installed."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    monkeypatch.delenv(settings.RELAY, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "coincurve", None)
    monkeypatch.delitem(sys.modules, "p2pgame.transport.nostr.client", raising=False)
    return tmp_path


def said(*arguments: str, relay: str | None = None) -> Result:
    return CliRunner().invoke(main, arguments, env={settings.RELAY: relay})


@pytest.mark.parametrize(
    "arguments",
    [
        ("host", "kuhn", "--bot", "--relay", NOSTR),
        ("settings", "relay", NOSTR),
        ("settings", "relay", "wss://relay.example", NOSTR),
        ("join", INVITE.encode(), "--bot"),
        ("join", INVITE.short(*INVITE.relays), "--bot"),
        ("watch", INVITE.watch.encode()),
        ("watch", INVITE.short(*INVITE.relays)),
    ],
)
def test_without_the_extra_a_relay_of_nostr_is_refused_in_one_sentence(
    bare: Path, arguments: tuple[str, ...]
) -> None:
    done = said(*arguments)
    assert done.exit_code == 2
    assert NEEDS_EXTRA in done.stderr
    assert not [*bare.glob("tables/*")]
    assert not (bare / "settings").exists()


def test_what_was_set_before_the_extra_went_is_told_too(bare: Path) -> None:
    for arguments in (("host", "kuhn", "--bot"), ("settings",), ("invitations",)):
        done = said(*arguments, relay=NOSTR)
        assert done.exit_code == 2
        assert NEEDS_EXTRA in done.stderr
    assert said("settings", "relay", "--none").exit_code == 0


def test_a_seat_without_the_extra_is_not_gone_on_with(bare: Path) -> None:
    held = places.open_table("Ann", INVITE.secret)
    ticket.write(held.folder, ticket.fresh(("Ann", True, None), INVITE))
    held.store.close()
    done = said("resume")
    assert done.exit_code == 2
    assert NEEDS_EXTRA in done.stderr


def test_words_and_names_are_not_for_relays_of_nostr(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    host = said("host", "kuhn", "--bot", "--words", "--relay", NOSTR)
    guest = said("join", "7-purple-sausages-river", "--bot", relay=NOSTR)
    for done in (host, guest):
        assert done.exit_code == 2
        assert NO_DOORS in done.stderr
    friend = said("invitations", relay=NOSTR)
    assert friend.exit_code == 2
    assert "do not lie at relays of nostr" in friend.stderr


class Listener:
    """Hears what is told of a relay."""

    links: Links

    def __init__(self) -> None:
        self.answered = False
        self.heard: list[str] = []
        self._changed = trio.Event()

    def say(self, text: str) -> None:
        self.heard.append(text)
        self._changed.set()

    async def wait_told(self, text: str) -> None:
        with trio.fail_after(PATIENCE):
            while text not in self.heard:
                self._changed = trio.Event()
                await self._changed.wait()


async def _use(link: TendedLink) -> None:
    await link.receive()


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "REACHED_WITHIN", 0.0)
    monkeypatch.setattr(lines, "LOOK_EVERY", 0.01)


@pytest.mark.usefixtures("_quick")
async def test_why_a_relay_is_of_no_use_is_told() -> None:
    listener = Listener()
    tiny = tiny_nostr(TinyNostr(), {"limitation": {"payment_required": True}})
    async with tiny as url, trio.open_nursery() as nursery:
        nursery.start_soon(lines.stay, listener, Subscriber(url, TOPIC, SEED), _use)
        why = "The relay is not for everybody."
        await listener.wait_told(lines.UNREACHED.format(url, why))
        nursery.cancel_scope.cancel()
    assert not listener.answered


@pytest.mark.usefixtures("_quick")
async def test_what_a_relay_says_to_people_is_told_as_its_own_words() -> None:
    listener = Listener()
    welcoming = TinyNostr(lambda word: [["NOTICE", "Be\x1b[2J kind."], word])
    async with tiny_nostr(welcoming) as url, trio.open_nursery() as nursery:
        nursery.start_soon(lines.stay, listener, Subscriber(url, TOPIC, SEED), _use)
        await listener.wait_told(f'The relay {url} says: "Be [2J kind."')
        nursery.cancel_scope.cancel()


async def test_each_thing_is_told_once_and_trouble_only_of_a_relay_never_reached(
    autojump_clock: trio.testing.MockClock,
) -> None:
    url, listener = INVITE.relays[0], Listener()
    place = Subscriber(url, TOPIC, SEED)
    held = place._subscription
    assert isinstance(held, NostrSubscription)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lines._tell, listener, place)
        await trio.sleep(lines.REACHED_WITHIN - 0.1)
        assert listener.heard == []
        await trio.sleep(60)
        held.trouble = "The relay does not want us."
        await trio.sleep(60)
        place.is_reached, held.trouble = True, "The relay does not answer."
        for words in ("Hello.", "And again."):
            held._place.note_notice(words)
            await trio.sleep(60)
        nursery.cancel_scope.cancel()
    assert listener.heard == [
        lines.UNREACHED.format(url, lines.NO_ANSWER),
        lines.UNREACHED.format(url, "The relay does not want us."),
        f'The relay {url} says: "Hello."',
    ]
