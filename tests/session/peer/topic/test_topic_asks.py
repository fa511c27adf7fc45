"""A peer that lacks something asks at a topic; others pass on its questions."""

from __future__ import annotations

from itertools import pairwise

import pytest

from p2pgame.session.peer.topic import unread
from p2pgame.session.peer.topic.have_timer import ASK_LIMIT, QUIET, STRANGE
from p2pgame.session.peer.topic.topic import Topic
from p2pgame.transport.frames import Recall
from tests.session.peer.topic.topics import (
    ANNA,
    LEAST,
    ask,
    game,
    least,
    live,
    most,
    part,
    raws,
)


def test_whoever_lacks_what_is_named_asks_soon_and_then_more_seldom() -> None:
    history, entries = game()
    here = part(entries[:4])
    topic = live(here, entries[:4])
    ask(topic, history, here, 120)
    asked, at = list[float](), 120.0
    while at < 5000:
        at = topic.next_at
        assert topic.to_say(here, at - 0.001, least) is None
        assert topic.to_say(here, at, least) == tuple(here.heads())
        asked.append(at)
    assert asked[0] == 120 + LEAST
    pauses = [round(after - before, 6) for before, after in pairwise(asked)]
    assert pauses[0] < 3
    assert pauses == sorted(pauses)
    assert ASK_LIMIT <= pauses[-1] <= 1.3 * ASK_LIMIT


def test_whoever_has_not_heard_of_somebody_asks_a_few_times() -> None:
    history, entries = game()
    here = part(entries[:1])
    topic, asked, at = live(here, entries[:1]), 0, 101.0
    ask(topic, history, here, at)
    while topic.next_at < 150:
        at = topic.next_at
        assert topic.to_say(here, at, least) is not None
        asked += 1
    assert asked >= STRANGE
    topic.come(raws(entries[1:]), here, at, least)
    for entry in entries[1:]:
        topic.deliver(here.receive(entry), (), at, least)
    topic.haves.look(here, at, least)
    assert topic.next_at >= at + 30


def test_whoever_has_got_what_it_lacked_asks_no_more() -> None:
    history, entries = game()
    here = part(entries[:4])
    topic = live(here, entries[:4])
    ask(topic, history, here, 200)
    topic.come(raws(entries[4:]), here, 200.1, least)
    for entry in entries[4:]:
        topic.deliver(here.receive(entry), (), 200.1, least)
    topic.haves.look(here, 200.1, least)
    told = topic.to_say(here, 200.3, least)
    assert told is None or topic.next_at >= 200 + QUIET


def test_nobody_says_what_somebody_has_just_said() -> None:
    history, entries = game()
    topic = Topic()
    topic.begin()
    topic.come(raws(entries), history, 90, least)
    topic.go_live(history, 100, most, whole=True)
    ask(topic, history, history, 100.5)
    assert topic.next_at >= 100.5 + QUIET
    assert topic.to_say(history, 102, least) is None


def test_a_quiet_table_is_told_more_and_more_seldom_until_there_is_news() -> None:
    history, entries = game()
    topic, times = live(history, entries[:6]), [101.0]
    while times[-1] < 20_000:
        times.append(topic.next_at)
        assert topic.to_say(history, times[-1], most) is not None
    assert len(times) < 14
    entry = history.write(ANNA, b"news")
    history.receive(entry)
    topic.deliver([entry], (), times[-1] + 1, least)
    assert topic.next_at <= times[-1] + 1 + 1.3 * QUIET


def test_of_what_came_under_an_unknown_key_only_what_is_gone_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    history, entries = game()
    topic = live(history, entries)
    for frame in (b"1", b"2"):
        topic.unread.keep(frame)
    assert not topic.learn_key()
    assert topic.next_at > 100 + QUIET
    monkeypatch.setattr(unread, "UNREAD", unread.FRAME_COST + 1)
    for frame in (b"3", b"4"):
        topic.unread.keep(frame)
    assert topic.learn_key()
    assert topic.to_say(history, 110, least) is not None
    assert not topic.learn_key()


def test_a_question_that_has_come_from_there_is_not_passed_on() -> None:
    history, _ = game()
    topic = live(history, ())
    asked = [Recall(bytes([n]) * 32, bytes(16), bytes(64)) for n in range(2)]
    for one in asked:
        topic.questions.hold(one, 200, least)
    topic.questions.let_go(asked[0])
    assert topic.to_pass_on(200.1) == []
    assert topic.to_pass_on(200 + LEAST) == asked[1:]
    assert topic.to_pass_on(300) == []


def test_one_players_questions_are_passed_on_ever_more_seldom() -> None:
    history, _ = game()
    topic = live(history, ())

    def passed_on(seconds: range) -> list[int]:
        times = []
        for second in seconds:
            nonce = second.to_bytes(16)
            topic.questions.hold(Recall(bytes(32), nonce, bytes(64)), second, least)
            times += [second] * len(topic.to_pass_on(second + LEAST))
        return times

    assert passed_on(range(0, 300, 2)) == [0, 2, 6, 14, 30, 62, 122, 182, 242]
    other = Recall(bytes([1]) * 32, bytes(16), bytes(64))
    topic.questions.hold(other, 300, least)
    assert topic.to_pass_on(300 + LEAST) == [other]
    assert passed_on(range(400, 408, 2)) == [400, 402, 406]


def test_what_is_asked_for_in_vain_is_read_again_and_that_ever_more_seldom() -> None:
    """It may have come when nobody here had a use for it."""
    whole, entries = game()
    history = part(entries[:3])
    topic = live(history)
    ask(topic, whole, history, 200)
    asked, again = 0, list[int]()
    while len(again) < 3:
        now = topic.next_at
        asked += topic.to_say(history, now, least) is not None
        topic.posted(topic.to_post(history, now), now)
        if topic.reads_again():
            again.append(asked)
    assert again == [5, 8, 11]


def test_whoever_lacks_nothing_reads_nothing_again() -> None:
    whole, entries = game()
    topic = live(whole, entries)
    for _ in range(20):
        topic.to_say(whole, topic.next_at, least)
        assert not topic.reads_again()
