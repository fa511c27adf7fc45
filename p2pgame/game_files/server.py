"""Runs the rules of a file for another process, over a pipe, and can do nothing else.

It first takes limits upon itself (:mod:`.limits`), then reads the text, checks it, and
says what it found before it runs any of it: so far every answer is this program's own.
When it is told to go on it loads the rules and answers calls.  From then on what it
says is the rules' word, and its parent takes none of it for more than data.

Run as ``python -m p2pgame.game_files.server``.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import msgspec

import p2pgame.engine
import p2pgame.tabletop
from p2pgame.engine import AnyGame, Refusal, RulesError
from p2pgame.engine.guarded import LIMITS, line_of
from p2pgame.engine.prepared import prepared
from p2pgame.engine.rules import check, state_of
from p2pgame.engine.source import ALLOWED
from p2pgame.playtest.trial import try_out

from . import frozen
from .calls import AT_LINE, CALLS, FRAME_LIMIT, PREFIX, TRIAL, VARIANT, Coding, Reply
from .described import describe
from .limits import NoLimits, confine
from .loading import load
from .sizes import why_too_large
from .source_text import check_text, hash_of, summary

#: Seconds of the processor for a call, after which this process ends itself: its parent
#: waits less long, unless it is gone.
MOST = 30.0
#: Seconds of the processor between looks at how long a call has taken.
TICK = 0.25
#: What is added to the error of a system call that is refused.
REACHED = " (rules have no clock, chance, file or network)"
#: Fewer MB, and calls in depth, than this are what variants differ by.
MORE = 64
_INPUT, _OUTPUT = 0, 1


def main() -> None:
    """Serve one text until the input ends."""
    _import_all()
    text = _read().decode()
    budget = _Budget()
    try:
        confine(int(os.environ[VARIANT]) % MORE)
        check_text(text)
    except NoLimits as error:
        _say("unlimited", str(error))
        return
    except RulesError as error:
        _say("raised", str(error))
        return
    _say("ok", (hash_of(text), summary(text)))
    is_trial = _read() == TRIAL
    try:
        with budget.of(MOST, _end):
            game = load(text)
            check(game, {})
            described = None if is_trial else describe(game, tuple(CALLS))
    except RulesError as error:
        _say("raised", str(error))
        return
    except Exception as error:
        _say("raised", f"the rules fail: {type(error).__name__}: {error}")
        return
    _say("ok", described)
    state = state_of(game)
    assert state is not None, "checked"
    coding = Coding(state, game.options)
    while True:
        _answer(game, coding, _read(), budget)


class _Budget:
    """Bounds the time on the processor that a call takes.

    One timer runs in the process's whole life: once it has limits it can set none.
    """

    def __init__(self) -> None:
        self._left = sys.maxsize
        self._spent: Callable[[], None] = _end
        signal.signal(signal.SIGPROF, self._tick)
        signal.setitimer(signal.ITIMER_PROF, TICK, TICK)

    @contextmanager
    def of(self, seconds: float, spent: Callable[[], None]) -> Iterator[None]:
        """Call ``spent`` after so much time, and again with each tick."""
        self._left, self._spent = round(seconds / TICK), spent
        try:
            yield
        finally:
            self._left = sys.maxsize

    def _tick(self, signum: int, frame: object) -> None:
        self._left -= 1
        if self._left <= 0:
            self._spent()


def _end() -> None:
    os._exit(1)


def _stop() -> None:
    raise TimeoutError("it takes too long")


def _import_all() -> None:
    """Import what rules may import, which they cannot afterwards."""
    for package in (p2pgame.engine, p2pgame.tabletop):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for name in sorted(ALLOWED):
        with suppress(ImportError):
            import_module(name)
    for name, loaded in sorted(sys.modules.items()):
        if name == "chess" or name.startswith(("p2pgame.engine", "p2pgame.tabletop")):
            frozen.freeze_library(loaded)


def _answer(game: AnyGame, coding: Coding, data: bytes, budget: _Budget) -> None:
    kind = tuple[str, tuple[msgspec.Raw, ...]]
    frozen.restore()
    name, args = msgspec.msgpack.decode(data, type=prepared(kind))
    if name == TRIAL.decode():
        return _try_out(game, coding, args, budget)
    call = CALLS[name]
    try:
        with budget.of(MOST, _end):
            pairs = zip(call.takes, args, strict=True)
            given = [coding.decode(*pair) for pair in pairs]
            value = coding.encode(call.gives, getattr(game, name)(*given))
    except Refusal as refusal:
        _say("refused", refusal.message)
    except Exception as error:
        line = line_of(error, type(game).__module__)
        where = "" if line is None else f"{AT_LINE}{line}: "
        said = f"{error}" and f": {error}"
        why = REACHED if isinstance(error, PermissionError) else ""
        status = "stopped" if isinstance(error, LIMITS) else "raised"
        _say(status, f"{where}{type(error).__name__}{said}"[:900] + why)
    else:
        wrong = why_too_large(call.gives, len(bytes(value)))
        _say("ok", value) if wrong is None else _say("raised", wrong)
    return None


def _try_out(
    game: AnyGame, coding: Coding, args: tuple[msgspec.Raw, ...], budget: _Budget
) -> None:
    """Try the first calls of a game, each of which is told from the others."""
    seats, options, seconds = args
    limit = float(msgspec.msgpack.decode(seconds))
    try:
        with budget.of(limit, _stop):
            decoded = coding.decode("int", seats), coding.decode("options", options)
            try_out(game, *decoded)
    except RulesError as error:
        _say("raised", str(error)[:1000])
    except Exception as error:
        _say("raised", f"{game.name} fails: {type(error).__name__}: {error}"[:1000])
    else:
        _say("ok", None)


def _say(status: Any, value: object) -> None:
    raw = msgspec.Raw(msgspec.msgpack.encode(value))
    data = msgspec.msgpack.encode(Reply(status, raw))
    if len(data) > FRAME_LIMIT:
        return _say("raised", "it is too large")
    data = len(data).to_bytes(PREFIX) + data
    while data:
        data = data[os.write(_OUTPUT, data) :]
    return None


def _read() -> bytes:
    """Return the next frame; exit where there is none."""
    return _exactly(int.from_bytes(_exactly(PREFIX)))


def _exactly(size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = os.read(_INPUT, size - len(data))
        if not more:
            os._exit(0)
        data += more
    return data


if __name__ == "__main__":
    main()
