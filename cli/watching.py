"""The command that looks on at a table, and at those where its players play again.

The log of each is a temporary file: nothing is signed here, so there is nothing that
a later run would have to know.  What is to be kept is in the transcript, which has the
same bytes as the players'.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
import trio

from p2pgame.client.profile import settings, topics, transcripts
from p2pgame.client.profile.transcripts import Saved
from p2pgame.log import Store
from p2pgame.transport.finding.invite import InvalidInvite, Invite, Short, Watch, parse

from . import again, finding, leaving, playing, reading, running
from .leaving import Left
from .screen import Screen
from .watcher import Watcher

WORDS = "words lead to a seat; to look on, ask the host for the watch link."


async def look_on(
    screen: Screen,
    way: Watch | Short,
    out: Path | None,
    times: int | None,
    *,
    hidden: bool = False,
) -> Saved | None:
    """Look on at one table after the other; return the last transcript.

    At most so many further ``times``, None: as long as people look and the host plays
    on.  None is returned if somebody has left before the end.  ``hidden``, the host
    does not see our address.
    """
    transcripts.check(out)
    kept: list[Saved] = []
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leaving.heed_signals)
            link = await _whole(screen, way)
            topics.check(link.relays)
            if hidden:
                link = _hidden(link)
            there = await _one(screen, link, out, times, kept)
            while there is not None:
                saved = kept.pop()
                report = await trio.to_thread.run_sync(reading.checked, saved)
                screen.line(reading.verified(report))
                screen.line(f"The transcript is in {saved.path}.")
                out, times = again.next_out(out), None if times is None else times - 1
                there = await _one(screen, there, out, times, kept)
            nursery.cancel_scope.cancel()
    except* Left:
        pass  # nobody waits for us
    return kept[0] if kept else None


async def _whole(screen: Screen, way: Watch | Short) -> Watch:
    if isinstance(way, Watch):
        return way
    with screen:
        screen.working("looking for the host at the relay")
        return (await finding.found(way, settings.relays())).watch


def _hidden(link: Watch) -> Watch:
    """Return a link that leads to relays alone."""
    if not link.relays:
        raise click.ClickException(
            "This table has no relay, so it can't be watched without an address."
        )
    return replace(link, addresses=())


async def _one(
    screen: Screen,
    link: Watch,
    out: Path | None,
    times: int | None,
    kept: list[Saved],
) -> Watch | None:
    stays = screen.is_live if times is None else times > 0
    with tempfile.TemporaryDirectory(prefix="p2pgame-watch-") as folder:
        store = Store.create(Path(folder) / "log")
        return await Watcher(screen, link, store, out).run(kept, stays=stays)


@click.command(name="watch")
@click.argument("link")
@click.option(
    "--transcript",
    type=click.Path(path_type=Path),
    help="Where the transcript goes (default: here).",
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
def watch_command(
    link: str, transcript: Path | None, times: int | None, hide_address: bool
) -> None:
    """Look on at a table by its watch link: p2pgame host --spectators prints it.

    You see what all players see and read what they say; you have no seat, and say
    nothing.  An invite will do, too, and takes no seat here.  - reads it from standard
    input.  Ctrl-C leaves.
    """
    way = _read(playing.invite_read() if link == "-" else link)
    if isinstance(way, Short) and way.relay is None and not settings.relays():
        raise click.UsageError(playing.NO_RELAY)
    screen = Screen()
    saved = running.run(
        partial(look_on, screen, way, transcript, times, hidden=hide_address)
    )
    if saved is not None:
        running.say_verified(saved, screen)


def _read(text: str) -> Watch | Short:
    """Read a watch link, or an invite, which says as much and more."""
    if text.strip()[:1].isdecimal():
        raise click.UsageError(WORDS)
    try:
        way = parse(text)
    except InvalidInvite as error:
        raise click.UsageError(str(error)) from None
    return way.watch if isinstance(way, Invite) else way
