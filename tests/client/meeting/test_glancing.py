"""Which of our tables waits for us, and which has waited longest."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from p2pgame.client.meeting import glancing
from p2pgame.client.meeting.glancing import Glance, glance_at, longest
from p2pgame.client.profile import places, tables, ticket
from p2pgame.client.profile.tables import Kept
from p2pgame.client.world import World
from p2pgame.transport.finding.invite import Invite
from tests.cli.test_resume import TICKET


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World.native(tmp_path)


def opened(world: World) -> Kept:
    """Take a seat whose table nobody can be reached at."""
    with world.at_home():
        held = places.open_table("Ann", b"S" * 16)
        invite = Invite(held.me.key.public, b"S" * 16, ()).encode()
        ticket.write(held.folder, replace(TICKET, invite=invite))
        held.store.close()
        return tables.kept()[0]


def test_of_several_tables_the_one_that_waits_longest_is_found(world: World) -> None:
    one = opened(world)
    seen = [
        Glance(one, waits=True, since=30.0),
        Glance(one, waits=False, since=10.0),
        Glance(one, waits=True, since=20.0),
    ]
    assert longest(seen) == seen[2]
    assert longest(seen[1:2]) is None


async def test_a_look_ends_where_nobody_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glancing, "LOOK_WITHIN", 0.3)
    (seen,) = await glance_at([opened(world)], world)
    assert (seen.waits, seen.is_reached, seen.is_over) == (False, False, False)
    assert seen.goes_on is not None
    assert not seen.one.is_in_use


async def test_a_seat_that_is_being_played_is_left_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glancing, "LOOK_WITHIN", 0.1)
    one = opened(world)
    with world.at_home():
        held = places.go_on(one.folder, "Ann", b"S" * 16)
    (seen,) = await glance_at([one], world)
    held.store.close()
    assert seen.trouble is not None
    assert seen.trouble.id == "seat-in-use"
