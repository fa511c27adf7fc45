"""Tables that wait for players: who comes, who goes, and what each is told."""

from __future__ import annotations

import math
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
import trio

from p2pgame.client.lobby.lobby_news import counts
from p2pgame.transport.finding import discovery
from tests.cli.processes import Guests, line_with
from tests.cli.test_terminal import Terminal
from tests.relay.programs import program
from tests.relay.whole_games import url_of

HOST = ("--name", "Hanna", "--listen", "127.0.0.1:0", "--no-relay", "--patience", "0")


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Guests]:
    programs = Guests(tmp_path)
    watchdog = Timer(90, programs.end)
    watchdog.start()
    yield programs
    watchdog.cancel()
    programs.close()


def test_a_guest_who_quits_before_the_start_frees_the_seat(programs: Guests) -> None:
    host = programs.start("host", "pig", "--players", "4", *HOST)
    invite = line_with("p2pgame join", host).split()[-1]
    ann = programs.start("join", invite, "--name", "Ann")
    line_with("You are at Hanna's table: Pig, with 4 seats.", ann)
    line_with("Ann is here.", host)
    ben = programs.start("join", invite, "--name", "Ben")
    line_with("You are at Hanna's table: Pig, with 4 seats.", ben)
    line_with("Ann is here.", ben)
    line_with("Ben is here.", host)
    ann.send_signal(signal.SIGINT)
    line_with("somebody else may take your seat. To go on: p2pgame resume", ann)
    assert ann.wait(timeout=30) == 130
    line_with("Ann is not here any more; the seat is free until they come back.", host)
    rest = [programs.start("join", invite, "--name", name) for name in ("Cara", "Dan")]
    for one in (host, ben, *rest):
        line_with("play Pig.", one)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_the_list_of_the_network_counts_who_is_there(
    programs: Guests, tmp_path: Path
) -> None:
    name = f"Hanna {os.getpid()}"  # others may play in this network
    host = Terminal(
        tmp_path, "host", "pig", "--players", "4", "--name", name, "--no-relay"
    )
    try:
        host.wait_for("p2pgame join ")
        (invite,) = re.findall(r"p2pgame join (P2PGAME:\S+)", host.shown)
        ann = programs.start("join", invite, "--name", "Ann")
        host.wait_for("Play with Ann?")
        host.wait_for("> ")
        host.type("y\n")
        host.wait_for("(2 of 4 here)")
        assert trio.run(taken_at, name) == 2
        ann.send_signal(signal.SIGINT)
        host.wait_for("Ann is not here any more; the seat is free")
        assert trio.run(taken_at, name) == 1
    finally:
        host.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_guest_reads_whether_the_host_has_said_yes(tmp_path: Path) -> None:
    host = Terminal(tmp_path, "host", "pig", "--players", "3", *HOST)
    (tmp_path / "ann").mkdir()
    try:
        host.wait_for("p2pgame join ")
        (invite,) = re.findall(r"p2pgame join (P2PGAME:\S+)", host.shown)
        ann = Terminal(tmp_path / "ann", "join", invite, "--name", "Ann")
        try:
            ann.wait_for("[Y/n]")  # is the host on this machine?
            ann.wait_for("> ")
            ann.type("\n")
            ann.wait_for("Waiting for Hanna to let you in (1 of 3 here)")
            host.wait_for("Play with Ann?")
            host.wait_for("> ")
            host.type("y\n")
            ann.wait_for("Hanna has let you in; waiting for players (2 of 3 here)")
        finally:
            ann.close()
    finally:
        host.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_host_begins_with_those_who_are_here(
    programs: Guests, tmp_path: Path
) -> None:
    """So does the program that would come once three are there."""
    last = ("--players", "4", "--seat", "4=holding hanna")
    host = Terminal(tmp_path, "host", "pig", *last, *HOST)
    try:
        host.wait_for("p2pgame join ")
        (invite,) = re.findall(r"p2pgame join (P2PGAME:\S+)", host.shown)
        ann = programs.start("join", invite, "--name", "Ann")
        host.wait_for("Play with Ann?")
        host.wait_for("> ")
        host.type("y\n")
        host.wait_for("(2 of 4 here); begin opens the table with those who are here")
        host.type("begin\n")
        assert line_with("play Pig.", ann).startswith("Hanna, Ann, ")
        host.wait_for("play Pig.")
    finally:
        host.close()


