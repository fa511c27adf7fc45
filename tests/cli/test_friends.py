"""Friends come to each other's tables by name, through a real relay and programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from p2pgame.client.profile import contacts, places
from tests.cli.processes import Guests, line_with
from tests.cli.test_terminal import Terminal

HOST = ("--bot", "--name", "Hanna", "--listen", "127.0.0.1:0")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Guests]:
    """Programs with a relay, and with the homes of Anna and Ben, who are friends."""
    programs = Guests(tmp_path)
    watchdog = Timer(90, programs.end)
    watchdog.start()
    arguments = ("relay", "--listen", "127.0.0.1:0", "--store", "sqlite:relay.db")
    started = line_with("This relay is at ", programs.start(*arguments))
    monkeypatch.setenv("P2PGAME_RELAY", started.split()[-1].rstrip("."))
    keys = {}
    for name in ("Anna", "Ben"):
        monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / name))
        keys[name] = places.identity().public
    for name, friend in (("Anna", "Ben"), ("Ben", "Anna")):
        monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / name))
        contacts.keep(keys[friend], friend, when=1)
    yield programs
    watchdog.cancel()
    programs.close()


@pytest.mark.parametrize("who", ["Anna", "1"])
def test_a_friend_who_is_invited_as_the_table_opens_joins_by_name(
    programs: Guests, who: str
) -> None:
    host = programs.start("host", "kuhn", *HOST, "--invite", "ben", home="Anna")
    line_with("Ben is invited, and sees it with: p2pgame invitations", host)
    listed = programs.start("invitations", home="Ben")
    line_with("Anna invites you to a game of Kuhn poker, until ", listed)
    ben = programs.start("join", who, "--bot", "--name", "Ben", home="Ben")
    line_with("Hanna, Ben play Kuhn poker.", ben)
    line_with("Verified: ", host)


def test_a_friend_who_has_not_invited_us_is_named(programs: Guests) -> None:
    # Other tests open tables in this network, and some of them are Anna's.
    contacts.keep(bytes([7]) * 32, "Zdenka", when=1)
    ben = programs.start("join", "zdenka", "--bot", home="Ben")
    line_with("Zdenka has not invited you, and has no table in this network.", ben)
    assert ben.wait(timeout=30) == 1


def test_nobody_opens_a_table_for_a_friend_who_is_none(programs: Guests) -> None:
    host = programs.start("host", "kuhn", *HOST, "--invite", "Cara", home="Anna")
    line_with("There is no contact 'Cara': p2pgame contacts", host)
    assert host.wait(timeout=30) == 2
    ben = programs.start("join", "Cara", home="Ben")
    line_with("There is no contact 'Cara': p2pgame contacts", ben)
    assert ben.wait(timeout=30) == 2


@pytest.mark.parametrize("command", [(), ("contacts",), ("invitations",)])
def test_a_friend_who_is_invited_is_asked_where_a_program_of_theirs_is_open(
    programs: Guests, command: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "terminal").mkdir()
    (tmp_path / "Ben").rename(tmp_path / "terminal" / "home")
    anna = programs.start("host", "kuhn", *HOST, "--invite", "ben", home="Anna")
    line_with("Ben is invited", anna)
    ben = Terminal(tmp_path / "terminal", *command)
    try:
        ben.wait_for("Anna invites you to a game of Kuhn poker. Join? [Y/n]")
        ben.type("\n")
        ben.wait_for("running on this machine?")
        ben.type("y\n")
        line_with("play Kuhn poker", anna)
    finally:
        ben.close()
