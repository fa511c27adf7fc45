"""Reads transcripts: checks one, or tells its whole story."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console

from p2pgame.client import events as e
from p2pgame.client.transcripts import folders

from . import findings, words
from .cards import aloud, has_signs, symbols
from .telling import Ink, Teller

#: The widest and the highest that a table is drawn.
_WIDEST, _HIGHEST = 80, 24


def verified(path: Path, seconds: float, given: Sequence[Path] = ()) -> e.Verified:
    """Verify a transcript in so many seconds, with a count of turns on a terminal.

    Other parts of it may be ``given``.

    Raises:
      ClientError: It does not hold, or can't be checked.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        return folders.verify(path, seconds=seconds, given=given)
    with console.status(words.phrase("checking-signatures")) as status:
        return folders.verify(
            path,
            lambda turns: status.update(words.phrase("turns-checked", turns=turns)),
            seconds,
            given,
        )


def story(events: Iterable[e.AnyEvent], ink: Ink | None = None) -> Iterator[str]:
    """Yield the steps of a transcript in words, the table as :func:`step` shows it."""
    begun: e.Begun | None = None
    for event in events:
        begun = event if isinstance(event, e.Begun) else begun
        told = step(event, begun, ink)
        if told:
            yield told


def step(event: e.AnyEvent, begun: e.Begun | None, ink: Ink | None = None) -> str:
    """Return one step in words, with the table where it has changed.

    The table is drawn with what ``ink`` has of signs; without it, it is told in
    sentences.
    """
    teller = None if begun is None else Teller(begun, _cards(ink))
    match event:
        case e.Happened(messages, view) if teller is not None:
            return "\n".join([*teller.lines(messages), *_table(teller, view, ink)])
        case e.MovedFor(_, _, message) if teller is not None:
            return teller.of_game(message)
        case (
            e.Begun(message=message)
            | e.Ended(_, message)
            | e.Chat(_, _, message)
            | e.Proposed(_, _, message)
            | e.Nudged(_, message)
            | e.Overtaken(message)
            | e.Accused(_, message)
            | e.ForkShown(message=message)
            | e.KnownForker(message=message)
            | e.RulesBroken(message)
        ):
            return words.say(message) if teller is None else teller.say(message)
        case e.Verified():
            return "\n".join(findings.lines(event))
        case e.Finished(error):
            whole = words.phrase("end-signed")
            return whole if error is None else words.say(error)
    return ""


def _cards(ink: Ink | None) -> Callable[[str], str]:
    """Return what writes the cards in a line: with signs, where these can be shown."""
    if ink is None:
        return aloud
    return symbols if ink.symbols and has_signs(sys.stdout.encoding) else str


def _table(teller: Teller, view: e.View, ink: Ink | None) -> Iterator[str]:
    """Yield the lines of the table as people see it in the game, without colours."""
    if ink is None:
        yield from teller.aloud(view)
        return
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    for row in teller.draw(view, None, ink._replace(colours=False), width, _HIGHEST):
        yield "".join(span.text for span in row).rstrip()
