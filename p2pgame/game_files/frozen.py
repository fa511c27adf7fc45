"""Keeps what a loaded text has at hand from changing between two calls.

Everything that a module holds is looked at: its names, its classes with their members,
what functions are made with, and what caches give.  Lists, dicts and sets become such
as can't be changed.  What can't be made so, as an iterator or an object that may
change, is refused with its name.  What is not known to be unchangeable is refused, too.

A message's arguments are a dict, which is sent as it is: :func:`restore` gives it back
what it had.
"""

from __future__ import annotations

import functools
import sys
import types
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

import msgspec

from p2pgame.engine import Game, Message, RulesError

from .look import MADE

#: How deep containers are looked into.
_DEEPEST = 16
#: Types of which no value ever changes.
_PLAIN = (
    *(bool, int, float, complex, str, bytes, range, slice, object, types.NoneType),
    *(types.EllipsisType, types.NotImplementedType, ModuleType),
    *(types.MemberDescriptorType, types.GetSetDescriptorType),
    *(types.MethodDescriptorType, types.ClassMethodDescriptorType),
    types.WrapperDescriptorType,
)
#: Modules whose objects do not change, but for iterators and mappings.
_STEADY = frozenset({"__future__", "typing", "types", "operator", "_operator", "re"})
#: Objects of these do not change once they are made, if what they hold does not.
_KIT = "p2pgame.engine", "p2pgame.tabletop"
#: What Python keeps in abstract classes, and reads fields of named tuples by.
_ABSTRACT: type = type(vars(Mapping)["_abc_impl"])
_READER: type = type(vars(namedtuple("_Pair", "one"))["one"])
#: The attribute of caches that were made here.
_MADE = "is_made_here"
#: What msgspec's coders call.
_HOOKS = "enc_hook", "dec_hook", "float_hook"
_Cache = type(functools.cache(lambda: None))


class _Messages:
    """Messages that rules keep, with their arguments, and caches that give some."""

    def __init__(self) -> None:
        self._args: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self._caches: dict[int, Callable[[], object]] = {}

    def add(self, message: Message) -> None:
        if isinstance(message.args, dict):
            self._args.append((message.args, {**message.args}))

    def clear_after(self, key: int, clear: Callable[[], object]) -> None:
        self._caches[key] = clear

    def restore(self) -> None:
        for args, before in self._args:
            if args != before:
                args.clear()
                args.update(before)
        for clear in self._caches.values():
            clear()


_MESSAGES = _Messages()


def restore() -> None:
    """Give messages that rules keep their arguments back, before the next call."""
    _MESSAGES.restore()


def freeze(module: ModuleType) -> None:
    """Make what the module keeps unchangeable, or refuse it.

    Raises:
      RulesError: It keeps something that a call may change for the next.
    """
    _Freezer(module.__name__, _MESSAGES.add).freeze(module)


def freeze_game(game: Any) -> None:
    """Do so with what a game has set as it was made.

    Raises:
      RulesError: As :func:`freeze`.
    """
    freezer = _Freezer(type(game).__module__, _MESSAGES.add)
    for name, value in [*vars(game).items()]:
        vars(game)[name] = freezer.frozen(name, value)


def freeze_library(module: ModuleType) -> None:
    """Make the lists and dicts of a library, and its classes' lists, unchangeable."""
    freezer = _Freezer(module.__name__, _MESSAGES.add)
    for owner in (module, *vars(module).values()):
        if owner is module or (isinstance(owner, type) and not issubclass(owner, Enum)):
            for name, value in [*vars(owner).items()]:
                if type(value) in (list, dict, set) and not name.startswith("_"):
                    setattr(owner, name, freezer.frozen(name, value))
                elif isinstance(value, Message):
                    _MESSAGES.add(value)


