"""Who says too much does not fill the others' screens."""

from __future__ import annotations

from cli.chatter import LINES, SECONDS, Chatter
from cli.telling import Teller
from games.registry import find
from p2pgame.session import Start
from p2pgame.session.lobby.events import Assented, MovedFor, Said
from p2pgame.session.lobby.lobby import Player

KUHN = find("kuhn")


def teller(seat: int | None) -> Teller:
    players = tuple(
        Player(b"", name, bytes([number]), b"", b"")
        for number, name in enumerate(("Ann", "Ben"))
    )
    return Teller(Start(b"", KUHN, KUHN.options(), players), seat)


def test_in_any_few_seconds_so_many_lines_are_shown_and_no_more() -> None:
    chatter = Chatter()
    times = [tick / 4 for tick in range(400)]
    shown = [now for now in times if chatter.shows(1, now)]
    for start in times:
        assert sum(start <= now < start + SECONDS for now in shown) <= LINES
    assert len(shown) == LINES * 100 // SECONDS
    counted = sum(count for _, count in chatter.unshown(1e9))
    assert counted == len(times) - len(shown)


def test_who_talks_like_people_is_shown_whole() -> None:
    chatter = Chatter()
    assert all(chatter.shows(1, float(3 * line)) for line in range(100))
    assert chatter.unshown(1e9) == []


def test_one_who_says_too_much_costs_the_others_nothing() -> None:
    chatter = Chatter()
    for _ in range(100):
        chatter.shows(1, 0.0)
    assert chatter.shows(2, 0.0)
    assert chatter.unshown(SECONDS) == [(1, 100 - LINES)]


def test_how_much_was_not_shown_is_told_once_in_a_while_and_not_twice() -> None:
    chatter = Chatter()
    times = [tick / 100 for tick in range(6000)]
    told = []
    for now in times:
        chatter.shows(1, now)
        told += chatter.unshown(now)
    assert len(told) <= times[-1] // SECONDS
    assert chatter.unshown(times[-1]) == []


def test_a_flood_is_told_in_one_line_and_our_own_words_are_all_shown() -> None:
    told = teller(0)
    heard = [line for n in range(50) for line in told.aside(Said(1, f"no {n}"), n / 50)]
    assert heard == [f"Ben: no {n}" for n in range(LINES)]
    assert told.unshown(SECONDS / 2) == []
    (line,) = told.unshown(SECONDS + 1)
    assert line == f"Ben says a lot; {50 - LINES} lines are not shown."
    assert told.unshown(1e9) == []
    told.aside(Said(1, "again"), 2.0)
    assert told.unshown(1e9) == ["Ben says a lot; 1 line is not shown."]
    for number in range(50):
        assert told.aside(Said(0, f"{number}"), 0.0) == [f"Ann: {number}"]


def test_what_counts_in_the_game_is_told_however_much_was_said() -> None:
    told = teller(None)
    for _ in range(50):
        told.aside(Said(1, "spam"), 0.0)
    assert told.aside(Assented(1, "draw"), 0.0) == ["Ben offers a draw."]
    assert told.aside(MovedFor(1, "fold"), 0.0)
