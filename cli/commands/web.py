"""The command that opens the page, and what other commands do with ``--web``."""

from __future__ import annotations

import webbrowser
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
from p2pgame.web.server import listen, serving
from p2pgame.web.uploads import Uploads, uploads_in

from ..terminal import leaving
from ..text import words
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
    with leaving.heeded() as signals, uploads_in(folder) as uploads:
        ended = trio.Event()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(signals.heed)

            def end() -> None:
                if ended.is_set():  # it takes too long
                    nursery.cancel_scope.cancel()
                ended.set()

            signals.opened(end)
            permit = PagePermit(uploads, world.folder)
            async with (
                open_hub(world, permit) as hub,
                serving(hub, listen(port), uploads, folder) as door,
            ):
                await door.renew(await _place(shown, hub, uploads))
                click.echo(words.phrase("web-open", path=str(door.path)))
                if opens:
                    await trio.to_thread.run_sync(webbrowser.open, door.path.as_uri())
                await ended.wait()
                await hub.end()
            nursery.cancel_scope.cancel()


async def _place(shown: AnyRequest | Path | None, hub: Hub, uploads: Uploads) -> str:
    """Open what shows at first; return the page's hash for it."""
    match shown:
        case None:
            return ""
        case Path():
            return f"#/replay/{uploads.lend(shown)}"
    table = await hub.open(replace(shown, attended=not shown.program))
    return f"#/table/{table.number}"
