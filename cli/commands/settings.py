"""Commands that show and change the settings for all tables."""

from __future__ import annotations

import os
from pathlib import Path

import click

from p2pgame.client.errors import InvalidRequest
from p2pgame.client.profile import notices, places
from p2pgame.client.profile import settings as chosen
from p2pgame.client.requests import own_name as own_name_here

from .. import faults
from ..text import words
from ..text.printing import print_text
from . import options


class Relay(click.ParamType[str]):
    """Where a relay is."""

    name = "url"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str:
        try:
            (url,) = chosen.urls([str(value)])
        except InvalidRequest as error:
            if error.message.id == "relay-url-unfit":
                self.fail(str(error), param, ctx)
            raise click.UsageError(str(error)) from None
        return str(url)


@click.group(name="settings", invoke_without_command=True)
@click.pass_context
def settings(context: click.Context) -> None:
    """Show or change what holds for all tables."""
    if context.invoked_subcommand is None:
        _show_name()
        _show_relays()
        _show_notices()
        click.echo(f"profile  {places.place()}")
        click.echo(f"transcripts  {chosen.transcripts()}")


@settings.command(name="name")
@click.argument("name", type=options.PlayerName(), required=False)
def own_name(name: str | None) -> None:
    """Say what the others call you from now on; --name goes before it."""
    if name is not None:
        chosen.use_name(name)
    _show_name()


@settings.command(name="transcripts")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--usual", is_flag=True, help="Use the usual folder again.")
def transcript_folder(folder: Path | None, usual: bool) -> None:
    """Keep transcripts in FOLDER from now on; without one, show where they are."""
    if usual and folder is not None:
        raise click.UsageError(words.phrase("usual-or-folder"))
    if usual or folder is not None:
        chosen.use_transcripts(folder)
    click.echo(f"transcripts  {chosen.transcripts()}")
    if chosen.TRANSCRIPTS in os.environ:
        click.echo(f"       (by {chosen.TRANSCRIPTS}, which goes before what is set)")


def _show_name() -> None:
    click.echo(f"name  {words.shown(chosen.name() or own_name_here())}")


@settings.command()
@click.argument("urls", metavar="[URL]...", nargs=-1, type=Relay())
@click.option("--none", "is_none", is_flag=True, help="Use no relay.")
@click.option(
    "--token-file",
    metavar="FILE",
    help="The token of these relays, in a file that nobody else may read.",
)
def relay(urls: tuple[str, ...], is_none: bool, token_file: str | None) -> None:
    """Use these relays, wss://relay.example, at every table from now on.

    A relay passes on what it can't read, and keeps it for who is away.  One of nostr
    is nostr+wss://relay.example.  Without a URL the relays in use are shown.
    """
    if is_none and urls:
        raise click.UsageError(words.phrase("relays-or-none-set"))
    if is_none or urls:
        with faults.told():
            chosen.use_relays(chosen.urls(urls, token_file))
    _show_relays()


@settings.command("on-turn")
@click.argument("ways", required=False)
def on_turn(ways: str | None) -> None:
    """Say how you are called when a table waits for you: bell,title,desktop or none.

    "exec:COMMAND", alone or last, runs a command of yours; no shell reads it.  It gets
    the table's name as its last argument and as P2PGAME_TABLE.  Who has decided just
    before is at the screen, and is not called.
    """
    if ways is not None:
        with faults.told():
            notices.use(ways)
    _show_notices()


def _show_notices() -> None:
    click.echo(f"on-turn  {','.join(notices.on_turn()) or notices.NONE}")


def _show_relays() -> None:
    here = chosen.relays()
    for url in here:
        print_text(words.phrase("settings-relay", url=str(url)))
    if not here:
        print_text(words.phrase("settings-no-relay"))
    if chosen.RELAY in os.environ:
        print_text(words.phrase("settings-by-variable", name=chosen.RELAY))
