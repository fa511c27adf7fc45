"""Says what is in transcripts: what a check has shown, or the whole story."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console

from p2pgame.client import checking
from p2pgame.client import events as e
from p2pgame.client.checking import NotFinished
from p2pgame.client.errors import ClientError
from p2pgame.client.narration import outcome
from p2pgame.engine.exact_json import encode

from . import words
from .telling import Teller


def verified(path: Path) -> e.Verified:
    """Verify a transcript, with a count of turns on a terminal.

    Raises:
      NotVerified: Something in it is wrong.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        return checking.verify(path)
    with console.status(words.phrase("checking-signatures")) as status:
        return checking.verify(
            path,
            lambda turns: status.update(words.phrase("turns-checked", turns=turns)),
        )


def lines(verified: e.Verified) -> list[str]:
    """Return what has been checked, how far all have signed it, and the result."""
    return [
        words.say(verified.message),
        _signed(verified),
        *_audit(verified),
        words.phrase("result", result=_outcome(verified)),
    ]


def result(verified: e.Verified) -> str:
    """Return the result in one line, and what could not be audited."""
    return " ".join([f"{_outcome(verified)}.", *_audit(verified)])


def _signed(verified: e.Verified) -> str:
    turns, hands = verified.signed_turns, verified.signed_hands
    if hands:
        return words.phrase("all-signed-hands", turns=turns, hands=hands)
    return words.phrase("all-signed", turns=turns)


def _audit(verified: e.Verified) -> list[str]:
    names = [player.name for player in verified.players]
    return [] if verified.audit is None else [words.say(verified.audit, names)]


def _outcome(verified: e.Verified) -> str:
    names = [player.name for player in verified.players]
    return words.say(outcome(verified.payoffs), names)


def as_json(found: e.Verified | ClientError) -> bytes:
    """Return the outcome for programs, as one JSON object."""
    if isinstance(found, NotFinished):
        told = {"ok": False, "error": str(found), "signed": found.signed}
        return encode(told)
    if isinstance(found, ClientError):
        return encode({"ok": False, "error": str(found)})
    players = [
        {"name": player.name, "identity": player.identity, "payoff": payoff}
        for player, payoff in zip(found.players, found.payoffs, strict=True)
    ]
    return encode(
        {
            "ok": True,
            "game": found.game,
            "version": found.version,
            "options": found.options,
            "players": players,
            "turns": found.turns,
            "entries": found.entries,
            "signed": {"turns": found.signed_turns, "hands": found.signed_hands},
            "unaudited": found.unaudited,
        }
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
        case e.Finished(error):
            whole = words.phrase("end-signed")
            return whole if error is None else words.say(error)
    return ""
