"""The option that bounds what reading a stranger's file may take."""

from __future__ import annotations

import click

from p2pgame.client.transcripts import bounded

limit = click.option(
    "--limit",
    type=click.FloatRange(0, min_open=True),
    default=bounded.SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="How long checking one file may take; a process that needs longer, or more "
    f"than {bounded.MEMORY // 1024**3} GiB of memory, is stopped.",
)
