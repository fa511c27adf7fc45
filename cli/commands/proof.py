"""The command that checks evidence: who did what against the rules of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from p2pgame.client.checking import Fault, Unproven, deed, evidence_in
from p2pgame.engine import Message

from ..text import words
from . import options

#: What each fault is, after a name.
_DID = {
    Fault.FORK: "did-fork",
    Fault.PAYLOAD: "did-payload",
    Fault.SEEN: "did-seen",
    Fault.ALLOWANCE: "did-allowance",
    Fault.ENCODING: "did-encoding",
    Fault.PROOF: "did-proof",
    Fault.OPENING: "did-opening",
    Fault.RULES: "did-rules",
    Fault.END: "did-end",
    Fault.CHECKPOINT: "did-checkpoint",
}


@click.command()
@click.argument("file", type=options.TranscriptFile())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def evidence(file: Path, as_json: bool) -> None:
    """Check evidence: who cheated in a game, and how, from signed words alone."""
    try:
        proven = evidence_in(file)
    except Unproven as unproven:
        if not as_json:
            shown = words.phrase("shows-nothing", why=str(unproven))
            raise click.ClickException(shown) from None
        click.echo(msgspec.json.encode({"ok": False, "error": str(unproven)}))
        sys.exit(1)
    click.echo(_as_json(proven) if as_json else _told(proven))


def _told(proven: Any) -> str:
    return words.phrase(
        "shown-cheating",
        name=proven.name,
        key=str(proven.author),
        did=Message.of(_DID[proven.fault]),
        fault=str(proven.fault),
        done=deed(proven),
        entries=proven.entries,
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
