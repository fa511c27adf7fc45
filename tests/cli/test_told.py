"""What `verify` says of five files, and what it says that only this machine knows."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from cli.main import main
from games.duel.kuhn import KuhnPoker
from games.registry import GAMES
from p2pgame.client.events import LocalFact
from p2pgame.client.profile import contacts, places
from p2pgame.client.transcripts import bounded, local_facts
from p2pgame.log import Store
from p2pgame.session.entries.payloads import Hello, Payload
from p2pgame.session.table.evidence import gather
from tests.archiving import ARCHIVE, Whole
from tests.session.tables import Net, any_offer, me
from tests.workers.here import Here

NAMES = ("Anna", "Ben", "Cleo")
#: The keys of these, as people compare them.
KEYS = (
    "278f 7834 e01e a8c0 ff39",
    "a6d4 fdbf b252 503c d68f",
    "da47 516f 1f7d 9b84 8138",
)
WORDS = (
    "Each player is known by a key. A name is a mere word, which no key vouches for:"
)
CALLED = [
    f"  key {key}, calling itself {name}" for key, name in zip(KEYS, NAMES, strict=True)
]
PROVED = "The deck needed no audit: every shuffle came with a proof."


class Newer(KuhnPoker):
    """A version of the game that is not here yet."""

    version = 7


def called(seat: int, payload: Payload) -> Payload:
    """Give a player the name by which it is known here."""
    if isinstance(payload, Hello):
        return replace(payload, name=NAMES[seat])
    return payload


def net_of(name: str, chance: Random | None = None) -> Net:
    net = Net(GAMES[name], 2, chance=chance, decide=any_offer(chance or Random(1)))
    net._forge = called
    return net


class Named(Whole):
    """A game among these players."""

    def net(self) -> Net:
        net = super().net()
        net._forge = called
        return net


def newer() -> bytes:
    net = Net(Newer(), 2, forge=called)
    net.play()
    return net.tables[0].transcript()


def begun(words: int) -> bytes:
    """Return the file of a game that stopped after so many words."""
    net = net_of("tictactoe")
    net.play(until=lambda: len(net.said) >= words)
    return net.tables[0].transcript()


FOUR: Mapping[str, object] = {"cards": 4}
MAKE: Mapping[str, Callable[[], bytes]] = {
    "plain": Named("kuhn", 2).data,
    "dropped": Named("goofspiel", 3, FOUR).without(2),
    "forfeited": Named("holdem", 3, {}, absence="forfeit").without(2),
    "audited": Named("goofspiel", 3, FOUR, deck="commutative", quorum=0).data,
    "newer": newer,
    "begun": lambda: begun(10),
    "lobby": lambda: begun(2),
    "moved-for": lambda: transcript(
        Named("holdem", 3, {}, absence="default").silenced(2, 10)
    ),
}


def transcript(net: Net) -> bytes:
    return net.tables[0].transcript()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with each of these files."""
    folder = tmp_path_factory.mktemp("told")
    for name, make in MAKE.items():
        (folder / f"{name}.p2pgame").write_bytes(make())
    return folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of somebody who knows nobody; files are checked in this process."""
    monkeypatch.setattr(bounded, "Confined", Here)
    home = tmp_path / "home"
    monkeypatch.setenv("P2PGAME_HOME", str(home))
    monkeypatch.setenv("P2PGAME_TRANSCRIPTS", str(home.parent / "files"))
    return home


def verify(folder: Path, name: str, *options: str) -> Result:
    return CliRunner().invoke(
        main, ["verify", str(folder / f"{name}.p2pgame"), *options]
    )


def told(folder: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(verify(folder, name, "--json").stdout)
    return found


def test_a_plain_game_is_told_with_the_keys_of_those_who_played(folder: Path) -> None:
    done = verify(folder, "plain")
    assert done.exit_code == 0, done.stderr
    first, *rest = done.stdout.splitlines()
    assert first.startswith("Verified: Anna, Ben played Kuhn poker, 5 turns in ")
    assert rest == [
        WORDS,
        *CALLED[:2],
        "All have signed the first 5 turns, to the end of hand 1.",
        PROVED,
        "Result: Anna +1, Ben -1.",
    ]
    found = told(folder, "plain")
    assert (found["verdict"], found["finished"], found["local"]) == ("fair", True, [])
    assert [one["fingerprint"] for one in found["players"]] == [*KEYS[:2]]
    assert {one["name_by"] for one in found["players"]} == {"itself"}
    assert [one["signed"] for one in found["players"]] == [5, 5]
    assert (found["departed"], found["forfeited"]) == ([], False)


def test_who_was_dropped_is_told_by_whom_when_and_how_far_each_signed(
    folder: Path,
) -> None:
    done = verify(folder, "dropped")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[5:-1] == [
        "All who stayed have signed the first 9 turns, to the end of hand 1.",
        "Cleo signed 2 of 9 turns; Anna, Ben have signed that Cleo was silent, and "
        "went on without Cleo after turn 2.",
        "Nobody can prove silence: that is the word of those who signed it.",
        PROVED,
    ]
    found = told(folder, "dropped")
    (gone,) = found["departed"]
    assert gone.pop("text") == lines[6]
    assert gone == {"seat": 2, "by": [0, 1], "turns": 2, "left": False}
    assert [one["signed"] for one in found["players"]] == [9, 9, 2]
    shown = CliRunner().invoke(main, ["show", str(folder / "dropped.p2pgame")])
    assert "\n".join(lines) in shown.stdout


def test_who_forfeited_a_game_by_silence_is_told(folder: Path) -> None:
    done = verify(folder, "forfeited")
    assert done.exit_code == 0, done.stderr
    assert "The game ended by that: Cleo forfeited it." in done.stdout.splitlines()
    assert told(folder, "forfeited")["forfeited"] is True


def test_whose_part_in_the_deck_was_audited_is_told(folder: Path) -> None:
    done = verify(folder, "audited")
    assert done.exit_code == 0, done.stderr
    assert (
        "The deck was audited: Anna, Ben, Cleo showed the secrets of their shuffles, "
        "and all that they did with it was computed again."
    ) in done.stdout.splitlines()
    found = told(folder, "audited")
    assert (found["deck"], found["audited"]) == ("commutative", [0, 1, 2])
    assert found["unaudited"] == []


def test_moves_that_were_made_for_somebody_are_told(folder: Path) -> None:
    done = verify(folder, "moved-for")
    sentence = "A move was made for Cleo once, for want of an answer in time."
    assert sentence in done.stdout.splitlines()
    found = told(folder, "moved-for")
    assert [one["moved_for"] for one in found["players"]] == [0, 0, 1]


def test_of_rules_that_are_not_here_only_signatures_are_told_with_status_3(
    folder: Path,
) -> None:
    done = verify(folder, "newer")
    assert done.exit_code == 3
    first, *rest = done.stdout.splitlines()
    assert first.startswith("All ")
    assert first.endswith(
        " entries are signed by their authors; whether they keep to the rules can't be "
        "said here."
    )
    assert rest == [WORDS, *CALLED[:2]]
    why = (
        "Kuhn, version 7, is newer than this p2pgame, which has version 1. "
        "A newer release has it: pip install --upgrade p2pgame."
    )
    assert done.stderr == f"Error: {why}\n"
    as_json = verify(folder, "newer", "--json")
    assert as_json.exit_code == 3
    found = json.loads(as_json.stdout)
    assert (found["ok"], found["verdict"]) == (False, "rules-not-here")
    assert (found["game"], found["version"]) == ("kuhn", 7)
    assert [one["name"] for one in found["players"]] == ["Anna", "Ben"]
    shown = CliRunner().invoke(main, ["show", str(folder / "newer.p2pgame")])
    assert (shown.exit_code, shown.stderr) == (3, done.stderr)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("begun", "The game is not finished: the file ends in the middle of the game"),
        ("lobby", "the game never started: not all players accepted it."),
    ],
)
def test_an_unfinished_game_is_fair_and_says_what_it_lacks(
    folder: Path, name: str, words: str
) -> None:
    done = verify(folder, name)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("Fair as far as it goes: ")
    assert words in done.stdout.splitlines()[0]
    assert "Result" not in done.stdout
    found = told(folder, name)
    assert (found["ok"], found["finished"]) == (True, False)
    assert all("payoff" not in player for player in found["players"])


def test_the_status_of_many_files_is_that_of_the_worst(
    folder: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.p2pgame"
    data = (folder / "plain.p2pgame").read_bytes()
    bad.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    no = tmp_path / "no.p2pgame"
    no.write_bytes(b"no transcript")
    plain, rules, short = (folder / f"{n}.p2pgame" for n in ("plain", "newer", "begun"))
    for files, status in [
        ((plain, short), 0),
        ((plain, rules), 3),
        ((plain, rules, no), 2),
        ((plain, rules, no, bad), 1),
    ]:
        told = CliRunner().invoke(main, ["verify", *map(str, files)])
        assert told.exit_code == status, told.stdout


# What only this machine knows


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


# Evidence


def test_evidence_of_rules_that_are_not_here_says_so_with_status_3(
    tmp_path: Path,
) -> None:
    def lie(seat: int, payload: Payload) -> Payload | bytes:
        wrong = seat == 1 and type(payload).__name__ == "Answer"
        return replace(payload, message=b"x") if wrong else called(seat, payload)

    net = Net(Newer(), 2, forge=lie)
    net.play()
    found = net.tables[0].stopped
    assert found is not None
    file = tmp_path / "newer.evidence"
    file.write_bytes(gather(net.tables[0], found))
    done = CliRunner().invoke(main, ["evidence", str(file)])
    assert done.exit_code == 3
    assert done.stderr.startswith("Error: Kuhn, version 7, is newer than this p2pgame")
    as_json = CliRunner().invoke(main, ["evidence", "--json", str(file)])
    assert as_json.exit_code == 3
    assert json.loads(as_json.stdout)["verdict"] == "rules-not-here"
