"""Where a player's files are: private, and found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli import places

TABLE = b"T" * 32


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_an_identity_is_drawn_once() -> None:
    assert places.identity().public == places.identity().public


def test_whoever_comes_back_takes_the_same_seat() -> None:
    first, store = places.sit_down(TABLE, "Anna")
    store.append(b"record")
    store.close()
    second, store = places.sit_down(TABLE, "Anna")
    assert second.key.public == first.key.public
    assert store.records == (b"record",)
    store.close()


def test_a_seat_that_is_held_is_not_taken_twice() -> None:
    first, one = places.sit_down(TABLE, "Anna")
    second, other = places.sit_down(TABLE, "Ben")
    assert second.key.public != first.key.public
    assert second.identity.public == first.identity.public
    one.close()
    other.close()


def test_another_table_is_another_seat() -> None:
    first, one = places.sit_down(TABLE, "Anna")
    second, other = places.sit_down(b"U" * 32, "Anna")
    opened, third = places.open_table("Anna")
    assert len({first.key.public, second.key.public, opened.key.public}) == 3
    for store in (one, other, third):
        store.close()


def test_everything_secret_is_readable_by_its_owner_only(home: Path) -> None:
    _, store = places.sit_down(TABLE, "Anna")
    store.close()
    paths = [home, *home.rglob("*")]
    assert {path.name for path in paths} >= {"identity", "seed", "log"}
    for path in paths:
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    places.save(path, b"one")
    places.save(path, b"two")
    assert path.read_bytes() == b"two"
    with pytest.raises(FileNotFoundError):
        places.save(tmp_path / "nowhere" / "file", b"three")
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
