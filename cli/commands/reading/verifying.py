"""The commands that check transcripts, and say what an evening has come to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import click

from p2pgame.client.errors import (
    ClientError,
    InvalidRequest,
    NotVerified,
    Refused,
    RulesContradict,
    RulesNotHere,
    Unusable,
)
from p2pgame.client.events import Verified
from p2pgame.client.profile import moving, settings
from p2pgame.client.transcripts import bounded, counting, folders, late_forks
from p2pgame.client.transcripts.counting import Counted
from p2pgame.engine.exact_json import encode
from p2pgame.engine.printable import printable

from ... import faults, stopping
from ...statuses import Status
from ...text import findings, reading, words
from ...text.columns import columns
from ...text.evenings import Evenings
from ...text.printing import print_text
from .. import options
from . import limits

#: What has come of each file.
Found: TypeAlias = Mapping[Path, Verified | ClientError]
F = TypeVar("F", bound=Callable[..., None])


def _of_files(metavar: str, *, required: bool) -> Callable[[F], F]:
    """Give a command files to check, as text or JSON, within a limit."""
    file = options.TranscriptFile()

    def add(command: F) -> F:
        for option in (
            limits.limit,
            click.option(
                "--json", "as_json", is_flag=True, help="Print one JSON object."
            ),
            click.argument(
                "files", metavar=metavar, nargs=-1, required=required, type=file
            ),
            options.rules,
        ):
            command = option(command)
        return command

    return add


@click.command()
@_of_files("FILE...", required=True)
@click.option(
    "--processes",
    type=click.IntRange(0),
    default=0,
    help="Processes that check several files (default: one for each core).",
)
@click.option(
    "--evidence",
    type=click.Path(path_type=Path),
    help="Write evidence here against each who signed two stories of a table.",
)
@click.option(
    "--finished",
    is_flag=True,
    help="Exit with status 5 if a game is fair so far, and not finished.",
)
def verify(
    files: tuple[Path, ...],
    as_json: bool,
    limit: float,
    processes: int,
    evidence: Path | None,
    finished: bool,
) -> None:
    """Check transcripts: signatures, proofs, rules and result.

    Say who played, by keys, who was dropped and by whom, how far each has signed, and
    whether the deck was audited. What only this machine knows stands apart (in JSON
    under "local"), and changes no verdict.

    Of several files, and of all transcripts (*.p2pgame) below a folder, print a table;
    with --json an object whose "files" are what --json prints of each. Tables that go
    on from one another are an evening: say in which order, what each person has won or
    lost, and where the chain breaks (in JSON under "evenings").

    Files of one table are put together: where they tell two stories, say who signed
    both; neither counts, and --evidence FILE writes what convicts them. Receipts among
    the files are compared with the transcripts of their tables; a receipt for which
    there is none is named, and changes no verdict.

    A long transcript has several parts. Name any of them; the others are looked for
    beside it, and among the files that you name.

    A transcript of a table of yours is compared with your own log of it: who has
    signed two different entries in one place is told on standard error.

    Exit status 0: fair, also if it is not finished; 1: not fair, or damaged; 2: no
    transcript, or it took too long, or this machine does not let it be read; 3: the
    rules of its game are not here; 4: these rules contradict themselves. Of several
    files the least of 1, 2, 3 and 4 that is so of one; 1, too, if a chain breaks, or a
    table is told in two stories. docs/exit-statuses.md has those of all commands.
    """
    named = _Named(files)
    if evidence is not None:
        moving.check_new(evidence)
    if len(named.paths) == 1 and not named.receipts and not named.has_folder:
        (one,) = named.paths.items()
        _verify(*one, limit, as_json=as_json, finished=finished)
        return
    wanted = _Wanted(limit, processes, evidence, finished=finished)
    _verify_all(named, wanted, as_json=as_json)


@click.command()
@_of_files("[FILE]...", required=False)
@click.option(
    "--without-slow",
    is_flag=True,
    help="Leave out tables at which one says that another's program was slow.",
)
def ledger(
    files: tuple[Path, ...], as_json: bool, limit: float, without_slow: bool
) -> None:
    """Say what an evening has come to: who has won how much, and who pays whom.

    The files are the transcripts of its tables, or folders of them, in any order
    (default: all in the folder for transcripts). Each is verified first, and so is that
    each table goes on from the one before. A table counts once, and not at all if the
    files or receipts tell two stories of it.

    That a program was slow is one player's word, and nobody can check it. Leave such
    tables out only where all agree to that: else a player that has lost could say so of
    the other.

    Exit status: as for verify.
    """
    named = _Named(files or [settings.transcripts()])
    found = _checked(named.paths, 0, limit)
    counted = _counted(found, named, limit)
    left_out = slow_tables(counted.tables) if without_slow else {}
    tables = {path: one for path, one in counted.tables.items() if path not in left_out}
    evenings = Evenings(tables, alone=True)
    status = _worst(found, evenings, counted)
    if as_json:
        told = {"ok": not status, "evenings": evenings.told, **_conflicts(counted)}
        if without_slow:
            told["left_out"] = [str(path) for path in left_out]
        click.echo(encode(told))
    else:
        for line in _conflict_lines(counted):
            print_text(line, err=True)
        for path, said in left_out.items():
            why = words.phrase("left-out", why=" ".join(said))
            click.echo(f"{_shown(path)}: {why}", err=True)
        for path, one in found.items():
            if isinstance(one, ClientError):
                why = words.phrase("not-verified", why=faults.said(one))
                click.echo(f"{_shown(path)}: {why}", err=True)
        for line in evenings.lines[1:]:
            print_text(line)
    if status:
        sys.exit(status)


class _Named:
    """What was named: transcripts, with the files of their parts, and receipts."""

    def __init__(self, files: Sequence[Path]) -> None:
        self.receipts = counting.receipts_among(files)
        others = [file for file in files if file not in self.receipts]
        self.paths = folders.transcripts(others)
        self.parts = {part for parts in self.paths.values() for part in parts}
        self.has_folder = any(file.is_dir() for file in files)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """How several files are checked: ``to`` is where evidence is written."""

    limit: float
    processes: int
    to: Path | None
    finished: bool


def _verify_all(named: _Named, wanted: _Wanted, *, as_json: bool) -> None:
    limit, to = wanted.limit, wanted.to
    _tell_forks(named.paths)
    found = _checked(named.paths, wanted.processes, limit)
    counted = _counted(found, named, limit)
    evenings = Evenings(counted.tables)
    status = _worst(found, evenings, counted, finished=wanted.finished)
    if as_json:
        click.echo(_json(found, evenings, counted, holds=not status))
    else:
        lines = [*_table(found), *_conflict_lines(counted), *evenings.lines]
        for line in lines:
            print_text(line)
    if to is not None:
        reads = bounded.within(limit)
        for path in counting.write_evidence(counted.conflicts, to, reads, named.parts):
            print_text(words.phrase("evidence-written", path=str(path)), err=True)
    if status:
        sys.exit(status)


def _counted(found: Found, named: _Named, limit: float) -> Counted:
    """Return which of these tables count, and which files contradict each other."""
    good = {path: one for path, one in found.items() if isinstance(one, Verified)}
    with faults.told():
        reads = bounded.within(limit)
        return counting.counted(good, named.receipts, reads, named.parts)


def slow_tables(tables: Mapping[Path, Verified]) -> dict[Path, list[str]]:
    """Return the tables at which somebody calls a program slow, and in what words."""
    told = {path: findings.times_told(one, slow=True) for path, one in tables.items()}
    return {path: said for path, said in told.items() if said}


def _worst(
    found: Found, evenings: Evenings, counted: Counted, *, finished: bool = False
) -> Status:
    """Return the exit status for all of these files."""
    statuses = {_status(one, finished=finished) for one in found.values()}
    if counted.conflicts or not evenings.hold:
        statuses.add(Status.NOT_SO)
    return min(statuses - {Status.DONE}, default=Status.DONE)


def _conflict_lines(counted: Counted) -> list[str]:
    lines = [words.say(one.message) for one in counted.conflicts]
    lines += [words.say(one.message) for one in counted.uncompared]
    return ["", *lines] if lines else []


def _conflicts(counted: Counted) -> dict[str, Any]:
    """Return conflicts and uncompared receipts for programs, if there are any."""
    told = [
        {
            "table": one.table,
            "files": one.files,
            "forkers": one.forkers,
            "counted": one.counts,
            "sentence": words.say(one.message),
        }
        for one in counted.conflicts
    ]
    alone = [
        {"table": one.table, "file": one.file, "sentence": words.say(one.message)}
        for one in counted.uncompared
    ]
    every = {"conflicts": told, "uncompared": alone}
    return {key: some for key, some in every.items() if some}


def _verify(
    file: Path, given: Sequence[Path], limit: float, *, as_json: bool, finished: bool
) -> None:
    _tell_forks({file: given})
    try:
        verified = reading.verified(file, limit, given)
    except NotVerified as error:
        if as_json:
            click.echo(findings.as_json(error))
            sys.exit(_status(error))
        for line in findings.not_fair(error):
            print_text(line)
        raise
    if as_json:
        click.echo(findings.as_json(verified))
    else:
        for line in findings.lines(verified):
            print_text(line)
    status = _status(verified, finished=finished)
    if status:
        sys.exit(status)


def _tell_forks(paths: Mapping[Path, Sequence[Path]]) -> None:
    """Say which forks transcripts show together with our own logs."""
    for path, given in paths.items():
        for shown in late_forks.in_file(path, given):
            print_text(words.say(shown.message), err=True)


def _status(found: Verified | ClientError, *, finished: bool = False) -> Status:
    """Return what has come of a file, which may have to be ``finished``."""
    match found:
        case Verified(unfinished=lacking):
            is_short = finished and lacking is not None
            return Status.UNFINISHED if is_short else Status.DONE
        case RulesNotHere():
            return Status.RULES_NOT_HERE
        case RulesContradict():
            return Status.RULES_CONTRADICT
        case InvalidRequest() | Refused() | Unusable():
            return Status.REFUSED
    return Status.NOT_SO


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
            players = ", ".join(words.shown(player.name) for player in one.players)
            rows.append((name, one.game, players, findings.result(one)))
        else:
            why = words.phrase("not-verified", why=faults.said(one))
            rows.append((name, "–", "–", why))
    bad = sum(isinstance(one, ClientError) for one in found.values())
    files, good = len(found), len(found) - bad
    counted = words.phrase("files-verified", files=files, good=good, bad=bad)
    return [*columns(rows, left=4), "", counted]


def _shown(path: Path) -> str:
    return printable(str(path))


def _json(found: Found, evenings: Evenings, counted: Counted, *, holds: bool) -> bytes:
    files = [{"file": str(path), **findings.told(one)} for path, one in found.items()]
    told = {"evenings": evenings.told} if evenings.told else {}
    return encode({"ok": holds, "files": files, **_conflicts(counted), **told})
