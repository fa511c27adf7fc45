"""The commands that invite friends by name, and show who has invited us."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import trio
import trio.lowlevel
from click.testing import CliRunner, Result

from p2pgame.cli.main import main
from p2pgame.client.meeting.offering import offer_of
from p2pgame.client.profile import contacts, places, ticket
from p2pgame.client.profile.ticket import Doors
from p2pgame.client.requests import Host
from p2pgame.log import AuthorKey
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.relay.url import RelayUrl
from tests.client.fronts import setup
from tests.transport.real_relay import real_relay

BEN = AuthorKey(b"b" * 32)
NOBODY = RelayUrl("127.0.0.1", 1, "/", False)


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("P2PGAME_RELAY", raising=False)
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "anna"))
    return tmp_path


def said(*arguments: str, home: Path, relay: RelayUrl | None = None) -> Result:
    where = {"P2PGAME_RELAY": str(relay)} if relay else {}
    there = {"P2PGAME_HOME": str(home), **where}
    return CliRunner().invoke(main, arguments, env=there)


def opened(name: str) -> str:
    """Open a table as a host does; return its invite."""
    held = places.open_table(name, b"S" * 16)
    invite = Invite(held.me.key.public, b"S" * 16, ("127.0.0.1:9",), (), "kuhn")
    offer = offer_of(Host(game="kuhn", players=2))
    hosting = ticket.hosting(offer, Doors(("127.0.0.1", 9)), ())
    fresh = ticket.fresh(setup(name), invite, hosting=hosting, game="kuhn")
    ticket.write(held.folder, fresh)
    held.store.close()
    return invite.encode()


async def test_people_invite_each_other_by_command(
    homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = homes / "anna", homes / "ben"
    annas, text = places.identity().public, opened("Anna")
    monkeypatch.setenv("P2PGAME_HOME", str(ben))
    contacts.keep(annas, "Anna", when=1)
    bens = places.identity().public
    monkeypatch.setenv("P2PGAME_HOME", str(anna))
    contacts.keep(bens, "Ben", when=1)
    async with real_relay() as relay:

        async def run(*arguments: str, home: Path) -> Result:
            command = lambda: said(*arguments, home=home, relay=relay)  # noqa: E731
            return await trio.to_thread.run_sync(command)

        assert "Nobody" in (await run("invitations", home=ben)).output
        done = await run("invite", "ben", home=anna)
        assert (done.exit_code, "Ben is invited" in done.output) == (0, True)
        listed = (await run("invitations", home=ben)).output
        assert "Anna invites you to a game of Kuhn poker, until " in listed
        assert f"p2pgame join {text}" in listed
        done = await run("invite", "Ben", "--back", home=anna)
        assert done.exit_code == 0
        assert "Nobody" in (await run("invitations", home=ben)).output


def test_what_cannot_be_done_is_said_in_one_sentence(homes: Path) -> None:
    anna = homes / "anna"
    assert "settings relay" in said("invitations", home=anna).output
    contacts.keep(BEN.public, "Ben", when=int(time.time()))
    for arguments, sentence, relay in (
        (("invite", "Cara"), "no contact", NOBODY),
        (("invite", "Ben"), "settings relay", None),
        (("invite", "Ben"), "p2pgame host GAME --invite Ben", NOBODY),
    ):
        done = said(*arguments, home=anna, relay=relay)
        assert done.exit_code == 2
        assert sentence in done.output
    opened("Anna")
    done = said("invite", "Ben", home=anna, relay=NOBODY)
    assert done.exit_code == 1
    assert "No relay" in done.output
    opened("Anna")
    done = said("invite", "Ben", home=anna, relay=NOBODY)
    assert done.exit_code == 2
    assert "Say its number" in done.output
    assert said("invite", "Ben", "2", home=anna, relay=NOBODY).exit_code == 1
