"""The command that checks evidence: who did what against the rules of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from p2pgame.client.checking import Fault, Unproven, deed, evidence_in

from ..text import words

#: What each fault is, after a name.
_DID = {
    Fault.FORK: "said two things in one place",
    Fault.PAYLOAD: "signed what makes no sense",
    Fault.SEEN: "named what nobody may name",
    Fault.ALLOWANCE: "said more than a transcript has room for",
    Fault.ENCODING: "sent a message that is no message",
    Fault.PROOF: "gave a proof that proves nothing",
    Fault.OPENING: "opened something else than was sealed",
    Fault.RULES: "broke the rules",
    Fault.END: "signed an end that the game did not have",
    Fault.CHECKPOINT: "signed a state that the game did not have",
}


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def evidence(file: Path, as_json: bool) -> None:
    """Check evidence: who cheated in a game, and how, from signed words alone."""
    try:
        proven = evidence_in(file)
    except Unproven as unproven:
        if not as_json:
            raise click.ClickException(f"This shows nothing: {unproven}.") from None
        click.echo(msgspec.json.encode({"ok": False, "error": str(unproven)}))
        sys.exit(1)
    click.echo(_as_json(proven) if as_json else _told(proven))


def _told(proven: Any) -> str:
    count = "1 signed entry" if proven.entries == 1 else f"{proven.entries} entries"
    return (
        f"Shown: {proven.name} cheated. Whoever plays by the key {proven.author} "
        f"{_DID[proven.fault]} ({proven.fault}): {_done(proven)}. That follows from "
        f"the {count} in this file, every signature and proof checked."
    )


def _as_json(proven: Any) -> bytes:
    return msgspec.json.encode(
        {
            "ok": True,
            "name": proven.name,
            "author": proven.author,
            "fault": proven.fault,
            "text": _done(proven),
            "entries": proven.entries,
        }
    )


def _done(proven: Any) -> str:
    return words.say(deed(proven))
