"""A whole table on this machine: every seat a peer process of its own.

This process opens the table and sits in the first seat; the others are started
like a guest's program would be, and come in over loopback.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click
import trio

from p2pgame.session import Offer
from p2pgame.transport.invite import Invite

from . import sitting
from .sitting import Seat

HOST = "127.0.0.1"


async def play(
    seat: Seat, offer: Offer, bots: int, invited: Callable[[Invite], None]
) -> Path:
    """Play at a local table where ``bots`` programs take seats.

    ``invited`` is given the invite, if seats are left for people.  Returns the
    transcript's path.
    """
    with tempfile.TemporaryDirectory(prefix="p2pgame-") as home:
        async with trio.open_nursery() as nursery:

            def opened(invite: Invite) -> None:
                for number in range(1, bots + 1):
                    nursery.start_soon(_guest, invite, f"Bot {number}", Path(home))
                if bots < offer.seats - 1:
                    invited(invite)

            return await sitting.host(seat, offer, (HOST, 0), _address, opened)
    raise AssertionError("the nursery does not swallow exceptions")


def _address(port: int) -> tuple[str, ...]:
    return (f"{HOST}:{port}",)


@contextmanager
def _leash(invite: Invite) -> Iterator[IO[bytes]]:
    """Yield an input with the invite, which then ends when we do, however we end."""
    theirs, ours = os.pipe()
    with open(theirs, "rb") as stdin, open(ours, "wb", buffering=0) as leash:
        leash.write(f"{invite.encode()}\n".encode())
        yield stdin


async def _guest(invite: Invite, name: str, home: Path) -> None:
    """Run a guest; the invite goes by its standard input, where nobody sees it."""
    options = ["--bot", "--name", name, "--transcript", str(home / f"{name}.p2pgame")]
    with _leash(invite) as stdin:
        done = await trio.run_process(
            [sys.executable, "-m", "cli", "join", "-", "--leashed", *options],
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "P2PGAME_HOME": str(home / name)},
            check=False,
            capture_stderr=True,
            process_group=0,  # Ctrl-C is for the person; a guest is told by us
        )
    if done.returncode != 0:
        words = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise click.ClickException(": ".join([f"{name}'s program has failed", *words]))
