"""A game of days: its players are online one after the other, never together."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from p2pgame.client.profile import tables
from p2pgame.client.world import World
from tests.children import WITHIN, lines_from, next_line
from tests.cli.processes import Guests, line_with
from tests.relay.programs import program
from tests.relay.whole_games import url_of

MOVES = {"Ann": "rock", "Ben": "scissors", "Cara": "scissors"}
TABLE = ("--hide-address", "--transcript")
#: Times that each player comes, at most: to accept, throw, open, read and sign.
VISITS = 8


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    guests = Guests(tmp_path)
    watchdog = Timer(240, guests.end)
    watchdog.start()
    yield guests
    watchdog.cancel()
    guests.close()


def end(process: subprocess.Popen[str]) -> str:
    """Quit as a person does, by Ctrl-C; return what was said last."""
    process.send_signal(signal.SIGINT)
    rest = "".join(lines_from(process))
    assert process.wait(timeout=30) in (0, 130), rest
    return rest


def log_of(guests: Guests, home: str) -> Path:
    (log,) = (guests.folder / home / "tables").glob("*/*/log")
    return log


def wait_until_it_grows(log: Path, size: int) -> None:
    until = time.monotonic() + WITHIN
    while log.stat().st_size <= size:
        assert time.monotonic() < until, "the move was not signed"


def called(guests: Guests, who: str) -> bool:
    """Look once, alone; return whether the player was called, by its own command."""
    (one,) = kept(guests.folder / who)
    mark = guests.folder / f"rps-{one.ticket.way.table.hex()[:8]}"
    looking = guests.start("next", "--wait", "--every", "600", home=who)
    next_line(looking)
    waits = "it waits for you" in next_line(looking)
    if waits:
        until = time.monotonic() + WITHIN
        while not mark.exists():
            assert time.monotonic() < until, "the command was not run"
        mark.unlink()
    end(looking)
    assert not mark.exists()
    return waits


def visit(guests: Guests, who: str) -> bool:
    """Come if called, throw and go; return whether the game is over and signed."""
    if not called(guests, who):
        return not any(one.is_open for one in kept(guests.folder / who))
    seat = guests.start("next", home=who)
    line_with("Your move: ", seat)
    log = log_of(guests, who)
    size = log.stat().st_size
    assert seat.stdin is not None
    seat.stdin.write(f"{MOVES[who]}\n")
    seat.stdin.flush()
    wait_until_it_grows(log, size)
    assert "not reached a relay" not in end(seat)
    return False


def kept(home: Path) -> list[tables.Kept]:
    with World.native(home).at_home():
        return tables.kept()


def test_three_who_are_never_online_together_finish_a_game(guests: Guests) -> None:
    with program(f"sqlite:{guests.folder / 'db'}") as relay:
        host = guests.start(
            *("host", "rps", "--players", "3", "-o", "rounds=1", "--patience", "0"),
            *("--relay", url_of(relay), "--name", "Ann", *TABLE, "Ann.p2pgame"),
            home="Ann",
        )
        link = line_with("p2pgame join", host).split()[-1]
        end(host)
        assert not called(guests, "Ann")  # and her hello is at the relay
        for who in ("Ben", "Cara"):
            join = ("join", link, "--name", who, *TABLE, f"{who}.p2pgame")
            guest = guests.start(*join, home=who)
            line_with("Ann is here.", guest)
            end(guest)
        host = guests.start("resume", home="Ann")
        line_with("Cara is here.", host)
        end(host)
        for who in MOVES:
            said = guests.start("settings", "on-turn", "exec:touch", home=who)
            assert "".join(lines_from(said)) == "on-turn  exec:touch\n"
        done = dict.fromkeys(MOVES, False)
        for _ in range(VISITS):
            for who in MOVES:
                done[who] = done[who] or visit(guests, who)
            if all(done.values()):
                break
    assert all(done.values()), done
    files = [(guests.folder / f"{who}.p2pgame").read_bytes() for who in MOVES]
    assert files[0] == files[1] == files[2]
    checked = guests.start("verify", "Ann.p2pgame")
    assert "Ann, Ben, Cara" in "".join(lines_from(checked))
    assert checked.wait(timeout=30) == 0
