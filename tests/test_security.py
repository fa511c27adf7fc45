"""The security page and the tests name the same dangers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ATTACKS = range(1, 74)
#: What a row says that no test stands behind.
NONE_HERE, NOT_PROMISED = "None here: ", "Not promised: "
#: What would make a row that says so untrue, as words in the name of a module.
LACKED = {
    63: ("web", "token", "browser", "cookie"),
    64: ("web", "html", "browser"),
}


def rows() -> dict[int, str]:
    """Return what the page says of each attack, by number, in its order."""
    page = (ROOT / "docs" / "security.md").read_text()
    _, _, section = page.partition("## The attacks, one by one")
    lines = re.findall(r"^\| (\d+) \| [^|]+ \| ([^|]+) \|$", section, re.MULTILINE)
    assert len(lines) == len({number for number, _ in lines})
    return {int(number): text for number, text in lines}


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
    said = rows()[number].startswith((NONE_HERE, NOT_PROMISED))
    assert said or number in refused()


@pytest.mark.parametrize("number", ATTACKS)
def test_what_is_not_here_is_not_here(number: int) -> None:
    """A row that says so is untrue as soon as there is a module of that kind."""
    assert rows()[number].startswith(NONE_HERE) == (number in LACKED)
    modules = [
        path.stem
        for room in ("protocols", "p2pgame", "games", "cli")
        for path in (ROOT / room).rglob("*.py")
    ]
    for word in LACKED.get(number, ()):
        assert not [name for name in modules if word in name.split("_")]
    assert not (number in LACKED and number in refused())


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
