"""The command that says what is wrong with this machine, its network and its relays."""

from __future__ import annotations

import sys

import click
import msgspec

from p2pgame.client.seat import checkup

from ..statuses import Status
from ..text import words
from . import running


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(as_json: bool) -> None:
    """Check what a game needs: versions, files, ports, router, relays.

    Says in words what is there, and what to do where something is wrong; asks your
    router and relays, for some seconds.  Exit status 1: something is wrong.
    """
    found = running.run(checkup.check_up)
    holds = all(one.ok for one in found)
    rows = [
        {
            "name": one.name,
            "ok": one.ok,
            "found": words.say(one.found),
            "remedy": None if one.remedy is None else words.say(one.remedy),
        }
        for one in found
    ]
    if as_json:
        click.echo(msgspec.json.encode({"ok": holds, "checks": rows}))
    else:
        for row in rows:
            mark = "ok   " if row["ok"] else "WRONG"
            click.echo(f"{mark}  {row['name']:10} {row['found']}")
            if row["remedy"] is not None:
                click.echo(f"       {'':10} {row['remedy']}")
    if not holds:
        sys.exit(Status.NOT_SO)
