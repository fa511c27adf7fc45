"""Keeping those as contacts with whom one sat at a table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from p2pgame.cli.main import main
from p2pgame.client.answering import inquire
from p2pgame.client.answers import Contacts
from p2pgame.client.errors import InvalidRequest, Refused
from p2pgame.client.inquiries import KeepContacts
from p2pgame.client.profile import contacts, places, ticket
from p2pgame.transport.finding.invite import Invite
from tests.client.fronts import setup

BEN, CARA, BOT = "b" * 64, "c" * 64, "d" * 64
PEOPLE = {BEN: "Ben", CARA: "Cara"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))


def sat(opened: int, others: Mapping[str, str] = PEOPLE, *bots: str) -> None:
    """Have a table behind us, at which we sat with these."""
    held = places.open_table("Ann", b"S" * 16)
    held.store.close()
    invite = Invite(held.me.key.public, b"S" * 16, ("127.0.0.1:9",), (), "kuhn")
    fresh = ticket.fresh(setup("Ann"), invite, game="kuhn")
    everybody = {places.identity().public.hex(): "Ann", **others}
    told = replace(fresh, opened=opened, players=(*everybody.values(),), state="over")
    ticket.write(held.folder, replace(told, identities=(*everybody,), programs=bots))


async def asked(request: KeepContacts) -> dict[str, str]:
    """Return by its identity what each contact is called once this was asked."""
    (told,) = [event async for event in inquire(request)]
    assert isinstance(told, Contacts)
    return {one.identity: one.name for one in told.contacts}


def test_people_are_kept_by_command_and_programs_are_not() -> None:
    sat(100, {**PEOPLE, BOT: "Robot"}, BOT)
    done = CliRunner().invoke(main, ["contacts", "keep"])
    assert done.exit_code == 0, done.output
    assert [line.split()[0] for line in done.output.splitlines()][:2] == ["Ben", "Cara"]
    assert {one.name for one in contacts.kept()} == {"Ben", "Cara"}


def test_nobody_is_kept_of_a_table_with_programs_alone() -> None:
    sat(100, {BOT: "Robot"}, BOT)
    done = CliRunner().invoke(main, ["contacts", "keep"])
    assert done.exit_code == 0
    assert "Nobody else who is a person" in done.output
    assert not contacts.kept()


async def test_one_player_is_kept_and_called_as_one_likes() -> None:
    sat(100)
    assert await asked(KeepContacts(identity=CARA)) == {CARA: "Cara"}
    named = KeepContacts(identity=BEN, name="Benno")
    assert await asked(named) == {CARA: "Cara", BEN: "Benno"}
    again = KeepContacts(identity=CARA, name="Carina")
    assert await asked(again) == {CARA: "Carina", BEN: "Benno"}


async def test_a_player_is_found_at_the_last_table_at_which_it_sat() -> None:
    sat(100, {BEN: "Ben"})
    sat(200, {CARA: "Cara"})
    assert await asked(KeepContacts()) == {CARA: "Cara"}
    assert await asked(KeepContacts(identity=BEN)) == {CARA: "Cara", BEN: "Ben"}
    assert [one.last for one in contacts.kept()] == [200, 100]
    with pytest.raises(Refused, match="sat with nobody"):
        await asked(KeepContacts(table=1, identity=BEN))


async def test_a_name_that_another_contact_has_is_refused_and_keeps_nobody() -> None:
    sat(100)
    contacts.keep(bytes.fromhex(CARA), "Ben", when=1)
    for name, why in (
        ("Ben", "Another contact of yours is called Ben"),
        ("BEN", "Another contact of yours is called BEN"),
        ("", "name"),
    ):
        with pytest.raises(InvalidRequest, match=why):
            await asked(KeepContacts(identity=BEN, name=name))
    assert [one.identity for one in contacts.kept()] == [CARA]


async def test_a_name_without_a_player_is_refused() -> None:
    sat(100)
    with pytest.raises(InvalidRequest, match="Say which player"):
        await asked(KeepContacts(name="Ben"))
