"""Playing where nothing but a relay leads from one to the other."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.transport.finding.invite import Invite
from tests.blackbox.players import free_port
from tests.cli.processes import Guests, line_with
from tests.relay import seating
from tests.relay.programs import program
from tests.relay.whole_games import url_of

ANN = ("--hide-address", "--name", "Ann", "--transcript", "hers")
HOST = ("host", "kuhn", "--bot", "--hide-address", "--transcript", "game")


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


async def test_a_link_to_a_relay_is_all_that_a_guest_needs() -> None:
    (seated,) = await seating.measure(1)
    print(seated)
    assert 0 < seated.here <= seated.begun


def test_a_table_waits_for_a_relay_that_is_not_there(guests: Guests) -> None:
    port = free_port(range(21_000 + random.randrange(9000), 32_000))
    host = guests.start(*HOST, "--relay", f"ws://127.0.0.1:{port}")
    link = line_with("p2pgame join", host).split()[-1]
    assert Invite.parse(link).addresses == ()
    line_with(f"The relay ws://127.0.0.1:{port} is no help yet: 127.0.0.1", host)
    guest = guests.start("join", link, *ANN, "--bot")
    with program(f"sqlite:{guests.folder / 'db'}", listen=f"127.0.0.1:{port}"):
        for process in (host, guest):
            line_with("Verified: ", process)
            assert process.wait(timeout=30) == 0


def test_a_seat_goes_on_while_one_of_two_relays_is_left(guests: Guests) -> None:
    """The guest comes back by its link, and by what it keeps."""
    stores = (f"sqlite:{guests.folder / name}" for name in ("one", "other"))
    with (
        program(next(stores)) as one,
        program(next(stores), motd="Be kind.") as other,
    ):
        ways = ("--relay", url_of(one), "--relay", url_of(other))
        host = guests.start(*HOST, *ways)
        link = line_with("p2pgame join", host).split()[-1]
        join = ("join", link, *ANN)
        guest = guests.start(*join, home="at hers")
        line_with("Your move: ", guest)
        line_with(f'The relay {url_of(other)} says: "Be kind."', host)
        one.process.kill()
        line_with("The relay is lost; looking for it again.", guest)
        guest.kill()
        guest.wait()
        by_link = guests.start(*join, home="at hers")
        line_with("You are back at the table. ", by_link)
        line_with("Your move: ", by_link)
        by_link.kill()
        by_link.wait()
        again = guests.start("resume", home="at hers")
        line_with("You are back at the table. ", again)
        typed("check\ncall\ncall\n", again)
        for process in (again, host):
            line_with("Verified: ", process)
            assert process.wait(timeout=30) == 0
    ours, hers = (guests.folder / name for name in ("game", "hers"))
    assert ours.read_bytes() == hers.read_bytes()


@pytest.mark.parametrize(
    ("ways", "told"),
    [
        (("--relay", "relay.example"), "A relay's address is like wss://relay"),
        (("--relay", "https://relay.example"), "A relay's address is like wss://relay"),
        (("--relay", "ws://relay.example:0"), "no valid host or port"),
        (("--relay", "ws://relay.example/?a"), "has a path that no relay has"),
        (("--hide-address", "--no-relay"), "--hide-address needs a relay"),
        (("--no-relay", "--relay", "ws://a.example"), "--no-relay, or the relays"),
    ],
)
def test_what_is_no_way_to_a_relay_is_told(ways: tuple[str, ...], told: str) -> None:
    done = CliRunner().invoke(main, ["host", "kuhn", "--bot", *ways])
    assert done.exit_code == 2
    assert told in done.stderr
