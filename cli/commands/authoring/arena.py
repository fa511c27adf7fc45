"""The command that plays many games between programs, and says who is stronger."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import msgspec
from click.core import ParameterSource

from p2pgame.agents.arena import Faulty, Job, Tally, standings
from p2pgame.agents.arena.entry import check
from p2pgame.agents.arena.match import known
from p2pgame.agents.arena.plot import plot
from p2pgame.agents.arena.runner import run
from p2pgame.client import system_reason
from p2pgame.client.errors import ClientError, InvalidRequest
from p2pgame.client.profile.rules_files import found
from p2pgame.engine import AnyGame, Message, Refusal
from p2pgame.workers import WorkerLost

from ... import stopping, surroundings
from ...statuses import Status
from ...text import words
from .. import options
from .standing_lines import as_json as as_json_line
from .standing_lines import lines

_FILE = click.Path(path_type=Path)
#: No job is longer, in bytes.
JOB_LIMIT = 2**20
#: The options that describe a job.
_DESCRIBING = ("games", "seats", "one_table", "seed", "option")


@click.command()
@click.argument("game", type=options.GameName(), required=False)
@click.argument("contestants", nargs=-1)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Games between every two, or of all at one table; rounded up to whole deals.",
)
@click.option(
    "--seats",
    type=int,
    help="Seats at a table (default: the fewest that are shared evenly).",
)
@click.option(
    "--one-table", is_flag=True, help="Seat all at one table, not every two by turns."
)
@click.option(
    "--seed", default="arena", show_default=True, help="Which cards and choices."
)
@click.option(
    *("-o", "--option"),
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game; NAME=@FILE takes its text from a file.",
)
@click.option(
    "--processes",
    type=click.IntRange(0),
    default=0,
    help="Processes to play in (default: one for each core).",
)
@click.option(
    "--out",
    type=_FILE,
    metavar="FILE",
    help="Keep the results there; the same command goes on from them.",
)
@click.option(
    "--job",
    "file",
    type=_FILE,
    metavar="FILE",
    help="Play this job, in place of what the command line would say.",
)
@click.option(
    "--print-job", is_flag=True, help="Print the job as JSON, and play nothing."
)
@click.option(
    "--plot", "picture", type=_FILE, metavar="FILE.svg", help="Draw the Elo there."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def arena(
    file: Path | None,
    print_job: bool,
    processes: int,
    out: Path | None,
    picture: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Play many games between programs, and say who is stronger.

    CONTESTANTS are two or more of those that p2pgame bots lists for the game, or
    search:200, a search with so many simulations for each decision.  The games of one
    deal have the same cards, and each contestant plays them from each seat.  The same
    seed gives the same table.

    Exit status 1: a program failed in the middle.
    """
    try:
        job = _job(**given) if file is None else _job_in(file)
        check(job)
        if print_job:
            click.echo(msgspec.json.format(job.encode()).decode())
            return
        if picture is not None:
            _write(picture, "")  # known before a thousand games
        tally = _played(job, out, processes)
    except Refusal as refused:
        raise InvalidRequest.saying(refused.message) from None
    table = standings(tally)
    if picture is not None:
        _write(picture, plot(table))
    for line in [as_json_line(table)] if as_json else lines(table):
        click.echo(line)


def _job(
    game: AnyGame | None,
    contestants: tuple[str, ...],
    games: int,
    seats: int | None,
    one_table: bool,
    seed: str,
    option: tuple[str, ...],
) -> Job:
    """Return the job that the command line describes."""
    if game is None:
        raise click.UsageError(words.phrase("arena-which-game"))
    names = tuple(known(name, game.name) for name in contestants)
    pairs = len(names) > 2 and not one_table
    at_table = 2 if pairs else len(names)
    if seats is None:
        seats = _usual_seats(game, at_table)
    offer = options.game_offer(game, seats, option)
    return Job(
        game=game.name,
        version=game.version,
        contestants=names,
        seats=seats,
        deals=-(-games // max(2, at_table)),
        seed=seed,
        options=msgspec.to_builtins(offer.options),
        pairs=pairs,
    )


def _usual_seats(game: AnyGame, contestants: int) -> int:
    """Return the fewest seats that so many share evenly, or else that hold them."""
    possible = [seats for seats in game.seats if seats >= max(2, contestants)]
    even = [seats for seats in possible if seats % max(2, contestants) == 0]
    return [*even, *possible, game.seats[-1]][0]


def _job_in(file: Path) -> Job:
    """Return the job in a file; the command line must not describe another one."""
    context = click.get_current_context()
    for name in ("game", "contestants", *_DESCRIBING):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(words.phrase("arena-job-alone"))
    try:
        with file.open("rb") as reader:
            return Job.decode(reader.read(JOB_LIMIT))
    except OSError as error:
        why = system_reason.why(error)
        raise InvalidRequest("file-unreadable", path=str(file), why=why) from None
    except msgspec.MsgspecError as error:
        raise click.UsageError(
            words.phrase("arena-no-job", path=str(file), why=str(error))
        ) from None


def _played(job: Job, out: Path | None, processes: int) -> Tally:
    """Play the job, with a bar on a terminal for who waits."""
    played = 0

    def progress(more: int) -> None:
        nonlocal played
        played += more
        bar.update(more)

    try:
        with click.progressbar(
            length=job.games,
            label=job.game,
            file=sys.stderr,
            hidden=not sys.stderr.isatty(),
        ) as bar:
            return run(job, out, processes=processes, progress=progress, games=found)
    except Faulty as faulty:
        raise ClientError.saying(faulty.message) from None
    except WorkerLost:
        killed = words.phrase("arena-killed", goes_on=_goes_on(out))
        raise surroundings.Trouble(killed) from None
    except KeyboardInterrupt:
        counts = {"played": played, "games": job.games}
        stopped = words.phrase("arena-stopped", **counts, goes_on=_goes_on(out))
        click.echo(stopping.from_the_left(stopped), err=True)  # of a bar half drawn
        sys.exit(Status.LEFT)


def _goes_on(out: Path | None) -> Message:
    if out is None:
        return Message.of("arena-would-go-on")
    return Message.of("arena-goes-on", path=str(out))


def _write(picture: Path, text: str) -> None:
    try:
        with picture.open("a" if not text else "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        why = system_reason.why(error)
        said = words.phrase("not-writable", path=str(picture), why=why)
        raise click.UsageError(said) from None
