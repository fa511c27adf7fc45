"""Contacts: kept once, called what we call them, and nobody's business."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from p2pgame.cli.main import main
from p2pgame.client.errors import ClientError, Refused
from p2pgame.client.profile import contacts, convictions, places
from p2pgame.client.profile.convictions import Conviction
from p2pgame.engine.printable import UNSHOWN

ANNA, BEN, CARA = (name * 32 for name in (b"a", b"b", b"c"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def said(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["contacts", *arguments])


def names() -> list[str]:
    return [one.name for one in contacts.kept()]


def test_whom_we_last_played_with_comes_first() -> None:
    assert contacts.kept() == []
    contacts.keep(ANNA, "Anna", when=100)
    contacts.keep(BEN, "Ben", when=300)
    contacts.keep(CARA, "Cara", when=200)
    assert names() == ["Ben", "Cara", "Anna"]
    contacts.keep(ANNA, "Anna", when=400)
    assert names() == ["Anna", "Ben", "Cara"]


def test_a_contact_is_found_by_its_key() -> None:
    kept = contacts.keep(ANNA, "Anna", when=100)
    assert kept is not None
    assert contacts.known(ANNA) == kept
    assert kept.key == ANNA
    assert contacts.known(BEN) is None


def test_a_table_counts_once() -> None:
    for when in (100, 100, 200, 200, 150):
        contacts.keep(ANNA, "Anna", when=when)
    (one,) = contacts.kept()
    assert (one.since, one.last, one.tables) == (100, 200, 2)


@pytest.mark.attack(36)
def test_nobody_takes_a_friends_name_over() -> None:
    contacts.keep(ANNA, "Anna", when=100)
    contacts.keep(ANNA, "Ben", when=200)
    assert names() == ["Anna"]
    contacts.keep(BEN, "Anna", when=300)
    contacts.keep(CARA, "Anna (2)", when=400)
    assert len({*names()}) == 3
    friend = contacts.known(ANNA)
    assert friend is not None
    assert friend.name == "Anna"


@pytest.mark.attack(35)
@pytest.mark.parametrize(
    ("name", "like", "kept"),
    [
        (
            "Coco",
            "\u0421\u043e\u0441\u043e",
            "\u0421\u043e\u0441\u043e (2)",
        ),  # in Cyrillic
        ("x" * 24, "x" * 24, "x" * 18),
        ("x" * 18, "x" * 18, "x" * 18 + " (2)"),
    ],
)
def test_a_contact_whose_name_looks_like_another_s_is_told_apart(
    name: str, like: str, kept: str
) -> None:
    contacts.keep(ANNA, name, when=200)
    contacts.keep(BEN, like, when=100)
    assert names() == [name, kept]


def test_we_are_no_contact_of_our_own() -> None:
    assert contacts.keep(places.identity().public, "Me", when=1) is None
    assert contacts.kept() == []


def test_a_name_that_could_spoil_a_screen_is_not_kept() -> None:
    with pytest.raises(ValueError):
        contacts.keep(ANNA, "\x1b[2J", when=1)


@pytest.mark.attack(58)
def test_names_in_a_file_that_was_changed_draw_on_no_screen(home: Path) -> None:
    """A terminal did what they said."""
    contacts.keep(ANNA, "Anna", when=100)
    kept = Conviction(ANNA.hex(), BEN.hex(), "Anna", "rps", 100, ())
    convictions.keep(kept)
    for name in ("contacts", "convictions"):
        path = home / name
        path.write_text(path.read_text().replace("Anna", r"\u001b[2J\u202eA"))
    assert names() == [f"{UNSHOWN}[2J{UNSHOWN}A"]
    assert [one.name for one in convictions.kept()] == names()


def test_there_is_an_end_to_contacts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contacts, "LIMIT", 2)
    contacts.keep(ANNA, "Anna", when=1)
    contacts.keep(BEN, "Ben", when=1)
    with pytest.raises(Refused, match="forget somebody"):
        contacts.keep(CARA, "Cara", when=1)
    contacts.keep(BEN, "Ben", when=2)
    assert names() == ["Ben", "Anna"]


def test_the_list_tells_how_often_and_when() -> None:
    assert "no contacts" in said().output
    contacts.keep(ANNA, "Anna", when=86_400 * 2)
    contacts.keep(BEN, "Ben", when=86_400 * 10)
    contacts.keep(BEN, "Ben", when=86_400 * 40)
    first, second = said("list").output.splitlines()
    assert said().output == said("list").output
    assert first.split()[:4] == ["1", "Ben", "2", "tables,"]
    assert second.split()[:4] == ["2", "Anna", "1", "table,"]
    assert "1970-" in first


def test_a_contact_is_renamed_and_keeps_the_name() -> None:
    contacts.keep(ANNA, "Anna", when=100)
    assert said("rename", "anna", "Aunt").exit_code == 0
    contacts.keep(ANNA, "Anna", when=200)
    assert names() == ["Aunt"]
    assert said("rename", "1", "\x1b[2J").exit_code == 2
    assert names() == ["Aunt"]


def test_a_contact_is_forgotten_by_number_or_name() -> None:
    for number, key in enumerate((ANNA, BEN, CARA)):
        contacts.keep(key, f"Friend {number}", when=number)
    assert said("forget", "2").exit_code == 0
    assert names() == ["Friend 2", "Friend 0"]
    assert said("forget", "friend 0").exit_code == 0
    assert names() == ["Friend 2"]
    for who in ("Friend 0", "0", "2", "99999", "-1", "٢"):
        assert said("forget", "--", who).exit_code == 2, who
    assert names() == ["Friend 2"]


def test_of_two_with_one_name_the_number_tells() -> None:
    contacts.keep(ANNA, "Anna", when=1)
    contacts.keep(BEN, "Ben", when=2)
    said("rename", "Ben", "Anna")
    assert said("forget", "Anna").exit_code == 2
    assert BEN.hex()[:8] in said().output
    assert said("forget", "1").exit_code == 0
    assert [one.key for one in contacts.kept()] == [ANNA]


def test_a_name_that_two_have_is_no_number_either() -> None:
    for key in (ANNA, BEN):
        one = contacts.keep(key, "Twin", when=1)
        assert one is not None
        contacts.rename(one, "2")
    with pytest.raises(Refused, match="2 contacts"):
        contacts.chosen("2")


def test_a_name_goes_before_a_number() -> None:
    contacts.keep(ANNA, "2", when=2)
    contacts.keep(BEN, "Ben", when=1)
    assert contacts.chosen("2").key == ANNA


def test_what_was_forgotten_meanwhile_does_not_come_back() -> None:
    one = contacts.keep(ANNA, "Anna", when=1)
    assert one is not None
    contacts.forget(one)
    contacts.rename(one, "Aunt")
    contacts.forget(one)
    assert contacts.kept() == []


@pytest.mark.attack(65)
def test_the_files_are_their_owners_only(home: Path) -> None:
    contacts.keep(ANNA, "Anna", when=1)
    paths = [home, *home.iterdir()]
    assert {path.name for path in paths} >= {"contacts", "contacts.lock"}
    for path in paths:
        assert path.stat().st_mode & 0o077 == 0, path


def test_whoever_keeps_at_the_same_time_keeps_too() -> None:
    places.identity()
    keys = [bytes([number]) * 32 for number in range(40)]
    # The lock is of each opened file, so threads need it like programs.
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda key: contacts.keep(key, "A", when=key[0]), keys))
    assert {one.key for one in contacts.kept()} == {*keys}


def book(*contacts: str) -> str:
    return '{"contacts": [' + ", ".join(contacts) + "]}"


GOOD = '{"identity": "' + "0" * 64 + '", "name": "A", "since": 1, "last": 1}'


@pytest.mark.parametrize(
    "data",
    [
        "",
        "[]",
        '{"kind": "p2pgame contacts 2"}',
        book(GOOD, "1"),
        book(GOOD.replace("000", "00")),
        book(GOOD.replace('"A"', '""')),
        book(GOOD.replace("1,", "-1,")),
        book(*[GOOD] * 501),
        '"' + "a" * 1_100_000 + '"',
    ],
)
def test_a_damaged_file_is_told_in_one_sentence(home: Path, data: str) -> None:
    home.mkdir()
    (home / "contacts").write_text(book(GOOD))
    assert names() == ["A"]
    (home / "contacts").write_text(data)
    with pytest.raises(ClientError, match="damaged"):
        contacts.kept()
    with pytest.raises(ClientError, match="damaged"):
        contacts.keep(ANNA, "Anna", when=1)
    assert (home / "contacts").read_text() == data
