"""Coming to a table without its link: words told, a short invite, the same network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from tests.cli.processes import Guests, line_with
from tests.cli.test_terminal import Terminal

PLAY = ("--bot", "--hide-address")


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Guests]:
    programs = Guests(tmp_path)
    watchdog = Timer(60, programs.end)
    watchdog.start()
    yield programs
    watchdog.cancel()
    programs.close()


def relay(programs: Guests) -> str:
    """Start a relay; return its url."""
    arguments = ("relay", "--listen", "127.0.0.1:0", "--store", "sqlite:relay.db")
    started = line_with("This relay is at ", programs.start(*arguments))
    return started.split()[-1].rstrip(".")


@pytest.mark.parametrize("face", ["--words", "--qr"])
def test_words_and_short_invites_lead_to_the_table(
    programs: Guests, face: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PGAME_RELAY", relay(programs))
    host = programs.start("host", "kuhn", *PLAY, face, "--transcript", "ours")
    start = "p2pgame join " + (
        "[0-9]+-[a-z]+-[a-z]+-[a-z]+" if face == "--words" else "P2PGAME:"
    )
    while not re.search(start, line := line_with("p2pgame join ", host)):
        pass
    invite = line.split()[-1]
    guest = programs.start("join", invite, "--bot", "--transcript", "theirs")
    line_with("Verified: ", guest)
    line_with("Verified: ", host)
    assert host.wait(timeout=30) == guest.wait(timeout=30) == 0
    one, other = programs.folder / "ours", programs.folder / "theirs"
    assert one.read_bytes() == other.read_bytes()


def test_wrong_words_are_told_and_three_of_them_end_the_code(
    programs: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PGAME_RELAY", relay(programs))
    host = programs.start("host", "kuhn", *PLAY, "--words")
    first = line_with("p2pgame join ", host)
    code = line_with("p2pgame join ", host).split()[-1]
    door, *words = code.split("-")
    wrong = "-".join([door, *words[:2], "zebra" if words[2] != "zebra" else "river"])
    for _ in range(3):
        guest = programs.start("join", wrong, "--bot")
        line_with("These are not the words", guest)
        assert guest.wait(timeout=30) == 1
    line_with("guessed at the words three times", host)
    new = line_with("p2pgame join ", host).split()[-1]
    assert new not in (code, first)


def test_in_one_network_a_table_is_seen_and_both_compare_pictures(
    tmp_path: Path,
) -> None:
    for name in ("host", "guest"):
        (tmp_path / name).mkdir()
    host = Terminal(tmp_path / "host", "host", "tictactoe", "--name", "Zoe")
    try:
        host.wait_for("p2pgame join ")
        guest = Terminal(tmp_path / "guest", "join", "--name", "Yan")
        try:
            guest.wait_for("Which one?")
            (number,) = re.findall(
                r"(\d+)  Zoe's Tic-tac-toe, 1 of 2 here", guest.shown
            )
            guest.wait_for("> ")
            guest.type(f"{number}\n")
            guest.wait_for("Zoe must see the same as you: ")
            host.wait_for("Yan is in this network, and must see ")
            host.wait_for("Let them in?")
            seen = re.findall(r"must see (.*?)\. Let", host.shown)
            assert seen[0] in guest.shown
            host.wait_for("> ")
            host.type("y\n")
            for terminal in (host, guest):
                terminal.wait_for("play Tic-tac-toe")
        finally:
            guest.close()
    finally:
        host.close()
