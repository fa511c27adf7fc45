"""A page can't start programs, and names files of two places alone."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from p2pgame.client.errors import InvalidRequest
from p2pgame.client.inquiries import (
    AnyInquiry,
    CheckReceipt,
    UseRelays,
    Verify,
    WriteReceipt,
    WriteTranscript,
)
from p2pgame.client.requests import AnyRequest, Host, Join, Resume
from p2pgame.web import uploads as uploading
from p2pgame.web.permits import NO_FILES, PagePermit
from p2pgame.web.uploads import uploads_in

#: Texts of requests that name files; a new field belongs here or to the others.
FILES = {"file", "other", "transcript", "relay_token_file", "token_file"}
#: Several texts, of which none names a file.
LISTS = {"options", "addresses", "relays", "programs"}


async def chunks(*data: bytes) -> AsyncGenerator[bytes]:
    for one in data:
        yield one


def has_text(kind: object) -> bool:
    """Return whether a type is that of a text, or of something that has one."""
    return kind is str or any(map(has_text, get_args(kind)))


def test_every_text_of_a_request_is_a_file_or_known_to_be_none() -> None:
    structs = (*get_args(AnyRequest), *get_args(AnyInquiry))
    texts = {
        field.name
        for struct in structs
        for field in msgspec.structs.fields(struct)
        if has_text(field.type)
    }
    assert texts >= FILES
    assert texts - FILES - NO_FILES == LISTS
    assert not FILES & NO_FILES


@pytest.mark.parametrize("program", ["exec:rm", "uci:stockfish", "policy:/etc/passwd"])
def test_a_page_starts_no_program(tmp_path: Path, program: str) -> None:
    with uploads_in(tmp_path) as uploads:
        permit = PagePermit(uploads, tmp_path)
        with pytest.raises(InvalidRequest, match="may not start"):
            permit(Host(game="kuhn", bots=1, programs={2: program}))
        known = Host(game="kuhn", bots=1, programs={2: "search:10"})
        assert permit(known) == known


@pytest.mark.parametrize(
    "name",
    [
        *("/etc/passwd", "../identity", "a/../../identity", "a/b", "", ".", ".."),
        *("link.p2pgame", "a\0b", "upload:../identity", "upload:nothing"),
    ],
)
def test_a_page_names_no_file_elsewhere(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "transcripts"
    folder.mkdir()
    (folder / "link.p2pgame").symlink_to("/etc/passwd")
    with uploads_in(tmp_path) as uploads:
        permit = PagePermit(uploads, folder)
        asked = (
            *(Verify(name), CheckReceipt("a.p2pgame", name), WriteTranscript(1, name)),
            *(WriteReceipt("a.p2pgame", name), WriteReceipt(name, "b.receipt")),
            *(UseRelays((), name), Host(game="kuhn", relay_token_file=name)),
        )
        for one in asked:
            with pytest.raises(InvalidRequest):
                permit(one)


def test_a_page_names_transcripts_by_their_name_or_path(tmp_path: Path) -> None:
    with uploads_in(tmp_path) as uploads:
        permit = PagePermit(uploads, tmp_path)
        whole = str(tmp_path / "a.p2pgame")
        assert permit(Verify("a.p2pgame")) == Verify(whole)
        assert permit(Verify(whole)) == Verify(whole)


def test_a_page_says_nothing_of_where_a_game_is_written(tmp_path: Path) -> None:
    (tmp_path / "old.p2pgame").write_text("an older game")
    with uploads_in(tmp_path) as uploads:
        permit = PagePermit(uploads, tmp_path)
        for one in (Host(game="kuhn", transcript="old.p2pgame"), Resume(transcript="")):
            with pytest.raises(InvalidRequest):
                permit(one)
        assert permit(Join(invite="7-a-b")) == Join(invite="7-a-b")


async def test_uploads_are_private_bounded_and_go_with_the_hub(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploading, "ARCHIVE_LIMIT", 5)
    monkeypatch.setattr(uploading, "FILES_LIMIT", 2)
    with uploads_in(tmp_path) as uploads:
        name = await uploads.take(chunks(b"abc", b"de"))
        path = uploads.path(name)
        assert path.read_bytes() == b"abcde"
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
        with pytest.raises(InvalidRequest, match="longer"):
            await uploads.take(chunks(b"abc", b"def"))
        others = [await uploads.take(chunks(b"x")) for _ in range(2)]
        assert {*path.parent.iterdir()} == {uploads.path(one) for one in others}
        with pytest.raises(InvalidRequest, match="not here"):
            uploads.path(name)
        own = tmp_path / "own.p2pgame"
        assert uploads.path(uploads.lend(own)) == own
    assert not path.parent.exists()
