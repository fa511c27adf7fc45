"""This module decides what becomes of a game when all others have agreed on a silence.

The genesis names the policy. ``wait``: the game waits, since no eviction is
possible. ``finish``: the others go on without the evicted player, for good.
``forfeit``: the evicted player loses, and the game is over. ``default``: where one
player chooses, a move is made for it, and it keeps its seat; in any other turn it
is evicted as in ``finish``.

A player that signed ``Leave`` is out under each policy, and no move is made for it.
A leave counts as such if every signer against its author had seen it by then; else
the signers agreed on silence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...entries.payloads import Absence
from ..seats import Seats


@dataclass(frozen=True, slots=True)
class Departure:
    """How the others went on without ``seat``, after so many ``turns`` of the game.

    ``by`` are the seats that signed it. ``left``: the player had signed ``Leave``, and
    they all had seen it; else they agreed that it is silent.
    """

    seat: int
    by: tuple[int, ...]
    turns: int
    left: bool


@dataclass(frozen=True, slots=True)
class State:
    """What a game is like when all others have agreed that some seats are out.

    ``policy`` is the genesis's. ``silent`` are those of the seats that have not just
    left. ``default`` is one of these, and the move to make for it, if the policy is
    ``default`` and there is such a move. ``can_spare``: whether the turn's protocols
    can go on without the seats. ``owes_move``: whether this round has yet to begin
    with a move of our own player, who stays.
    """

    policy: Absence
    is_over: bool
    silent: Seats
    default: tuple[int, str] | None
    can_spare: bool
    owes_move: bool


@dataclass(frozen=True, slots=True)
class Wait:
    """Our own move comes first."""


@dataclass(frozen=True, slots=True)
class Close:
    """The game is over: its end is signed without ``gone``, and its moves stand."""

    gone: Seats


@dataclass(frozen=True, slots=True)
class MoveFor:
    """``seat`` keeps its place, and ``move`` is made for it."""

    seat: int
    move: str


#: What an eviction does to a game: its rules say what follows; it is over, as its
#: rules say if they then come to an end, and else forfeited; it is forfeited.
Then: TypeAlias = Literal["goes on", "is over", "is forfeited"]


@dataclass(frozen=True, slots=True)
class Evict:
    """``gone`` are evicted, and ``then`` says what the game does."""

    gone: Seats
    then: Then


Action: TypeAlias = Wait | Close | MoveFor | Evict


def decide(state: State, gone: Seats) -> Action:
    """Return what follows when all others have agreed that ``gone`` are out.

    ``gone`` are seats that are absent to all others, or have left, and that are not
    evicted yet.
    """
    if state.is_over:
        return Close(gone)
    if state.default is not None:
        return MoveFor(*state.default)
    if state.policy == "forfeit" and state.silent:
        return Evict(gone, "is forfeited")
    if not state.can_spare:
        return Evict(gone, "is over")
    return Wait() if state.owes_move else Evict(gone, "goes on")
