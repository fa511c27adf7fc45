"""What the player has chosen for all tables, in a file of the player's folder.

The environment goes before the file: a program that is started for once can be told
something else without changing what stays.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Literal

import click
import msgspec
from msgspec import Meta

from p2pgame.transport.finding.reach import RELAYS_LIMIT
from p2pgame.transport.relay.url import URL_LIMIT, InvalidUrl, RelayUrl

from . import places, topics

#: Urls of relays, with spaces or commas between; empty: none.
RELAY = "P2PGAME_RELAY"

_FILE = "settings"
_LIMIT = 64 * 1024

_Url = Annotated[str, Meta(max_length=URL_LIMIT)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the file."""

    kind: Literal["p2pgame settings 1"] = "p2pgame settings 1"
    relays: Annotated[tuple[_Url, ...], Meta(max_length=RELAYS_LIMIT)] = ()


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
        topics.check((url,))
        return url


def relays() -> tuple[RelayUrl, ...]:
    """Return the relays that are used where nobody says another one.

    Raises:
      ClickException: What is set is none, or none that we can talk with.
    """
    said = os.environ.get(RELAY)
    if said is None:
        here = _parsed(_read().relays, str(_path()))
    else:
        here = _parsed(tuple(re.findall(r"[^\s,]+", said)), RELAY)
    topics.check(here)
    return here


def _parsed(urls: tuple[str, ...], where: str) -> tuple[RelayUrl, ...]:
    if len(urls) > RELAYS_LIMIT:
        raise click.ClickException(f"{where}: at most {RELAYS_LIMIT} relays are used.")
    try:
        return tuple(dict.fromkeys(map(RelayUrl.parse, urls)))
    except InvalidUrl as error:
        raise click.ClickException(f"{where}: {error}") from None


def _path() -> Path:
    return places.taken(places.home) / _FILE


def _read() -> Settings:
    try:
        with _path().open("rb") as file:
            data = file.read(_LIMIT + 1)
    except FileNotFoundError:
        return Settings()
    try:
        if len(data) > _LIMIT:
            raise ValueError("too long")
        return msgspec.json.decode(data, type=Settings)
    except ValueError:
        raise click.ClickException(
            f"{_path()} is damaged. Take it away, and set again what was set."
        ) from None


def _write(settings: Settings) -> None:
    data = msgspec.json.format(msgspec.json.encode(settings)) + b"\n"
    places.save(_path(), data, mode=0o600)


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
        chosen = tuple(dict.fromkeys(map(str, urls)))
        _write(msgspec.structs.replace(_read(), relays=chosen))
    _show_relays()


def _show_relays() -> None:
    here = relays()
    for url in here:
        click.echo(f"relay  {url}")
    if not here:
        click.echo("relay  none: p2pgame settings relay wss://… sets one")
    if RELAY in os.environ:
        click.echo(f"       (by {RELAY}, which goes before what is set here)")
