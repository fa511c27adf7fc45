"""Whole games between homes: relayed at once, direct soon, and through all troubles."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from tests.netns.homes import KEEPING, OUTSIDE, RANDOM, Homes, homes
from tests.netns.programs import Table
from tests.netns.test_homes import WHY, in_full

pytestmark = pytest.mark.skipif(WHY is not None, reason=f"no homes here: {WHY}")

#: Real seconds in which paths would be found, if there were any.
IN_VAIN = 8.0

#: The guests' names, in the order of their places.
NAMES = ("At a2", "At b")

#: Real seconds for which nothing goes through.
CUT = 6.0


def connections(there: Homes, place: str) -> str:
    """Return the TCP connections that a place has."""
    command = there.command(place, "ss", "-Htn", "state", "established")
    return subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=60
    ).stdout


def test_a_relayed_game_becomes_direct_and_outlives_the_relay(tmp_path: Path) -> None:
    with homes(KEEPING, KEEPING) as there:
        table = Table(there, tmp_path, "b")
        (guest,), relay = table.guests, table.relay
        assert relay is not None
        question = table.asked()  # all that was dealt until then was relayed
        assert OUTSIDE["router1"] not in connections(there, "b")
        table.host.sees("Connected directly with At b.")
        guest.sees("Connected directly with Anna.")
        assert OUTSIDE["router1"] in connections(there, "b")
        relay.process.kill()
        relay.process.wait()
        guest.sees("The relay is lost")
        table.answer(question)
        table.finish()
        assert "line is lost" not in table.host.told + guest.told


@in_full
def test_in_one_home_a_table_needs_no_relay(tmp_path: Path) -> None:
    with homes(RANDOM, RANDOM) as there:
        Table(there, tmp_path, "a2", relayed=False).finish()


@in_full
def test_guests_find_one_another_too_at_home_and_elsewhere(tmp_path: Path) -> None:
    with homes(KEEPING, KEEPING) as there:
        table = Table(there, tmp_path, "a2", "b")
        players = [(table.host, "Anna"), *zip(table.guests, NAMES, strict=True)]
        for program, own in players:
            for name in {"Anna", *NAMES} - {own}:
                program.sees(f"Connected directly with .*{name}")
        assert "192.168.1.10" in connections(there, "a2")
        table.finish()


@in_full
def test_between_routers_that_cannot_be_passed_a_game_stays_relayed(
    tmp_path: Path,
) -> None:
    with homes(RANDOM, RANDOM) as there:
        table = Table(there, tmp_path, "b")
        table.move()
        time.sleep(IN_VAIN)
        table.finish()
        assert "Connected" not in table.host.told + table.guests[0].told


@in_full
def test_a_game_goes_on_after_nothing_went_through_for_a_while(tmp_path: Path) -> None:
    with homes(KEEPING, KEEPING) as there:
        table = Table(there, tmp_path, "b")
        table.move()
        table.host.sees("Connected directly with At b.")
        there.do("router1", "ip", "link", "set", "wan", "down")
        time.sleep(CUT)
        there.do("router1", "ip", "link", "set", "wan", "up")
        table.finish()


@in_full
def test_a_relay_that_comes_back_is_used_again(tmp_path: Path) -> None:
    """Between routers that can't be passed, so the game has to wait for it."""
    with homes(RANDOM, RANDOM) as there:
        table = Table(there, tmp_path, "b")
        relay = table.relay
        assert relay is not None
        url = relay.told
        question = table.asked()
        relay.process.kill()
        relay.process.wait()
        table.answer(question)
        time.sleep(CUT)
        port = url.partition("11.0.0.1:")[2].partition(".")[0]
        table.start_relay(port)
        table.finish()


@in_full
def test_who_hides_its_address_shows_it_to_no_player(tmp_path: Path) -> None:
    with homes(KEEPING, KEEPING) as there:
        table = Table(there, tmp_path, "b", hidden=True)
        table.move()
        time.sleep(IN_VAIN)
        for place, router in (("a", "router2"), ("b", "router1")):
            assert OUTSIDE[router] not in connections(there, place)
        table.finish()
        assert "Connected" not in table.host.told + table.guests[0].told