class _Freezer:
    """Freezes what one module has; ``hear`` is told of each message in it."""

    def __init__(self, module: str, hear: Callable[[Message], object]) -> None:
        self._module, self._hear = module, hear
        self._seen: dict[int, Any] = {}

    def freeze(self, module: ModuleType) -> None:
        """Look at every name of the module."""
        for name, value in [*vars(module).items()]:
            if not _is_dunder(name):
                self._put(module, name, name, value)

    def frozen(self, name: str, value: Any, depth: int = 0) -> Any:
        """Return what stands in place of a value; most values stand for themselves.

        Raises:
          RulesError: It may change; ``name`` is what it is called.
        """
        if depth > _DEEPEST:
            raise RulesError(f"the file nests {name} too deeply")
        if type(value) in _PLAIN:
            return value
        if id(value) in self._seen:
            return self._seen[id(value)]
        kind = type(value)
        if kind in (list, tuple, set, frozenset, dict, MappingProxyType):
            return self._container(name, value, depth + 1)
        if isinstance(value, type | FunctionType | _Cache | Enum):
            self._seen[id(value)] = value  # it may lead to itself
        made = self._made_anew(name, value, depth + 1)
        if made is None and not self._is_steady(name, value, depth + 1):
            kept = f"the file keeps a {kind.__name__} between calls"
            raise RulesError(f"{kept} ({name})")
        return value if made is None else made

    def _container(self, name: str, value: Any, depth: int) -> Any:
        made: Any
        if isinstance(value, dict | MappingProxyType):
            self._fix(name, tuple(value), depth)
            made = {key: self.frozen(name, one, depth) for key, one in value.items()}
            is_same = all(map(_is, made.values(), value.values()))
            is_fixed = is_same and isinstance(value, MappingProxyType)
            return value if is_fixed else MappingProxyType(made)
        if isinstance(value, set | frozenset):
            self._fix(name, tuple(value), depth)
            return value if type(value) is frozenset else frozenset(value)
        made = tuple(self.frozen(name, one, depth) for one in value)
        is_same = isinstance(value, tuple) and all(map(_is, made, value))
        return value if is_same else made

    def _made_anew(self, name: str, value: Any, depth: int) -> Any:
        """Return what stands in place of a function's wrapping, or None."""
        match value:
            case _Cache():
                made = self._cache(name, value, depth)
                self._seen[id(value)] = made
                return made
            case staticmethod() | classmethod():
                inner = self.frozen(name, value.__func__, depth)
                return value if inner is value.__func__ else type(value)(inner)
            case property():
                parts = value.fget, value.fset, value.fdel
                inner = tuple(self.frozen(name, one, depth) for one in parts)
                return value if inner == parts else property(*inner)
            case functools.cached_property():
                self._fix(name, value.func, depth)
                return functools.cached_property(self._checked(name, value.func))
        return None

    def _cache(self, name: str, value: Any, depth: int) -> Any:
        """Return a cache that neither takes nor gives what may change."""
        inner = value.__wrapped__
        home = sys.modules.get(f"{value.__module__}")
        is_library_s = getattr(home, value.__name__, None) is value
        if (is_library_s and value.__module__ != self._module) or _MADE in vars(value):
            return value
        self._fix(name, inner, depth)
        kept = functools.lru_cache(**value.cache_parameters())
        made: Any = kept(
            self._checked(
                name, inner, lambda _: _MESSAGES.clear_after(id(made), made.cache_clear)
            )
        )
        setattr(made, _MADE, True)
        return made

    def _checked(
        self,
        name: str,
        inner: Callable[..., Any],
        hear: Callable[[Message], object] | None = None,
    ) -> Callable[..., Any]:
        """Return a function that is kept, which says what is wrong when it is called.

        ``hear`` is told of messages that come of it; None: there may be none.
        """
        module = self._module

        def refuse(message: Message) -> None:
            raise RulesError(f"the file keeps a Message between calls ({name})")

        hear = refuse if hear is None else hear

        def checked(*args: Any, **named: Any) -> Any:
            freezer = _Freezer(module, hear)
            for one in (*args, *named.values()):
                if not isinstance(one, Game):
                    freezer._fix(name, one, 0)
            return freezer.frozen(name, inner(*args, **named))

        return checked

    def _is_steady(self, name: str, value: Any, depth: int) -> bool:
        """Return whether no call changes this; look at what it holds.

        Raises:
          RulesError: That may change.
        """
        kind = type(value)
        match value:
            case type():
                return _home(value) not in ("", self._module) or self._class(value)
            case FunctionType():
                return self._function(name, value, depth)
            case types.MethodType() | types.BuiltinFunctionType():
                return self._fix(name, value.__self__, depth)
            case types.DynamicClassAttribute():
                return self._fix(name, value.fget, depth)
            case Enum():
                return self._fix(name, (value.value, *_own_values(value)), depth)
            case Message():
                self._hear(value)
                return self._fix(name, (*value.args.values(),), depth)
            case msgspec.Struct():
                fields = (getattr(value, one) for one in value.__struct_fields__)
                is_fixed = value.__struct_config__.frozen
                held = (*fields, *_own_values(value))
                return is_fixed and self._fix(name, held, depth)
            case tuple() | int() | str() | bytes():
                inner = (*value,) if isinstance(value, tuple) else ()
                return self._fix(name, (*inner, *_own_values(value)), depth)
        home = _home(kind)
        if home.startswith(_KIT) and hasattr(value, "__dict__"):
            for part, inner in [*vars(value).items()]:
                vars(value)[part] = self.frozen(name, inner, depth)
            return True
        params = getattr(kind, "__dataclass_params__", None)
        if params is not None:
            names = (*kind.__dataclass_fields__, *getattr(value, "__dict__", ()))
            held = tuple(getattr(value, one, None) for one in names)
            return params.frozen and self._fix(name, held, depth)
        if home.partition(".")[0] == "msgspec":
            hooks = (getattr(value, hook, None) for hook in _HOOKS)
            return self._fix(name, (*hooks,), depth)
        is_steady = home in _STEADY or kind in (_READER, _ABSTRACT)
        return is_steady and not isinstance(value, Iterator | Mapping)

    def _function(self, name: str, value: FunctionType, depth: int) -> bool:
        """Look at what a function of the module was made with."""
        if value.__globals__.get("__name__") != self._module:
            return True
        defaults = (*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values())
        for default in defaults:
            if self.frozen(name, default, depth) is not default:
                raise RulesError(f"the file keeps an argument of {name} between calls")
        for cell in value.__closure__ or ():
            self._fix(name, *_in_cell(cell), depth)
        return self._fix(name, tuple(vars(value).values()), depth)

    def _class(self, value: type) -> bool:
        """Look at every name of a class of the module."""
        for name, held in [*vars(value).items()]:
            if not MADE.fullmatch(name) and name != "_field_defaults":
                self._put(value, name, name, held)
        members = getattr(value, "__members__", {})
        return all(self.frozen(name, one) is one for name, one in members.items())

    def _put(self, owner: Any, attribute: str, name: str, value: Any) -> None:
        made = self.frozen(name, value)
        if made is not value:
            setattr(owner, attribute, made)
            if isinstance(made, functools.cached_property):
                made.__set_name__(owner, attribute)

    def _fix(self, name: str, value: Any, depth: int) -> bool:
        """Return True if a value, which nothing can stand for, does not change.

        Raises:
          RulesError: It may.
        """
        for one in value if type(value) is tuple else (value,):
            if self.frozen(name, one, depth) is not one:
                kept = f"the file keeps a {type(one).__name__} between calls"
                raise RulesError(f"{kept} ({name})")
        return True


def _home(kind: type) -> str:
    """Return the module that has a type by its name; none: it only says so."""
    found: Any = sys.modules.get(kind.__module__)
    for part in kind.__qualname__.split("."):
        found = getattr(found, part, None)
    return kind.__module__ if found is kind else ""


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is(one: object, two: object) -> bool:
    return one is two


def _own_values(value: object) -> tuple[object, ...]:
    """Return what an object has beside its fields."""
    names = getattr(value, "__dict__", {})
    return tuple(held for name, held in names.items() if not _is_dunder(name))


def _in_cell(cell: types.CellType) -> tuple[object]:
    try:
        return (cell.cell_contents,)
    except ValueError:  # nothing is in it yet
        return (None,)
