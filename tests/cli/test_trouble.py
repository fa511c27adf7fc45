"""Whatever is wrong with the world is told in one sentence, never a traceback."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
import trio
from click.testing import CliRunner, Result

from p2pgame.cli import main as program
from p2pgame.cli.commands import running
from p2pgame.cli.text import words
from p2pgame.client.errors import ClientError
from p2pgame.client.profile import transcripts
from p2pgame.client.words import say
from p2pgame.log import StoreError
from p2pgame.transport.link import TransportError
from tests.children import lines_from
from tests.cli.processes import Guests, line_with


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    return tmp_path


def told(*arguments: str, status: int = 1) -> str:
    """Return what the program says when it can't do this."""
    done: Result = CliRunner().invoke(program.main, list(arguments))
    assert done.exit_code == status, done.output
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize("command", [("host", "kuhn"), ("relay",)])
def test_a_port_in_use_is_named_and_another_one_asked_for(
    command: tuple[str, ...],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = told(*command, "--listen", f"127.0.0.1:{port}", status=2)
    assert words == (
        f"Error: Can't listen on port {port}: it is in use. "
        "Choose another with --listen.\n"
    )


def test_an_address_of_another_machine_is_no_place_to_listen() -> None:
    words = told("host", "kuhn", "--listen", "192.0.2.1:0", status=2)
    assert "this machine has no address 192.0.2.1. Choose another" in words


def test_a_home_that_is_no_folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "file").write_text("")
    monkeypatch.setenv("P2PGAME_HOME", str(here / "file"))
    assert "P2PGAME_HOME names another" in told("host", "kuhn", status=2)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(28, "No space left on device", "log"), "No space left on device."),
        (StoreError("cannot write the log"), "Cannot write the log."),
        (TransportError("Port 1 can't be listened on."), "listened on."),
    ],
)
def test_what_happens_deep_in_the_program(error: Exception, sentence: str) -> None:
    async def deep() -> None:
        async with trio.open_nursery() as outer, trio.open_nursery() as inner:
            outer.start_soon(trio.sleep_forever)
            inner.start_soon(fail)

    async def fail() -> None:
        raise error

    with pytest.raises(ClientError) as caught:
        running.run(deep)
    assert sentence in words.sentence(str(caught.value))


def test_a_fault_of_the_program_is_not_hidden() -> None:
    async def fault() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.sleep_forever)
            raise AssertionError("ours")

    with pytest.raises(ExceptionGroup):
        running.run(fault)


def test_a_transcript_that_cannot_be_written_goes_home(here: Path) -> None:
    path, wrong = transcripts.save(here / "gone" / "file", b"signed")
    assert path == here / "home" / "file"
    assert path.read_bytes() == b"signed"
    assert wrong is not None
    assert "can't be written: No such file or directory." in say(wrong)


@pytest.fixture
def guests(here: Path) -> Iterator[Guests]:
    guests = Guests(here)
    watchdog = Timer(60, guests.end)
    watchdog.start()
    yield guests
    watchdog.cancel()
    guests.close()


def test_lost_lines_and_late_guests_are_told(guests: Guests) -> None:
    host = guests.start(*("host", "kuhn", "--bot", "--listen", "127.0.0.1:0"))
    invite = line_with("p2pgame join", host).split()[-1]
    guest = guests.start("join", invite, "--name", "Ann")
    line_with("Your move: ", guest)

    late = guests.start("join", invite, "--name", "Late")
    words = line_with("Error: ", late)
    assert words == "Error: The game has begun without you: others have its seats.\n"
    assert late.wait(timeout=30) == 1

    host.kill()
    line_with("The line is lost; dialling again.", guest)
    guest.send_signal(signal.SIGTERM)
    line_with("You have left the table; what was signed so far is in kuhn-", guest)
    assert not [*lines_from(guest)]
    assert guest.wait(timeout=30) == 130


def test_a_host_is_told_of_a_guest_who_is_gone(guests: Guests) -> None:
    host = guests.start(*("host", "kuhn", "--bot", "--listen", "127.0.0.1:0"))
    invite = line_with("p2pgame join", host).split()[-1]
    guest = guests.start("join", invite, "--name", "Ann")
    line_with("Your move: ", guest)
    guest.kill()
    line_with("Ann's line is lost; they may come back.", host)


