"""Read transcripts: check one, or tell its story."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
from rich.console import Console

from games.registry import KNOWN
from p2pgame.client.names import distinct
from p2pgame.client.profile.transcripts import Saved
from p2pgame.session import Refuted, Report
from p2pgame.session.lobby.events import (
    Assented,
    Completed,
    Ended,
    Happened,
    MovedFor,
    Overtaken,
    Said,
    Started,
    Stopped,
)
from p2pgame.session.table.verify import Unfinished, describe, events, read
from p2pgame.session.table.verify import verify as check

from . import words
from .telling import OVERTAKEN, Teller

#: No transcript is larger; of a larger file no more is read.
FILE_LIMIT = 64 * 1024 * 1024


def load(path: Path) -> bytes:
    """Return the bytes of a transcript.

    Raises:
      UsageError: It cannot be read.
    """
    try:
        with open(path, "rb") as file:  # not by its size: a device has none
            data = file.read(FILE_LIMIT + 1)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise click.UsageError(f"{path} can't be read: {reason}.") from None
    if len(data) > FILE_LIMIT:
        raise click.UsageError(f"{path} is too large to be a transcript.")
    return data


def report(path: Path) -> Report:
    """Verify a transcript.

    Raises:
      Refuted: Something in it is wrong.
    """
    data = load(path)
    console = Console(stderr=True)
    if not console.is_terminal:
        return check(data, KNOWN)
    with console.status("checking signatures") as status:
        return check(data, KNOWN, lambda n: status.update(f"{n} turns checked"))


def checked(saved: Saved) -> Report:
    """Check the transcript that a seat has written.

    If the seat checked its entries as they came, only the file's bytes are compared.

    Raises:
      Refuted: Something in it is wrong, or it is not what was written.
    """
    if saved.report is None:
        return report(saved.path)
    if load(saved.path) != saved.data:
        raise Refuted(f"{saved.path} is not what was written there: it was changed")
    return saved.report


def verified(report: Report) -> str:
    """Return what has been checked."""
    turns = "1 turn" if report.turns == 1 else f"{report.turns} turns"
    return (
        f"Verified: {', '.join(_names(report))} played {report.start.game.name}, "
        f"{turns} in {report.entries} signed entries, "
        f"every signature, proof and rule checked."
    )


def signed(report: Report) -> str:
    """Return how far all have signed what was played."""
    return words.sentence(str(report.signed))


def result(report: Report) -> str:
    return f"Result: {words.result(report.payoffs, _names(report))}."


def _names(report: Report) -> list[str]:
    return distinct([player.name for player in report.start.players])


def as_json(outcome: Report | Refuted) -> bytes:
    """Return the outcome for programs, as one JSON object."""
    if isinstance(outcome, Unfinished):
        told = {"ok": False, "error": words.told(outcome), "signed": outcome.signed}
        return msgspec.json.encode(told)
    if isinstance(outcome, Refuted):
        return msgspec.json.encode({"ok": False, "error": words.told(outcome)})
    players = [
        {"name": player.name, "identity": player.identity.hex(), "payoff": payoff}
        for player, payoff in zip(outcome.start.players, outcome.payoffs, strict=True)
    ]
    return msgspec.json.encode(
        {
            "ok": True,
            "game": outcome.start.game.name,
            "version": outcome.start.game.version,
            "options": msgspec.to_builtins(outcome.start.options),
            "players": players,
            "turns": outcome.turns,
            "entries": outcome.entries,
            "signed": outcome.signed,
        }
    )


def story(path: Path) -> Iterator[str]:
    """Yield a transcript's steps in words, each checked before it is told.

    Raises:
      Refuted: The file is damaged.
    """
    table = read(load(path), KNOWN)
    teller: Teller | None = None
    for event in events(table):
        match event:
            case Started(start, seat):
                teller = Teller(start, seat)
                yield teller.opening()
            case Happened() if teller is not None:
                yield "\n".join([*teller.lines(event), teller.table(event.view)])
            case Ended(payoffs) if teller is not None:
                yield teller.result(payoffs)
            case Assented() | Said() | MovedFor() if teller is not None:
                yield teller.said(event)
            case Overtaken():
                yield words.say(OVERTAKEN)
            case Completed():
                yield "Everybody has signed the end."
            case Stopped(misbehaviour):
                yield describe(table, misbehaviour, words.told(misbehaviour))
    if not table.complete:
        yield "The file ends here; not everybody has signed an end."
