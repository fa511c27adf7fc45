"""The command that opens the page, and what other commands do with ``--web``."""

from __future__ import annotations

import webbrowser
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import click
import trio
from msgspec.structs import replace

from p2pgame.client.profile import places
from p2pgame.client.requests import AnyRequest
from p2pgame.client.world import World
from p2pgame.web.hub import Hub, open_hub
from p2pgame.web.permits import PagePermit
from p2pgame.web.programs import Tokens
from p2pgame.web.server import PROGRAMS_PORT, listen, serving, serving_programs
from p2pgame.web.uploads import Uploads, uploads_in

from ..terminal import leaving
from ..text import words
from ..text.printing import print_text
from . import running


@click.command()
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    help="The port on this machine alone (default: a usual one, or any that is free).",
)
@click.option(
    "--no-open",
    is_flag=True,
    help="Open no browser; the file that is printed opens the page.",
)
def web(port: int | None, no_open: bool) -> None:
    """Play on a page in the browser.

    The page is served by this program, to your browser on this machine alone.  Closing
    the page ends nothing; ending this program ends its tables, and they can be resumed.
    """
    open_page(port=port, opens=not no_open)


def open_page(
    shown: AnyRequest | Path | None = None,
    *,
    port: int | None = None,
    opens: bool = True,
) -> None:
    """Serve the page until somebody ends it; at first a table or a transcript shows."""
    running.run(partial(_serve, shown, port, opens=opens))


async def _serve(
    shown: AnyRequest | Path | None, port: int | None, *, opens: bool
) -> None:
    world, folder = World.native(), places.taken(places.home)
    with uploads_in(folder) as uploads:
        async with (
            _until_ended() as ended,
            open_hub(world, PagePermit(uploads, world.folder)) as hub,
            serving(hub, listen(port), uploads, folder) as door,
        ):
            await door.renew(await _place(shown, hub, uploads))
            print_text(words.phrase("web-open", path=str(door.path)))
            if opens:
                await trio.to_thread.run_sync(webbrowser.open, door.path.as_uri())
            await ended.wait()
            await hub.end()


@asynccontextmanager
async def _until_ended() -> AsyncGenerator[trio.Event]:
    """Yield what a signal sets; a second one cancels the block."""
    with leaving.heeded() as signals:
        ended = trio.Event()
        async with trio.open_nursery() as nursery:

            def end() -> None:
                if ended.is_set():  # it takes too long
                    nursery.cancel_scope.cancel()
                ended.set()

            nursery.start_soon(signals.heed)
            signals.opened(end)
            yield ended
            nursery.cancel_scope.cancel()


@click.command()
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    help="The port on this machine alone (default: a usual one, or any that is free).",
)
def serve(port: int | None) -> None:
    """Hold tables for programs of yours: other front ends, on a screen or a phone.

    They speak JSON over a WebSocket, which docs/serve.md describes, and each needs a
    token: p2pgame token NAME.  Such a program may do what you could do here.
    """
    running.run(partial(_serve_programs, port))


async def _serve_programs(port: int | None) -> None:
    tokens = Tokens(places.taken(places.home))
    tokens.check()
    async with (
        _until_ended() as ended,
        open_hub(World.native()) as hub,
        serving_programs(hub, listen(port, PROGRAMS_PORT), tokens) as url,
    ):
        print_text(words.phrase("serve-open", url=url, programs=len(tokens.names)))
        await ended.wait()
        await hub.end()


@click.command()
@click.argument("name", required=False)
@click.option("--take-away", is_flag=True, help="Delete the program's token.")
def token(name: str | None, take_away: bool) -> None:
    """Make a token for a program that speaks to p2pgame serve; no NAME: list them.

    The file that is printed has the token; the program reads it there.
    """
    tokens = Tokens(places.taken(places.home))
    if name is None:
        for one in tokens.names:
            click.echo(one)
    elif take_away:
        tokens.take_away(name)
    else:
        click.echo(tokens.make(name))


async def _place(shown: AnyRequest | Path | None, hub: Hub, uploads: Uploads) -> str:
    """Open what shows at first; return the page's hash for it."""
    match shown:
        case None:
            return ""
        case Path():
            return f"#/replay/{uploads.lend(shown)}"
    table = await hub.open(replace(shown, attended=not shown.program))
    return f"#/table/{table.number}"