def test_of_a_guest_who_has_left_no_line_is_lost(guests: Guests) -> None:
    here = ("--listen", "127.0.0.1:0", "--no-relay", "--no-lan", "-o", "goal=30")
    host = guests.start("host", "pig", "--players", "3", "--bot", *here)
    invite = line_with("p2pgame join", host).split()[-1]
    ann = guests.start("join", invite, "--name", "Ann")
    guests.start("join", invite, "--name", "Ben", "--bot")
    assert ann.stdin is not None
    ann.stdin.write("leave\nleave\n")
    ann.stdin.close()
    told = [*lines_from(host)]
    assert any("The game is over" in line for line in told)
    assert [line for line in told if line.startswith("Ann has gone")], told
    assert not [line for line in told if "Ann's line" in line]


def test_programs_leave_with_the_person_who_started_them(guests: Guests) -> None:
    """Also when that program is killed, and can tell nobody."""
    host = guests.start(*("host", "kuhn", "--bot", "--listen", "127.0.0.1:0"))
    invite = line_with("p2pgame join", host).split()[-1]
    guest = guests.start("join", "-", "--bot", "--leashed")
    assert guest.stdin is not None
    guest.stdin.write(f"{invite}\n")
    host.kill()
    guest.stdin.close()
    line_with("You have left the table", guest)
    assert guest.wait(timeout=30) == 130


#: Heeds a leash, and never comes back from what it is to do then.
BUSY = """
import itertools
import trio
from p2pgame.cli.terminal import leaving
leaving.GRACE = 0.1
trio.run(leaving.heed_leash, lambda: any(False for _ in itertools.repeat(0)))
"""


@pytest.mark.attack(57)
def test_a_program_whose_leash_breaks_does_not_go_on_for_ever() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BUSY],
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert done.returncode == 130


def test_who_says_nothing_for_too_long_is_not_waited_for(guests: Guests) -> None:
    where = ("--listen", "127.0.0.1:0", "--transcript", "game")
    host = guests.start(
        *("host", "rps", "--players", "3", "--bot", "--patience", "2", *where)
    )
    invite = line_with("p2pgame join", host).split()[-1]
    guests.start("join", invite, "--bot", "--name", "Ben")
    guest = guests.start("join", invite, "--name", "Ann", "--transcript", "hers")
    asked = line_with("Your move: ", guest)
    assert asked.endswith("rock, paper, scissors (the others wait 2 s for you)\n")
    for process in (host, guest):
        line_with("Ann leaves, and has lost", process)
        line_with("Verified: ", process)
    assert host.wait(timeout=30) == 0


def test_who_leaves_for_good_ends_a_game_of_two(guests: Guests) -> None:
    where = ("--listen", "127.0.0.1:0", "--transcript", "game")
    host = guests.start("host", "kuhn", "--bot", *where)
    invite = line_with("p2pgame join", host).split()[-1]
    guest = guests.start("join", invite, "--name", "Ann", "--transcript", "hers")
    line_with("Your move: ", guest)
    assert guest.stdin is not None
    guest.stdin.write("leave\nleave\n")
    guest.stdin.flush()
    for process in (guest, host):
        line_with("Ann has gone, and Kuhn poker can't go on with a seat empty", process)
        assert "Host bot +1, Ann -1. It was forfeited by Ann." in line_with(
            "The game is over: ", process
        )
        line_with("Verified: ", process)
    assert host.wait(timeout=30) == 0


def test_nobody_is_asked_where_all_decide_and_one_thing_alone_is_fair(
    guests: Guests,
) -> None:
    """In hearts all say at once who has the 2 of clubs, which only one may."""
    where = ("--listen", "127.0.0.1:0", "--transcript", "game")
    host = guests.start("host", "hearts", "--players", "4", "--bot", *where)
    invite = line_with("p2pgame join", host).split()[-1]
    for name in ("Ben", "Cleo"):
        guests.start("join", invite, "--bot", "--name", name)
    guest = guests.start("join", invite, "--name", "Ann")
    assert guest.stdin is not None
    asked = line_with("Your move: pass 3 of ", guest).partition("pass 3 of ")[2]
    first, second, third, *_ = asked.split()
    guest.stdin.write(f"{second} {third} {first}\n")
    guest.stdin.flush()
    assert "Your move: " not in line_with(" shows 2♣", guest)
