"""A player has one seat at a table: a second one is refused at once, with the cure."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from p2pgame.client.errors import Refused
from p2pgame.client.events import Invited
from p2pgame.client.requests import Host, Join
from p2pgame.client.seats import open_seat
from p2pgame.client.words import say
from p2pgame.client.world import World
from tests.children import line_with, lines_from
from tests.cli.processes import Guests

HERE = ("--listen", "127.0.0.1:0", "--no-lan")
SAID = "Error: You sit at this table already, in another program: a player has one seat"


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    guests = Guests(tmp_path)
    yield guests
    guests.close()


def reached(guests: Guests, way: str) -> tuple[str, ...]:
    """Return by which options a table is reached: directly, or by a relay alone."""
    if way == "direct":
        return ("--no-relay",)
    relay = guests.start("relay", "--listen", "127.0.0.1:0")
    url = line_with("This relay is at ", relay).split()[-1].rstrip(".")
    return ("--relay", url, "--hide-address")


def refused(guests: Guests, invite: str, home: str) -> None:
    """Check that whoever comes from this home is refused, in a sentence."""
    again = guests.start("join", invite, "--bot", home=home)
    told = [*lines_from(again)]
    assert again.wait(timeout=60) == 2, told
    assert [line for line in told if line.startswith(SAID)], told
    assert "P2PGAME_HOME" in told[-1]


@pytest.mark.parametrize("way", ["direct", "relayed"])
def test_the_host_itself_is_no_guest_and_the_table_goes_on(
    guests: Guests, tmp_path: Path, way: str
) -> None:
    where = reached(guests, way)
    host = guests.start("host", "rps", "--bot", *where, *HERE, home="host")
    invite = line_with("p2pgame join", host).split()[-1]
    refused(guests, invite, "host")
    # The same player on another machine: it has the identity, and no seat.
    (tmp_path / "copy").mkdir()
    shutil.copy(tmp_path / "host" / "identity", tmp_path / "copy" / "identity")
    refused(guests, invite, "copy")
    guests.start("join", invite, "--bot", "--name", "Ben", home="ben")
    told = [*lines_from(host)]
    assert host.wait(timeout=60) == 0, told
    assert [line for line in told if "a second time" in line], told
    assert [line for line in told if line.startswith("Verified: ")], told


def test_a_guest_has_one_seat_too(guests: Guests, tmp_path: Path) -> None:
    three = ("--players", "3", "--no-relay", *HERE)
    host = guests.start("host", "rps", "--bot", *three, home="host")
    invite = line_with("p2pgame join", host).split()[-1]
    guests.start("join", invite, "--bot", "--name", "Ben", home="ben")
    line_with("Ben is here.", host)
    refused(guests, invite, "ben")
    (tmp_path / "copy").mkdir()
    shutil.copy(tmp_path / "ben" / "identity", tmp_path / "copy" / "identity")
    refused(guests, invite, "copy")
    guests.start("join", invite, "--bot", "--name", "Cleo", home="cleo")
    told = [*lines_from(host)]
    assert host.wait(timeout=60) == 0, told


async def followed(request: Join, world: World) -> None:
    """Do what a request says, to its end."""
    async with open_seat(request, world) as seat:
        async for _ in seat:
            pass


async def test_two_windows_of_one_program_are_one_player(tmp_path: Path) -> None:
    """As on the page, where one program holds all of a player's tables."""
    world = World.native(tmp_path / "home")
    table = Host(game="rps", listen="127.0.0.1:0", relays=(), attended=True)
    with trio.fail_after(60):
        async with open_seat(table, world) as seat:
            event = await anext(seat)
            while not isinstance(event, Invited):
                event = await anext(seat)
            asked = Join(invite=event.invite, attended=True, nearby=True)
            with pytest.raises(Refused, match="You sit at this table already"):
                await followed(asked, world)
    told = say(Refused("seat-same-player").message, page=True)
    assert "in another window" in told
    assert "P2PGAME_HOME" not in told
