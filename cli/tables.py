"""The tables at which we have a seat, and going on at one of them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from p2pgame.client.errors import Moved, Refused
from p2pgame.client.profile import addresses, places, ticket
from p2pgame.client.profile.ticket import Ticket
from p2pgame.transport.address import InvalidAddress, split_address

from . import joining, options, running, words


@dataclass(frozen=True, slots=True)
class Kept:
    """A seat of ours, its ticket, and by what number people choose it."""

    number: int
    folder: Path
    ticket: Ticket

    @property
    def is_moved(self) -> bool:
        return places.is_moved(self.folder)

    @property
    def is_open(self) -> bool:
        """Whether there is something to go on with on this device."""
        return self.ticket.state == "open" and not self.is_moved

    @property
    def state(self) -> str:
        if self.is_moved:
            return "moved to another device"
        if self.ticket.state == "over":
            return "finished"
        return "being played" if places.is_in_use(self.folder) else "not finished"

    def __str__(self) -> str:
        kept = self.ticket
        who = words.those(range(len(kept.players)), kept.players)
        role = "host" if kept.hosting is not None else "guest"
        since = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.opened))
        game, others = kept.game or "not begun", f"  {who}" if who else ""
        return (
            f"{self.number:3}  {game:12}  {self.state:12}  {since}  "
            f"{kept.name} ({role}){others}"
        )


def kept() -> list[Kept]:
    """Return our seats with a ticket, the newest first."""
    tickets = [(folder, ticket.read(folder)) for folder in places.seats()]
    seats = [(folder, one) for folder, one in tickets if one is not None]
    # Of two that began in one second the one that is over was the first.
    seats.sort(key=lambda seat: (-seat[1].opened, seat[1].state == "over", seat[0]))
    return [Kept(number, *seat) for number, seat in enumerate(seats, 1)]


def chosen(number: int | None, command: str) -> Kept:
    """Return the seat with this number, or the only one to go on with.

    Raises:
      Refused: There is no such seat, or there are several.
    """
    seats = kept()
    if number is not None:
        if not 1 <= number <= len(seats):
            raise Refused(f"There is no table {number}: p2pgame tables")
        if places.is_in_use(seats[number - 1].folder):
            raise Refused(places.IN_USE)
        return seats[number - 1]
    seats = [seat for seat in seats if seat.is_open]
    free = [seat for seat in seats if not places.is_in_use(seat.folder)]
    if len(free) == 1:
        return free[0]
    if not seats:
        raise Refused("There is no table to go on at.")
    if not free:
        raise Refused(places.IN_USE)
    listed = "\n".join(str(seat) for seat in free)
    example = f"p2pgame {command} {free[0].number}"
    raise Refused(f"Which table? For example: {example}\n{listed}")


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
    for seat in kept():
        click.echo(str(seat))


@tables.command(name="forget")
@click.argument("number", type=int)
@click.option("--yes", is_flag=True, help="Don't ask.")
def forget_table(number: int, yes: bool) -> None:
    """Forget the table with this NUMBER: your seat's keys and log are deleted.

    Transcripts stay where they are.
    """
    one = chosen(number, "tables forget")
    click.echo(str(one), err=True)
    click.echo(_warning(one), err=True)
    if not yes:
        click.confirm("Forget it?", abort=True, err=True)
    rest = places.forget(one.folder)
    click.echo("The table is forgotten.")
    if rest is not None:
        click.echo(f"What is not p2pgame's is in {rest}.")


def _warning(one: Kept) -> str:
    """Return what somebody loses who forgets this table."""
    if one.is_moved:
        return (
            "It was moved to another device. Never take the seat here again with the "
            "file that you wrote then: only one device may play it."
        )
    if one.is_open:
        return "You can't go on at it then, and the others may be waiting for you."
    return "The game is over, and its transcript is where you have put it."


@click.command()
@click.argument("number", type=int, required=False)
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
    where = None if listen is None else addresses.listening(listen)
    for text in address:
        try:
            split_address(text)
        except InvalidAddress as error:
            raise click.UsageError(str(error)) from None
    one = chosen(number, "resume")
    if one.is_moved:
        raise Moved
    out = one.ticket.out
    if transcript is not None or (out is not None and not out.parent.is_dir()):
        out = transcript  # the folder of old may be gone: then it goes here
    seat = running.seat(one.ticket.name, bot=one.ticket.bot, transcript=out)
    saved = running.run(
        partial(
            joining.resume,
            *(seat, one.folder, one.ticket),
            listen=where,
            given=address,
            again=again,
        )
    )
    running.say_verified(saved, seat.screen)
