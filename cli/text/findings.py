"""Says what checking a file has shown: in lines for people, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from p2pgame.client import events as e
from p2pgame.client.errors import (
    ClientError,
    NotVerified,
    RulesContradict,
    RulesNotHere,
)
from p2pgame.client.events import LocalFact
from p2pgame.client.names import fingerprint
from p2pgame.client.telling.phrases import outcome, seats_named
from p2pgame.engine import Message
from p2pgame.engine.exact_json import encode

from . import words

#: Errors of a file whose signatures hold, and of which nobody can judge the rest.
_UNJUDGED = (RulesContradict, RulesNotHere)


def lines(verified: e.Verified) -> list[str]:
    """Return what was checked, who has gone, how far all have signed, the result."""
    names = [player.name for player in verified.players]
    told = [words.say(verified.message), *players(verified.players)]
    told += [words.say(message, names) for message in _signed_and_gone(verified)]
    told += times_told(verified)
    if verified.payoffs:
        told.append(words.phrase("result", result=_outcome(verified)))
    return with_local(told, verified.local, names)


def times_told(verified: e.Verified, *, slow: bool = False) -> list[str]:
    """Return what players say of each other's time; ``slow``: of too much alone."""
    names = [player.name for player in verified.players]
    said = (one for one in verified.times if one.slow or not slow)
    return [words.say(message, names) for one in said for message in one.messages]


def with_local(
    told: Sequence[str], local: Sequence[LocalFact], names: Sequence[str]
) -> list[str]:
    """Return lines with what this machine knows: what warns first, the rest last."""
    warnings = [words.say(fact.message, names) for fact in local if fact.warns]
    others = [words.say(fact.message, names) for fact in local if not fact.warns]
    head = [words.phrase("known-here")] if others else []
    return [*warnings, *told, *head, *(f"  {line}" for line in others)]


def not_fair(error: NotVerified) -> list[str]:
    """Return what is known of a transcript that is not fair, or that nobody can judge.

    What is wrong with it is not among these lines.
    """
    about, told = error.outlined, list[str]()
    seated = () if about is None else about.players
    if about is not None and isinstance(error, _UNJUDGED):
        told.append(words.phrase("outlined", entries=about.entries))
    if about is not None and about.rules:
        told.append(
            words.phrase("outlined-rules", game=about.game, fingerprint=about.rules)
        )
    told += players(seated)
    return with_local(told, error.local, [player.name for player in seated])


def players(seated: Sequence[e.Player]) -> Iterator[str]:
    """Yield who played, by the keys, and what each calls itself."""
    if seated:
        yield words.phrase("names-are-words")
    for player in seated:
        key, program = fingerprint(player.identity), int(player.is_program)
        shown = words.phrase(
            "player-by-key", key=key, name=player.name, program=program
        )
        yield f"  {shown}"


def result(verified: e.Verified) -> str:
    """Return the result in one line, who has gone, and what was not audited."""
    names = [player.name for player in verified.players]
    if verified.unfinished is not None:
        return words.phrase("unfinished", why=verified.unfinished)
    told = [f"{_outcome(verified)}."]
    told += [words.say(one.message, names) for one in verified.absences.departed]
    if verified.audit is not None and verified.audit.unaudited:
        told.append(words.say(verified.audit.messages[-1], names))
    return " ".join(told)


def _signed_and_gone(verified: e.Verified) -> Iterator[Message]:
    if verified.signed is not None:
        yield verified.signed.message
    absences = verified.absences
    for one in absences.departed:
        yield one.message
    if any(not one.left for one in absences.departed):
        yield Message.of("silence-unproved")
    if absences.forfeited:
        gone = tuple(one.seat for one in absences.departed)
        yield Message.of("gone-forfeited", players=seats_named(gone))
    for seat, count in enumerate(absences.moved_for):
        if count:
            yield Message.by("moves-made-for", seat, count=count)
    yield from () if verified.audit is None else verified.audit.messages


