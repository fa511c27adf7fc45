"""This module guards the rules of strangers: whatever they raise is told in words.

A call of *rules* (which moves there are, what follows) that fails raises
:class:`~p2pgame.engine.RulesError`, which names the call, the line and the error, so
that a table stops and accuses nobody.  A call that only *presents* the game, or helps a
person with it, is answered as the engine would by itself; :func:`failures` says which
have failed.  What a call returns has to be of the type that :class:`.Game` declares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import copy
from functools import cache, lru_cache, wraps
from inspect import unwrap
from types import FunctionType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from . import turns
from .drawing import Span
from .errors import Refusal, RulesError, RulesStopped
from .game import AnyGame, Game
from .message import is_text
from .state import State

#: What a table can do without: to show and tell the game, and to help its players.
PRESENTS = frozenset(
    (
        *("show", "in_hand", "in_sentences", "scores", "phase", "role", "draw", "tell"),
        *("scene", "hint", "explain", "advice", "undos", "retraced"),
    )
)
#: What reads the words of a person, and refuses them by an error.
_READS = frozenset({"placement", "position", "at_random"})
#: Errors by which rules run out of what a machine has for them.
LIMITS = MemoryError, RecursionError, OSError
#: The texts of failed calls, by method, as an attribute of the game.
_FAILED = "_failed_calls"


def guarded(game: AnyGame, *, is_strict: bool = False) -> AnyGame:
    """Return these rules, guarded.

    ``is_strict``: a call that presents fails like one of the rules, and so does one
    that takes more memory than there is.
    """
    cls = type(game)
    names = [
        name
        for name, default in vars(Game).items()
        if isinstance(default, FunctionType) and not name.startswith("_")
        if getattr(cls, name) is not default
    ]
    body: dict[str, Any] = {
        name: _guarded(name, getattr(cls, name), is_strict) for name in names
    }
    body |= {"__module__": cls.__module__, "__doc__": cls.__doc__, "__slots__": ()}
    kind: Any = type(cls)
    made = copy(game)
    made.__class__ = kind(cls.__name__, (cls,), body)
    setattr(made, _FAILED, {})
    return made


def failures(game: AnyGame) -> tuple[str, ...]:
    """Return what has failed so far of what only presents the game: once each."""
    return tuple(getattr(game, _FAILED, {}).values())


def line_of(error: BaseException, module: str) -> int | None:
    """Return the last line of a module that an error went through."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") == module:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def misgiven(game: AnyGame, name: str, error: RulesError) -> RulesError:
    """Return that error with the method, and its line, whose answer it is about."""
    line = _first_line(getattr(type(game), name), type(game).__module__)
    said = f"{error}".removeprefix(f"{game.name} ")
    before = f"fails in {name}: "  # as it says of what its answer is used for
    said = said.removeprefix(before) if said.startswith(before) else f"it {said}"
    return RulesError(f"{game.name} fails in {_where(name, line)}: {said}")


def _guarded(name: str, asked: Callable[..., Any], is_strict: bool) -> Any:
    presents = name in PRESENTS

    def ask(self: AnyGame, *args: Any, **named: Any) -> Any:
        try:
            found = asked(self, *args, **named)
            strange = _strange_field(found) if name == "turn" else None
        except RulesError:
            raise
        except MemoryError as error:
            if not is_strict:
                raise
            raise _fault(self, name, error, asked) from error
        except (Exception, SystemExit) as error:
            refuses = isinstance(error, Refusal) and not presents
            if refuses or (name in _READS and isinstance(error, ValueError)):
                raise
            raise _fault(self, name, error, asked) from error
        wanted = _returned(name)
        if strange is None and (wanted is None or _fits(found, wanted)):
            return found
        what = "nothing" if found is None else f"a {type(found).__name__}"
        line = _first_line(asked, type(self).__module__)
        wrong = strange or f"it returns {what}, and not {_called(wanted)}"
        if wanted is str and isinstance(found, str):
            wrong = "it returns half of a surrogate pair, which is no text"
        raise RulesError(f"{self.name} fails in {_where(name, line)}: {wrong}")

    @wraps(asked)
    def answer(self: AnyGame, *args: Any, **named: Any) -> Any:
        if is_strict or not presents:
            return ask(self, *args, **named)
        try:
            return ask(self, *args, **named)
        except RulesError as error:
            getattr(self, _FAILED).setdefault(name, str(error))
            return _instead(self, name, args, named)

    return answer


