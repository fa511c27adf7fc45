"""A player who says too much does not fill the others' screens."""

from __future__ import annotations

from p2pgame.client.events import Chat, Notice, Proposed
from p2pgame.client.events import MovedFor as MovedForEvent
from p2pgame.client.telling.chat_limits import LINES, SECONDS, ChatLimits
from p2pgame.client.telling.story import Story
from p2pgame.client.words import say
from p2pgame.games.registry import find
from p2pgame.session import Start
from p2pgame.session.lobby.events import Assented, MovedFor, Said
from p2pgame.session.lobby.lobby import Player
from tests.client.fronts import Recorder

KUHN = find("kuhn")


NAMES = ("Ann", "Ben")


def story(seat: int | None) -> tuple[Story, Recorder]:
    players = tuple(
        Player(b"", name, bytes([number]), b"", b"")
        for number, name in enumerate(NAMES)
    )
    front, begun = Recorder(), Start(b"", KUHN, KUHN.options(), players)
    return Story(front, b"table", begun, seat), front


def notices(front: Recorder) -> list[str]:
    """Return what was told once, and forget it."""
    told = [say(event.message, NAMES) for event in front.all(Notice)]
    front.told.clear()
    return told


def test_in_any_few_seconds_so_many_lines_are_shown_and_no_more() -> None:
    limits = ChatLimits()
    times = [tick / 4 for tick in range(400)]
    shown = [now for now in times if limits.shows(1, now)]
    for start in times:
        assert sum(start <= now < start + SECONDS for now in shown) <= LINES
    assert len(shown) == LINES * 100 // SECONDS
    counted = sum(count for _, count in limits.unshown(1e9))
    assert counted == len(times) - len(shown)


def test_who_talks_like_people_is_shown_whole() -> None:
    limits = ChatLimits()
    assert all(limits.shows(1, float(3 * line)) for line in range(100))
    assert limits.unshown(1e9) == []


def test_one_who_says_too_much_costs_the_others_nothing() -> None:
    limits = ChatLimits()
    for _ in range(100):
        limits.shows(1, 0.0)
    assert limits.shows(2, 0.0)
    assert limits.unshown(SECONDS) == [(1, 100 - LINES)]


def test_how_much_was_not_shown_is_told_once_in_a_while_and_not_twice() -> None:
    limits = ChatLimits()
    times = [tick / 100 for tick in range(6000)]
    told = []
    for now in times:
        limits.shows(1, now)
        told += limits.unshown(now)
    assert len(told) <= times[-1] // SECONDS
    assert limits.unshown(times[-1]) == []


def test_a_flood_is_told_in_one_notice_and_our_own_words_are_all_shown() -> None:
    told, front = story(0)
    for n in range(50):
        told.hear(Said(1, f"no {n}"), n / 50)
    heard = [(event.seat, event.text) for event in front.all(Chat)]
    assert heard == [(1, f"no {n}") for n in range(LINES)]
    told.unshown(SECONDS / 2)
    assert notices(front) == []
    told.unshown(SECONDS + 1)
    assert notices(front) == [f"Ben says a lot; {50 - LINES} lines are not shown."]
    told.unshown(1e9)
    assert notices(front) == []
    told.hear(Said(1, "again"), 2.0)
    told.unshown(1e9)
    assert notices(front) == ["Ben says a lot; 1 line is not shown."]
    for number in range(50):
        told.hear(Said(0, f"{number}"), 0.0)
    assert [event.text for event in front.all(Chat)] == [f"{n}" for n in range(50)]


def test_what_counts_in_the_game_is_told_however_much_was_said() -> None:
    told, front = story(None)
    for _ in range(50):
        told.hear(Said(1, "spam"), 0.0)
    told.hear(Assented(1, "draw"), 0.0)
    told.hear(MovedFor(1, "fold"), 0.0)
    (proposed,), (moved,) = front.all(Proposed), front.all(MovedForEvent)
    assert say(proposed.message, NAMES) == "Ben offers a draw."
    assert (moved.seat, moved.move) == (1, "fold")
