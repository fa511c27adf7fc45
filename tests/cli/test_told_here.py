"""What `verify` says of a file that only this machine knows."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from p2pgame.client.events import LocalFact
from p2pgame.client.profile import contacts, places
from p2pgame.client.transcripts import local_facts
from p2pgame.games.registry import GAMES
from p2pgame.log import Store
from p2pgame.session.entries.payloads import Payload
from tests.archiving import ARCHIVE
from tests.cli.told_files import (
    CALLED,
    KEYS,
    NAMES,
    WORDS,
    Named,
    called,
    net_of,
    strange_home,
    told,
    transcript,
    verify,
    written,
)
from tests.session.tables import Net, me


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a plain game, and one without a player."""
    return written(tmp_path_factory.mktemp("told"), "plain", "dropped")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return strange_home(tmp_path, monkeypatch)


def keep(seat: int, name: str) -> None:
    places.home()
    contacts.keep(me(seat).identity.public, name, when=1)


def test_contacts_stand_apart_and_a_name_by_another_key_is_no_contact(
    folder: Path,
) -> None:
    keep(1, "Benny")
    keep(2, "Anna")
    plain = told(folder, "plain")
    before = {**plain, "local": []}
    assert [(one["kind"], one["seat"]) for one in plain["local"]] == [
        ("namesake", 0),
        ("contact", 1),
    ]
    done = verify(folder, "plain")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-3:] == [
        "On this machine:",
        "  Anna is not your contact Anna: the key is another one.",
        "  Ben is your contact Benny, by the key.",
    ]
    contacts.forget(contacts.chosen("Benny"))
    contacts.forget(contacts.chosen("Anna"))
    assert told(folder, "plain") == before


@pytest.mark.attack(35)
@pytest.mark.parametrize("contact", ["\u0410nna", "ANNA", "\U0001d400nna"])
def test_a_name_that_looks_like_a_contact_s_is_told_to_be_another(
    folder: Path, contact: str
) -> None:
    keep(2, contact)
    (fact,) = told(folder, "plain")["local"]
    assert (fact["kind"], fact["seat"]) == ("namesake", 0)
    said = f"  Anna is not your contact {contact}: the key is another one."
    assert verify(folder, "plain").stdout.splitlines()[-1] == said


def own_log(net: Net, home: Path) -> Path:
    """Put a log with what the second player's table has heard into a seat of ours."""
    table = net.tables[1]
    seat = home / "tables" / places._label(table.id) / places._label(b"seat")
    seat.mkdir(mode=0o700, parents=True)
    raws = tuple(entry.raw for entry in table.entries)
    Store.adopt(seat / places.LOG, raws)
    return seat


def test_another_story_in_our_own_log_is_the_first_line_and_changes_no_verdict(
    folder: Path, home: Path
) -> None:
    net = net_of("kuhn", Random(3))
    net.play()
    own_log(net, home)
    done = verify(folder, "plain")
    assert done.exit_code == 0
    first, second, *_ = done.stdout.splitlines()
    assert first.startswith("Your own log of this table tells another story: entry ")
    assert second.startswith("Verified: ")
    found = told(folder, "plain")
    assert found["verdict"] == "fair"
    kinds = [(one["kind"], one["warns"]) for one in found["local"]]
    assert kinds == [("other-story", True), ("forker", False), ("forker", False)]


def test_of_a_game_that_was_not_fair_players_and_what_is_known_here_are_told(
    folder: Path, home: Path, tmp_path: Path
) -> None:
    def lie(seat: int, payload: Payload) -> Payload | bytes:
        wrong = seat == 1 and type(payload).__name__ == "Answer"
        return replace(payload, message=b"x") if wrong else called(seat, payload)

    net = Net(GAMES["kuhn"], 2, forge=lie)
    net.play()
    (tmp_path / "lie.p2pgame").write_bytes(transcript(net))
    own_log(net, home)
    keep(1, "Benny")
    done = verify(tmp_path, "lie")
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        WORDS,
        *CALLED[:2],
        "On this machine:",
        "  Your own log of this table tells the same.",
        "  Ben is your contact Benny, by the key.",
    ]
    assert done.stderr.startswith("Error: Ben cheated in entry ")
    found = told(tmp_path, "lie")
    assert (found["ok"], found["verdict"]) == (False, "not-fair")
    assert [one["fingerprint"] for one in found["players"]] == [*KEYS[:2]]
    assert [one["kind"] for one in found["local"]] == ["same-story", "contact"]


def test_of_a_file_that_was_changed_our_own_log_says_so_first(
    folder: Path, home: Path, tmp_path: Path
) -> None:
    net = net_of("kuhn", Random(3))
    net.play()
    own_log(net, home)
    data = (ARCHIVE / "refused" / "seen-not-there.p2pgame").read_bytes()
    (tmp_path / "bad.p2pgame").write_bytes(data)
    done = verify(tmp_path, "bad")
    assert done.exit_code == 1
    (first,) = done.stdout.splitlines()
    assert first.startswith("Your own log of this table tells another story: entry ")
    (fact,) = told(tmp_path, "bad")["local"]
    assert fact["kind"] == "other-story"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_our_own_log_is_only_read(folder: Path, home: Path, tmp_path: Path) -> None:
    net = Named("kuhn", 2).net()
    net.play()
    seat = own_log(net, home)
    before = {path: path.stat().st_mtime_ns for path in home.rglob("*")}
    assert [one["kind"] for one in told(folder, "plain")["local"]] == ["same-story"]
    assert {path: path.stat().st_mtime_ns for path in home.rglob("*")} == before
    assert stat.S_IMODE(seat.stat().st_mode) == 0o700


def test_contacts_that_can_not_be_read_are_told_and_change_no_verdict(
    folder: Path, home: Path
) -> None:
    home.mkdir()
    (home / "contacts").write_text("nonsense")
    found = told(folder, "plain")
    assert (found["ok"], [one["kind"] for one in found["local"]]) == (True, ["unread"])


def test_whoever_adds_a_source_of_facts_has_them_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about: list[local_facts.About] = []

    def more(file: local_facts.About) -> list[LocalFact]:
        about.append(file)
        return [LocalFact("more", local_facts.SAME, warns=True)]

    def calm(file: local_facts.About) -> list[LocalFact]:
        return [LocalFact("calm", local_facts.SAME)]

    monkeypatch.setattr(local_facts, "SOURCES", (calm, more))
    done = verify(folder, "dropped")
    assert done.stdout.startswith("Your own log of this table tells the same.\n")
    local = told(folder, "dropped")["local"]
    assert [one["kind"] for one in local] == ["more", "calm"]
    assert [player.name for player in about[0].players] == [*NAMES]
