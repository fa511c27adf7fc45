"""Every command in surroundings that fail: one sentence, status 2, and no traceback.

Reading a file needs no home, and writes nothing.  ``P2PGAME_WALK=1`` walks with each
command through each of the surroundings; otherwise the slow ones go where they differ.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from msgspec.structs import replace

from p2pgame.cli.listed import COMMANDS
from p2pgame.cli.main import main
from p2pgame.client.meeting.offering import offer_of
from p2pgame.client.profile import contacts, places, ticket
from p2pgame.client.profile.ticket import Doors
from p2pgame.client.requests import Host
from p2pgame.transport.finding.invite import Invite
from tests.children import WITHIN, limited, next_line
from tests.client.fronts import setup
from tests.forked import ROOT, Program

from .every_command import WALKS, Walk

BEN = b"b" * 32


READERS = [name for name, walk in WALKS.items() if walk.reads]
#: Commands that must write at home.
WRITERS = (
    *("play", "web", "resume", "contacts keep", "contacts rename", "host"),
    *("contacts forget", "tables forget", "move-seat", "settings name", "relay"),
    *("settings transcripts", "settings relay", "settings on-turn", "token"),
)
EVERYTHING = bool(os.environ.get("P2PGAME_WALK"))


def test_every_command_and_each_part_of_it_has_a_walk() -> None:
    context = click.Context(main)
    named = set[str]()
    for name in COMMANDS:
        command = main.get_command(context, name)
        named.add(name)
        if isinstance(command, click.Group):
            named |= {f"{name} {inner}" for inner in command.commands}
    assert named == {name for name in WALKS if " --" not in name}


class Ended(NamedTuple):
    """How a command has ended, and what it said."""

    status: int
    output: str
    errors: str

    @property
    def sentences(self) -> list[str]:
        """What it says is wrong."""
        return [one for one in self.errors.splitlines() if one.startswith("Error: ")]


class Place(NamedTuple):
    """A folder in which commands are run, and the player's home."""

    folder: Path
    home: Path

    def end(
        self,
        walk: Walk,
        *,
        output: str | None = None,
        closed: Sequence[int] = (),
        stops: bool = True,
    ) -> Ended:
        """Run a command to its end; what ``stops`` none is ended as by Ctrl-C."""
        environment = {
            **os.environ,
            **{"PYTHONPATH": str(ROOT), "P2PGAME_HOME": str(self.home)},
            **{"P2PGAME_LANG": "en", "P2PGAME_RELAY": "", "P2PGAME_TRANSCRIPTS": "."},
            **{"TERM": "dumb", "NO_COLOR": "1"},
        }
        kind = type("Closed", (Program,), {"closed": closed})
        with suppress_closed(output) as out:
            streams = (subprocess.DEVNULL, out, subprocess.PIPE)
            with (
                kind(
                    walk.typed, cwd=self.folder, env=environment, streams=streams
                ) as program,
                limited(program, WITHIN),
            ):
                said = ""
                if walk.stays and not stops:
                    said = next_line(program)
                    program.send_signal(signal.SIGINT)
                rest, errors = program.communicate(timeout=WITHIN)
        return Ended(program.returncode, said + (rest or ""), errors)


@contextmanager
def suppress_closed(output: str | None) -> Iterator[int]:
    """Yield where standard output goes: a pipe, or the file of this name."""
    if output is None:
        yield subprocess.PIPE
        return
    file = os.open(output, os.O_WRONLY)
    try:
        yield file
    finally:
        os.close(file)


