"""Commands that list our tables, forget one, and resume at one."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from p2pgame.client.profile import tables as ours
from p2pgame.client.profile.tables import Kept, WhichTable
from p2pgame.client.requests import Resume
from p2pgame.client.transcripts import backups
from p2pgame.engine import Message

from ..statuses import Status
from ..text import words
from ..text.printing import print_text
from ..text.wrapping import wrapped
from . import options, running
from .confirming import confirm


def line(one: Kept) -> str:
    """Return a seat as one line of a list."""
    kept = one.ticket
    names = words.those(range(len(kept.players)), kept.players)
    role = words.phrase("role-guest" if kept.hosting is None else "role-host")
    since = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.opened))
    state = words.say(Message.of("table-state", state=one.state))
    return (
        f"{one.number:3}  {one.game or '–':12}  {state:12}  {since}  "
        f"{words.shown(kept.name)} ({role}){f'  {names}' if names else ''}"
    )


@contextmanager
def one_of_several(command: str) -> Iterator[None]:
    """Show which tables could be meant, where several could; ``command`` takes one."""
    try:
        yield
    except WhichTable as which:
        listed = "\n".join(map(line, which.tables))
        example = f"p2pgame {command} {which.tables[0].number}"
        for_example = words.phrase("for-example", which=str(which), command=example)
        raise _Which(f"{for_example}\n{listed}") from None


class _Which(click.ClickException):
    """Exit with status 2: bad input, and nothing has changed."""

    exit_code = Status.REFUSED


@click.group(invoke_without_command=True)
@click.pass_context
def tables(context: click.Context) -> None:
    """List the tables at which you have a seat, the newest first."""
    if context.invoked_subcommand is None:
        _list()


@tables.command(name="list")
def list_tables() -> None:
    """List your tables."""
    _list()


def _list() -> None:
    """List our tables; on a terminal a line that is too long goes on below."""
    is_terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns
    kept = ours.kept()
    if not kept and is_terminal:
        print_text(words.phrase("tables-none"))
    for seat in kept:
        text = line(seat)
        for row in wrapped(text, width, indent="  ") if is_terminal else [text]:
            click.echo(row)


@tables.command(name="forget")
@click.argument("number", type=int, shell_complete=options.completed_table)
@click.option("--yes", is_flag=True, help="Don't ask.")
def forget_table(number: int, yes: bool) -> None:
    """Forget the table with this NUMBER: your seat's keys and log are deleted.

    Transcripts stay where they are.
    """
    one = ours.chosen(number)
    click.echo(line(one), err=True)
    click.echo(_warning(one), err=True)
    if not yes:
        confirm("forget-table")
    rest = ours.forget(one)
    print_text(words.phrase("table-forgotten"))
    if rest is not None:
        print_text(words.phrase("rest-not-ours", path=str(rest)))


@tables.command(name="transcript")
@click.argument("number", type=int, shell_complete=options.completed_table)
@click.argument("file", type=click.Path(path_type=Path), required=False)
def write_transcript(number: int, file: Path | None) -> None:
    """Write the transcript of the table with this NUMBER from your own log there.

    The log is only read: it may be a backup on a disk that can't be written, and a
    program may play there. FILE must be new; without it the transcript goes into the
    folder for transcripts.
    """
    saved = backups.write(ours.numbered(number), file)
    print_text(words.phrase("cli-transcript", path=saved.path))


def _warning(one: Kept) -> str:
    """Return what somebody loses who forgets this table."""
    if one.is_moved:
        return words.phrase("forget-moved")
    return words.phrase("forget-open" if one.is_open else "forget-over")


@click.command()
@options.rules
@click.argument(
    "number", type=int, required=False, shell_complete=options.completed_table
)
@click.option(
    "--transcript",
    type=click.Path(path_type=Path),
    help="Where the transcript goes now.",
)
@click.option(
    "--listen", metavar="HOST:PORT", help="Where a host listens now (default: as ever)."
)
@click.option(
    "--address", multiple=True, metavar="HOST:PORT", help="Where guests now reach you."
)
@options.again
@options.plain
@options.on_page
def resume(
    number: int | None,
    transcript: Path | None,
    listen: str | None,
    address: tuple[str, ...],
    again: int | None,
) -> None:
    """Go on at a table after the program has stopped, also as the host.

    Without a NUMBER (p2pgame tables lists them) at the one that is not finished.
    """
    with one_of_several("resume"):
        one = ours.chosen(number)
    request = Resume(
        table=one.number,
        transcript=None if transcript is None else str(transcript),
        listen=listen,
        addresses=address,
        again=again,
        program=one.ticket.bot,
    )
    running.sit_down(request)
