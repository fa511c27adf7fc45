"""Commands that invite friends by name, and show invitations to us."""

from __future__ import annotations

import time
from functools import partial

import click

from p2pgame.client.meeting import invitations as lying
from p2pgame.client.requests import Join
from p2pgame.client.words import title_of
from p2pgame.engine import Message

from ..text import words
from ..text.printing import print_text
from . import invited, options, running
from .tables import one_of_several


@click.command()
@click.argument("who", shell_complete=options.completed_contact)
@click.argument(
    "number", type=int, required=False, shell_complete=options.completed_table
)
@click.option("--back", is_flag=True, help="Take the invitation back.")
def invite(who: str, number: int | None, back: bool) -> None:
    """Invite a contact, by number or name, to a table that you host.

    The table must be open; to open one and invite in one line: p2pgame host GAME
    --invite WHO.  NUMBER is the table's in p2pgame tables, if you host several.
    """
    try:
        with one_of_several(f"invite {who}"):
            left = running.run(partial(lying.invite, who, number, back=back))
    except lying.NotTaken as error:
        _tell(error.troubles)
        raise
    _tell(left.troubles)
    if back:
        print_text(words.phrase("invitation-back", name=left.name))
    else:
        print_text(words.phrase("invitation-left", name=left.name))


def _tell(troubles: dict[str, str]) -> None:
    for url, wrong in troubles.items():
        click.echo(f"{url}: {wrong}", err=True)


@click.command()
def invitations() -> None:
    """List which of your contacts have invited you, the last one first.

    At a terminal you are asked about each.
    """
    found, troubles = running.run(lying.invitations)
    for trouble in troubles:
        print_text(trouble, err=True)
    for one in found:
        until = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.told.until))
        friend, game = one.friend.name, title_of(one.invite.game or "unknown")
        told = Message.of("invitation", friend=friend, game=game, until=until)
        print_text(words.say(told))
        click.echo(f"  p2pgame join {one.told.invite}")
    if not found:
        print_text(words.phrase("invitations-none"))
    elif invited.has_terminal():
        invite = invited.InvitationAsker().ask(found)
        if invite is not None:
            running.sit_down(Join(invite=invite))
