"""The security page and the tests name the same dangers."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from click import Option

from p2pgame.cli.commands.playing import host
from p2pgame.session.lobby.terms import bounds, quorum, why_no_quorum

ROOT = Path(__file__).parent.parent
ATTACKS = range(1, 77)
#: What a row says that no test stands behind.
NOT_PROMISED = "Not promised: "


@cache
def rows() -> dict[int, str]:
    """Return what the page says of each attack, by number, in its order."""
    page = (ROOT / "docs" / "security.md").read_text()
    _, _, section = page.partition("## The attacks, one by one")
    lines = re.findall(r"^\| (\d+) \| [^|]+ \| ([^|]+) \|$", section, re.MULTILINE)
    assert len(lines) == len({number for number, _ in lines})
    return {int(number): text for number, text in lines}


@cache
def refused() -> set[int]:
    """Return the attacks that some test is marked with."""
    return {
        int(number)
        for path in (ROOT / "tests").rglob("test_*.py")
        for number in re.findall(r"mark\.attack\((\d+)\)", path.read_text())
    }


def test_every_attack_has_its_row() -> None:
    assert [*rows()] == [*ATTACKS]
    assert refused() <= {*ATTACKS}


@pytest.mark.parametrize("number", ATTACKS)
def test_an_attack_is_refused_by_a_test_or_said_not_to_be(number: int) -> None:
    said = rows()[number].startswith(NOT_PROMISED)
    assert said or number in refused()


def test_every_pitfall_on_the_page_has_a_test_that_refuses_it() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    named = {
        int(n) for group in re.findall(r"\[([\d, ]+)\]", page) for n in group.split(",")
    }
    marked = {
        int(number)
        for path in (ROOT / "tests").rglob("test_*.py")
        for number in re.findall(r"mark\.pitfall\((\d+)\)", path.read_text())
    }
    assert len(named) > 25
    assert named <= marked


def test_who_can_read_cards_is_said_of_every_table_of_up_to_ten() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    _, _, section = page.partition("## How many could read cards")
    section, _, _ = section.partition("\n## ")
    told = re.findall(r"^\| (\d+) \| (.+) \| (\d+) \| (.+) \| (.+) \|$", section, re.M)
    expected = [("2", "**0**", "0", "nobody can", "nobody can")]
    for seats in range(3, 11):
        for wanted in range(1, seats):
            if why_no_quorum(wanted, seats) is None:
                vanish, readers, forkers = bounds(seats, wanted)
                usual = wanted == quorum(seats)
                shown = f"**{wanted}**" if usual else f"{wanted}"
                row = f"{seats}", shown, f"{vanish}", f"{forkers}", f"{readers}"
                expected.append(row)
    assert told == expected


def test_the_first_page_says_how_many_can_read_cards() -> None:
    page = " ".join((ROOT / "README.md").read_text().split())
    forkers = {seats: bounds(seats, quorum(seats)).forkers for seats in (3, 4, 6)}
    said = f"of three players {forkers[3]}, of four {forkers[4]}, of six {forkers[6]} "
    assert said in page
    assert f"and {bounds(6, 4).forkers} with `--quorum 4`" in page


def test_the_help_says_how_many_may_vanish_and_how_many_can_read_cards() -> None:
    (option,) = (one for one in host.params if one.name == "quorum")
    assert isinstance(option, Option)
    said = option.help or ""
    assert "N - Q may vanish" in said
    assert "2Q - N who conspire and control the network could read cards" in said
    told = {3: "1 of three", 4: "2 of four", 5: "3 of five", 6: "4 of six"}
    told |= {7: "3 of seven"}
    for seats, shown in told.items():
        vanish, _, forkers = bounds(seats, quorum(seats))
        assert shown.startswith(f"{forkers} of ")
        assert f"{vanish} and {shown}" in said
    assert bounds(6, 4) == (2, 4, 2)
    assert "of six with --quorum 4 it is 2 and 2" in said
