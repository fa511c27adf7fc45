"""Writes transcripts in other notations, which other programs read."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Literal, TypeAlias

from p2pgame.engine import Seated, start
from p2pgame.workers import Hear

from ..answers import Exported
from ..errors import InvalidRequest
from ..events import Verified
from ..words import title_of
from . import folders
from .bounded import Reads, here
from .checking import transcript_in
from .replaying import Game, game_of

Format: TypeAlias = Literal["pgn", "pdn", "phh", "csv"]

#: A spreadsheet takes a text that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def export(file: str, format: Format, reads: Reads = here) -> Exported:
    """Return a transcript in a notation that other programs read.

    Chess has ``pgn``, checkers ``pdn``, hold'em ``phh``, and all results ``csv``.

    ``reads`` works on the moves of a game, within bounds or without.

    Raises:
      NotVerified: It does not hold.
      ClientError: It can't be read, or is of another game.
    """
    path = Path(file)
    match format:
        case "pgn":
            text = reads(path, _pgn, path)
        case "pdn":
            text = reads(path, _pdn, path)
        case "phh":
            hands = reads(path, _phh, path)
            if len(hands) > 1:  # a file of several has them in numbered tables
                numbered = (f"[{n}]\n{hand}" for n, hand in enumerate(hands, 1))
                return Exported(f"{path.stem}.phhs", format, "\n".join(numbered))
            text = hands[0]
        case "csv":
            text = results(folders.verify(path))
    return Exported(f"{path.stem}.{format}", format, text)


def _phh(path: Path, hear: Hear) -> list[str]:
    """Return each hand of a transcript of hold'em as PHH: those that are over."""
    played = _played(path, "holdem")
    from p2pgame.games.poker.phh import write  # not for other exports

    first = start(played.game, len(played.names), played.options).state
    hands = write(first, zip(played.made, played.told, strict=True), played.names)
    if not hands:
        raise InvalidRequest("phh-no-hand")
    return hands


def _pgn(path: Path, hear: Hear) -> str:
    played = _played(path, "chess")
    from p2pgame.games.chess.pgn import write  # its library is an extra

    return _noted(path, played, ("White", "Black"), write)


def _pdn(path: Path, hear: Hear) -> str:
    played = _played(path, "checkers")
    from p2pgame.games.checkers_pdn import write  # not for other exports

    return _noted(path, played, ("Black", "White"), write)


def _played(path: Path, game: str) -> Game:
    """Return the game of a transcript.

    Raises:
      NotVerified: It does not hold.
      InvalidRequest: It is of another game.
    """
    played = game_of(transcript_in(path))
    name = "?" if played is None else played.game.name
    if played is None or name != game:
        raise InvalidRequest("not-of-game", game=name, wanted=title_of(game))
    return played


def _noted(
    path: Path, played: Game, sides: Sequence[str], write: Callable[..., str]
) -> str:
    """Return a game of two in a notation whose tags name its ``sides``.

    A transcript has no clock, so the tag Date is the day when its file was written.
    """
    first = played.game.setup(len(played.names), played.options)
    tags = {"Date": _day(path), **dict(zip(sides, played.names, strict=True))}
    # A player who leaves forfeits the game: that is its end, and no event of the rules.
    made = [event for event in played.made if not isinstance(event, Seated)]
    return write(first, made, tags, game=played.game, payoffs=played.payoffs)


def _day(path: Path) -> str:
    return datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y.%m.%d")


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
