"""The machine: a disk that is full, files that are no transcripts, no room to load."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
import trio
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import StoreError
from p2pgame.log.durable import replace_file
from p2pgame.session import Table
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import Link
from p2pgame.transport.memory import memory_pair
from tests.cli.test_commands import environment
from tests.session.peers import EPOCH_KEY, Hall, peer
from tests.session.wholes import wholes


@pytest.mark.attack(47)
def test_a_file_is_flushed_before_it_gets_its_name_and_its_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = list[str]()
    flush, replace = os.fsync, os.replace

    def flushed(file: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{file}"))
        done.append("folder" if path == tmp_path else "file")
        flush(file)

    def replaced(old: Path, new: Path) -> None:
        done.append("name")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(os, "replace", replaced)
    replace_file(tmp_path / "game.p2pgame", b"data")
    assert done == ["file", "name", "folder"]


class Watched:
    """A link that notes the entries that go out by it."""

    def __init__(self, link: Link, table: Table) -> None:
        self._link = link
        self._table = table
        self.sent: set[bytes] = set()
        self.keys = {0: EPOCH_KEY}

    async def send(self, frame: bytes) -> None:
        _, plaintext = Envelope(self.keys).open(frame)
        self.sent |= {*wholes(frames.decode(plaintext), self._table)}
        await self._link.send(frame)

    async def receive(self) -> bytes:
        return await self._link.receive()

    async def aclose(self) -> None:
        await self._link.aclose()


@pytest.mark.attack(46)
@pytest.mark.parametrize("room", range(1, 9))
async def test_what_a_full_disk_does_not_take_is_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    """The program stops with a sentence; what it has sent is all on its disk."""
    taken, refused = list[bytes](), list[bytes]()
    sender, other = (peer(TicTacToe(), seat, 2, tmp_path) for seat in range(2))
    store = sender._core.journal._store
    append = store.append

    def full(raw: bytes) -> int:
        if len(taken) == room:
            refused.append(raw)
            raise StoreError("cannot write the log: No space left on device")
        taken.append(raw)
        return append(raw)

    monkeypatch.setattr(store, "append", full)
    ours, theirs = memory_pair()
    watched = Watched(ours, sender.table)

    async def play() -> None:
        async with trio.open_nursery() as nursery:
            hall = Hall(nursery, [sender, other])
            await hall.start()
            nursery.start_soon(sender.attach, watched)
            nursery.start_soon(other.attach, theirs)
            while True:
                key = sender.table.epochs.genesis_key
                watched.keys |= {} if key is None else {1: key}
                await trio.lowlevel.checkpoint()

    with pytest.raises(BaseExceptionGroup) as caught, trio.fail_after(20):
        await play()
    assert caught.group_contains(StoreError, match="No space left")
    assert refused
    assert watched.sent <= {*taken}


@pytest.mark.attack(46)
@pytest.mark.parametrize(
    ("loaded", "sentence"),
    [
        ("p2pgame.cli.commands.playing", "File too large"),
        ("resource", "can't be unpacked and loaded"),
    ],
)
def test_whoever_has_no_room_left_is_told_in_a_sentence(
    tmp_path: Path, loaded: str, sentence: str
) -> None:
    limited = (
        f"import resource, {loaded}; from p2pgame.cli.main import main; "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900)); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited, "play", "flow", "--transcript", "hand"],
        cwd=tmp_path,
        env=environment(tmp_path / "home"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert sentence in done.stderr


def hostile_files(folder: Path) -> Iterator[Path]:
    """Yield archives and links that would write or read elsewhere."""
    zipped = folder / "zip.p2pgame"
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("../escaped", b"x")
    yield zipped
    tarred = folder / "tar.p2pgame"
    with tarfile.open(tarred, "w") as tar:
        for name in ("../escaped", "/tmp/escaped"):
            member = tarfile.TarInfo(name)
            member.size = 1
            tar.addfile(member, BytesIO(b"x"))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    yield tarred
    pickled = folder / "pickle.p2pgame"
    pickled.write_bytes(b"cos\nsystem\n(S'touch escaped'\ntR.")
    yield pickled
    secret = folder / "link.p2pgame"
    secret.symlink_to("/etc/passwd")
    yield secret


@pytest.mark.attack(51)
@pytest.mark.attack(52)
@pytest.mark.parametrize("command", ["verify", "show", "evidence"])
def test_an_archive_is_no_transcript_and_is_not_opened(
    tmp_path: Path, command: str
) -> None:
    for path in hostile_files(tmp_path):
        before = {*tmp_path.rglob("*")}
        done = CliRunner().invoke(main, [command, str(path)])
        assert done.exit_code == 2
        assert "root:" not in done.output
        made = {*tmp_path.rglob("*")} - before
        assert not made
    assert not (tmp_path.parent / "escaped").exists()


@pytest.mark.attack(53)
def test_a_device_without_an_end_is_no_transcript() -> None:
    done = CliRunner().invoke(main, ["verify", "/dev/zero"])
    assert done.exit_code == 2
    assert "too large" in done.stderr


LOAD = (
    "import tempfile; tempfile.tempdir = {place!r};"
    " import p2pgame.protocols.arithmetic.group"
)


def loaded(place: str, *, within: str = "") -> str:
    """Return what the program says when it unpacks its library there."""
    command = [sys.executable, "-c", LOAD.format(place=place)]
    if within:
        shell = within + ' && exec "$@"'
        command = ["unshare", "-Ur", "--mount", "sh", "-c", shell, "sh", *command]
    done = subprocess.run(
        command,
        env=environment(Path(place)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    return done.stderr


TOLD = "ImportError: the library of the group can't be unpacked and loaded: TMPDIR must"


@pytest.mark.attack(73)
def test_a_temporary_folder_that_cannot_be_written_is_named_as_the_reason() -> None:
    assert TOLD in loaded("/proc")


def may_mount() -> bool:
    tried = ["unshare", "-Ur", "--mount", "true"]
    try:
        return (
            subprocess.run(
                tried, capture_output=True, check=False, timeout=60
            ).returncode
            == 0
        )
    except OSError:
        return False


@pytest.mark.attack(73)
@pytest.mark.skipif(not may_mount(), reason="this system mounts nothing for us")
def test_a_temporary_folder_without_programs_is_named_as_the_reason(
    tmp_path: Path,
) -> None:
    mount = f"mount -t tmpfs -o noexec none {tmp_path}"
    assert TOLD in loaded(str(tmp_path), within=mount)
