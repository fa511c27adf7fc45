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
from click.testing import CliRunner, Result

from p2pgame.cli.main import main
from p2pgame.client.profile import places, settings, ticket
from p2pgame.transport.finding.invite import Invite, Watch, parse
from p2pgame.transport.relay.url import RelayUrl
from tests.cli.processes import Guests, line_with
from tests.client.fronts import setup
from tests.transport.nostr_server import real_nostr

NOSTR = "nostr+wss://relay.example"
NEEDS_EXTRA = "pip install 'p2pgame[nostr]'"
NO_DOORS = "relays of nostr have no doors"
INVITE = Invite(bytes(32), bytes(16), (), (RelayUrl.parse(NOSTR),))


def watch_in(text: str) -> Watch:
    found = parse(text)
    assert isinstance(found, Watch)
    return found


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
        long = Invite.parse(line_with("p2pgame join P2PGAME:", host).split()[-1])
        assert (long.addresses, long.relays) == ((), (url,))
        link = line_with("p2pgame watch", host).split()[-1]
        assert watch_in(link).relays == (url,)
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
    ticket.write(held.folder, ticket.fresh(setup(program=True), INVITE))
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