async def taken_at(name: str) -> int:
    """Return how many seats are taken at the table of a host in this network."""
    send, tables = trio.open_memory_channel[tuple[discovery.Sighting, ...]](math.inf)
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(discovery.look, send.send_nowait, os.urandom)
            async for seen in tables:
                for one in seen:
                    if one.label.name == name:
                        nursery.cancel_scope.cancel()
                        return one.label.taken
    raise AssertionError(f"{name} has no table here")


def test_a_guest_who_goes_while_another_comes_is_announced() -> None:
    """The same number of guests would tell those who wait nothing."""
    before, now = [b"hanna", b"ann", b"ben"], [b"hanna", b"ben", b"cara"]
    assert [*counts(before, now)] == [2, 3]
    assert [*counts(before, before)] == [3]
    assert [*counts(before[:2], before)] == [3]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_guest_who_leaves_a_table_at_a_relay_frees_the_seat(
    programs: Guests, tmp_path: Path
) -> None:
    from .window_terminal import WindowTerminal

    with program(f"sqlite:{tmp_path / 'db'}") as relay:
        ways = ("--relay", url_of(relay), "--listen", "127.0.0.1:0", "--no-lan")
        host = programs.start("host", "pig", "--players", "4", "--name", "Hanna", *ways)
        invite = line_with("p2pgame join", host).split()[-1]
        ben = programs.start("join", invite, "--name", "Ben")
        line_with("You are at Hanna's table: Pig, with 4 seats.", ben)
        ann = WindowTerminal(tmp_path, "join", invite, "--name", "Ann")
        try:
            ann.wait_for("[Y/n]")  # is the host on this machine?
            ann.type("y\r")
            ann.wait_for("3 of 4 here")
            ann.type("?\r")
            ann.wait_for("give your seat up")
            ann.type("leave\r")
            ann.wait_end()
            assert "You have given up your seat." in ann.text
        finally:
            ann.close()
        for one in (host, ben):
            line_with("Ann has given up the seat; it is free.", one)
        # With the invite she gets another seat.
        for name, home in (("Cara", ""), ("Ann", "home")):
            programs.start("join", invite, "--name", name, home=home)
            line_with(f"{name} is here.", host)
        line_with("Hanna, Ben, Cara, Ann play Pig.", host)
        assert "Somebody has gone" not in line_with("play Pig.", ben)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_host_who_leaves_before_the_start_closes_the_table(
    programs: Guests, tmp_path: Path
) -> None:
    from .test_screens import invite
    from .window_terminal import WindowTerminal

    host = WindowTerminal(tmp_path, "host", "pig", "--players", "3", *HOST)
    try:
        host.wait_until(lambda: invite(host) != "", "the whole invite")
        ann = programs.start("join", invite(host), "--name", "Ann")
        host.wait_for("Play with Ann?")
        host.type("y\r")
        line_with("You are at Hanna's table", ann)
        host.type("leave\r")
        host.wait_end()
        assert "You have closed the table." in host.text
    finally:
        host.close()
    line_with("Hanna has closed the table before the game began.", ann)


def test_a_guest_who_comes_back_before_the_start_has_the_seat_again(
    programs: Guests,
) -> None:
    host = programs.start("host", "pig", "--players", "3", *HOST)
    invite = line_with("p2pgame join", host).split()[-1]
    ann = programs.start("join", invite, "--name", "Ann", home="hers")
    line_with("Ann is here.", host)
    ann.kill()
    line_with("Ann is not here any more", host)
    ann = programs.start("resume", home="hers")
    line_with("Ann is back.", host)
    ben = programs.start("join", invite, "--name", "Ben")
    for one in (host, ann, ben):
        line_with("Hanna, Ann, Ben play Pig.", one)


def listed(programs: Guests, home: str) -> str:
    """Return what the list of tables says of the newest."""
    return line_with("  1  ", programs.start("tables", home=home))


def test_tables_are_listed_as_waiting_playing_stopped_and_over(
    programs: Guests,
) -> None:
    host = programs.start("host", "rps", *HOST, "-o", "rounds=1", home="host")
    invite = line_with("p2pgame join", host).split()[-1]
    assert "  rps           waiting  " in listed(programs, "host")
    ann = programs.start("join", invite, "--name", "Ann", home="hers")
    line_with("Hanna, Ann play Rock, paper, scissors.", ann)
    line_with("Hanna, Ann play Rock, paper, scissors.", host)
    assert "  rps           playing  " in listed(programs, "host")
    ann.send_signal(signal.SIGINT)
    assert ann.wait(timeout=30) == 130
    assert "  rps           stopped  " in listed(programs, "hers")
    host.kill()
    host.wait(timeout=30)
    assert "  rps           stopped  " in listed(programs, "host")
