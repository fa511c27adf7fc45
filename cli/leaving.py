"""Leaving a table before its game is over, on purpose or because one has to."""

from __future__ import annotations

import signal
from contextlib import suppress
from typing import IO

import click
import trio

from .keyboard import read_line


class Left(Exception):
    """The person has left the table."""


class Farewell(click.ClickException):
    """Somebody has left the table; no error, but no finished game either."""

    exit_code = 130

    def show(self, file: IO[str] | None = None) -> None:
        click.echo(self.message, err=True)


async def heed_leash() -> None:
    """Leave the table when standard input ends."""
    with suppress(EOFError):
        while True:
            await trio.to_thread.run_sync(read_line, abandon_on_cancel=True)
    raise Left


async def heed_signals() -> None:
    """Leave the table when somebody ends the program."""
    wanted = ("SIGINT", "SIGTERM", "SIGHUP")
    signals = [getattr(signal, name) for name in wanted if hasattr(signal, name)]
    with trio.open_signal_receiver(*signals) as received:
        async for _ in received:
            raise Left
