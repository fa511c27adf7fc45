"""The commands that check transcripts, and say what an evening has come to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar

import click

from p2pgame.client.errors import (
    ClientError,
    InvalidRequest,
    NotVerified,
    Refused,
    RulesNotHere,
)
from p2pgame.client.events import Verified
from p2pgame.client.transcripts import folders, late_forks
from p2pgame.engine.exact_json import encode

from .. import faults, stopping
from ..text import findings, reading, words
from ..text.columns import columns
from ..text.evenings import Evenings
from . import limits, options

#: What has come of each file.
Found: TypeAlias = Mapping[Path, Verified | ClientError]
F = TypeVar("F", bound=Callable[..., None])


def _of_files(command: F) -> F:
    """Give a command files to check, as text or JSON, within a limit."""
    file = options.TranscriptFile()
    for option in (
        limits.limit,
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
        click.argument("files", metavar="FILE...", nargs=-1, required=True, type=file),
        options.rules,
    ):
        command = option(command)
    return command


@click.command()
@_of_files
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
    with --json an object whose "files" are what --json prints of each. Tables that go
    on from one another are an evening: say in which order, what each person has won or
    lost, and where the chain breaks (in JSON under "evenings").

    A long transcript has several parts. Name any of them; the others are looked for
    beside it, and among the files that you name.

    A transcript of a table of yours is compared with your own log of it: who has
    signed two different entries in one place is told on standard error.

    Exit status 0: fair, also if it is not finished; 1: not fair, or damaged; 2: no
    transcript, or it took too long; 3: the rules of its game are not here. Of several
    files the first of 1, 2 and 3 that is so of one; 1, too, if a chain breaks.
    """
    paths = folders.transcripts(files)
    if len(paths) == 1 and not any(file.is_dir() for file in files):
        (one,) = paths.items()
        _verify(*one, limit, as_json=as_json)
        return
    _verify_all(paths, limit, processes, as_json=as_json)


@click.command()
@_of_files
def ledger(files: tuple[Path, ...], as_json: bool, limit: float) -> None:
    """Say what an evening has come to: who has won how much, and who pays whom.

    The files are the transcripts of its tables, or folders of them, in any order. Each
    is verified first, and so is that each table goes on from the one before.

    Exit status: as for verify.
    """
    found = _checked(folders.transcripts(files), 0, limit)
    evenings = Evenings(_good(found), alone=True)
    status = _worst(found, evenings)
    if as_json:
        click.echo(encode({"ok": not status, "evenings": evenings.told}))
    else:
        for path, one in found.items():
            if isinstance(one, ClientError):
                why = words.phrase("not-verified", why=faults.said(one))
                click.echo(f"{_shown(path)}: {why}", err=True)
        for line in evenings.lines[1:]:
            click.echo(line)
    if status:
        sys.exit(status)


def _verify_all(
    paths: Mapping[Path, tuple[Path, ...]],
    limit: float,
    processes: int,
    *,
    as_json: bool,
) -> None:
    _tell_forks(paths)
    found = _checked(paths, processes, limit)
    evenings = Evenings(_good(found))
    status = _worst(found, evenings)
    if as_json:
        click.echo(_json(found, evenings, holds=not status))
    else:
        for line in [*_table(found), *evenings.lines]:
            click.echo(line)
    if status:
        sys.exit(status)


def _good(found: Found) -> dict[Path, Verified]:
    return {path: one for path, one in found.items() if isinstance(one, Verified)}


def _worst(found: Found, evenings: Evenings) -> int:
    """Return the exit status for all of these files."""
    statuses = {_status(one) for one in found.values()} - {0}
    return min(statuses if evenings.hold else {*statuses, 1}, default=0)


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
        name = _shown(path)
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


def _shown(path: Path) -> str:
    return "".join(c if c.isprintable() else "\ufffd" for c in str(path))


def _json(found: Found, evenings: Evenings, *, holds: bool) -> bytes:
    files = [{"file": str(path), **findings.told(one)} for path, one in found.items()]
    told = evenings.told
    return encode({"ok": holds, "files": files, **({"evenings": told} if told else {})})
