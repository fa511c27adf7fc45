"""The command that spectates at a table, and at the next ones of its players."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgame.client.requests import Spectate

from . import options, running
from .invite_typed import invite_in


@click.command(name="watch")
@options.rules
@click.argument("link", nargs=-1, required=True)
@click.option(
    "--transcript",
    type=click.Path(path_type=Path),
    help="Where the transcript goes (default: the folder for transcripts).",
)
@click.option(
    "--again",
    "times",
    type=click.IntRange(0),
    metavar="N",
    help="Look on at so many further games of the same players, too (at a terminal: "
    "at all that there are; elsewhere: 0).",
)
@click.option(
    "--hide-address",
    is_flag=True,
    help="Read at the table's relays alone: the host does not see your address.",
)
@options.plain
@options.on_page
def watch_command(
    link: tuple[str, ...],
    transcript: Path | None,
    times: int | None,
    hide_address: bool,
) -> None:
    """Look on at a table by its watch link: p2pgame host --spectators prints it.

    You see what all players see and read what they say; you have no seat, and say
    nothing.  An invite will do, too, and takes no seat here.  - reads it from standard
    input.  Ctrl-C leaves.
    """
    request = Spectate(
        link=invite_in(link),
        transcript=None if transcript is None else str(transcript),
        again=times,
        hide_address=hide_address,
    )
    running.look_on(request)
