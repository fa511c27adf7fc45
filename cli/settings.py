"""The commands about what the player has chosen for all tables."""

from __future__ import annotations

import os

import click

from p2pgame.client.errors import InvalidRequest
from p2pgame.client.profile import settings as chosen
from p2pgame.client.profile import topics
from p2pgame.transport.finding.reach import RELAYS_LIMIT
from p2pgame.transport.relay.url import InvalidUrl, RelayUrl


class Relay(click.ParamType[RelayUrl]):
    """Where a relay is."""

    name = "url"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> RelayUrl:
        try:
            url = RelayUrl.parse(str(value))
        except InvalidUrl as error:
            self.fail(str(error), param, ctx)
        try:
            topics.check((url,))
        except InvalidRequest as error:
            raise click.UsageError(str(error)) from None
        return url


@click.group(name="settings", invoke_without_command=True)
@click.pass_context
def settings(context: click.Context) -> None:
    """Show or change what holds for all tables."""
    if context.invoked_subcommand is None:
        _show_relays()


@settings.command()
@click.argument("urls", metavar="[URL]...", nargs=-1, type=Relay())
@click.option("--none", "is_none", is_flag=True, help="Use no relay.")
def relay(urls: tuple[RelayUrl, ...], is_none: bool) -> None:
    """Use these relays, wss://relay.example, at every table from now on.

    A relay passes on what it can't read, and keeps it for who is away.  One of nostr
    is nostr+wss://relay.example.  Without a URL the relays in use are shown.
    """
    if is_none and urls:
        raise click.UsageError("--none, or the relays to use.")
    if len(urls) > RELAYS_LIMIT:
        raise click.UsageError(f"at most {RELAYS_LIMIT} relays are used at a time.")
    if is_none or urls:
        chosen.use_relays(urls)
    _show_relays()


def _show_relays() -> None:
    here = chosen.relays()
    for url in here:
        click.echo(f"relay  {url}")
    if not here:
        click.echo("relay  none: p2pgame settings relay wss://… sets one")
    if chosen.RELAY in os.environ:
        click.echo(f"       (by {chosen.RELAY}, which goes before what is set here)")
