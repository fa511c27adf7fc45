"""Commands that tell what was played."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import click

from p2pgame.client.events import Progress, SecretsShown
from p2pgame.client.transcripts import bounded, checking, replaying
from p2pgame.client.transcripts.stepping import Steps

from ...statuses import Status
from ...text import reading
from ...text.telling import Ink
from .. import options, running
from . import limits
from .stepping import step_through


@click.command()
@options.rules
@click.argument("file", type=options.TranscriptFile())
@click.option(
    "--trace", is_flag=True, help="Print how its result follows, line by line."
)
@click.option(
    "--html",
    is_flag=True,
    help="Write one page that shows it in any browser, beside no other file.",
)
@click.option(
    "--as",
    "seat",
    type=click.IntRange(1),
    metavar="SEAT",
    help="Show it as the player in this seat saw it, as far as the file shows that by "
    "its end.",
)
@limits.limit
@options.on_page
def show(file: Path, trace: bool, html: bool, seat: int | None, limit: float) -> None:
    """Step through a transcript in words (on a terminal: forward and back, by keys).

    With --html, FILE.html is written into this folder: anybody can open it, and nothing
    else is needed.

    With --trace, for authors of other programs: each turn's id, the digest of its
    state, and the entries that led to it, as docs/wire.md describes them.
    """
    if trace:
        _trace(file, limit)
    if html:
        from .page_file import write_page

        write_page(file, limit)
        return
    if running.is_on_page():
        checking.load(file)
        running.show_page(file)
        return
    eyes = None if seat is None else seat - 1
    told = replaying.replay(file, limit, seat=eyes)
    events = (one for one in told if not isinstance(one, Progress | SecretsShown))
    if sys.stdin.isatty() and sys.stdout.isatty():
        step_through(Steps(events), _ink())
        return
    for step in reading.story(events, _ink()):
        click.echo(step + "\n")


def _ink() -> Ink | None:
    """Return how tables are drawn, or None if they are told in sentences."""
    if os.environ.get(running.PLAIN):
        return None
    return Ink(symbols=os.environ.get("TERM") != "linux")


def _trace(file: Path, limit: float) -> NoReturn:
    with bounded.process(limit) as process:
        holds = bounded.done_in(process, file, checking.trace, file, click.echo)
    sys.exit(Status.DONE if holds else Status.NOT_SO)