def furnished(home: Path, folder: Path) -> Place:
    """Return a place with a contact and a table at home, and what commands read."""
    folder.mkdir(exist_ok=True)
    (folder / "mine.py").write_text("no rules")
    (folder / "secret").write_text("a passphrase\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("P2PGAME_HOME", str(home))
        contacts.keep(BEN, "Ben", when=1)
        held = places.open_table("Ann", b"S" * 16)
        held.store.close()
        invite = Invite(held.me.key.public, b"S" * 16, ("127.0.0.1:40009",), (), "kuhn")
        offer = offer_of(Host(game="kuhn", players=2))
        hosting = ticket.hosting(offer, Doors(("127.0.0.1", 0)), ())
        fresh = ticket.fresh(setup("Ann"), invite, hosting=hosting, game="kuhn")
        seats = places.identity().public.hex(), BEN.hex()
        told = replace(fresh, identities=seats, players=("Ann", "Ben"))
        ticket.write(held.folder, told)
    return Place(folder, home)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return furnished(tmp_path / "home", tmp_path / "empty")


@cache
def mounts() -> bool:
    """Return whether file systems can be mounted here."""
    if shutil.which("mount") is None or os.geteuid() != 0:
        return False
    tried = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    with suppress(OSError):
        return subprocess.run(tried, capture_output=True, timeout=60).returncode == 0
    return False


def mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True, timeout=WITHIN)