def _fault(
    game: AnyGame, name: str, error: BaseException, asked: Callable[..., Any]
) -> RulesError:
    module = type(game).__module__
    line = line_of(error, module) or _first_line(asked, module)  # as it is called
    where = _where(name, line)
    said = " ".join(f"{error}".split())
    why = f"{type(error).__name__}: {said}" if said else type(error).__name__
    kind = RulesStopped if isinstance(error, LIMITS) else RulesError
    return kind(f"{game.name} fails in {where}: {why}")


def _where(name: str, line: int | None) -> str:
    return name if line is None else f"{name}, line {line}"


def _first_line(asked: Callable[..., Any], module: str) -> int | None:
    """Return where a method begins, if it stands in this module."""
    code = getattr(unwrap(asked), "__code__", None)
    return None if code is None or asked.__module__ != module else code.co_firstlineno


def _instead(
    game: AnyGame, name: str, args: tuple[Any, ...], named: dict[str, Any]
) -> Any:
    """Return what the engine shows or says by itself."""
    if name == "show":
        return _fields(args[0] if args else named["state"])
    try:
        return getattr(Game, name)(game, *args, **named)
    except RulesError:  # the default asks the rules in turn
        return ""


def _fields(state: State) -> str:
    """Return a state as its fields, one in a line."""
    shown = ((name, getattr(state, name)) for name in state.__struct_fields__)
    return "\n".join(f"{name}: {value}" for name, value in shown)


@cache
def _returned(name: str) -> Any:
    """Return the type of what a method returns; None: its callers check it."""
    return None if name == "turn" else get_type_hints(getattr(Game, name))["return"]


@lru_cache(maxsize=512)
def _strange_field(turn: Any) -> str | None:
    """Return which field of a turn, or in it, is of a type that it must not be."""
    if type(turn).__module__ != turns.__name__:
        return None  # which callers refuse
    for name, wanted in get_type_hints(type(turn)).items():
        value = getattr(turn, name)
        if not _fits(value, wanted):
            return f"its {type(turn).__name__} has {name} of {value!r:.40}"
        inner = value if isinstance(value, tuple) else (value,)
        strange = next(filter(None, map(_strange_field, inner)), None)
        if strange is not None:
            return strange
    return None


def _fits(value: Any, wanted: Any) -> bool:
    """Return whether a value is of a type that a method of a game has."""
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin in (UnionType, Union):
        return any(_fits(value, one) for one in inner)
    if isinstance(wanted, TypeVar):
        return isinstance(value, wanted.__bound__ or object)
    if wanted is Span:
        return isinstance(value, tuple) and _are(value, str) and len(value) == 2
    if origin is tuple and inner[-1] is ...:
        return isinstance(value, tuple | list) and _are(value, inner[0])
    if origin is tuple:
        fits = isinstance(value, tuple) and len(value) == len(inner)
        return fits and all(map(_fits, value, inner))
    if wanted is str:
        return isinstance(value, str) and is_text(value)
    return isinstance(value, origin or wanted or type(None))


def _are(values: Sequence[Any], wanted: Any) -> bool:
    return all(_fits(one, wanted) for one in values)


def _called(wanted: Any) -> str:
    """Return a type as people who write rules call it."""
    if isinstance(wanted, TypeVar):
        wanted = wanted.__bound__
    is_class = isinstance(wanted, type) and get_origin(wanted) is None
    text = wanted.__name__ if is_class else str(wanted)
    return re.sub(r"(?:[A-Za-z_]\w*\.)+|~", "", text)
