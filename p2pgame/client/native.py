"""Connects a client with this machine: its WebSockets, and programs that it starts.

A program at a table of this machine is started as a guest's would be, and comes in over
loopback.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

import trio

from p2pgame.transport import listening, websocket
from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.reception import ListenerConfig, Recogniser

from .errors import ClientError
from .profile import places

#: How to start our own program.  -P keeps the current folder off its import path:
#: a ``cli.py`` or ``games.py`` there must not run in its place.
PROGRAM = (sys.executable, "-P", "-m", "cli")


async def dial(host: str, port: int, *, path: str = "/") -> Link:
    """Connect to a listener; raises as :func:`.websocket.connect`."""
    return await websocket.connect(host, port, path=path)


async def listen(
    host: str | None,
    port: int,
    handler: Callable[[Link], Awaitable[None]],
    *,
    callers: Recogniser | None = None,
    task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Listen for ``callers`` until cancelled; raises as :func:`.listening.serve`."""
    config = ListenerConfig(
        listening.LINKS_LIMIT, listening.HANDSHAKES_LIMIT, callers=callers
    )
    refused: TransportError | None = None
    async with trio.open_nursery() as nursery:
        try:
            serve = partial(listening.serve, config=config)
            bound = await nursery.start(serve, host, port, handler)
        except TransportError as error:
            refused = error  # outside of the nursery, which would make it a group
        else:
            task_status.started(int(bound[0][1]))
    if refused is not None:
        raise refused


@contextmanager
def _leash(invite: str) -> Iterator[IO[bytes]]:
    """Yield an input with the invite, which then ends when we do, however we end."""
    theirs, ours = os.pipe()
    with open(theirs, "rb") as stdin, open(ours, "wb", buffering=0) as leash:
        leash.write(f"{invite}\n".encode())
        yield stdin


async def spawn(invite: str, name: str, home: Path) -> None:
    """Run a guest; the invite goes by its standard input, where nobody sees it.

    All it keeps is in ``home``, and what is there it goes on with.

    Raises:
      ClientError: It has failed.
    """
    with suppress(FileExistsError):
        places.make(home)
    options = ["--bot", "--name", name, "--transcript", str(home / "transcript")]
    with _leash(invite) as stdin:
        done = await trio.run_process(
            [*PROGRAM, "join", "-", "--leashed", *options],
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "P2PGAME_HOME": str(home)},
            check=False,
            capture_stderr=True,
            process_group=0,  # Ctrl-C is for the person; a guest is told by us
        )
    if done.returncode != 0:
        words = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise ClientError("program-failed", name=name, why=(words or ["?"])[0])
