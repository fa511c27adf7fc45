"""The command that finds the table that waits for its player."""

from __future__ import annotations

from collections.abc import Sequence

import click
import trio

from p2pgame.client.meeting.glancing import Glance, glance_at, longest, wait_free
from p2pgame.client.names import all_of
from p2pgame.client.profile import notices, tables
from p2pgame.client.profile.tables import Kept
from p2pgame.client.requests import Resume
from p2pgame.client.words import title_of
from p2pgame.client.world import World
from p2pgame.engine import Message

from .. import stopping
from ..statuses import Status
from ..terminal import leaving
from ..terminal.notices import Console, Notices
from ..text import words
from ..text.printing import print_text
from . import options, running

#: Seconds between two looks, unless somebody says so.
LOOK_EVERY = 60


@click.command("next")
@options.rules
@click.option(
    "--wait",
    is_flag=True,
    help="Keep looking, and call you when a table waits, as p2pgame settings on-turn "
    "says; the tables stay free to play.",
)
@click.option(
    "--every",
    type=click.IntRange(1, 86400),
    default=LOOK_EVERY,
    show_default=True,
    metavar="SECONDS",
    help="With --wait: how often to look.",
)
@options.again
def next_table(wait: bool, every: int, again: int | None) -> None:
    """Go to the table that waits for you; of several to the one that waits longest.

    Your tables' relays are asked, for a few seconds.  If no table waits for you, say
    which waits for whom; exit status 1.
    """
    if wait:
        with stopping.meanwhile(lambda: words.phrase("left-looking")):
            running.run(lambda: _keep_looking(every))
        return
    glances = running.run(_look)
    found = longest(glances)
    if found is None:
        for line in _lines(glances):
            click.echo(line)
        raise SystemExit(Status.NOT_SO)
    click.echo(_line(found))
    running.run(lambda: wait_free(found.one))
    running.sit_down(Resume(table=found.one.number, again=again))


def _open_tables() -> list[Kept]:
    """Return the tables at which our player itself may have to decide."""
    return [one for one in tables.kept() if one.is_open and not one.ticket.bot]


async def _look() -> list[Glance]:
    return await glance_at(_open_tables(), World.native())


async def _keep_looking(every: int) -> None:
    """Look again and again; call the player once for each turn."""
    ways = Notices(*notices.parts(notices.on_turn()), Console.here(), click.echo)
    print_text(words.say(Message.of("looking-for-turns", seconds=every)))
    told: dict[str, str] = {}
    with leaving.heeded() as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(signals.heed)
            with signals.opening():
                while True:
                    for one in await _look():
                        name, line = table_name(one.one), _line(one)
                        if told.get(name) != line:
                            click.echo(line)
                            if one.waits:
                                await ways.call(name, one.one.ticket.game)
                        told[name] = line
                    await trio.sleep(every)


def table_name(one: Kept) -> str:
    """Return what a table is called to a command: its game, and a part of its id."""
    return f"{one.ticket.game or 'table'}-{one.ticket.way.table.hex()[:8]}"


def _lines(glances: Sequence[Glance]) -> list[str]:
    left = [one for one in tables.kept() if one.leads_on]
    lead_on = [
        words.phrase("table-leads-on", number=one.number, game=title_of(one.game))
        for one in left
    ]
    if not glances:
        return lead_on or [words.say(Message.of("no-open-tables"))]
    return [words.say(Message.of("no-table-waits")), *map(_line, glances), *lead_on]


def _line(one: Glance) -> str:
    """Say of a table for whom it waits."""
    kept = one.one.ticket
    names = one.names or kept.players
    others = all_of(name for name in names if name != kept.name)
    table = title_of(kept.game) if kept.game else Message.of("table-not-begun")
    if others:
        table = Message.of("table-with", table=table, players=others)
    said = Message.of("table-line", number=one.one.number, table=table, what=_what(one))
    return words.say(said, names)


def _what(one: Glance) -> Message:
    if one.trouble is not None:
        return one.trouble
    if one.is_over:
        return Message.of("table-is-over")
    if one.waits:
        return Message.of("table-waits-for-you")
    what = one.goes_on or Message.of("goes-on-by-itself")
    return what if one.is_reached else Message.of("table-as-known", what=what)
