"""Words for the people at a table, in which the players have names.

Games speak of ``player 2``; people have names.  Names come from peers and are
checked where they enter; what is written here is plain text, no markup.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from p2pgame.engine import (
    Choose,
    Deal,
    Open,
    Over,
    Place,
    Prove,
    Reshuffle,
    Roll,
    Shuffle,
    Tick,
    Together,
    Turn,
)

_PLAYER = re.compile(r"\bplayer (\d+)\b")


def named(text: str, names: Sequence[str]) -> str:
    """Return ``text`` with the names of the players it speaks of."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return names[seat] if seat < len(names) else match[0]

    return _PLAYER.sub(name, text)


def sentence(text: str) -> str:
    """Return ``text`` with a capital and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


def waiting(turn: Turn, seats: Sequence[int], names: Sequence[str]) -> str:
    """Return what goes on in a turn that has not ended, and who is waited for.

    ``seats`` are those without whom a turn of all can't go on, none if we are
    at work ourselves; whom a decision waits for, the turn says.
    """
    match turn:
        case Choose(player):
            return f"waiting for {names[player]}"
        case Together(choices):
            seats = seats or [choice.player for choice in choices]
            return f"waiting for {those(seats, names)}"
        case Over():
            return f"waiting for {those(seats, names)} to sign the end"
        case Shuffle(faces):
            what = f"shuffling {len(faces)} cards"
        case Deal():
            what = "dealing"
        case Open():
            what = "opening cards"
        case Roll():
            what = "rolling"
        case Reshuffle(slots):
            what = f"shuffling {len(slots)} cards"
        case Place(player):
            return f"waiting for {names[player]}"
        case Prove(player):
            what = f"checking a claim of {names[player]}"
        case Tick():
            what = "taking orders"
    return f"{what}, waiting for {those(seats, names)}" if seats else what


def those(seats: Sequence[int], names: Sequence[str]) -> str:
    """Return the names of these seats."""
    return ", ".join(names[seat] for seat in seats)


def all_of(names: Sequence[str]) -> str:
    """Return names as a sentence has them: ``Ann, Ben and Cara``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def result(payoffs: Sequence[int], names: Sequence[str]) -> str:
    """Return who got what, the best first; or that nobody has."""
    if not any(payoffs):
        alone = len(payoffs) == 1
        return f"{names[0]} ends with 0 points" if alone else "nobody wins or loses"
    order = sorted(range(len(names)), key=lambda seat: -payoffs[seat])
    return ", ".join(f"{names[seat]} {payoffs[seat]:+d}" for seat in order)
