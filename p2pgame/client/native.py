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

from p2pgame.transport import ports, websocket
from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.listener import listening
from p2pgame.transport.listener.reception import ListenerConfig, Recogniser

from .errors import ClientError
from .profile import places, rules_files
from .profile.ticket import Guest

#: How to start our own program.  -P keeps the current folder off its import path:
#: a ``cli.py`` or ``games.py`` there must not run in its place.
PROGRAM = (sys.executable, "-P", "-m", "p2pgame")
#: How a line begins in which a guest tells its host why a move was not its own.
COMPLAINT = "agent: "
#: Seconds for a name to be looked up.
RESOLVE_WITHIN = 3.0


async def dial(host: str, port: int, *, path: str = "/") -> Link:
    """Connect to a listener; raises as :func:`.websocket.connect`."""
    return await websocket.connect(host, port, path=path)


async def resolve(host: str, port: int) -> tuple[str, ...]:
    """Look up a name; raises as :class:`.world.Resolve`."""
    with trio.move_on_after(RESOLVE_WITHIN):
        try:
            return await ports.resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise TransportError(f"{host} is not known.") from error
    raise TransportError(f"{host} could not be looked up in time.")


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
def _leash() -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """Yield an input, which ends when we do, however we end, and what goes in there."""
    theirs, ours = os.pipe()
    with open(theirs, "rb") as stdin, open(ours, "wb", buffering=0) as leash:
        yield stdin, leash


async def spawn(
    invite: str,
    guest: Guest,
    home: Path,
    ready: Callable[[], Awaitable[None]],
    tell: Callable[[str], None],
) -> None:
    """Run a guest; the invite goes by its standard input, where nobody sees it.

    It starts at once, and gets the invite when ``ready`` returns, so that guests take
    their seats in order.  All it keeps is in ``home``, and what is there it goes on
    with.

    Raises:
      ClientError: It has failed.
    """
    with suppress(FileExistsError):
        places.make(home)
    options = ["--bot", "--name", guest.name, "--transcript", str(home / "transcript")]
    if guest.agent is not None:
        options += ["--agent", guest.agent]
    options += ["--pace", f"{guest.pace}"]
    with _leash() as (stdin, leash):
        async with trio.open_nursery() as nursery:
            start = partial(
                trio.run_process,
                [*PROGRAM, "join", "-", "--leashed", *options],
                stdin=stdin,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={
                    **os.environ,
                    **rules_files.passed_on(),
                    "P2PGAME_HOME": str(home),
                },
                check=False,
                process_group=0,  # Ctrl-C is for the person; a guest is told by us
            )
            child: trio.Process = await nursery.start(start)
            nursery.start_soon(_admit, invite, leash, ready)
            last = await _complaints(child, tell)
            status = await child.wait()
            nursery.cancel_scope.cancel()
    if status != 0:
        raise ClientError("program-failed", name=guest.name, why=last or "?")


async def _admit(
    invite: str, leash: IO[bytes], ready: Callable[[], Awaitable[None]]
) -> None:
    await ready()
    with suppress(BrokenPipeError):  # it has failed: its last words say why
        leash.write(f"{invite}\n".encode())


async def _complaints(child: trio.Process, tell: Callable[[str], None]) -> str:
    """Tell what a guest complains of; return its last words."""
    assert child.stderr is not None
    rest, last = b"", ""
    async for data in child.stderr:
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            last = line.decode(errors="replace").strip()
            if last.startswith(COMPLAINT):
                tell(last.removeprefix(COMPLAINT))
    return rest.decode(errors="replace").strip() or last
