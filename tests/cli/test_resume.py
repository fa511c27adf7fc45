"""A program that has stopped goes on from its disk alone, the host's too."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from p2pgame.cli.main import main
from p2pgame.client.profile import places, tables, ticket
from p2pgame.client.profile.ticket import Doors, Ticket
from p2pgame.games.registry import find
from p2pgame.session import Offer
from p2pgame.transport.finding.invite import Invite
from tests.children import lines_from, next_line
from tests.cli.processes import Guests, line_with

INVITE = Invite(b"T" * 32, b"S" * 16, ("127.0.0.1:4400",))
TICKET = Ticket("p2pgame ticket 1", INVITE.encode(), "Ann", 1_700_000_000)
HOST = ("host", "kuhn", "--bot", "--listen", "127.0.0.1:0", "--transcript", "game")


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    guests = Guests(tmp_path)
    watchdog = Timer(90, guests.end)
    watchdog.start()
    yield guests
    watchdog.cancel()
    guests.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def typed(text: str, process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.flush()


def test_a_host_that_is_killed_goes_on_and_its_guest_is_there_again(
    guests: Guests,
) -> None:
    host = guests.start(*HOST, home="host")
    invite = line_with("p2pgame join", host).split()[-1]
    guest = guests.start("join", invite, "--name", "Ann", "--transcript", "hers")
    line_with("Your move: ", guest)
    host.kill()
    host.wait()
    line_with("The line is lost; dialling again.", guest)
    again = guests.start("resume", home="host")
    assert line_with("p2pgame join", again).split()[-1] == invite
    back = line_with("You are back at the table. ", again)
    assert back.endswith("Host bot, Ann play Kuhn poker.\n")
    line_with("The line is back.", guest)
    typed("check\ncall\ncall\n", guest)
    for process in (guest, again):
        line_with("Verified: ", process)
        assert process.wait(timeout=30) == 0
    assert said_once(guests, "tables", home="host").startswith("  1  kuhn")
    assert said_once(guests, "resume", home="host").endswith(
        "There is no table to go on at. Your last game of Kuhn poker is over, and its "
        f"transcript is in {guests.folder / 'game'}.\n"
    )


def said_once(guests: Guests, *arguments: str, home: str) -> str:
    process = guests.start(*arguments, home=home)
    return "".join(lines_from(process))


def test_a_host_that_is_killed_before_the_game_begins_goes_on_and_plays_again(
    guests: Guests,
) -> None:
    host = guests.start(*HOST, "--players", "2", home="host")
    invite = line_with("p2pgame join", host).split()[-1]
    os.kill(host.pid, signal.SIGKILL)
    host.wait()
    joins = ("join", invite, "--bot", "--again", "2", "--transcript", "hers")
    guest = guests.start(*joins)
    again = guests.start("resume", "--again", "1", home="host")
    for process in (guest, again):
        for _ in range(2):
            line_with("Verified: ", process)
        assert process.wait(timeout=30) == 0


def test_a_guest_goes_on_without_its_invite_and_is_told_where_it_stands(
    guests: Guests,
) -> None:
    host = guests.start(*HOST)
    invite = line_with("p2pgame join", host).split()[-1]
    guest = guests.start("join", invite, "--name", "Ann", home="hers")
    first = line_with("Your card", guest)
    line_with("Your move: ", guest)
    guest.kill()
    guest.wait()
    again = guests.start("resume", home="hers")
    said = [next_line(again) for _ in range(2)]
    assert said[0] == "You are back at the table. Host bot, Ann play Kuhn poker.\n"
    assert said[1].startswith("What happened last: ")
    line_with(first.split()[-1], again)  # her card, on the table as it is
    typed("check\ncall\ncall\n", again)
    line_with("Verified: ", again)
    assert again.wait(timeout=30) == 0


def test_who_goes_on_first_waits_for_the_host(guests: Guests) -> None:
    host = guests.start(*HOST, home="host")
    invite = line_with("p2pgame join", host).split()[-1]
    guest = guests.start("join", invite, "--bot", "--name", "Ann", home="hers")
    line_with("Ann is here.", host)
    for process in (host, guest):
        process.kill()
        process.wait()
    hers = guests.start("resume", home="hers")
    his = guests.start("resume", home="host")
    for process in (hers, his):
        line_with("Verified: ", process)
        assert process.wait(timeout=30) == 0


def test_a_port_that_is_taken_is_told_with_what_to_do(guests: Guests) -> None:
    host = guests.start(*HOST, home="host")
    invite = line_with("p2pgame join", host).split()[-1]
    host.kill()
    host.wait()
    port = int(Invite.parse(invite).addresses[0].rpartition(":")[2])
    with socket.create_server(("127.0.0.1", port)):
        refused = guests.start("resume", home="host")
        assert f"Port {port}, which your guests dial," in line_with("Error", refused)
        assert refused.wait(timeout=30) == 1
    elsewhere = guests.start("resume", "--listen", "127.0.0.1:0", home="host")
    moved = Invite.parse(line_with("p2pgame join", elsewhere).split()[-1])
    assert moved.table == Invite.parse(invite).table
    assert moved.secret == Invite.parse(invite).secret


def test_a_seat_that_is_being_played_is_not_played_twice(guests: Guests) -> None:
    host = guests.start(*HOST, home="host")
    line_with("p2pgame join", host)
    told = said_once(guests, "resume", home="host")
    assert "A program of yours is playing there already" in told
    assert "waiting" in said_once(guests, "tables", home="host")
    told = said_once(guests, "resume", "1", home="host")
    assert "A program of yours is playing there already" in told


def test_a_game_against_programs_goes_on_with_them(guests: Guests) -> None:
    table = guests.start("play", "tictactoe", "--bots", "1", home="mine")
    line_with("Slipping Sam is here.", table)
    table.kill()
    table.wait()
    again = guests.start("resume", home="mine")
    line_with("Verified: ", again)
    assert again.wait(timeout=30) == 0
    assert not list((guests.folder / "mine").rglob("bots"))


@pytest.mark.attack(49)
def test_a_seat_goes_on_at_another_device(guests: Guests) -> None:
    """Its log is in doubt there: the others are asked before anything is signed."""
    host = guests.start(*HOST)
    invite = line_with("p2pgame join", host).split()[-1]
    here = guests.start("join", invite, "--name", "Ann", home="desk")
    line_with("Your move: ", here)
    here.kill()
    here.wait()
    (guests.folder / "words").write_text("correct horse\n")
    secret = ("--passphrase-file", "words")
    said_once(guests, "move-seat", "seat.file", *secret, home="desk")
    told = said_once(guests, "resume", home="desk")
    assert told == "Error: There is no table to go on at.\n"
    said_once(guests, "take-seat", "seat.file", *secret, home="laptop")
    there = guests.start("resume", "--transcript", "hers", home="laptop")
    asked = line_with("This seat comes from a copy", there)
    assert asked.endswith("all must have told what you said last: Host bot.\n")
    typed("check\ncall\ncall\n", there)
    for process in (there, host):
        line_with("Verified: ", process)
        assert process.wait(timeout=30) == 0


def test_several_tables_are_chosen_by_number(home: Path) -> None:
    for number in range(3):
        held = places.open_table("Ann", b"S" * 16)
        invite = replace_table(held.me.key.public)
        one = replace(TICKET, invite=invite, opened=number, game=f"game {number}")
        ticket.write(held.folder, one)
        held.store.close()
    asked = CliRunner().invoke(main, ["resume"])
    assert asked.exit_code == 2
    assert "Which table? For example: p2pgame resume 1" in asked.stderr
    shown = CliRunner().invoke(main, ["tables"]).stdout.splitlines()
    assert [line.split("  ")[1:3] for line in shown] == [
        ["1", "game 2"],
        ["2", "game 1"],
        ["3", "game 0"],
    ]
    over = tables.kept()[0]
    ticket.write(over.folder, replace(over.ticket, state="over"))
    asked = CliRunner().invoke(main, ["resume"])
    assert "game 2" not in asked.stderr
    assert CliRunner().invoke(main, ["resume", "4"]).exit_code == 2


def replace_table(table: bytes) -> str:
    return Invite(table, b"S" * 16, ("127.0.0.1:9",)).encode()


def test_a_ticket_is_private_and_shows_no_secret(home: Path) -> None:
    held = places.open_table("Ann", b"S" * 16)
    held.store.close()
    ticket.write(held.folder, TICKET)
    assert (held.folder / "ticket").stat().st_mode & 0o077 == 0
    assert INVITE.encode()[60:80] not in repr(ticket.read(held.folder))
    assert ticket.read(held.folder) == TICKET


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[1]",
        ticket.encode(TICKET)[:-1],
        ticket.encode(TICKET).replace(b"Ann", b"A" * 25),
        ticket.encode(TICKET).replace(b"P2PGAME:A", b"P2PGAME:B"),
        ticket.encode(TICKET).replace(b'"bot"', b'"bit"'),
        b" " * (ticket.LIMIT + 1),
    ],
    ids=["empty", "fields", "list", "cut", "name", "invite", "unknown", "long"],
)
def test_a_damaged_ticket_is_told_in_a_sentence(home: Path, data: bytes) -> None:
    held = places.open_table("Ann", b"S" * 16)
    held.store.close()
    (held.folder / "ticket").write_bytes(data)
    told = CliRunner().invoke(main, ["resume"])
    assert told.exit_code == 2
    assert "ticket is damaged. A guest goes on with p2pgame join" in told.stderr


def test_an_offer_is_kept_and_read_again() -> None:
    game = find("kuhn")
    offer = Offer(game, game.options(), 2, None, 300, "proved")
    kept = ticket.hosting(offer, Doors(("0.0.0.0", 1), ("a.example:2",)), ())
    written = replace(TICKET, hosting=kept)
    read = ticket.decode(ticket.encode(written))
    assert read == written
    assert read.hosting is not None
    assert ticket.offer(read.hosting) == offer


def test_a_game_that_is_not_here_any_more_is_told(home: Path) -> None:
    held = places.open_table("Ann", b"S" * 16)
    held.store.close()
    game = find("kuhn")
    offer = Offer(game, game.options(), 2)
    kept = ticket.hosting(offer, Doors(("127.0.0.1", 1)), ())
    gone = replace(kept, game="bridge")
    ticket.write(held.folder, replace(TICKET, hosting=gone))
    told = CliRunner().invoke(main, ["resume"])
    assert told.exit_code == 1
    assert "bridge, version 2, is not known here" in told.stderr
