"""Evenings of which one table is told in several stories: what is added up then.

An evening goes on from the end of a table.  If players sign a second end of one, two
evenings can begin there, each of them sound by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest

from p2pgame.client.profile.evening import chains
from p2pgame.client.transcripts import checking
from p2pgame.client.transcripts.counting import Counted, counted
from p2pgame.client.words import say
from p2pgame.games.registry import GAMES
from p2pgame.session import Offer, Table
from tests.archiving import Whole
from tests.session.tables import Net, any_offer, me

GAME, SEATS, OPTIONS = GAMES["rps"], 3, {"rounds": 1}


class After(Whole):
    """A table, drawn with some ``luck``, that goes on from the end of another one."""

    def __init__(self, end: str, luck: bytes) -> None:
        super().__init__(GAME.name, SEATS, OPTIONS)
        self._end, self._luck = bytes.fromhex(end), luck

    def net(self) -> Net:
        options, decide = GAME.options(**OPTIONS), any_offer(Random(1))
        net = Net(GAME, SEATS, options, decide=decide, luck=self._luck)
        offer, opener = Offer(GAME, options, SEATS, carried=self._end), net.tables[0]
        net.tables[0] = Table(opener.id, net.games, me(0, self._luck), offer)
        return net


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where all files are: one → two → three, and one-b → other.

    A stroke and a letter name a second story of a table.
    """
    folder = tmp_path_factory.mktemp("evenings")

    def write(name: str, make: Callable[[], bytes]) -> str:
        path = folder / f"{name}.p2pgame"
        path.write_bytes(make())
        return checking.verify(path).chain.end

    one = Whole(GAME.name, SEATS, OPTIONS)
    end, lie = write("one", one.data), write("one-b", one.without(2, 3))
    write("one-c", one.without(1, 3))
    two = After(end, b"2")
    end = write("two", two.data)
    write("two-b", two.without(2, 3))
    write("three", After(end, b"3").data)
    write("other", After(lie, b"other").data)
    return folder


def added_up(folder: Path, names: Iterable[str]) -> tuple[Counted, list[list[str]]]:
    """Return what counts of these files, and the evenings, the sooner first."""
    paths = [folder / f"{name}.p2pgame" for name in names]
    found = counted({path: checking.verify(path) for path in paths})
    tables = [*found.tables]
    told = [
        [tables[place].stem for place in chain.tables] + ["starts late"] * late
        for chain in chains([*found.tables.values()])
        for late in [chain.starts_late]
    ]
    return found, sorted(told)


def both_ways(*names: str) -> tuple[tuple[str, ...], ...]:
    return names, names[::-1]


def liars(found: Counted) -> list[list[str]]:
    return [[one.name for one in told.forkers] for told in found.conflicts]


def test_of_two_evenings_that_share_a_table_each_is_sound_alone(folder: Path) -> None:
    for names in (["one", "two", "three"], ["one-b", "other"]):
        found, told = added_up(folder, names)
        assert (found.conflicts, told) == ((), [names])


def test_together_they_count_the_shared_table_for_nobody(folder: Path) -> None:
    for names in both_ways("one", "two", "one-b", "other"):
        found, told = added_up(folder, names)
        assert liars(found) == [["player 0", "player 1"]]
        assert told == [["other", "starts late"], ["two", "starts late"]]


def test_an_evening_does_not_go_on_from_another_story_of_its_table(
    folder: Path,
) -> None:
    paths = [folder / "one-b.p2pgame", folder / "two.p2pgame"]
    (first, second) = chains([*map(checking.verify, paths)])
    assert (first.tables, second.tables) == ((0,), (1,))
    (broken,) = first.breaks
    assert broken.table == 1
    assert say(broken.message).startswith("it names another end of the table before")


def test_a_second_story_of_the_middle_parts_a_chain_of_three(folder: Path) -> None:
    for names in both_ways("one", "two", "two-b", "three"):
        found, told = added_up(folder, names)
        assert liars(found) == [["player 0", "player 1"]]
        assert told == [["one"], ["three", "starts late"]]


def test_of_three_stories_all_are_named_who_signed_two(folder: Path) -> None:
    for names in both_ways("one", "one-b", "one-c"):
        found, told = added_up(folder, names)
        assert liars(found) == [["player 0", "player 1", "player 2"]]
        assert told == []
