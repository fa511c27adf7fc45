"""What is posted at a topic, and when: the rules alone, without links or clocks."""

from __future__ import annotations

import itertools
import math

import pytest

from p2pgame.log import Entry
from p2pgame.session.peer.topic import kept_entries, steps
from p2pgame.session.peer.topic.held_questions import HELD
from p2pgame.session.peer.topic.kept_entries import CAME
from p2pgame.session.peer.topic.steps import STEP
from p2pgame.session.peer.topic.topic import Topic
from p2pgame.transport.frames import Recall
from tests.session.peer.topic.topics import (
    BEN,
    LEAST,
    MOST,
    TABLE,
    ask,
    game,
    least,
    live,
    most,
    part,
    raws,
)


def test_what_a_place_lacks_is_posted_after_a_pause_and_in_order() -> None:
    history, entries = game()
    topic = live(history, entries[:2])
    assert topic.to_post(history, 100 + LEAST - 0.01) == []
    posted = topic.to_post(history, 100 + LEAST)
    assert posted == raws(entries[2:])[: len(posted)]
    assert posted


def test_nothing_is_posted_or_asked_before_the_backlog_has_come() -> None:
    history, entries = game()
    topic = Topic()
    topic.begin()
    topic.want(raws(entries), 0.0, least)
    topic.questions.hold(Recall(bytes(32), bytes(16), bytes(64)), 0.0, least)
    assert topic.next_at == math.inf
    assert topic.to_post(history, 99) == []
    assert topic.to_pass_on(99) == []
    assert topic.to_say(history, 99, least) is None


def test_nothing_is_posted_before_what_it_builds_on() -> None:
    """News that came before the backlog are due first; all else was wanted later."""
    history, entries = game()
    topic = Topic()
    topic.begin()
    topic.want(raws(entries[3:5]), 90.0, least)
    pauses = itertools.chain([most], itertools.repeat(least))
    topic.go_live(history, 100.0, lambda size: next(pauses)(size), whole=True)
    posted = topic.to_post(history, 100 + LEAST)
    assert posted == raws(entries[: len(posted)])
    assert posted


def test_what_comes_from_there_by_then_is_not_posted() -> None:
    history, entries = game()
    topic = live(history, entries[:4])
    topic.come(raws(entries[4:]), history, 100.1, least)
    assert topic.wanted == ()
    assert topic.to_post(history, 105) == []
    assert topic.holds(history)


def test_while_somebody_posts_we_wait() -> None:
    history, entries = game()
    topic = live(history)
    topic.come(raws(entries[:1]), history, 100.19, least)
    assert topic.to_post(history, 100.19 + MOST) == []
    assert topic.to_post(history, 100.19 + MOST + LEAST) != []


def test_whoever_has_begun_to_post_the_same_draws_again() -> None:
    history, _ = game(40, 90)
    topic = live(history)
    first = topic.to_post(history, 101)
    topic.posted(first, 101)
    topic.come(first, history, 101.04, least)
    assert topic.to_post(history, 101.1) == []
    assert topic.to_post(history, 101.04 + LEAST) != []


def test_the_first_posts_are_small_and_none_is_large() -> None:
    history, _ = game(60, 8000)
    topic, at, sizes = live(history), 101.0, list[int]()
    while topic.wanted:
        posted = topic.to_post(history, at)
        topic.posted(posted, at)
        sizes.append(sum(map(len, posted)))
        at = topic.next_at if topic.wanted else at
    assert sizes[0] < 9000
    assert max(sizes) <= STEP
    assert len(sizes) <= 14


def test_what_we_post_for_others_is_bounded_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(steps, "POSTED", 20_000)
    monkeypatch.setattr(steps, "POST_RATE", 1000)
    monkeypatch.setattr(kept_entries, "DOUBLED", 0)
    history, entries = game(40, 500)
    nobody, topic, posted = part(()), live(history, entries), 0
    for tenth in range(1000, 3000):
        ask(topic, nobody, history, tenth / 10)
        more = topic.to_post(history, tenth / 10)
        topic.posted(more, tenth / 10)
        posted += sum(map(len, more))
    assert 100_000 < posted < 20_000 + 200 * 1000 + STEP


