"""A listener gives its places to callers by kind, and some make room for others."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from p2pgame.transport.first_frame import CallerKind, LinkRequest
from p2pgame.transport.listener.places import (
    AGAIN,
    AT_ONCE,
    EACH_CONTACT,
    EACH_INVITED,
    EACH_SEATED,
    EACH_SPECTATOR,
    EACH_STRANGER,
    LEVELS,
    LINKS,
    Places,
)

STRANGER, SPECTATOR, CONTACT, INVITED, SEATED = LEVELS


class Caller:
    """A connection of some kind from somewhere."""

    def __init__(
        self, kind: CallerKind | None, host: str, who: bytes = b"", *, proven: bool
    ) -> None:
        self.request = None if kind is None else LinkRequest(kind, who=who)
        self.remote = (host, 1)
        self.is_proven = proven
        self.why = ""

    def stop(self, why: str) -> None:
        self.why = why


class Hall:
    """Places, and those who have asked for one."""

    def __init__(self, links: int = LINKS) -> None:
        self._places = Places(links)
        self._inside: list[Caller] = []

    def come(
        self,
        kind: CallerKind | None,
        host: str,
        who: bytes = b"",
        *,
        proven: bool = True,
    ) -> bool:
        caller = Caller(kind, host, who, proven=proven)
        has = self._places.enter(caller)
        if has:
            self._inside.append(caller)
        return has

    def inside(self, kind: CallerKind | None) -> list[Caller]:
        return [
            caller
            for caller in self._inside
            if not caller.why
            and (caller.request.caller if caller.request else None) is kind
        ]

    def empty(self) -> None:
        for caller in self._inside:
            self._places.leave(caller)
        self._inside.clear()


async def fill(hall: Hall, kind: CallerKind, *, proven: bool) -> None:
    """Come as this kind from many addresses until there is no place left."""
    for number in range(2 * LINKS):
        await trio.sleep(AGAIN)
        hall.come(kind, f"192.0.2.{number}", bytes([number]), proven=proven)


@pytest.mark.attack(33)
@pytest.mark.attack(35)
@pytest.mark.parametrize("proven", [True, False])
async def test_no_kind_takes_the_places_of_those_better_known(
    autojump_clock: MockClock, *, proven: bool
) -> None:
    hall = Hall()
    for kind, level in LEVELS.items():
        await fill(hall, kind, proven=proven)
        inside = [len(hall.inside(one)) for one in LEVELS]
        assert sum(inside) == level
    assert not hall.come(SPECTATOR, "198.51.100.1") or not proven


@pytest.mark.attack(35)
async def test_a_seated_player_finds_a_place_in_a_full_house(
    autojump_clock: MockClock,
) -> None:
    """Even among those who are proven: whoever only looks on makes room."""
    hall = Hall()
    await fill(hall, INVITED, proven=True)
    await fill(hall, SPECTATOR, proven=True)
    for seat in range(9):
        for _ in range(EACH_SEATED):
            assert hall.come(SEATED, "127.0.0.1", bytes([seat]))
    assert len(hall.inside(SEATED)) == 9 * EACH_SEATED


@pytest.mark.attack(33)
@pytest.mark.parametrize(
    ("kind", "most"),
    [
        (STRANGER, EACH_STRANGER),
        (SPECTATOR, EACH_SPECTATOR),
        (INVITED, EACH_INVITED),
    ],
)
async def test_one_source_has_few_places(
    kind: CallerKind, most: int, autojump_clock: MockClock
) -> None:
    hall = Hall()
    for number in range(2 * LINKS):
        await trio.sleep(AGAIN)
        hall.come(kind, f"2001:db8::{number:x}")
    assert len(hall.inside(kind)) == most
    assert hall.come(kind, "2001:db8:1::1")


async def test_a_contact_has_a_place_wherever_it_comes_from(
    autojump_clock: MockClock,
) -> None:
    hall = Hall()
    for number in range(20):
        await trio.sleep(AGAIN)
        hall.come(CONTACT, f"192.0.2.{number}", b"Ben")
    assert len(hall.inside(CONTACT)) == EACH_CONTACT
    assert hall.come(CONTACT, "192.0.2.1", b"Cleo")


async def test_a_players_newest_link_replaces_its_oldest(
    autojump_clock: MockClock,
) -> None:
    hall = Hall()
    for number in range(EACH_SEATED + 2):
        assert hall.come(SEATED, f"192.0.2.{number}", b"Ben")
    hosts = [caller.remote[0] for caller in hall.inside(SEATED)]
    assert hosts == ["192.0.2.2", "192.0.2.3", "192.0.2.4"]


@pytest.mark.attack(33)
async def test_the_source_with_most_newcomers_makes_room(
    autojump_clock: MockClock,
) -> None:
    """An honest newcomer among them stays, and so does whoever is proven."""
    hall = Hall()
    hall.come(SPECTATOR, "192.0.2.1")
    hall.come(SPECTATOR, "192.0.2.2", proven=False)
    for number in range(40):
        await trio.sleep(AGAIN)
        assert hall.come(SPECTATOR, f"198.51.100.{number % 5}", proven=False)
    hosts = [caller.remote[0] for caller in hall.inside(SPECTATOR)]
    assert len(hosts) == LEVELS[SPECTATOR]
    assert hosts[:2] == ["192.0.2.1", "192.0.2.2"]


@pytest.mark.attack(33)
async def test_a_place_is_taken_anew_only_so_often(autojump_clock: MockClock) -> None:
    """Each new link costs a peer milliseconds, also if it ends at once."""
    hall, count = Hall(), 0
    for _ in range(1000):
        count += hall.come(SPECTATOR, "192.0.2.1")
        hall.empty()
    assert count == AT_ONCE * EACH_SPECTATOR
    await trio.sleep(AGAIN)
    again = [hall.come(SPECTATOR, "192.0.2.1") for _ in range(EACH_SPECTATOR + 1)]
    assert again[-2:] == [True, False]
    assert hall.come(SEATED, "192.0.2.1", b"Ben")


async def test_callers_of_whom_nothing_is_known_share_all(
    autojump_clock: MockClock,
) -> None:
    hall = Hall(10)
    hall.come(None, "192.0.2.1", proven=False)
    for number in range(9):
        assert hall.come(None, f"192.0.2.{number}")
    assert hall.come(None, "192.0.2.1")
    assert not hall.come(None, "192.0.2.1")
    assert len(hall.inside(None)) == 10
