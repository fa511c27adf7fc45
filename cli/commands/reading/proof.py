"""The command that checks evidence: who did what against the rules of a game."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from p2pgame.client.answers import EvidenceChecked
from p2pgame.client.errors import RulesContradict, RulesNotHere
from p2pgame.client.events import Player
from p2pgame.client.names import fingerprint
from p2pgame.client.transcripts import bounded
from p2pgame.client.transcripts.evidence import Fault, Unproven, check
from p2pgame.engine import Message
from p2pgame.engine.exact_json import encode

from ...statuses import Status
from ...text import findings, words
from ...text.printing import print_text
from .. import options
from . import limits

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


_UNJUDGED = {
    RulesContradict: Status.RULES_CONTRADICT,
    RulesNotHere: Status.RULES_NOT_HERE,
}


@click.command()
@options.rules
@click.argument("file", type=options.TranscriptFile())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@limits.limit
def evidence(file: Path, as_json: bool, limit: float) -> None:
    """Check evidence: who cheated in a game, and how, from signed words alone.

    Exit status 1: it shows nothing; 2: it is no evidence; 3: the rules of its game are
    not here; 4: these rules contradict themselves, and convict nobody.
    """
    try:
        proven = check(file, bounded.within(limit))
    except Unproven as unproven:
        if not as_json:
            shown = words.phrase("shows-nothing", why=str(unproven))
            raise click.ClickException(shown) from None
        click.echo(encode({"ok": False, "error": str(unproven)}))
        sys.exit(Status.NOT_SO)
    except (RulesContradict, RulesNotHere) as error:
        if not as_json:
            raise
        click.echo(findings.as_json(error))
        sys.exit(_UNJUDGED[type(error)])
    if as_json:
        click.echo(_as_json(proven))
        return
    for line in findings.with_local([_told(proven)], proven.local, [proven.name]):
        print_text(line)


def _told(proven: EvidenceChecked) -> str:
    return words.phrase(
        "shown-cheating",
        key=fingerprint(proven.identity),
        name=proven.name,
        author=proven.author,
        did=Message.of(_DID[Fault(proven.fault)]),
        fault=proven.fault,
        done=proven.message,
        entries=proven.entries,
    )


def _as_json(proven: EvidenceChecked) -> bytes:
    return encode(
        {
            "ok": True,
            **findings.person(Player(proven.name, proven.identity)),
            "author": proven.author,
            "fault": proven.fault,
            "text": words.say(proven.message),
            "entries": proven.entries,
            "local": findings.known(proven.local, [proven.name]),
        }
    )
