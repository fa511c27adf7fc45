"""Makes a game whose rules run here, and a witness that asks them again elsewhere.

A file of one's own runs in the player's program, where its author sees what it does.
At a table its answers judge other players, so the table asks such a game in its place:
what it answers is compared as with rules of others (:mod:`.witness`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import copy
from functools import wraps
from typing import Any, cast

import msgspec

from p2pgame.engine import AnyGame, Refusal, RulesError
from p2pgame.engine.errors import RulesStopped
from p2pgame.engine.rules import state_of

from .calls import CALLS, Coding
from .rules_process import EACH, Unlimited
from .sizes import why_too_large
from .witness import JUDGING, RAISED, REFUSED, Witness, called


def heard(game: AnyGame, text: str) -> AnyGame:
    """Return a guarded game of this text with a witness that has heard nothing yet.

    Where a system has no limits for a process, nothing is asked again.
    """
    witness = Witness(text, EACH, called(game))
    state = state_of(game)
    assert state is not None, "checked"
    coding = Coding(state, game.options)

    def hear(name: str, request: bytes, answer: bytes) -> None:
        with suppress(Unlimited):
            witness.hear(name, request, answer)

    def recheck(self: AnyGame, *, blames: bool) -> None:
        with suppress(Unlimited):
            witness.recheck(blames=blames)

    def method(name: str) -> Callable[..., Any]:
        asked = getattr(game, name)
        takes, gives = CALLS[name]

        @wraps(asked)
        def call(self: AnyGame, *given: Any, **named: Any) -> Any:
            values = zip(takes, (*given, *named.values()), strict=True)
            args = [coding.encode(*one) for one in values]
            request = msgspec.msgpack.encode((name, args))
            try:
                value = asked(*given, **named)
                answer = _encoded(coding, gives, value)
            except Refusal:
                hear(name, request, REFUSED)
                raise
            except RulesStopped:
                raise
            except ValueError as error:
                hear(name, request, RAISED)
                if isinstance(error, _NoData):
                    raise RulesError(f"{game.name} fails in {name}: {error}") from None
                raise
            hear(name, request, answer)
            return value

        return call

    cls = type(game)
    names = (name for name in JUDGING if name in vars(cls))
    body = {
        **{name: method(name) for name in names},
        "__module__": cls.__module__,
        "recheck": recheck,
    }
    made, kind = copy(game), cast("Any", type(cls))
    made.__class__ = kind(cls.__name__, (cls,), body)
    return made


class _NoData(ValueError):
    """An answer is none that another process can give."""


def _encoded(coding: Coding, kind: str, value: Any) -> bytes:
    try:
        answer = bytes(coding.encode(kind, value))
    except (TypeError, OverflowError, msgspec.MsgspecError) as error:
        raise _NoData(f"it gives what is no data: {error}") from None
    wrong = why_too_large(kind, len(answer))
    if wrong is not None:
        raise _NoData(wrong)
    return answer
