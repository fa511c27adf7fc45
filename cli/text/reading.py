"""Reads transcripts: checks one, or tells its whole story."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console

from p2pgame.client import events as e
from p2pgame.client.transcripts import folders

from . import findings, words
from .telling import Teller


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


def story(events: Iterable[e.AnyEvent]) -> Iterator[str]:
    """Yield the steps of a transcript in words."""
    begun: e.Begun | None = None
    for event in events:
        begun = event if isinstance(event, e.Begun) else begun
        told = step(event, begun)
        if told:
            yield told


def step(event: e.AnyEvent, begun: e.Begun | None) -> str:
    """Return one step in words, with the table where it has changed."""
    teller = None if begun is None else Teller(begun)
    match event:
        case e.Happened(messages, view) if teller is not None:
            return "\n".join([*teller.lines(messages), teller.table(view)])
        case (
            e.Begun(message=message)
            | e.Ended(_, message)
            | e.Chat(_, _, message)
            | e.Proposed(_, _, message)
            | e.Nudged(_, message)
            | e.MovedFor(_, _, message)
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
