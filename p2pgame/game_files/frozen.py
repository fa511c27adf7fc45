"""Keeps what a loaded text has at hand from changing between two calls.

Lists, dicts and sets of a module and of its classes become such as can't be changed.
What can't be made so, as an iterator or a deque, is refused with its name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

import msgspec

from p2pgame.engine import RulesError

#: How deep containers are looked into.
_DEEPEST = 16


def freeze(module: ModuleType) -> None:
    """Make what the module keeps unchangeable, or refuse it.

    Raises:
      RulesError: It keeps something that a call may change for the next.
    """
    for name, value in [*vars(module).items()]:
        if name.startswith("__"):
            continue
        _set(module, name, value)
        if isinstance(value, type) and value.__module__ == module.__name__:
            for inner, held in [*vars(value).items()]:
                if not inner.startswith("__"):
                    _set(value, inner, held)


def _set(owner: Any, name: str, value: object) -> None:
    made = _frozen(name, value, 0)
    if made is not value:
        setattr(owner, name, made)


def _frozen(name: str, value: Any, depth: int) -> Any:
    """Return what stands in place of a value; most values stand for themselves."""
    if depth > _DEEPEST:
        raise RulesError(f"the file nests {name} too deeply")
    kind = type(value)
    if kind in (list, tuple):
        made = tuple(_frozen(name, one, depth + 1) for one in value)
        is_same = kind is tuple and all(map(_is, made, value))
        return value if is_same else made
    if kind in (set, frozenset):
        return value if kind is frozenset else frozenset(value)
    if kind in (dict, MappingProxyType):
        made_ = {key: _frozen(name, one, depth + 1) for key, one in value.items()}
        is_same = kind is MappingProxyType and all(
            map(_is, made_.values(), value.values())
        )
        return value if is_same else MappingProxyType(made_)
    if _may_change(value):
        kept = f"the file keeps a {kind.__name__} between calls"
        raise RulesError(f"{kept} ({name})")
    if isinstance(value, FunctionType):
        for default in (*(value.__defaults__ or ()), *_named_defaults(value)):
            if _frozen(name, default, depth + 1) is not default:
                raise RulesError(f"the file keeps an argument of {name} between calls")
    return value


def _is(one: object, two: object) -> bool:
    return one is two


def _named_defaults(function: FunctionType) -> tuple[object, ...]:
    return tuple((function.__kwdefaults__ or {}).values())


def _may_change(value: object) -> bool:
    """Return whether a call may change this for the next."""
    if isinstance(value, list | dict | set | bytearray | deque | Iterator):
        return True
    if isinstance(value, msgspec.Struct):
        return not value.__struct_config__.frozen
    kind = type(value)
    is_own = kind.__module__.startswith("p2pgame_file_")
    has_fields = hasattr(value, "__dict__") and not isinstance(value, type | Mapping)
    params = getattr(kind, "__dataclass_params__", None)
    is_fixed = params is not None and params.frozen
    return is_own and has_fields and not is_fixed and not _is_member(value)


def _is_member(value: object) -> bool:
    """Return whether this is a member of an enumeration, or a function."""
    return hasattr(type(value), "__members__") or callable(value)
