"""A seat goes to another device in a file, and is played in one place only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from nacl.pwhash import argon2id

from p2pgame.cli.commands import moving as command
from p2pgame.cli.main import main
from p2pgame.client.errors import Moved
from p2pgame.client.profile import moving, parcel, places, ticket
from p2pgame.client.profile.parcel import InvalidParcel, Parcel, WrongPassphrase
from p2pgame.client.profile.ticket import Ticket
from p2pgame.log import Store
from p2pgame.transport.finding.invite import Invite

SECRET = "correct horse"
Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spend little on keys: what they cost is not what these tests are about."""
    monkeypatch.setattr(argon2id, "OPSLIMIT_MODERATE", 1)
    monkeypatch.setattr(argon2id, "MEMLIMIT_MODERATE", 8192)


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command on one of several devices."""
    monkeypatch.chdir(tmp_path)

    def run(device: str, *arguments: str, passphrase: str = SECRET) -> Result:
        monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / device))
        if arguments[0] == "--undo" or "--undo" in arguments:
            return CliRunner().invoke(main, list(arguments))
        given = [*arguments, "--passphrase-file", "-"]
        monkeypatch.setattr(command, "read_line", lambda: f"{passphrase}\n")
        return CliRunner().invoke(main, given)

    return run


@pytest.fixture
def seat(at: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a seat on the first device, with a log of two records."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "desk"))
    return sit("T")


def sit(table: str) -> Path:
    held = places.sit_down(table.encode() * 32, "Ann", b"S" * 16)
    invite = Invite(table.encode() * 32, b"S" * 16, ("127.0.0.1:4400",))
    held.store.append(b"hello")
    held.store.append(b"move")
    held.store.close()
    one = Ticket("p2pgame ticket 1", invite.encode(), "Ann", 1, transcript="/here/x")
    ticket.write(held.folder, one)
    return held.folder


@pytest.mark.parametrize("plan", [b"", b"what Ann prepares"])
def test_a_plan_goes_along_with_its_seat_and_comes_back(
    at: Run, seat: Path, tmp_path: Path, plan: bytes
) -> None:
    places.put_plan(seat, b"an older plan")
    places.put_plan(seat, plan)
    at("desk", "move-seat", "seat.file")
    at("laptop", "take-seat", "seat.file")
    there = at_laptop(seat, tmp_path)
    assert places.plan_in(there) == plan
    if plan:
        assert (there / "plan").stat().st_mode & 0o777 == 0o600
    places.put_plan(there, b"it went on there")
    at("laptop", "move-seat", "back.file")
    taken = at("desk", "take-seat", "back.file")
    assert taken.exit_code == 0, taken.output
    assert places.plan_in(seat) == b"it went on there"
    assert b"prepares" not in (tmp_path / "seat.file").read_bytes()


def at_laptop(seat: Path, tmp_path: Path) -> Path:
    return tmp_path / "laptop" / seat.relative_to(tmp_path / "desk")


@pytest.mark.attack(49)
def test_a_seat_is_played_on_one_device_at_a_time(
    at: Run, seat: Path, tmp_path: Path
) -> None:
    moved = at("desk", "move-seat", "seat.file")
    assert moved.exit_code == 0, moved.output
    with pytest.raises(Moved):
        places.go_on(seat, "Ann", b"S" * 16)
    with pytest.raises(Moved):
        places.sit_down(b"T" * 32, "Ann", b"S" * 16)
    taken = at("laptop", "take-seat", "seat.file")
    assert taken.exit_code == 0, taken.output
    there = at_laptop(seat, tmp_path)
    held = places.go_on(there, "Ann", b"S" * 16)
    with held.store as store:
        assert held.me.seed == (seat / "seed").read_bytes()
        assert store.records == (b"hello", b"move")
        assert store.in_doubt  # so the others are asked before anything is signed
    old, new = ticket.read(seat), ticket.read(there)
    assert old is not None
    assert new == replace(old, transcript=None)
    for path in [tmp_path / "seat.file", *there.parent.rglob("*")]:
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_seat_that_was_moved_is_not_offered_any_more(at: Run, seat: Path) -> None:
    at("desk", "move-seat", "seat.file")
    told = CliRunner().invoke(main, ["resume"])
    assert told.exit_code == 2
    assert "There is no table to go on at" in told.stderr
    told = CliRunner().invoke(main, ["resume", "1"])
    assert told.exit_code == 1
    assert "This seat was moved to another device" in told.stderr
    assert "moved to another device" in CliRunner().invoke(main, ["tables"]).stdout


def test_a_seat_goes_back_and_forth(at: Run, seat: Path, tmp_path: Path) -> None:
    at("desk", "move-seat", "there")
    at("laptop", "take-seat", "there")
    with Store.open(at_laptop(seat, tmp_path) / "log") as store:
        store.append(b"said there")
    assert at("laptop", "move-seat", "back").exit_code == 0
    older = at("desk", "take-seat", "there")
    assert older.exit_code == 2
    assert "p2pgame move-seat --undo" in older.stderr
    taken = at("desk", "take-seat", "back")
    assert taken.exit_code == 0, taken.output
    with places.go_on(seat, "Ann", b"S" * 16).store as store:
        assert store.records == (b"hello", b"move", b"said there")
        assert store.in_doubt
    assert at("desk", "take-seat", "back").exit_code == 2


def test_a_file_that_knows_less_is_not_taken(at: Run, seat: Path) -> None:
    at("desk", "move-seat", "first")
    at("laptop", "take-seat", "first")
    at("laptop", "move-seat", "second")
    at("desk", "move-seat", "--undo", "--yes")
    with places.go_on(seat, "Ann", b"S" * 16).store as store:
        store.append(b"said since")
    at("desk", "move-seat", "third")
    refused = at("desk", "take-seat", "second")
    assert refused.exit_code == 2
    assert "older than what is here already" in refused.stderr


def test_a_lost_file_is_made_good_deliberately(at: Run, seat: Path) -> None:
    at("desk", "move-seat", "lost")
    asked = at("desk", "move-seat", "--undo")
    assert asked.exit_code == 1  # nobody says yes
    assert command.WARNING in asked.stderr
    with pytest.raises(Moved):
        places.go_on(seat, "Ann", b"S" * 16)
    assert at("desk", "move-seat", "--undo", "--yes").exit_code == 0
    with places.go_on(seat, "Ann", b"S" * 16).store as store:
        assert store.records == (b"hello", b"move")
        assert store.in_doubt
    assert at("desk", "move-seat", "--undo", "--yes").exit_code == 2


def test_the_mark_is_there_before_the_file(
    at: Run, seat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        assert places.is_moved(seat)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(moving, "create_once", full)
    told = at("desk", "move-seat", "seat.file")
    assert told.exit_code == 2
    assert "No space left on device. The seat counts as moved" in told.stderr
    assert places.is_moved(seat)


def test_a_seat_that_is_being_played_is_not_moved(at: Run, seat: Path) -> None:
    with places.go_on(seat, "Ann", b"S" * 16).store:
        told = at("desk", "move-seat", "seat.file", "--table", "1")
    assert told.exit_code == 2
    assert "playing there already" in told.stderr
    assert not places.is_moved(seat)


@pytest.mark.parametrize("change", ["passphrase", "cut", "byte", "empty", "other"])
def test_a_file_that_cannot_be_read_is_told_and_nothing_is_lost(
    at: Run, seat: Path, tmp_path: Path, change: str
) -> None:
    at("desk", "move-seat", "seat.file")
    data = (tmp_path / "seat.file").read_bytes()
    data = {
        "passphrase": data,
        "cut": data[:-1],
        "byte": data[:60] + bytes([data[60] ^ 1]) + data[61:],
        "empty": b"",
        "other": b"p2pgame transcript 2\n" + data,
    }[change]
    (tmp_path / "seat.file").write_bytes(data)
    given = "wrong" if change == "passphrase" else SECRET
    told = at("laptop", "take-seat", "seat.file", passphrase=given)
    assert told.exit_code == 2
    assert told.stderr.startswith("Error: seat.file: th")
    assert told.stderr.count("\n") == 1
    assert not list((tmp_path / "laptop").rglob("log"))
    assert (tmp_path / "seat.file").read_bytes() == data


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["move-seat"], "into which file?"),
        (["move-seat", "taken"], "taken is there already"),
        (["move-seat", "nowhere/x"], "there is no folder nowhere"),
        (["move-seat", "x", "--table", "9"], "There is no table 9"),
        (["move-seat", "x", "--undo"], "--undo takes no file"),
        (["move-seat", "--undo"], "No such seat was moved"),
        (["take-seat", "missing"], "missing can't be read"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_nonsense_is_explained_with_status_2(
    at: Run, seat: Path, tmp_path: Path, arguments: list[str], words: str
) -> None:
    (tmp_path / "taken").write_text("")
    told = at("desk", *arguments)
    assert told.exit_code == 2
    assert words in told.stderr
    assert not places.is_moved(seat)


def test_an_empty_passphrase_is_refused(at: Run, seat: Path) -> None:
    told = at("desk", "move-seat", "seat.file", passphrase="")
    assert told.exit_code == 2
    assert "the passphrase is empty" in told.stderr
    without = CliRunner().invoke(main, ["move-seat", "seat.file"])
    assert "--passphrase-file -" in without.stderr
    assert not places.is_moved(seat)


@pytest.mark.parametrize("weak", ["a", "hunter2", "eleven char", "abababababab"])
def test_a_passphrase_that_can_be_guessed_is_refused(
    at: Run, seat: Path, tmp_path: Path, weak: str
) -> None:
    told = at("desk", "move-seat", "seat.file", passphrase=weak)
    assert told.exit_code == 2
    assert "12 characters or more" in told.stderr
    assert weak not in told.stderr.split()
    assert not (tmp_path / "seat.file").exists()
    assert not places.is_moved(seat)


def test_a_parcel_says_nothing_without_its_passphrase(seat: Path) -> None:
    kept = ticket.read(seat)
    assert kept is not None
    one = Parcel(b"N" * 16, b"seed of 32 bytes" * 2, kept, (b"a record", b""))
    data = parcel.seal(one, SECRET)
    assert parcel.unseal(data, SECRET) == one
    assert data != parcel.seal(one, SECRET)
    for secret in (one.seed, kept.invite.encode()[20:60], b"a record"):
        assert secret not in data
        assert str(secret) not in repr(one)
    with pytest.raises(WrongPassphrase):
        parcel.unseal(data, SECRET.upper())
    for end in range(0, len(data), 7):
        with pytest.raises((InvalidParcel, WrongPassphrase)):
            parcel.unseal(data[:end], SECRET)


@pytest.mark.parametrize(
    "fields",
    [
        [],
        [b"N" * 16, b"S" * 32],
        [b"N" * 15, b"S" * 32, b"{}"],
        [b"N" * 16, b"S" * 31, b"{}"],
        [b"N" * 16, b"S" * 32, b"{}"],
        [b"N" * 16, b"S" * 32, b"{}", b"r" * (1024 * 1024 + 1)],
    ],
    ids=["none", "two", "name", "seed", "ticket", "record"],
)
def test_fields_that_are_none_are_refused(fields: list[bytes]) -> None:
    with pytest.raises(InvalidParcel):
        parcel._read(fields)


@pytest.mark.parametrize("plain", [b"\0", b"\0\0\0\2x", b"\xff\xff\xff\xff"])
def test_fields_that_are_cut_off_are_refused(plain: bytes) -> None:
    with pytest.raises(InvalidParcel):
        list(parcel._fields(plain))
