"""A guest learns from the host's counts whether it has been let in, where they show it.

The host says how many have a seat, and not who.
"""

from __future__ import annotations

from pathlib import Path

from trio.testing import MockClock

from p2pgame.client.commands import Answer
from p2pgame.client.events import Asked, Waiting
from p2pgame.client.lobby.seat_count import HOLDS_FOR, SeatCount
from p2pgame.client.questions import PlayWith
from p2pgame.client.requests import Host
from p2pgame.client.words import say
from tests.client.planners import Player, sitting
from tests.client.transcripts.evenings import Regular, house

HOST, OWN, OTHER = b"host", b"own", b"other"
LATER = HOLDS_FOR + 0.1


def said(guest: Regular) -> tuple[bool | None, str]:
    """Return what a guest has heard last of what it waits for."""
    now = (guest.all(Waiting) or [Waiting()])[-1]
    return now.let_in, "" if now.message is None else say(now.message)


async def let_in(host: Player, name: str) -> None:
    """Have a host say yes to a guest, once it is asked."""

    def is_it(asked: Asked) -> bool:
        return asked.question.ask == PlayWith(name)

    asked = await host.wait(Asked, is_it)
    await host.seat.do(Answer(asked.question.number, 1))


async def heard(guest: Regular, told: tuple[bool | None, str]) -> None:
    await guest.wait_for(lambda: said(guest) == told)


async def test_a_guest_sees_whether_the_host_has_said_yes(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with house(tmp_path) as here:
        form = Host(game="holdem", name="Ann", players=4, relays=(), attended=True)
        world = here.network.world("Ann", tmp_path)
        ann = await here.stack.enter_async_context(sitting(form, world))
        ben = await here.join("Ben", ann.seat.invite or "")
        await heard(ben, (False, "waiting for Ann to let you in (1 of 4 here)"))
        await let_in(ann, "Ben")
        in_alone = "Ann has let you in; waiting for players (2 of 4 here)"
        await heard(ben, (True, in_alone))
        cleo = await here.join("Cleo", ann.seat.invite or "")
        some = "Ann has given a seat to 1 of 2 guests"
        await heard(cleo, (None, f"waiting for players (2 of 4 here); {some}"))
        assert said(ben) == (True, in_alone)
        await let_in(ann, "Cleo")
        for one in (ben, cleo):
            await heard(one, (True, in_alone.replace("2 of", "3 of")))
        await here.join("Dan", ann.seat.invite or "")
        await let_in(ann, "Dan")
        await ben.wait(Waiting, lambda now: now.let_in is None)  # the game is on


def after(*counts: tuple[int, set[bytes]]) -> bool | None:
    """Return what is known after these counts, each of which holds for a moment."""
    count = SeatCount(OWN)
    for at, (taken, here) in enumerate(counts):
        count.hear(taken, here, 10.0 * at)
        count.look(here, 10.0 * at + LATER)
    return count.is_in


def test_a_count_of_others_is_not_taken_for_our_own_seat() -> None:
    two, three = {HOST, OWN}, {HOST, OWN, OTHER}
    assert after((1, two)) is False
    assert after((1, two), (2, two)) is True
    # The first count is older than our hello, and the other's has yet to come.
    assert after((2, two)) is None
    assert after((1, three), (2, three)) is None
    assert after((1, three), (2, three), (3, three)) is True
    # One goes who was let in: there are as many as were counted.
    assert after((1, three), (2, three), (2, two)) is None
    # Once let in, we stay so while others knock, or are away.
    assert after((1, two), (2, two), (2, three)) is True
    assert after((1, three), (3, three), (2, three)) is True
    assert after((1, two), (2, two), (1, three)) is False


def test_a_hello_that_is_under_way_is_waited_for() -> None:
    count = SeatCount(OWN)
    count.hear(1, {HOST, OWN}, 0.0)
    count.hear(2, {HOST, OWN}, 0.1)
    count.look({HOST, OWN}, 0.2)
    assert count.is_in is None
    count.look({HOST, OWN, OTHER}, 0.1 + LATER)
    assert count.is_in is None
    count.hear(3, {HOST, OWN, OTHER}, 5.0)
    count.look({HOST, OWN, OTHER}, 5.0 + LATER)
    assert count.is_in is True
