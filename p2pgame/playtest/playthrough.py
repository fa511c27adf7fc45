"""This module writes a whole random game as text, to read, store and compare.

For each turn the text has the offers, the event, the fix-ups that followed, and the
digest of the state. It also shows the table to a spectator, and to each player
whose view differs. A changed rule changes some lines, so a file stored beside the
tests shows the effect of a change.

Source: the playthrough files of OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import indent, wrap
from typing import TypeAlias

import msgspec

from p2pgame.engine import (
    NOTHING,
    Choose,
    Chosen,
    ChosenTogether,
    Claim,
    Closing,
    Deal,
    Event,
    Expired,
    Message,
    OneOf,
    Open,
    Opened,
    Place,
    Prove,
    Reshuffle,
    Roll,
    Rolled,
    Seated,
    Shuffle,
    Tick,
    Ticked,
    Together,
    Turn,
    digest,
    view,
)
from p2pgame.engine.printable import signed

from .playout import Playout

Say: TypeAlias = Callable[[Message], str]

WIDTH = 79
#: Turns whose table is shown, from the start; the last one is shown too.
TABLES = 20
#: The most players whose views are shown, from the first.
VIEWERS = 10


def playthrough(playout: Playout, say: Say = str, *, tables: int = TABLES) -> str:
    """Return the text; past ``tables`` turns it has only the moves and the end.

    ``say`` returns a message in the words of some language; by default as data.
    """
    return "\n".join(line.rstrip() for line in _lines(playout, say, tables)) + "\n"


def _lines(playout: Playout, say: Say, tables: int) -> Iterator[str]:
    game = playout.game
    options = msgspec.to_builtins(playout.options)
    yield f"game: {game.name}, version {game.version}"
    yield f"seats: {playout.seats}"
    yield "options: " + (", ".join(f"{k} {v}" for k, v in options.items()) or "none")
    last = len(playout.events)
    for n, turn in enumerate(playout.turns):
        step = playout.steps[n]
        if n:
            yield f"> {event_text(playout.turns[n - 1], playout.events[n - 1])}"
            told = game.tell(playout.steps[n - 1].state, playout.events[n - 1])
            if told is not None and told != NOTHING:
                yield f"  {say(told)}"
        yield from (f"  then {say(told)}" for told, _ in step.fix_ups)
        yield ""
        yield f"#{n} {digest(step.state).hex()[:16]}"
        if n < tables or n == last:
            yield from _tables(playout, n)
        yield from wrap(turn_text(turn), WIDTH, subsequent_indent="  ")


def _tables(playout: Playout, n: int) -> Iterator[str]:
    state, turn = playout.steps[n].state, playout.turns[n]
    public = view(playout.game, state, None, playout.secrets[n].known_to(None), turn)
    yield indent(public.text, "  ")
    for seat in range(min(playout.seats, VIEWERS)):
        known = playout.secrets[n].known_to(seat)
        seen = view(playout.game, state, seat, known, turn).text
        if seen != public.text:
            yield f"player {seat} sees"
            yield indent(seen, "  ")


def turn_text(turn: Turn) -> str:
    """Return the next actor as text."""
    match turn:
        case Choose(player, moves, timer):
            after = "" if timer is None else f" ({timer.seconds} s: {timer.move})"
            return f"player {player} chooses{after}: {', '.join(map(str, moves))}"
        case Together(choices):
            return "together: " + "; ".join(map(turn_text, choices))
        case Shuffle(faces, players):
            return f"{_players(players)} shuffle: {' '.join(faces)}"
        case Reshuffle(slots, players, first):
            to = f"{first}…{first + len(slots) - 1}"
            return f"{_players(players)} reshuffle: {_slots(slots)} as {to}"
        case Deal(hands):
            return f"deal: {_hands(hands)}"
        case Open(slots):
            return f"open: {_slots(slots)}"
        case Roll(sides, dice, hands):
            return f"roll: {_hands(hands) or dice} with {sides} sides"
        case Place(player, slots, faces):
            return f"player {player} places {' '.join(faces)} on {_slots(slots)}"
        case Prove(player, claim):
            return f"player {player} proves: {_claim(claim)}"
        case Tick(players, moves, seconds):
            return f"tick of {seconds} s, {_players(players)}: " + ", ".join(
                map(str, moves)
            )
    return "over: " + " ".join(signed(n) for n in turn.payoffs)


def event_text(turn: Turn, event: Event) -> str:
    """Return the event that answered a turn, as text."""
    match event:
        case Chosen(player, move):
            return f"player {player}: {move}"
        case Expired(player):
            return f"player {player} is out of time"
        case ChosenTogether(moves) if isinstance(turn, Together):
            pairs = zip(turn.choices, moves, strict=True)
            return "; ".join(f"player {c.player}: {move}" for c, move in pairs)
        case Ticked(orders):
            given = "; ".join(f"player {player}: {order}" for player, order in orders)
            return given or "no orders"
        case Opened(faces):
            return f"opened: {' '.join(faces)}"
        case Rolled(values):
            return f"rolled: {' '.join(map(str, values))}" if values else "rolled"
        case Seated(player, status):
            return f"player {player} is {status}"
        case Closing():
            return "this round is the last"
    return type(event).__name__.lower()


def _players(players: tuple[int, ...]) -> str:
    return "players " + " ".join(map(str, players))


def _slots(slots: tuple[int, ...]) -> str:
    """Return slots as text, each run of neighbours as a range: ``0…3 7``."""
    runs: list[list[int]] = []
    for slot in slots:
        if runs and slot == runs[-1][-1] + 1:
            runs[-1][1:] = [slot]
        else:
            runs.append([slot])
    return " ".join("…".join(map(str, run)) for run in runs)


def _hands(hands: tuple[tuple[int, tuple[int, ...]], ...]) -> str:
    return "; ".join(f"{_slots(slots)} to player {player}" for player, slots in hands)


def _claim(claim: Claim) -> str:
    faces = " or ".join(claim.faces)
    if isinstance(claim, OneOf):
        return f"{claim.slot} is {faces}"
    return f"none of {_slots(claim.slots)} is {faces}"
