"""The command that checks transcripts: one, or all below a folder."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import click

from p2pgame.client import folders, late_forks
from p2pgame.client.errors import (
    ClientError,
    InvalidRequest,
    NotVerified,
    Refused,
    RulesNotHere,
)
from p2pgame.client.events import Verified
from p2pgame.engine.exact_json import encode

from .. import faults, stopping
from ..text import findings, reading, words
from ..text.columns import columns
from . import limits, options

#: What has come of each file.
Found: TypeAlias = Mapping[Path, Verified | ClientError]


@click.command()
@options.rules
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=options.TranscriptFile()
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@limits.limit
@click.option(
    "--processes",
    type=click.IntRange(0),
    default=0,
    help="Processes that check several files (default: one for each core).",
)
def verify(
    files: tuple[Path, ...], as_json: bool, limit: float, processes: int
) -> None:
    """Check transcripts: signatures, proofs, rules and result.

    Say who played, by keys, who was dropped and by whom, how far each has signed, and
    whether the deck was audited. What only this machine knows stands apart (in JSON
    under "local"), and changes no verdict.

    Of several files, and of all transcripts (*.p2pgame) below a folder, print a table;
    with --json an object whose "files" are what --json prints of each.

    A long transcript has several parts. Name any of them; the others are looked for
    beside it, and among the files that you name.

    A transcript of a table of yours is compared with your own log of it: who has
    signed two different entries in one place is told on standard error.

    Exit status 0: fair, also if it is not finished; 1: not fair, or damaged; 2: no
    transcript, or it took too long; 3: the rules of its game are not here. Of several
    files the first of 1, 2 and 3 that is so of one.
    """
    paths = folders.transcripts(files)
    if len(paths) == 1 and not any(file.is_dir() for file in files):
        (one,) = paths.items()
        _verify(*one, limit, as_json=as_json)
        return
    _tell_forks(paths)
    found = _checked(paths, processes, limit)
    statuses = {_status(one) for one in found.values()} - {0}
    if as_json:
        click.echo(_json(found, holds=not statuses))
    else:
        for line in _table(found):
            click.echo(line)
    if statuses:
        sys.exit(min(statuses))


def _verify(file: Path, given: Sequence[Path], limit: float, *, as_json: bool) -> None:
    _tell_forks({file: given})
    try:
        verified = reading.verified(file, limit, given)
    except NotVerified as error:
        if as_json:
            click.echo(findings.as_json(error))
            sys.exit(_status(error))
        for line in findings.not_fair(error):
            click.echo(line)
        raise
    if as_json:
        click.echo(findings.as_json(verified))
    else:
        for line in findings.lines(verified):
            click.echo(line)


def _tell_forks(paths: Mapping[Path, Sequence[Path]]) -> None:
    """Say which forks transcripts show together with our own logs."""
    for path, given in paths.items():
        for shown in late_forks.in_file(path, given):
            click.echo(words.say(shown.message), err=True)


def _status(found: Verified | ClientError) -> int:
    """Return the exit status that tells what has come of a file."""
    match found:
        case Verified():
            return 0
        case RulesNotHere():
            return 3
        case InvalidRequest() | Refused():
            return 2
    return 1


def _checked(
    paths: Mapping[Path, tuple[Path, ...]], processes: int, limit: float
) -> Found:
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
        for path, one in folders.verify_all(paths, processes, limit):
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
            rows.append((name, one.game, players, findings.result(one)))
        else:
            why = words.phrase("not-verified", why=faults.said(one))
            rows.append((name, "–", "–", why))
    bad = sum(isinstance(one, ClientError) for one in found.values())
    files, good = len(found), len(found) - bad
    counted = words.phrase("files-verified", files=files, good=good, bad=bad)
    return [*columns(rows, left=4), "", counted]


def _json(found: Found, *, holds: bool) -> bytes:
    files = [{"file": str(path), **findings.told(one)} for path, one in found.items()]
    return encode({"ok": holds, "files": files})
