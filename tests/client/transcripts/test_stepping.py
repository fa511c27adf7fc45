"""A transcript is stepped through forward and back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from p2pgame.client.events import AnyEvent, Happened
from p2pgame.client.transcripts.replaying import replay
from p2pgame.client.transcripts.stepping import Steps
from tests.archiving import ARCHIVE

FILE = ARCHIVE / "kuhn-1-masked.p2pgame"


def test_steps_go_forward_and_back_and_stop_at_both_ends() -> None:
    events = [*replay(FILE)]
    steps = Steps(events)
    assert steps.back() is steps.now is steps.first()
    forward = [steps.now, *(steps.next() for _ in events[1:])]
    assert [step.event for step in forward] == events
    assert steps.is_last
    assert steps.next() is steps.last() is forward[-1]
    assert [steps.back() for _ in events[1:]] == forward[-2::-1]
    assert steps.go(3) is forward[2]
    assert steps.go(999) is forward[-1]
    assert steps.go(0) is forward[0]


def test_each_step_has_the_table_as_it_was_then() -> None:
    steps = Steps(replay(FILE))
    while not steps.is_last:
        step = steps.next()
        if isinstance(step.event, Happened):
            assert step.view == step.event.view
    assert steps.first().view is None


def test_no_more_is_read_than_was_asked_for() -> None:
    read = list[int]()

    def events() -> Iterator[AnyEvent]:
        for number, event in enumerate(replay(FILE), 1):
            read.append(number)
            yield event

    steps = Steps(events())
    steps.next()
    assert read == [1, 2]
    steps.back()
    assert read == [1, 2]


def test_a_story_without_an_event_has_no_steps() -> None:
    with pytest.raises(ValueError, match="without an event"):
        Steps(())
