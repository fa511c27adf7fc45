"""What goes on, as a message: who is waited for, and how long; lines that are lost."""

from __future__ import annotations

import pytest

from p2pgame.client.events import Connection, Waiting
from p2pgame.client.seat.waiting import (
    A_PART,
    NOTHING,
    OURS,
    Lacking,
    LineCounter,
    Lost,
    own_time,
    waiting,
)
from p2pgame.client.words import say
from p2pgame.engine import Choose
from p2pgame.session.table.status import Status
from p2pgame.transport.paths.standing import Path, Standing

NAMES = ("Ann", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("status", "line", "seconds"),
    [
        (
            Status(0, turn=Choose(1, ("call",)), left=((1, 41.2),)),
            "waiting for Ben",
            42,
        ),
        (Status(0, turn=Choose(1, ("call",))), "waiting for Ben", None),
        (Status(1, turn=Choose(1, ("call",)), left=((1, 41.2),)), None, None),
        (
            Status(recalling=("Ann", "Ben", "Cleo")),
            "asking Ann, Ben, Cleo what this seat said last",
            None,
        ),
        (
            Status(recalling=("Ann",)),
            "asking Ann what this seat said last",
            None,
        ),
    ],
)
def test_what_goes_on_is_said_with_the_time_that_is_left(
    status: Status, line: str | None, seconds: int | None
) -> None:
    now = waiting(status, True, None)
    told = None if now.message is None else say(now.message, NAMES)
    assert (told, now.seconds) == (line, seconds)


def test_our_own_time_is_for_our_own_prompt() -> None:
    status = Status(1, turn=Choose(1, ("call",)), left=((0, 3.0), (1, 41.2)))
    assert own_time(status) == 41.2
    assert waiting(status, True, None) == Waiting(own_seconds=42)
    assert own_time(Status(2, left=((0, 3.0),))) is None
    assert own_time(Status(None, left=((0, 3.0),))) is None


def test_each_player_is_told_of_with_how_it_is_reached() -> None:
    standings = {
        1: Standing(Path.DIRECT, 0.003),
        2: Standing(Path.BY_NOSTR, None),
        3: Standing(Path.LAN, 0.0001),
    }
    now = waiting(Status(0), True, None, standings)
    assert now.connections == (
        Connection(1, "direct", 3),
        Connection(2, "nostr", None),
        Connection(3, "lan", 1),
    )


def told_of(lost: Lost, *counts: int) -> list[str | None]:
    """Return what is said as the number of lines changes like that."""
    lines = LineCounter(lost)
    news = [lines.news(count) for count in counts]
    return [None if one is None else say(one) for one in news]


def test_a_lost_line_is_told_once_and_so_is_its_return() -> None:
    gone, back = "The line is lost; dialling again.", "The line is back."
    told = told_of(OURS, 0, 1, 1, 0, 0, 0, 1, 1, 0)
    assert told == [None, None, None, gone, None, None, back, None, gone]


def test_what_is_lacking_is_told_once_and_not_if_it_was_only_under_way() -> None:
    lacking, part = Lacking(), A_PART
    assert lacking.news(part, 0.0) is None
    assert lacking.news(None, 19.0) is None
    assert lacking.news(part, 21.0) is None
    assert lacking.news(NOTHING, 40.0) is None
    assert lacking.news(NOTHING, 61.0) == NOTHING
    assert lacking.news(part, 62.0) is None
    assert lacking.news(part, 83.0) == part
    assert lacking.news(part, 200.0) is None
    assert lacking.news(None, 201.0) is None
    assert [lacking.news(part, at) for at in (202.0, 300.0)] == [None, None]