@pytest.fixture(scope="module")
def unwritable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A home that can be read: on a disk that takes no writing.

    Where nothing can be mounted there is a file in its place, and nothing to be read.
    """
    folder = tmp_path_factory.mktemp("unwritable")
    if not mounts():
        (folder / "file").write_text("")
        (folder / "empty").mkdir()
        (folder / "empty" / "mine.py").write_text("no rules")
        (folder / "empty" / "secret").write_text("a passphrase\n")
        yield Place(folder / "empty", folder / "file" / "home")
        return
    disk = folder / "disk"
    disk.mkdir()
    mount("-t", "tmpfs", "none", str(disk))
    try:
        place = furnished(disk / "home", folder / "empty")
        mount("-o", "remount,ro", str(disk))
        yield place
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True, timeout=WITHIN)


@pytest.fixture(scope="module")
def small(
    tmp_path_factory: pytest.TempPathFactory, unwritable: Place
) -> Iterator[Place]:
    """A home on a small disk; where nothing can be mounted, one as above."""
    if not mounts():
        yield unwritable
        return
    folder = tmp_path_factory.mktemp("full")
    disk = folder / "disk"
    disk.mkdir()
    mount("-t", "tmpfs", "-o", "size=256k", "none", str(disk))
    try:
        place = furnished(disk / "home", folder / "empty")
        yield place
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True, timeout=WITHIN)


@pytest.fixture
def full(small: Place) -> Place:
    """A home whose disk is full, whatever an earlier command has deleted there."""
    if mounts():
        rest = small.home.with_name("rest").open("ab", buffering=0)
        with suppress(OSError), rest:
            while rest.write(bytes(4096)):
                pass
    return small


def check(ended: Ended, statuses: Sequence[int]) -> None:
    """Check that it ended as it may; of what went wrong one sentence is told."""
    assert "Traceback" not in ended.errors, ended.errors
    assert "Exception ignored" not in ended.errors, ended.errors
    assert ended.status in statuses, ended
    if ended.status == 2:
        assert len(ended.sentences) == 1, ended.errors
        assert ended.errors.endswith(f"{ended.sentences[0]}\n")


def names(*more: str, but: Sequence[str] = ()) -> list[str]:
    """Return the commands that walk here: of the slow ones those named."""
    quick = [name for name, walk in WALKS.items() if EVERYTHING or not walk.is_slow]
    return [name for name in dict.fromkeys((*quick, *more)) if name not in but]


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("where", ["missing", "unwritable", "full"])
def test_reading_needs_no_home_and_writes_nothing(
    name: str, where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    walk = WALKS[name]
    if where == "missing":
        (tmp_path / "empty").mkdir()
        place = Place(tmp_path / "empty", tmp_path / "home")
    else:
        place = request.getfixturevalue(where)
    before = sorted(place.folder.iterdir())
    ended = place.end(walk)
    check(ended, [walk.status])
    assert ended.output or walk.status
    assert sorted(place.folder.iterdir()) == before
    assert where != "missing" or not place.home.exists()


@pytest.mark.parametrize("name", names("play", but=READERS))
def test_a_home_that_cannot_be_written(name: str, unwritable: Place) -> None:
    """Status 1 says that a file is not fair, or that no table waits: never this."""
    must, usual = name in WRITERS, WALKS[name].status
    ended = unwritable.end(WALKS[name], stops=must)
    check(ended, [2] if must else [0, 2, usual])
    assert not must or str(unwritable.home) in ended.errors or "folder" in ended.errors


#: Those write nothing at home before somebody comes.
EMPTY_HANDED = ("serve", "resume", "join")


@pytest.mark.parametrize("name", names("play", but=(*READERS, *EMPTY_HANDED)))
def test_a_home_on_a_full_disk(name: str, full: Place) -> None:
    walk = WALKS[name]
    ended = full.end(walk)
    must = name in ("play", "web", "host", "settings relay", "settings name", "relay")
    check(ended, [2] if must else [0, 2, walk.status])


@pytest.mark.parametrize("name", names("play", but=["pipe"]))
def test_output_that_nothing_takes(name: str, place: Place) -> None:
    """For who asks nothing of ``pipe`` there is nothing to say."""
    ended = place.end(WALKS[name], output="/dev/full")
    check(ended, [2])
    if WALKS[name].status != 2:
        assert "No space left on device." in ended.errors


def test_output_that_is_closed_is_told_before_anything_is_done(place: Place) -> None:
    for name, walk in WALKS.items():
        ended = place.end(walk, closed=[1])
        check(ended, [2])
        assert "Standard output is closed" in ended.errors, name
    assert not (place.home / "settings").exists()


@pytest.mark.parametrize("name", names())
def test_input_that_is_closed_is_one_that_says_nothing(name: str, place: Place) -> None:
    ended = place.end(WALKS[name], closed=[0], stops=False)
    check(ended, [WALKS[name].status])


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_what_is_printed_first_and_last_is_told_alike(
    unbuffered: str, tmp_path: Path
) -> None:
    """Options of the whole program, and an interpreter that keeps no buffer."""
    with open("/dev/full", "wb") as nowhere:
        for option in ("--version", "--help"):
            done = subprocess.run(
                [sys.executable, "-P", "-m", "p2pgame", option],
                env={**os.environ, "PYTHONPATH": str(ROOT)}
                | {"PYTHONUNBUFFERED": unbuffered},
                cwd=tmp_path,
                stdout=nowhere,
                stderr=subprocess.PIPE,
                text=True,
                timeout=WITHIN,
            )
            told = "Error: What is printed can't be written: No space left on device."
            assert (done.returncode, done.stderr) == (2, f"{told}\n")


def test_what_an_encoding_lacks_is_a_question_mark(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "p2pgame", *WALKS["playthrough"].typed],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "latin-1"},
        cwd=tmp_path,
        capture_output=True,
        timeout=WITHIN,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?" in done.stdout


def test_a_folder_for_a_while_that_takes_no_library_is_told(tmp_path: Path) -> None:
    """The library of the group unpacks itself there when it is imported."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": "/proc"}
    code = (
        "import tempfile, sys; tempfile.tempdir = '/proc'; "
        "sys.argv[1:] = ['verify', 'file']; from p2pgame.cli.entry import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=WITHIN,
    )
    check(Ended(done.returncode, done.stdout, done.stderr), [2])
    assert "TMPDIR must name a folder" in done.stderr


#: Starts the program as a user of whom the system knows no folder.
NOBODY = (
    "import os, pwd, sys; os.environ.pop('HOME', None)\n"
    "def unknown(user): raise KeyError(user)\n"
    "pwd.getpwuid = pwd.getpwnam = unknown\n"
    "from p2pgame.cli.entry import main; main()"
)


@pytest.mark.parametrize(
    ("typed", "status"),
    [(["receipt", WALKS["receipt"].typed[1]], 0)]
    + [([*WALKS[name].typed], 2) for name in ("settings name", "host")],
)
def test_a_user_without_a_home(typed: list[str], status: int, tmp_path: Path) -> None:
    said = ("P2PGAME_HOME", "P2PGAME_TRANSCRIPTS", "XDG_CONFIG_HOME")
    env = {name: value for name, value in os.environ.items() if name not in said}
    done = subprocess.run(
        [sys.executable, "-P", "-c", NOBODY, *typed],
        env={**env, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=WITHIN,
    )
    check(Ended(done.returncode, done.stdout, done.stderr), [status])
    assert (status == 2) == ("P2PGAME_HOME names one." in done.stderr)
    assert not [*tmp_path.iterdir()]
