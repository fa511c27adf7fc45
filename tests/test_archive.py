"""Whole transcripts of every game and kind of deck, which every release verifies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from p2pgame.games.registry import KNOWN as REGISTRY
from p2pgame.session import Refuted
from p2pgame.session.table.verify import verify
from tests import archiving, second
from tests.archiving import ARCHIVE, files, kept_trace, traced, write
from tests.borrowed_rules import Borrowed
from tests.parting import in_parts, out_of_order, readable
from tests.second.rules import KNOWN

FILES = files()
#: Bytes of the whole folder, at most.
ROOM = 17 * 2**18


def game_of(path: Path) -> tuple[str, int]:
    """Return the name and version that a file of the archive is called by."""
    found = re.match(r"([a-z-]+)-(\d+)-", path.stem)
    assert found is not None, path.stem
    return found[1], int(found[2])


def is_known_twice(path: Path) -> bool:
    """Return whether the second reader has all rules of a file's game.

    Of battleship it knows how ships are placed, and no more.
    """
    name, version = game_of(path)
    rules = KNOWN.get(f"{name}@{version}", KNOWN.get(name))
    return rules is not None and rules.version == version and name != "battleship"


KNOWN_TWICE = [path for path in FILES if is_known_twice(path)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_the_archive_verifies_as_it_was_written(path: Path) -> None:
    if game_of(path)[0] == "chess":
        pytest.importorskip("chess")
    lines = traced(path.read_bytes())
    assert lines[-1] == "signed"
    assert lines == kept_trace(path)


@pytest.mark.parametrize("path", KNOWN_TWICE, ids=lambda path: path.stem)
def test_a_second_reader_with_rules_of_its_own_prints_the_same_trace(
    path: Path,
) -> None:
    game = second.verify(path.read_bytes(), KNOWN)
    assert [*game.trace] == kept_trace(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_second_reader_with_the_program_s_rules_prints_the_same_trace(
    path: Path,
) -> None:
    name, version = game_of(path)
    if name == "chess":
        pytest.importorskip("chess")
    rules = Borrowed(REGISTRY[name, version])
    game = second.verify(path.read_bytes(), {name: rules})
    assert [*game.trace] == kept_trace(path)


def test_every_version_and_every_kind_of_deck_is_in_the_archive() -> None:
    names = {path.stem for path in FILES}
    for (name, version), game in REGISTRY.items():
        decks = ["masked", *(["commutative", "proved"] if game.only_deals else [])]
        assert {f"{name}-{version}-{deck}" for deck in decks} <= names


def test_the_archive_is_no_larger_than_it_may_be() -> None:
    assert sum(path.stat().st_size for path in ARCHIVE.rglob("*.*")) < ROOM


def test_what_is_in_the_archive_is_never_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {"kuhn-1-masked": archiving.wanted()["kuhn-1-masked"]}
    monkeypatch.setattr(archiving, "wanted", lambda: made)
    assert write(tmp_path) == ["kuhn-1-masked"]
    path = tmp_path / "kuhn-1-masked.p2pgame"
    path.write_bytes(b"as it was")
    assert write(tmp_path) == []
    assert path.read_bytes() == b"as it was"


def test_the_same_program_makes_the_same_files() -> None:
    for name in ("kuhn-1-commutative", "rps-1-forfeited"):
        make = archiving.wanted()[name]
        assert make() == make()


@pytest.mark.parametrize(
    "name",
    ["goofspiel-1-evicted", "kuhn-1-commutative", "kuhn-1-chat", "pig-1-masked"],
)
def test_a_second_reader_reads_parts_as_the_file(name: str) -> None:
    path = ARCHIVE / f"{name}.p2pgame"
    parts = in_parts(path.read_bytes(), 4)
    assert len(parts) > 2
    assert [*second.verify(parts, KNOWN).trace] == kept_trace(path)


KUHN = (ARCHIVE / "kuhn-1-chat.p2pgame").read_bytes()
PARTS, OTHERS = in_parts(KUHN, 4), in_parts(KUHN, 3)


@pytest.mark.parametrize(
    "files",
    [
        *(PARTS[1:], PARTS[:-1], [PARTS[0], *PARTS[2:]], [PARTS[0], *PARTS]),
        *([PARTS[1], PARTS[0], *PARTS[2:]], [PARTS[0], *OTHERS[1:]]),
        [PARTS[0], PARTS[1][:-40] + bytes(40), *PARTS[2:]],
    ],
    ids=["first", "last", "second", "twice", "order", "other", "changed"],
)
def test_a_second_reader_refuses_parts_that_do_not_belong_together(
    files: list[bytes],
) -> None:
    with pytest.raises(second.Refused):
        second.verify(files, KNOWN)


def test_a_second_reader_refuses_parts_that_share_the_entries_otherwise() -> None:
    parts = out_of_order(KUHN)
    with pytest.raises(second.Refused, match="share the entries otherwise"):
        second.verify(parts, KNOWN)
    with pytest.raises(Refuted, match="do not share the entries as they must"):
        verify(readable(parts), REGISTRY)