def test_what_is_asked_for_again_and_again_is_posted_more_and_more_seldom() -> None:
    history, entries = game()
    nobody, topic, posted = part(()), live(history, entries), list[bytes]()
    for second in range(200, 3800):
        ask(topic, nobody, history, second)
        more = topic.to_post(history, second + 0.5)
        topic.posted(more, second + 0.5)
        posted += more
    assert 10 <= posted.count(entries[0].raw) <= 16


def test_whoever_lacks_something_gets_it_after_a_pause() -> None:
    history, entries = game()
    topic = live(history, entries)
    ask(topic, part(entries[:3]), history, 200)
    assert set(topic.wanted) == set(raws(entries[3:]))
    assert topic.to_post(history, 200.1) == []
    assert topic.to_post(history, 200 + LEAST) != []


def test_what_was_posted_just_now_is_on_its_way() -> None:
    history, entries = game()
    topic = live(history, entries[:5])
    topic.come([entries[5].raw], history, 199, least)
    ask(topic, part(entries[:4]), history, 200)
    assert topic.wanted == (entries[4].raw,)


def test_what_somebody_said_it_has_before_we_came_makes_nobody_answer() -> None:
    history, entries = game()
    topic = Topic()
    topic.begin()
    topic.come(raws(entries), history, 1, least)
    ask(topic, part(()), history, 2)
    assert topic.wanted == ()


def test_whoever_can_read_the_lobby_alone_gets_no_more() -> None:
    history, entries = game()
    topic = live(history, entries)
    lobby = {entries[0].raw}
    heads = tuple(part(()).heads())
    topic.hear_have(heads, history, 200, least, is_for=lobby.__contains__)
    assert set(topic.wanted) == lobby


def test_what_a_place_has_lost_is_wanted_there_and_what_it_keeps_is_not() -> None:
    history, entries = game()
    topic = live(history, entries)
    topic.begin()
    topic.go_live(history, 300, least, whole=False)
    assert topic.wanted == ()
    topic.begin()
    topic.go_live(history, 400, least, whole=True)
    assert set(topic.wanted) == set(raws(entries))
    assert not topic.holds(history)


def test_that_a_place_has_forgotten_the_oldest_makes_nobody_post_them() -> None:
    history, entries = game()
    assert live(history, entries[4:]).wanted == ()


def test_what_was_not_surely_kept_is_wanted_on_the_next_connection() -> None:
    history, entries = game()
    topic = live(history, entries[:4])
    topic.posted(raws(entries[4:]), 101)
    assert not topic.holds(history)
    topic.kept.keep(topic.kept.sent[:1], history)
    topic.begin()
    topic.go_live(history, 200, least, whole=False)
    assert topic.wanted == (entries[5].raw,)


def test_what_came_before_what_it_names_is_not_posted_once_it_counts() -> None:
    history, entries = game()
    topic = live(history, entries[:4])
    here = part(entries[:4])
    topic.come([entries[5].raw], here, 200, least)
    topic.deliver(entries[4:], (), 205, least)
    assert topic.wanted == (entries[4].raw,)


def test_what_is_remembered_is_bounded() -> None:
    history, entries = game()
    topic = live(history, entries)
    for turn in range(3):
        junk = [b"%d %d" % (turn, n) for n in range(3000)]
        topic.come(junk, history, 200, least)
        topic.begin()
        topic.go_live(history, 200, least, whole=False)
    for n in range(200):
        topic.questions.hold(Recall(n.to_bytes(32), bytes(16), bytes(64)), 200, least)
    topic.come([b"one more"], history, 200, least)
    assert len(topic.kept._came) <= CAME
    assert len(topic.questions) <= HELD


def test_the_proof_of_a_fork_is_posted_once() -> None:
    history, entries = game()
    twin = Entry.write(
        BEN, TABLE, sequence=0, previous=bytes(32), seen=(), payload=b"another"
    )
    with pytest.raises(Exception, match="two"):
        history.receive(twin)
    topic = live(history, entries)
    assert twin.raw in topic.wanted
    while topic.wanted:
        topic.posted(topic.to_post(history, topic.next_at), topic.next_at)
    topic.kept.keep(topic.kept.sent, history)
    assert topic.holds(history)
    topic.begin()
    topic.go_live(history, 900, least, whole=False)
    assert topic.wanted == ()
