"""Programs that play at a table on this machine, each in a process of its own.

They are started like a guest's program would be, and come in over loopback.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import click
import trio

from p2pgame.client.profile import places
from p2pgame.transport.finding.invite import Invite

HOST = "127.0.0.1"

#: How to start our own program.  -P keeps the current folder off its import path:
#: a ``cli.py`` or ``games.py`` there must not run in its place.
PROGRAM = (sys.executable, "-P", "-m", "cli")


@contextmanager
def _leash(invite: Invite) -> Iterator[IO[bytes]]:
    """Yield an input with the invite, which then ends when we do, however we end."""
    theirs, ours = os.pipe()
    with open(theirs, "rb") as stdin, open(ours, "wb", buffering=0) as leash:
        leash.write(f"{invite.encode()}\n".encode())
        yield stdin


async def guest(invite: Invite, name: str, home: Path) -> None:
    """Run a guest; the invite goes by its standard input, where nobody sees it.

    All it keeps is in ``home``, and what is there it goes on with.
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
        raise click.ClickException(": ".join([f"{name}'s program has failed", *words]))
