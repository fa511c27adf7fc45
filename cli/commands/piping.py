"""The command that speaks the client's protocol, for programs in any language."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import click
import trio

from p2pgame.client.json_lines import LINE_LIMIT
from p2pgame.client.pipe import serve

from . import running


@click.command(name="pipe")
@click.option(
    "--sentences",
    is_flag=True,
    help="Give each message its sentence, too, in the language of --lang.",
)
def pipe(sentences: bool) -> None:
    """Play by lines of JSON: requests and commands in, events out.

    The first line of standard input is a request, such as
    {"command": "join", "invite": "P2PGAME:…"}, and commands follow.  docs/client.md has
    them all.
    """
    running.run(lambda: serve(_lines(), _write, sentences=sentences))


async def _lines() -> AsyncIterator[bytes]:
    """Yield the lines of standard input; one that is too long in pieces."""
    async with await trio.open_file(0, "rb", buffering=0, closefd=False) as file:
        rest = b""
        while True:
            while (end := rest.find(b"\n")) >= 0 or len(rest) > LINE_LIMIT:
                end = len(rest) if end < 0 else end
                line, rest = rest[:end], rest[end + 1 :]
                yield line
            read = await trio.to_thread.run_sync(
                file.wrapped.read, 65536, abandon_on_cancel=True
            )
            if not read:
                break
            rest += read
        if rest:
            yield rest


async def _write(line: bytes) -> None:
    await trio.to_thread.run_sync(_write_whole, line)


def _write_whole(line: bytes) -> None:
    while line:
        line = line[os.write(1, line) :]
