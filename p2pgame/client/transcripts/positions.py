"""Sets up a game as it was at one moment of a transcript, hidden things included.

What lies face down there is what the file shows by its end of what players had seen by
then.  The rest is dealt anew, so that it agrees with all that everybody had seen; what
nobody had seen by then is dealt anew, too, whatever the file says of later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from p2pgame.agents.search.counting import Impossible
from p2pgame.agents.search.knowledge import Knowledge
from p2pgame.agents.search.lots import Lots
from p2pgame.engine import (
    Closing,
    Event,
    Over,
    Reshuffle,
    Reshuffled,
    Seated,
    Shuffled,
    State,
    Turn,
    advance,
    start,
)
from p2pgame.engine.soundness import turn_of
from p2pgame.playtest.lying import Lying
from p2pgame.playtest.lying import after as lies_after
from p2pgame.workers import Hear

from ..errors import ClientError, InvalidRequest
from .bounded import Reads, here
from .checking import transcript_in
from .eyes import hands_of
from .replaying import Game, game_of

Faces: TypeAlias = Mapping[int, str]

#: The seat of which nobody knows anything alone.
_NOBODY = -1
#: How often a deal is looked for that agrees with everything.
_TRIES = 20


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a game.

    ``told`` are, for each event that led there, the faces that single seats were told
    by it, and ``faces`` are all that lie there.  ``is_dealt_anew``: some of them are
    not those of the game that was played.
    """

    played: Game
    told: tuple[Mapping[int, Faces], ...]
    faces: Faces
    lying: Lying
    turn: Turn
    is_dealt_anew: bool


def position(path: Path, turns: int | None, seed: str, reads: Reads = here) -> Position:
    """Return the position after so many turns of a transcript; None: at its end.

    ``reads`` checks the file, within bounds or without.

    Raises:
      NotVerified: The file does not hold.
      InvalidRequest: It can't be read, has fewer turns, or the game is over there.
      ClientError: Its game is not known here, or no deal agrees with what is known.
    """
    played = reads(path, _read, (path, turns))
    if played is None:
        raise InvalidRequest("practice-no-game", path=str(path))
    if turns is not None and turns > played.turns:
        raise InvalidRequest("practice-no-turn", turn=turns, turns=played.turns)
    found = set_up(played, seed)
    if played.drawn or isinstance(found.turn, Over):
        raise InvalidRequest("practice-over-there", turns=played.turns)
    return found


def _read(asked: tuple[Path, int | None], hear: Hear) -> Game | None:
    path, turns = asked
    return game_of(transcript_in(path), turns)


def set_up(played: Game, seed: str) -> Position:
    """Return the position to which a game's events lead; what is unknown is dealt anew.

    Raises:
      ClientError: No deal is found that agrees with what is known.
    """
    game, seats = played.game, len(played.names)
    state: State = start(game, seats, played.options).state
    known = Knowledge(game, seats, _NOBODY)
    lying: Lying = {}
    turns: list[Turn] = []
    mixed: dict[int, int] = {}
    shuffled = -1
    try:
        for n, (event, told) in enumerate(zip(played.made, played.told, strict=True)):
            turn = turn_of(game, state)
            turns.append(turn)
            faces = {slot: face for one in told.values() for slot, face in one.items()}
            known.happened(state, turn, event, faces)
            if not isinstance(event, Seated | Closing):
                lying = lies_after(turn, lying, seats)
            match turn, event:
                case _, Shuffled():
                    shuffled = n
                    mixed.clear()
                case Reshuffle(slots), Reshuffled():
                    mixed.update(dict.fromkeys(slots, n))
            state = advance(game, state, event, turn).state
        drawn = _drawn(known, seed)
    except Impossible:
        raise ClientError("practice-no-deal") from None
    whole = []
    steps = zip(turns, played.made, played.told, strict=True)
    for n, (turn, event, told) in enumerate(steps):
        lie = {slot: drawn[slot] for slot in drawn if n > mixed.get(slot, shuffled)}
        whole.append(_whole(turn, event, told, lie))
    anew = bool(drawn) and known.hides
    now = turn_of(game, state)
    return Position(played, tuple(whole), drawn, lying, now, anew)


def _drawn(known: Knowledge, seed: str) -> dict[int, str]:
    """Return the faces of everything that lies there.

    Raises:
      Impossible: No deal is found.
    """
    for attempt in range(_TRIES):
        try:
            return known.draw(Lots(f"{seed} {attempt}")).faces
        except Impossible:
            if attempt == _TRIES - 1:
                raise
    raise AssertionError


def _whole(
    turn: Turn, event: Event, told: Mapping[int, Faces], lie: Faces
) -> dict[int, Faces]:
    """Return what seats were told by an event, what was dealt anew included.

    ``lie`` are the faces that lie where they lay then.
    """
    found: dict[int, Faces] = {seat: dict(faces) for seat, faces in told.items()}
    for seat, slots in hands_of(turn, event):
        anew = {slot: lie[slot] for slot in slots if slot in lie}
        found[seat] = {**anew, **found.get(seat, {})}
    return found
