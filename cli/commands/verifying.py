"""The command that checks transcripts: one, or all below a folder."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import click
import msgspec

from p2pgame.client import checking, folders, late_forks
from p2pgame.client.errors import ClientError
from p2pgame.client.events import Verified

from .. import faults, stopping
from ..text import reading, words
from ..text.columns import columns
from . import options

#: What has come of each file.
Found: TypeAlias = Mapping[Path, Verified | ClientError]


@click.command()
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=options.TranscriptFile()
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--processes",
    type=click.IntRange(0),
    default=0,
    help="Processes that check several files (default: one for each core).",
)
def verify(files: tuple[Path, ...], as_json: bool, processes: int) -> None:
    """Check transcripts: signatures, proofs, rules and result.

    Of several files, and of all transcripts (*.p2pgame) below a folder, print a table;
    with --json an object whose "files" are what --json prints of each.

    A transcript of a table of yours is compared with your own log of it: who has
    signed two different entries in one place is told on standard error.

    Exit status 1: one of them does not hold.
    """
    if len(files) == 1 and not files[0].is_dir():
        _verify(files[0], as_json)
        return
    found = _checked(folders.transcripts(files), processes)
    holds = all(isinstance(one, Verified) for one in found.values())
    if as_json:
        click.echo(_json(found, holds))
    else:
        for line in _table(found):
            click.echo(line)
    _tell_forks(found)
    if not holds:
        sys.exit(1)


def _verify(file: Path, as_json: bool) -> None:
    try:
        verified = reading.verified(file)
    except checking.NotVerified as refuted:
        _tell_forks([file])
        if as_json:
            click.echo(reading.as_json(refuted))
            sys.exit(1)
        raise
    if as_json:
        click.echo(reading.as_json(verified))
    else:
        for line in reading.lines(verified):
            click.echo(line)
    _tell_forks([file])


def _tell_forks(paths: Iterable[Path]) -> None:
    """Say which forks transcripts show together with our own logs."""
    for path in paths:
        for shown in late_forks.in_file(path):
            click.echo(words.say(shown.message), err=True)


def _checked(paths: Sequence[Path], processes: int) -> Found:
    """Return what has come of each file, with a bar on a terminal for who waits."""
    found: dict[Path, Verified | ClientError] = {}
    with (
        stopping.meanwhile(lambda: _so_far(len(found), len(paths))),
        click.progressbar(
            length=len(paths),
            label=words.phrase("now-verifying"),
            file=sys.stderr,
            hidden=not sys.stderr.isatty(),
        ) as bar,
    ):
        for path, one in folders.verify_all(paths, min(processes, len(paths))):
            found[path] = one
            bar.update(1)
    return {path: found[path] for path in paths}


def _so_far(done: int, files: int) -> str:
    return words.phrase("verifying-stopped", done=done, files=files)


def _table(found: Found) -> list[str]:
    heads = ("column-file", "column-game", "column-players", "column-result")
    rows = [tuple(map(words.phrase, heads))]
    for path, one in found.items():
        name = "".join(c if c.isprintable() else "\ufffd" for c in str(path))
        if isinstance(one, Verified):
            players = ", ".join(player.name for player in one.players)
            rows.append((name, one.game, players, reading.result(one)))
        else:
            why = words.phrase("not-verified", why=faults.said(one))
            rows.append((name, "–", "–", why))
    bad = sum(isinstance(one, ClientError) for one in found.values())
    files, good = len(found), len(found) - bad
    counted = words.phrase("files-verified", files=files, good=good, bad=bad)
    return [*columns(rows, left=4), "", counted]


def _json(found: Found, holds: bool) -> bytes:
    files = [
        {"file": str(path), **msgspec.json.decode(reading.as_json(one))}
        for path, one in found.items()
    ]
    return msgspec.json.encode({"ok": holds, "files": files})