def _outcome(verified: e.Verified) -> str:
    names = [player.name for player in verified.players]
    return words.say(outcome(verified.payoffs), names)


def as_json(found: e.Verified | ClientError) -> bytes:
    """Return the outcome for programs, as one JSON object."""
    return encode(told(found))


def told(found: e.Verified | ClientError) -> dict[str, Any]:
    """Return the outcome for programs."""
    if isinstance(found, e.Verified):
        return _verified(found)
    error = {"ok": False, "verdict": _verdict(found), "error": str(found)}
    if not isinstance(found, NotVerified):
        return error
    about = found.outlined
    if about is None:
        return {**error, "local": known(found.local, ())}
    return {
        **error,
        "table": about.table,
        "game": about.game,
        "version": about.version,
        "players": [_player(player) for player in about.players],
        **_rules(about),
        "entries": about.entries,
        "local": known(found.local, [player.name for player in about.players]),
    }


def _verdict(found: ClientError) -> str:
    if isinstance(found, RulesNotHere):
        return "rules-not-here"
    if isinstance(found, RulesContradict):
        return "rules-contradict"
    return "not-fair" if isinstance(found, NotVerified) else "not-checked"


def _rules(found: e.Verified | e.Outlined) -> dict[str, str]:
    """Return the fingerprint of rules that do not come with p2pgame, or nothing."""
    return {"rules": found.rules} if found.rules else {}


def _verified(found: e.Verified) -> dict[str, Any]:
    names = [player.name for player in found.players]
    signed, audit, absences = found.signed, found.audit, found.absences
    lacking = {}
    if found.unfinished is not None:
        lacking = {"unfinished": words.say(found.unfinished)}
    return {
        "ok": True,
        "verdict": "fair",
        "finished": found.unfinished is None,
        **lacking,
        "table": found.table,
        "game": found.game,
        "version": found.version,
        **_rules(found),
        "options": found.options,
        "players": [
            {
                **_player(player),
                **({"payoff": found.payoffs[seat]} if found.payoffs else {}),
                "signed": 0 if signed is None else signed.by_seat[seat],
                "moved_for": absences.moved_for[seat] if absences.moved_for else 0,
            }
            for seat, player in enumerate(found.players)
        ],
        "turns": found.turns,
        "entries": found.entries,
        "signed": {
            "turns": 0 if signed is None else signed.turns,
            "hands": 0 if signed is None else signed.hands,
        },
        "departed": [
            {
                "seat": one.seat,
                "by": one.by,
                "turns": one.turns,
                "left": one.left,
                "text": words.say(one.message, names),
            }
            for one in absences.departed
        ],
        "forfeited": absences.forfeited,
        "deck": "" if audit is None else audit.deck,
        "audited": () if audit is None else audit.audited,
        "unaudited": () if audit is None else audit.unaudited,
        **_times(found),
        "local": known(found.local, names),
    }


def _times(found: e.Verified) -> dict[str, Any]:
    """Return what players say of time, if they say anything."""
    names = [player.name for player in found.players]
    told = [
        {
            "by": one.by,
            "thought": one.thought,
            "worked": one.worked,
            "slow": one.slow,
            "text": [words.say(message, names) for message in one.messages],
        }
        for one in found.times
    ]
    return {"times": told} if told else {}


def person(player: e.Player) -> dict[str, Any]:
    """Return somebody as JSON; the name is a mere word, which no key vouches for."""
    return {
        "name": player.name,
        "name_by": "itself",
        "identity": player.identity,
        "fingerprint": fingerprint(player.identity),
    }


def _player(player: e.Player) -> dict[str, Any]:
    return {**person(player), "program": player.is_program}


def known(local: Sequence[LocalFact], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return what this machine knows as JSON."""
    return [
        {
            "kind": fact.kind,
            **({} if fact.seat is None else {"seat": fact.seat}),
            "warns": fact.warns,
            "text": words.say(fact.message, names),
        }
        for fact in local
    ]
