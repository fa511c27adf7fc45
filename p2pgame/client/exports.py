"""Writes transcripts in other notations, which other programs read."""

from __future__ import annotations

import csv
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Literal, TypeAlias

from . import folders
from .answers import Exported
from .checking import transcript_in
from .errors import InvalidRequest
from .events import Verified
from .replaying import game_of

Format: TypeAlias = Literal["pgn", "csv"]

#: A spreadsheet takes a text that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def export(file: str, format: Format) -> Exported:
    """Return a transcript as ``pgn`` (chess), or its results as ``csv``.

    Raises:
      NotVerified: It does not hold.
      ClientError: It can't be read, or is of another game.
    """
    path = Path(file)
    match format:
        case "pgn":
            text = pgn(path)
        case "csv":
            text = results(folders.verify(path))
    return Exported(f"{path.stem}.{format}", format, text)


def pgn(path: Path) -> str:
    """Return a transcript of chess as PGN.

    A transcript has no clock, so the tag Date is the day when its file was written.

    Raises:
      NotVerified: It does not hold.
      InvalidRequest: It is not of chess.
    """
    played = game_of(transcript_in(path))
    name = "?" if played is None else played.game.name
    if played is None or name != "chess":
        raise InvalidRequest("not-of-chess", game=name)
    from games.chess.pgn import write  # its library is an extra

    first = played.game.setup(len(played.names), played.options)
    day = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y.%m.%d")
    tags = {"Date": day, "White": played.names[0], "Black": played.names[1]}
    return write(first, played.made, tags, drawn=played.drawn)


def results(found: Verified) -> str:
    """Return who got what, a line for each seat."""
    text = StringIO()
    rows = csv.writer(text)
    rows.writerow(("game", "version", "table", "seat", "name", "identity", "payoff"))
    payoffs = found.payoffs or ("",) * len(found.players)
    for seat, (player, payoff) in enumerate(
        zip(found.players, payoffs, strict=True), 1
    ):
        rows.writerow(
            (
                *(found.game, found.version, found.table, seat),
                *(_cell(player.name), player.identity, payoff),
            )
        )
    return text.getvalue()


def _cell(text: str) -> str:
    """Return a peer's text as no spreadsheet computes it."""
    return f"'{text}" if text.startswith(_FORMULA) else text
