"""A verifier in another language, written from docs/wire.md and docs/vectors.md alone.

``tests/node`` has it: JavaScript, for Kuhn poker with a masked deck and tic-tac-toe.
``npm ci --prefix tests/node`` installs the arithmetic that it stands on.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.archiving import ARCHIVE, kept_trace
from tests.node_verifier import (
    NODE,
    REFUSED,
    SAID,
    SIGNED,
    UNSUPPORTED,
    Verdict,
    run,
    verdict,
    verdicts,
)
from tests.refused import judged
from tests.refusing import COMPLETE, NOT_HERE, bytes_of, summed

SOURCES = sorted(NODE.glob("*.mjs"))
LINES, COLUMNS = 500, 100
GAMES = "kuhn", "tictactoe"
OTHER_DECKS = "-commutative", "-proved"


def archived() -> list[Path]:
    return sorted(path for game in GAMES for path in ARCHIVE.glob(f"{game}-*.p2pgame"))


@pytest.mark.parametrize("path", archived(), ids=lambda path: path.stem)
def test_a_verifier_from_the_page_alone_prints_the_same_trace(path: Path) -> None:
    status, lines = verdict(path)
    if path.stem.endswith(OTHER_DECKS):
        assert status == UNSUPPORTED
        assert lines[-1].endswith("is not supported")
    else:
        assert (status, lines) == (SIGNED, kept_trace(path))


def test_a_game_that_it_does_not_know_is_not_called_a_bad_one() -> None:
    others = [path for path in ARCHIVE.glob("*.p2pgame") if path not in archived()]
    for told in verdicts(others):
        assert told.status == UNSUPPORTED
        assert told.lines[-1].endswith("is not supported")


# Files that a verifier must refuse


class Case(NamedTuple):
    """A line of the index of refused files."""

    path: Path
    good: Path
    verdict: str

    @property
    def said(self) -> tuple[int, str]:
        return SAID[NOT_HERE if self.good.stem.endswith(OTHER_DECKS) else self.verdict]

    def fits(self, told: Verdict) -> bool:
        """Return whether this is what should be said of the file."""
        if told.said != self.said:
            return False
        if self.verdict == COMPLETE:
            return True
        if self.said != SAID[self.verdict]:  # another deck
            return True
        return told.lines[:-1] == [*judged(self.path.read_bytes()).lines]


def cases() -> list[Case]:
    folder = ARCHIVE / "refused"
    return [
        Case(
            folder / row["file"],
            ARCHIVE / row["good"],
            row["verdict"],
        )
        for row in json.loads((folder / "index.json").read_bytes())["files"]
        if row["good"].startswith(GAMES)
    ]


def test_it_refuses_what_a_verifier_must_refuse_at_the_same_line() -> None:
    told = dict(zip(cases(), verdicts([case.path for case in cases()]), strict=True))
    assert len(told) > 70
    wrong = {case.path.stem: one for case, one in told.items() if not case.fits(one)}
    assert not wrong


# Bytes that are changed and not signed anew

SIGNATURE = "a signature"
#: A byte of kuhn-1-masked (so far behind the first of these) that becomes another, and
#: what is then said to be wrong.
FLIPPED: dict[str, tuple[bytes, int, str]] = {
    "title": (b"", 3, "the format of the file"),
    "table": (b"", 26, "the order of entries"),
    "part": (b"", 54, "the number of parts"),
    "last": (b"", 55, "the number of parts"),
    "checksum before": (b"", 65, "the number of parts"),
    "number of entries": (b"", 91, "the length of the file"),
    "length": (b"", 95, "a field"),
    "version": (b"p2pgame entry", 13, "a field"),
    "author": (b"p2pgame entry", 13 + 1 + 34 + 6, "a"),
    "name": (b"hello", 8, SIGNATURE),
    "genesis": (b"genesis", 8, SIGNATURE),
    "options": (b"kuhn", 6, SIGNATURE),
    "accept": (b"accept", 20, SIGNATURE),
    "point of a signature": (b"accept", 6 + 34 + 2 + 5, SIGNATURE),
    "scalar of a signature": (b"accept", 6 + 34 + 2 + 45, SIGNATURE),
    "share": (b"\x00\x58\x60", 3 + 5, SIGNATURE),
    "card": (b"\x59\x03\x00", 3 + 40, SIGNATURE),
    "scalar of a shuffle": (b"\x59\x03\x00", 3 + 700, SIGNATURE),
    "token": (b"\x58\x80", 2 + 7, SIGNATURE),
    "scalar of a token": (b"\x58\x80", 2 + 100, SIGNATURE),
    "move": (b"\x45check", 2, SIGNATURE),
    "end": (b"\x83cend", 50, SIGNATURE),
}


def flipped(what: str) -> bytes:
    """Return the file with another byte there and with the checksum of that."""
    data = bytearray(bytes_of("kuhn-1-masked")[:-32])
    mark, behind, _ = FLIPPED[what]
    data[data.index(mark) + behind] ^= 1
    return bytes(data) + summed(bytes(data))


def test_it_refuses_a_file_in_which_one_byte_is_another(tmp_path: Path) -> None:
    paths = [tmp_path / what for what in FLIPPED]
    for path in paths:
        path.write_bytes(flipped(path.name))
    for path, (status, lines) in zip(paths, verdicts(paths), strict=True):
        first, *_, last = lines
        assert (status, first) == (REFUSED, "trace 1"), path.name
        assert last.startswith(f"refused {FLIPPED[path.name][2]}"), path.name


def test_it_refuses_a_file_that_is_not_the_one_of_its_checksum(tmp_path: Path) -> None:
    good, path = bytes_of("kuhn-1-masked"), tmp_path / "changed.p2pgame"
    path.write_bytes(flipped("move")[:-32] + good[-32:])
    assert verdict(path) == (REFUSED, ["trace 1", "refused the checksum is wrong"])


# Keys and signatures that libraries take, and docs/wire.md#entries does not


def test_it_takes_no_key_or_signature_that_the_page_refuses() -> None:
    assert run("hostile.js").stdout == "honest signature\nhonest key\n"


# Limits of a file


def test_it_refuses_a_file_above_its_limits(tmp_path: Path) -> None:
    good = bytes_of("kuhn-1-masked")
    many = good[:88] + (200001).to_bytes(4) + good[92:-32]
    large, crowded = tmp_path / "large", tmp_path / "crowded"
    large.write_bytes(good.ljust(67108865, b"\0"))
    crowded.write_bytes(many + summed(many))
    told = [lines for _, lines in verdicts([large, crowded])]
    assert told == [
        ["trace 1", "refused the length of the file is wrong"],
        ["trace 1", "refused the number of entries is wrong"],
    ]


# How it is called


@pytest.mark.parametrize(
    "arguments", [(), ("--help",), ("one", "two"), ("no-such-file",)], ids=" ".join
)
def test_it_ends_with_2_where_it_has_no_file_to_read(
    arguments: tuple[str, ...],
) -> None:
    done = run("verify.mjs", *arguments, may_complain=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


# What it is


def test_it_is_short_enough_to_be_read() -> None:
    lines = [line for path in SOURCES for line in path.read_text("utf-8").splitlines()]
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= COLUMNS


def test_its_packages_are_pinned_and_no_index_is_named() -> None:
    wanted = json.loads((NODE / "package.json").read_bytes())["dependencies"]
    lock = (NODE / "package-lock.json").read_text("utf-8")
    assert "//" not in lock
    locked = json.loads(lock)["packages"]
    for name, version in wanted.items():
        assert locked[f"node_modules/{name}"]["version"] == version
    assert all(row.get("integrity") for where, row in locked.items() if where)
