"""The command that opens the page in the browser."""

from __future__ import annotations

import webbrowser
from functools import partial

import click
import trio

from p2pgame.client.profile import places
from p2pgame.client.world import World
from p2pgame.web.hub import open_hub
from p2pgame.web.server import listen, serving

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
    running.run(partial(_web, port, opens=not no_open))


async def _web(port: int | None, *, opens: bool) -> None:
    world = World.native()
    with leaving.heeded() as signals, trio.CancelScope() as scope:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(signals.heed)
            signals.opened(scope.cancel)
            folder = places.taken(places.home)
            async with (
                open_hub(world) as hub,
                serving(hub, listen(port), folder) as door,
            ):
                click.echo(words.phrase("web-open", path=str(door.path)))
                if opens:
                    await trio.to_thread.run_sync(webbrowser.open, door.path.as_uri())
                await trio.sleep_forever()
