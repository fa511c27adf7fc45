"""What happens at a table, in words for the people at it.

Games speak of ``player 2``; people have names.  Names come from peers and are
checked where they enter; what is written here is plain text, no markup.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    Dealt,
    Event,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    Together,
    Turn,
)
from p2pgame.session.events import Happened

_PLAYER = re.compile(r"\bplayer (\d+)\b")


def named(text: str, names: Sequence[str]) -> str:
    """Return ``text`` with the names of the players it speaks of."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return names[seat] if seat < len(names) else match[0]

    return _PLAYER.sub(name, text)


def happened(event: Happened, names: Sequence[str]) -> list[str]:
    """Return a line for what happened, and one for each thing that followed."""
    lines = [_event(event.event, event.turn, names)]
    lines += [named(text, names) for text, _ in event.fix_ups]
    return [line for line in lines if line]


def _event(event: Event, turn: Turn, names: Sequence[str]) -> str:
    match event, turn:
        case Chosen(player, move), _:
            return f"{names[player]}: {move}"
        case ChosenTogether(moves), Together(choices):
            pairs = zip(choices, moves, strict=True)
            return ", ".join(f"{names[c.player]}: {move}" for c, move in pairs)
        case Shuffled(), Shuffle(faces, players):
            who = f"{len(players)} players" if len(players) > 1 else "one player"
            return f"{len(faces)} cards shuffled by {who}, every proof checked"
        case Dealt(), Deal(hands):
            cards = sum(len(slots) for _, slots in hands)
            return f"{cards} cards dealt"
        case Opened(faces), _:
            return f"opened: {' '.join(faces)}"
        case Rolled(values), Roll(sides):
            return f"rolled: {' '.join(str(v + 1) for v in values)} of {sides}"
    return ""


def waiting(turn: Turn, seats: Sequence[int], names: Sequence[str]) -> str:
    """Return what is going on in a turn that has not ended yet."""
    others = ", ".join(names[seat] for seat in seats)
    match turn:
        case Shuffle(faces):
            what = f"shuffling {len(faces)} cards"
        case Deal():
            what = "dealing"
        case Open():
            what = "opening cards"
        case Roll():
            what = "rolling"
        case Choose() | Together() | Over():
            what = "waiting"
    return f"{what} ({others})" if others else what


def result(payoffs: Sequence[int], names: Sequence[str]) -> str:
    """Return who got what, the best first."""
    order = sorted(range(len(names)), key=lambda seat: -payoffs[seat])
    return ", ".join(f"{names[seat]} {payoffs[seat]:+d}" for seat in order)
