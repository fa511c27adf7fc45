"""A table that was left leads to its evening's next one: where people are told so."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from p2pgame.cli.commands import menu
from p2pgame.cli.main import main
from p2pgame.client.errors import Refused
from p2pgame.client.profile import places, tables, ticket
from p2pgame.client.profile.tables import WhichTable
from p2pgame.client.profile.ticket import State, Ticket
from p2pgame.transport.finding.invite import Invite
from tests.english import refusing

SECRET = b"S" * 16


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))


def had(*states: State) -> None:
    """Have seats at tables of pig, the newest first, none of which is in use."""
    for age, state in enumerate(states):
        held = places.open_table("Ann", SECRET)
        invite = Invite(held.me.key.public, SECRET, ("127.0.0.1:9",)).encode()
        when = 1_700_000_000 - age
        one = Ticket("p2pgame ticket 1", invite, "Ann", when, game="pig", state=state)
        ticket.write(held.folder, one)
        held.store.close()


def said(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def leads_on(number: int) -> str:
    return (
        f"You have left table {number} (Pig). To come back for the evening's next "
        f"table: p2pgame resume {number}"
    )


@pytest.mark.parametrize(
    ("states", "command"),
    [
        (("over", "left"), "resume"),
        (("left", "left"), "resume"),
        (("left", "open"), "resume"),
        (("open", "open", "left"), "next"),
        (("over",), "next"),
    ],
)
def test_the_menu_leads_back_to_an_evening_that_was_left(
    states: tuple[State, ...], command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    had(*states)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: "3")
    assert menu.chosen() == [command]


def test_next_names_the_way_back_where_no_table_is_open() -> None:
    had("over", "left", "left")
    done = said("next")
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [leads_on(2), leads_on(3)]


def test_next_names_the_way_back_after_the_tables_that_are_open() -> None:
    had("left", "open")
    done = said("next")
    assert done.exit_code == 1
    first, *rest = done.stdout.splitlines()
    assert first == "No table waits for you."
    assert rest[0].startswith("2. Pig: ")
    assert rest[-1] == leads_on(1)


def test_the_list_of_tables_says_which_was_left() -> None:
    had("left", "over")
    states = [line.split()[2] for line in said("tables").stdout.splitlines()]
    assert states == ["left", "over"]


def test_a_table_that_was_left_is_resumed_where_no_other_is_open() -> None:
    had("open", "left")
    assert tables.chosen(None).number == 1
    assert tables.chosen(2).state == "left"
    tables.forget(tables.numbered(1))
    assert tables.chosen(None).state == "left"


def test_of_several_that_were_left_a_person_is_asked_which() -> None:
    had("left", "over", "left")
    with pytest.raises(WhichTable) as caught:
        tables.chosen(None)
    assert [one.number for one in caught.value.tables] == [1, 3]
    done = said("resume")
    assert done.exit_code == 2
    assert "p2pgame resume 1" in done.stderr
    assert done.stderr.count("  pig ") == 2


def test_a_table_that_is_over_leads_nowhere() -> None:
    had("over")
    assert said("next").stdout == "You have no table to go on at.\n"
    with refusing(Refused, match="no table to go on at"):
        tables.chosen(None)
