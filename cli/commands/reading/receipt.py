"""The command that signs receipts of finished games, and checks and compares them."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from p2pgame.client.answers import ReceiptsChecked
from p2pgame.client.transcripts import bounded, certificates
from p2pgame.client.transcripts.certificates import BAD
from p2pgame.engine.exact_json import encode

from ...statuses import Status
from ...text import words
from ...text.printing import print_text
from .. import options
from . import limits

_FILE = click.Path(path_type=Path)


@click.command()
@options.rules
@click.argument("file", type=options.TranscriptFile())
@click.argument("other", type=options.TranscriptFile(), required=False)
@click.option(
    "--write", "new", type=_FILE, help="Sign a receipt of the transcript FILE, here."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@limits.limit
def receipt(
    file: Path, other: Path | None, new: Path | None, as_json: bool, limit: float
) -> None:
    """Check a receipt: a player's own signed result of a game.

    With --write FILE is a transcript, and you sign a receipt of it with your key.
    With OTHER, which is another receipt or a transcript, say whether they fit.

    Exit status 1: two receipts convict whoever signed both, or the transcript does not
    say what the receipt does; 2: a file is no receipt.
    """
    reads = bounded.within(limit)
    if new is None:
        checked = certificates.check(file, other, reads)
    elif other is None:
        checked = certificates.write(file, new, reads)
    else:
        raise click.UsageError(words.phrase("receipt-write-one"))
    if as_json:
        click.echo(_as_json(checked))
    else:
        for line in _lines(checked):
            print_text(line)
    if checked.verdict in BAD:
        sys.exit(Status.NOT_SO)


def _lines(checked: ReceiptsChecked) -> list[str]:
    said = [words.say(one.message, one.names) for one in checked.receipts]
    if checked.verdict == "same":
        del said[1:]
    return said if checked.message is None else [*said, words.say(checked.message)]


def _as_json(checked: ReceiptsChecked) -> bytes:
    receipts = [
        {
            "identity": one.identity,
            "table": one.table,
            "game": one.game,
            "version": one.version,
            "players": [
                {"identity": player, "payoff": payoff}
                for player, payoff in zip(one.players, one.payoffs, strict=True)
            ],
            "unaudited": one.unaudited,
        }
        for one in checked.receipts
    ]
    ok = checked.verdict not in BAD
    return encode({"ok": ok, "verdict": checked.verdict, "receipts": receipts})
