"""Commands that list, rename and forget contacts."""

from __future__ import annotations

import time

import click

from p2pgame.client.profile import acquaintances, convictions
from p2pgame.client.profile import contacts as book

from ..text import words
from ..text.columns import column
from ..text.kept import kept
from ..text.printing import print_text
from . import invited, options

#: Cells of the column for names: a few are wider.
_NAME = 24


@click.group(invoke_without_command=True)
@click.pass_context
def contacts(context: click.Context) -> None:
    """List the people you have kept as contacts, the last one first.

    At a terminal you are asked about each who has invited you.
    """
    if context.invoked_subcommand is None:
        _list()
        invited.ask_and_join()


@contacts.command(name="list")
def list_contacts() -> None:
    """List your contacts."""
    _list()
    invited.ask_and_join()


@contacts.command(name="keep")
@click.argument("table", type=int, required=False)
def keep_players(table: int | None) -> None:
    """Keep those with whom you sat at a table, to invite them by name.

    TABLE is a number of p2pgame tables (default: the last one that began).
    """
    friends = acquaintances.keep(table)
    for line in kept([one.name for one in friends]):
        print_text(line)
    if not friends:
        print_text(words.phrase("contact-nobody-kept"))


@contacts.command(name="rename")
@click.argument("who", shell_complete=options.completed_contact)
@click.argument("name", type=options.PlayerName())
def rename_contact(who: str, name: str) -> None:
    """Call somebody, by number or name, something else."""
    one = book.chosen(who)
    book.rename(one, name)
    print_text(words.phrase("contact-renamed", old=one.name, new=name))


@contacts.command(name="forget")
@click.argument("who", shell_complete=options.completed_contact)
def forget_contact(who: str) -> None:
    """Forget somebody, by number or name."""
    one = book.chosen(who)
    book.forget(one)
    print_text(words.phrase("contact-forgotten", name=one.name))


def _list() -> None:
    people = book.kept()
    known = convictions.against(convictions.kept(), [one.key for one in people])
    for number, one in enumerate(people, 1):
        last = time.strftime("%Y-%m-%d", time.localtime(one.last))
        tables = words.phrase("contact-tables", tables=one.tables)
        since = words.phrase("contact-last", date=last)
        # Two of one name are told apart by their keys.
        twin = [other.name for other in people].count(one.name) > 1
        key = words.phrase("contact-key", key=one.identity[:8])
        name = column(words.shown(one.name), _NAME)
        shown = f"{number:3}  {name}  {tables:>10}, {since}"
        click.echo(f"{shown}  {key}" if twin else shown)
        if one.key in known:
            proof = " ".join(known[one.key].evidence)
            click.echo(f"     {words.phrase('contact-forked', evidence=proof)}")
    if not people:
        print_text(words.phrase("contacts-none"))
