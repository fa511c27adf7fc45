"""Where a player's files are: private, and found again."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from p2pgame.client.lobby.seat_session import SeatSession
from p2pgame.client.meeting import following
from p2pgame.client.profile import places
from p2pgame.log.durable import create_once, replace_file
from p2pgame.transport.finding.invite import Invite
from tests.client.fronts import setup

TABLE, SECRET = b"T" * 32, b"S" * 16
INVITE = Invite(TABLE, SECRET, ("127.0.0.1:1",))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_an_identity_is_drawn_once() -> None:
    assert places.identity().public == places.identity().public


def test_a_player_who_comes_back_takes_the_same_seat() -> None:
    first = places.sit_down(TABLE, "Anna", SECRET)
    first.store.append(b"record")
    first.store.close()
    second = places.sit_down(TABLE, "Anna", SECRET)
    assert second.me.key.public == first.me.key.public
    assert second.store.records == (b"record",)
    second.store.close()


def joined(invite: Invite) -> SeatSession:
    """Sit down as a guest with this invite; the log is let go at once."""
    sitting = following.sit_down(setup("Anna"), invite, hidden=False)
    sitting.peer.close()
    return sitting


def test_a_seat_is_taken_again_with_its_own_invite_alone() -> None:
    """What was signed with another secret counts nowhere: to sign it anew is a fork."""
    first = joined(INVITE)
    false = joined(replace(INVITE, secret=b"?" * 16))
    again = joined(replace(INVITE, addresses=("127.0.0.1:2",)))
    assert first.folder == again.folder != false.folder
    assert first.me.key.public == again.me.key.public != false.me.key.public
    assert again.ticket.way.addresses == ("127.0.0.1:2",)


def test_a_guest_with_a_damaged_ticket_goes_on_with_the_invite() -> None:
    first = joined(INVITE)
    (first.folder / places.TICKET).write_bytes(b"{")
    again = joined(INVITE)
    assert again.me.key.public == first.me.key.public
    assert again.ticket.way == INVITE


def test_a_seat_that_is_held_is_not_taken_twice() -> None:
    first = places.sit_down(TABLE, "Anna", SECRET)
    second = places.sit_down(TABLE, "Ben", SECRET)
    assert second.me.key.public != first.me.key.public
    assert second.me.identity.public == first.me.identity.public
    first.store.close()
    second.store.close()


def test_another_table_is_another_seat() -> None:
    first = places.sit_down(TABLE, "Anna", SECRET)
    second = places.sit_down(b"U" * 32, "Anna", SECRET)
    opened = places.open_table("Anna", SECRET)
    all_three = (first, second, opened)
    assert len({held.me.key.public for held in all_three}) == 3
    for held in all_three:
        held.store.close()


@pytest.mark.attack(65)
def test_everything_secret_is_readable_by_its_owner_only(home: Path) -> None:
    places.sit_down(TABLE, "Anna", SECRET).store.close()
    paths = [home, *home.rglob("*")]
    assert {path.name for path in paths} >= {"identity", "seed", "log"}
    for path in paths:
        assert path.stat().st_mode & 0o077 == 0, path


def test_half_of_a_file_is_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    create_once(tmp_path / "one", b"one")
    with pytest.raises(FileExistsError):
        create_once(tmp_path / "one", b"two")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):
        create_once(tmp_path / "two", b"two")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["one"]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace_file(path, b"one")
    replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "nowhere" / "file", b"three")
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
