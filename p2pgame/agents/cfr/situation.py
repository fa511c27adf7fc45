"""This module names a situation by all that one seat has seen on the way to it.

The text is the name of an information set: the moves, rolls and opened faces since the
start in order, and the faces that this seat alone was shown, as in ``Ks | raise | call
| Qh``.  It comes from an observation at a table, and from the same views while a game's
tree is walked, so a policy that was trained on texts finds its place again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Expired,
    Opened,
    Rolled,
    Turn,
    learn,
)

from ..observation import Faces, Observation

#: What stands between the words of a situation.
BETWEEN = " | "


@dataclass(frozen=True, slots=True)
class Heard:
    """What a seat has seen: ``text`` in words, and the faces ``seen`` by now."""

    text: str = ""
    seen: Faces = field(default_factory=dict)

    def after(self, turn: Turn, event: Event, faces: Mapping[int, str]) -> Heard:
        """Return what the seat has seen after ``event``, when ``faces`` are shown."""
        seen = self.seen
        if type(event) is Chosen and seen.keys() >= faces.keys():
            return Heard(_joined(self.text, event.move), seen)  # by far the most
        seen = learn(seen, turn, event, {})
        fresh = [face for slot, face in sorted(faces.items()) if slot not in seen]
        word = " ".join([*_told(turn, event), *fresh])
        return Heard(_joined(self.text, word), {**seen, **faces})


def situation(observation: Observation) -> str:
    """Return the name of the information set that a seat is in."""
    heard = Heard()
    for one in observation.past:
        heard = heard.after(one.turn, one.event, one.faces)
    return heard.text


def _told(turn: Turn, event: Event) -> tuple[str, ...]:
    """Return what everybody learns by an event."""
    match event:
        case Chosen(_, move):
            return (move,)
        case Expired() if isinstance(turn, Choose) and turn.timer is not None:
            return (turn.timer.move,)
        case ChosenTogether(moves):
            return moves
        case Opened(faces):
            return faces
        case Rolled(values):
            return tuple(map(str, values))
    return ()


def _joined(text: str, word: str) -> str:
    return f"{text}{BETWEEN}{word}" if text and word else text or word
