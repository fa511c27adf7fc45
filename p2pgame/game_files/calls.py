"""What is asked of rules in another process, and how that is written down.

A call is a method of :class:`~p2pgame.engine.Game` with its arguments, and a reply what
the method returns.  All is MessagePack, read by the types that stand here: nothing is
unpickled, and nothing that comes back is more than data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Literal, NamedTuple

import msgspec

from p2pgame.engine import events as _events
from p2pgame.engine import turns as _turns
from p2pgame.engine.combination import Combination
from p2pgame.engine.message import Message
from p2pgame.engine.prepared import prepared
from p2pgame.engine.reason import Reason
from p2pgame.engine.visibility import Zone

from .source_text import LIMIT

#: The most bytes of a frame: a text with what goes with it, or a state.
FRAME_LIMIT = 4 * LIMIT
#: The most combinations of undos that are listed: of an iterator the first ones.
UNDOS_LIMIT = 40
#: Bytes before each frame, which say how long it is.
PREFIX = 4
#: In place of a method's name: a trial of the first calls (seats, options, seconds).
#: In place of the word to go on: no more is asked than that.
TRIAL = b"trial"
#: In a process's environment: how it hashes texts, and how deep and large it may grow.
VARIANT = "PYTHONHASHSEED"
#: How the text of an error begins that was raised in a known line of the rules.
AT_LINE = ", line "


class Call(NamedTuple):
    """The kinds of a method's arguments, and of what it returns."""

    takes: tuple[str, ...]
    gives: str


#: Every method of a game that may be asked, and nothing else.
CALLS: Mapping[str, Call] = {
    "why_not": Call(("int", "options"), "message?"),
    "teams": Call(("int", "options"), "teams"),
    "setup": Call(("int", "options"), "state"),
    "turn": Call(("state",), "turn"),
    "apply": Call(("state", "event"), "state"),
    "fix_up": Call(("state",), "fix_up?"),
    "why_illegal": Call(("state", "int", "text"), "reason?"),
    "explain": Call(("state", "int", "text", "faces"), "reason?"),
    "why_impossible": Call(("state", "texts"), "reason?"),
    "why_misplaced": Call(("state", "int", "texts"), "reason?"),
    "why_not_seated": Call(("state", "int", "text"), "reason?"),
    "settled": Call(("state", "seats"), "numbers?"),
    "kept_after_forfeit": Call(("state", "numbers"), "texts?"),
    "last_round": Call(("state",), "state?"),
    "kept": Call(("state",), "texts?"),
    "next_first": Call(("state",), "int?"),
    "continued": Call(("options", "texts"), "options"),
    "buy_in": Call(("options",), "int"),
    "why_no_draw": Call(("state",), "reason?"),
    "absent_move": Call(("state", "int"), "text?"),
    "why_unfair": Call(("state", "int", "text", "faces"), "reason?"),
    "placement": Call(("state", "int", "text"), "texts"),
    "zones": Call(("state",), "zones"),
    "seen": Call(("state", "int?"), "state"),
    "position": Call(("int", "options", "text"), "state"),
    "retraced": Call(("state", "int", "text", "texts"), "move?"),
    "undos": Call(("state", "int", "text"), "undos?"),
    "advice": Call(("state", "int"), "advice?"),
    "show": Call(("state", "faces"), "text"),
    "in_hand": Call(("state", "int", "faces"), "text"),
    "in_sentences": Call(("state", "faces", "int?"), "messages"),
    "scores": Call(("state",), "numbers?"),
    "phase": Call(("state",), "message?"),
    "role": Call(("state", "int"), "message?"),
    "tell": Call(("state", "event"), "message?"),
    "hint": Call(("state", "int", "offer", "faces"), "text"),
}

#: The kinds that are no more than a type.
_TYPES: dict[str, Any] = {
    "int": int,
    "int?": int | None,
    "text": str,
    "text?": str | None,
    "move?": str | Reason | None,
    "texts": tuple[str, ...],
    "texts?": tuple[str, ...] | None,
    "numbers": tuple[int, ...],
    "numbers?": tuple[int, ...] | None,
    "seats": frozenset[int],
    "teams": tuple[tuple[int, ...], ...],
    "faces": dict[int, str],
    "offer": _turns.Offer,
    "message?": Message | None,
    "messages": tuple[Message, ...],
    "reason?": Reason | None,
    "zones": tuple[Zone, ...],
}
#: Those that have a reason in place of several things.
_SEVERAL: dict[str, Any] = {
    "advice?": tuple[Reason | None, tuple[Message, ...] | None],
    "undos?": tuple[Reason | None, tuple[Combination, ...] | None],
}
#: An event or a turn by its name, and a turn in which a player proves a claim.
_NAMED, _CLAIMING = tuple[str, msgspec.Raw], tuple[int, str, msgspec.Raw]
_EVENTS = {one.__name__: one for one in _events.Event.__args__}
_TURNS = {one.__name__: one for one in _turns.Turn.__args__}
_CLAIMS = {one.__name__: one for one in (_turns.OneOf, _turns.NoneOf)}


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """How a call went, and what came of it.

    ``ok``: the method's value.  ``refused``: a message, with which the rules refuse
    what a person wrote.  ``raised``: a text, which says what error there was;
    ``stopped``: the same, of an error that another machine may not have.
    ``unlimited``: a text, which says why this system can't keep a process to limits.
    """

    status: Literal["ok", "refused", "raised", "stopped", "unlimited"]
    value: msgspec.Raw


class Coding:
    """Writes and reads the values of calls, for a game with these classes."""

    def __init__(self, state: type, options: type) -> None:
        self._types = {
            **_TYPES,
            "state": state,
            "state?": state | None,
            "options": options,
            "fix_up?": tuple[Message, state] | None,  # type: ignore[valid-type]
        }

    def encode(self, kind: str, value: Any) -> msgspec.Raw:
        """Return the bytes of a value of this kind."""
        if kind in ("event", "turn"):
            name = type(value).__name__
            if isinstance(value, _turns.Prove):
                claim = value.claim
                value = (value.player, type(claim).__name__, claim)
            value = (name, value)
        elif kind == "faces":
            value = dict(value)
        elif kind in _SEVERAL:
            if isinstance(value, Iterator):
                value = tuple(islice(value, UNDOS_LIMIT))
            value = (value, None) if isinstance(value, Reason) else (None, value)
        return msgspec.Raw(msgspec.msgpack.encode(value))

    def decode(self, kind: str, data: bytes | msgspec.Raw) -> Any:
        """Return the value of this kind.

        Raises:
          ValueError: The bytes are none.
        """
        if kind in _SEVERAL:
            reason, found = msgspec.msgpack.decode(data, type=prepared(_SEVERAL[kind]))
            return found if reason is None else reason
        if kind not in ("event", "turn"):
            return msgspec.msgpack.decode(data, type=prepared(self._types[kind]))
        name, inner = msgspec.msgpack.decode(data, type=prepared(_NAMED))
        if name == "Prove" and kind == "turn":
            player, claim, fields = msgspec.msgpack.decode(
                inner, type=prepared(_CLAIMING)
            )
            return _turns.Prove(player, _one_of(_CLAIMS, claim, fields))
        return _one_of(_EVENTS if kind == "event" else _TURNS, name, inner)


def _one_of(types: Mapping[str, type], name: str, data: msgspec.Raw) -> Any:
    if name not in types:
        raise ValueError(f"{name[:40]!r} is no kind that is known here")
    return msgspec.msgpack.decode(data, type=prepared(types[name]))
