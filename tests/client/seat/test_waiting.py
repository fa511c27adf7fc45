"""The line that says what goes on, and the clock at the prompt."""

from __future__ import annotations

import pytest

from cli import watch
from p2pgame.engine import Choose
from p2pgame.session.table.status import Status

NAMES = ("Ann", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("status", "line"),
    [
        (
            Status(0, turn=Choose(1, ("call",)), left=((1, 41.2),)),
            "waiting for Ben (42 s left)",
        ),
        (Status(0, turn=Choose(1, ("call",))), "waiting for Ben"),
        (Status(1, turn=Choose(1, ("call",)), left=((1, 41.2),)), None),
        (
            Status(recalling=("Ann", "Ben", "Cleo")),
            "asking Ann, Ben and Cleo what this seat said last",
        ),
        (Status(recalling=("Ann",)), "asking Ann what this seat said last"),
    ],
)
def test_what_goes_on_is_said_with_the_time_that_is_left(
    status: Status, line: str | None
) -> None:
    assert watch.waiting(status, True, None, NAMES) == line


def test_our_own_time_is_for_our_own_prompt() -> None:
    status = Status(1, left=((0, 3.0), (1, 41.2)))
    assert watch.own_time(status) == 41.2
    assert watch.own_time(Status(2, left=((0, 3.0),))) is None
    assert watch.own_time(Status(None, left=((0, 3.0),))) is None
