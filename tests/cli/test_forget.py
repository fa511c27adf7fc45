"""A table is forgotten whole, and no other one, nor one that is being played."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from p2pgame.cli.main import main
from p2pgame.client.errors import Refused
from p2pgame.client.profile import places, tables, ticket
from p2pgame.client.profile.places import Held
from p2pgame.client.profile.ticket import Ticket
from p2pgame.log.durable import create_file
from p2pgame.transport.finding.invite import Invite

SECRET = b"S" * 16


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def opened(game: str, when: int) -> Held:
    """Take the first seat of a table, as a host does; the newest is number 1."""
    held = places.open_table("Ann", SECRET)
    invite = Invite(held.me.key.public, SECRET, ("127.0.0.1:9",)).encode()
    one = Ticket("p2pgame ticket 1", invite, "Ann", when, game=game)
    ticket.write(held.folder, one)
    return held


def closed(game: str, when: int) -> Path:
    held = opened(game, when)
    held.store.append(b"a word")
    held.store.close()
    return held.folder


def forget(number: int, *arguments: str, typed: str | None = None) -> Result:
    command = ["tables", "forget", str(number), *arguments]
    return CliRunner().invoke(main, command, input=typed)


def listed() -> list[str]:
    return [one.ticket.game for one in tables.kept()]


def files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def test_of_tables_of_one_second_those_that_are_over_come_last() -> None:
    states = {f"game {n}": ("open", "over")[n % 2] for n in range(12)}
    for game, state in states.items():
        folder = closed(game, 1)
        (one,) = [kept for kept in tables.kept() if kept.folder == folder]
        ticket.write(folder, replace(one.ticket, state=state))
    assert [states[game] for game in listed()] == ["open"] * 6 + ["over"] * 6


@pytest.mark.parametrize("state", ["open", "over"])
def test_nothing_is_left_of_a_table_that_is_forgotten(home: Path, state: str) -> None:
    closed("chess", 1)
    others = files(home)
    folder = closed("pig", 2)
    one = tables.kept()[0].ticket
    ticket.write(folder, replace(one, state=state))
    for name in ("log.new", "log.damaged", ".ticket.1a2b3c4d"):
        (folder / name).write_bytes(b"put aside")
    for path in (folder / places.BOTS, folder / places.BOTS / "1"):
        path.mkdir()
    (folder / places.BOTS / "1" / "identity").write_bytes(b"secret")
    done = forget(1, "--yes")
    assert done.exit_code == 0, done.output
    assert ("can't go on" in done.output) is (state == "open")
    assert listed() == ["chess"]
    assert files(home) == others
    assert not folder.parent.exists()


def test_it_is_asked_before_and_no_is_no(home: Path) -> None:
    closed("pig", 1)
    before = files(home)
    for typed in ("n\n", "\n", ""):
        done = forget(1, typed=typed)
        assert done.exit_code == 1
        assert "pig" in done.output
        assert "Forget it? [y/N]" in done.output
        assert files(home) == before
    assert forget(1, typed="y\n").exit_code == 0
    assert listed() == []


def test_a_table_that_is_being_played_is_not_forgotten(home: Path) -> None:
    held = opened("pig", 1)
    before = files(home)
    done = forget(1, "--yes")
    assert done.exit_code == 2
    assert "A program of yours is playing there already." in done.output
    with pytest.raises(Refused):  # as well if it has begun only just now
        places.forget(held.folder)
    assert files(home) == before
    held.store.append(b"a word")
    held.store.close()
    assert forget(1, "--yes").exit_code == 0


def test_what_is_not_ours_stays_and_no_link_is_followed(
    home: Path, tmp_path: Path
) -> None:
    folder = closed("pig", 1)
    elsewhere = tmp_path / "photos"
    elsewhere.mkdir()
    (elsewhere / "cat").write_bytes(b"meow")
    (folder / places.BOTS).symlink_to(elsewhere)
    (folder / "notes").write_text("mine")
    done = forget(1, "--yes")
    assert done.exit_code == 0, done.output
    assert (elsewhere / "cat").read_bytes() == b"meow"
    (notes,) = home.rglob("notes")
    assert str(notes.parent) in done.output.replace("\n", "")
    assert {path.name for path in notes.parent.iterdir()} == {"notes", places.BOTS}
    assert listed() == []


def test_a_seat_that_was_moved_is_forgotten_with_a_warning(home: Path) -> None:
    folder = closed("pig", 1)
    create_file(folder / places.MOVED, b"N" * 16)
    done = forget(1, "--yes")
    assert done.exit_code == 0
    assert "only one device may play it" in done.output
    assert listed() == []


def test_who_comes_back_to_a_forgotten_table_is_somebody_new(home: Path) -> None:
    first = places.sit_down(b"T" * 32, "Ann", SECRET)
    first.store.close()
    assert places.forget(first.folder) is None
    again = places.sit_down(b"T" * 32, "Ann", SECRET)
    assert again.me.key.public != first.me.key.public
    assert again.store.records == ()
    again.store.close()


@pytest.mark.parametrize("number", [0, 2])
def test_there_is_no_other_table_of_that_number(number: int) -> None:
    closed("pig", 1)
    assert forget(number, "--yes").exit_code == 2
    assert listed() == ["pig"]
