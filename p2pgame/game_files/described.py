"""Describes a game's class as data, and makes classes of such a description.

Rules of somebody else run in a process of their own, and this one never imports them.
It needs their name, options and the fields of their state: to read options, to hash a
state, to show it.  So that process describes them, and here classes with the same
fields are made, whose values are encoded to the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import reduce
from keyword import iskeyword
from operator import or_
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, inspect

from p2pgame.engine import AnyGame, Game, Options, RulesError, State
from p2pgame.engine.message import Message
from p2pgame.engine.prepared import prepared
from p2pgame.engine.rules import state_of

#: The most structs and fields of a game, and the deepest nesting of a type.
MOST, DEEPEST = 1000, 16
_NAME = 64


class Kind(msgspec.Struct, frozen=True, omit_defaults=True):
    """The type of a field.

    ``of`` are the types within, and ``struct`` is the name of one of the structs.
    ``values`` are those of a literal or an enumeration, whose members are called
    ``members``.  ``bounds`` are those of a number or a text.
    """

    kind: Literal[
        "bool",
        "int",
        "text",
        "bytes",
        "null",
        "array",
        "tuple",
        "union",
        "struct",
        "literal",
        "enum",
    ]
    of: tuple[Kind, ...] = ()
    struct: str = ""
    values: tuple[int | str | None, ...] = ()
    members: tuple[str, ...] = ()
    bounds: dict[str, int] = {}


class Fields(msgspec.Struct, frozen=True, omit_defaults=True):
    """A struct: its fields in order, and the tag by which it is told from others."""

    name: str
    fields: tuple[tuple[str, Kind], ...]
    tag: str | int | None = None


class Described(msgspec.Struct, frozen=True):
    """A game's class.

    Each of ``structs`` comes after those within it, and the state is the last.
    ``methods`` are those that the rules have themselves.
    """

    name: str
    version: int
    low: int
    high: int
    only_deals: bool
    draws: bool
    plans_ahead: bool
    aim: Message | None
    seat_names: tuple[Message, ...]
    move_help: dict[str, str]
    options: tuple[tuple[str, Kind, int | str | bool], ...]
    structs: tuple[Fields, ...]
    methods: tuple[str, ...]


def describe(game: AnyGame, methods: tuple[str, ...]) -> Described:
    """Return the description of a game that was checked; ``methods`` it may have.

    Raises:
      RulesError: Its state has a struct within itself.
    """
    state = state_of(game)
    assert state is not None, "checked before"
    structs = _Structs()
    structs.add(state)
    defaults = msgspec.to_builtins(game.options())
    options = tuple(
        (one.name, structs.kind(one.type), defaults[one.name])
        for one in _fields(game.options)
    )
    own = (one for one in methods if getattr(type(game), one) is not getattr(Game, one))
    seats = game.seats
    return Described(
        *(game.name, game.version, seats[0], seats[-1], game.only_deals, game.draws),
        *(game.plans_ahead, game.aim, game.seat_names),
        dict(game.move_help),
        *(options, tuple(structs.done.values()), tuple(own)),
    )


class _Structs:
    """The structs that were described; each comes after those within it."""

    def __init__(self) -> None:
        self.done: dict[type, Fields] = {}
        self._within: list[type] = []

    def add(self, cls: type) -> str:
        """Describe a struct, and return its name, which no other has."""
        if cls in self._within:
            raise RulesError(f"{cls.__name__} has itself within it: use a tuple")
        if cls not in self.done:
            self._within.append(cls)
            info = inspect.type_info(cls)
            assert isinstance(info, inspect.StructType)
            fields = tuple((one.name, self.kind(one.type)) for one in info.fields)
            self._within.pop()
            name = f"{cls.__name__[: _NAME - 5]}_{len(self.done)}"
            self.done[cls] = Fields(name, fields, info.tag)
        return self.done[cls].name

    def kind(self, kind: inspect.Type) -> Kind:
        match kind:
            case inspect.Metadata(type=inner):
                return self.kind(inner)
            case inspect.VarTupleType(item_type=inner):
                return Kind("array", (self.kind(inner),), bounds=_bounds(kind))
            case inspect.TupleType(item_types=inners):
                return Kind("tuple", tuple(map(self.kind, inners)))
            case inspect.UnionType(types=inners):
                return Kind("union", tuple(map(self.kind, inners)))
            case inspect.StructType(cls=cls):
                return Kind("struct", struct=self.add(cls))
            case inspect.LiteralType(values=values):
                return Kind("literal", values=tuple(values))
            case inspect.EnumType(cls=cls):
                names = tuple(member.name for member in cls)
                return Kind(
                    "enum", values=tuple(one.value for one in cls), members=names
                )
        return Kind(_PLAIN[type(kind)], bounds=_bounds(kind))


_PLAIN: dict[type, Any] = {
    inspect.BoolType: "bool",
    inspect.IntType: "int",
    inspect.StrType: "text",
    inspect.BytesType: "bytes",
    inspect.NoneType: "null",
}
_BOUNDS = ("ge", "gt", "le", "lt", "min_length", "max_length")


def _bounds(kind: inspect.Type) -> dict[str, int]:
    found = {name: getattr(kind, name, None) for name in _BOUNDS}
    return {name: value for name, value in found.items() if value is not None}


def _fields(struct: type) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return info.fields


class Made:
    """The classes that a description stands for, said to be in ``module``.

    Raises:
      RulesError: The description is none of a game.
    """

    def __init__(self, described: Described, module: str) -> None:
        self._module, self._structs = module, dict[str, type[State]]()
        counted = sum(1 + len(one.fields) for one in described.structs)
        if not described.structs or counted + len(described.options) > MOST:
            raise RulesError(f"the rules have no state, or more than {MOST} fields")
        try:
            for one in described.structs:
                self._structs[one.name] = self._struct(one)
            self.state = self._structs[described.structs[-1].name]
            self.options = self._options(described)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise RulesError(f"the rules have a state that is none: {error}") from None

    def _struct(self, one: Fields) -> type[State]:
        fields = [(_name(name), self._type(kind, 0)) for name, kind in one.fields]
        made = msgspec.defstruct(
            *(_name(one.name), fields),
            bases=(State,),
            module=self._module,
            frozen=True,
            tag=one.tag,
        )
        assert issubclass(made, State)
        return made

    def _options(self, described: Described) -> type[Options]:
        if not described.options:
            return Options
        fields = []
        for name, kind, default in described.options:
            made = self._type(kind, 0)
            fields.append((_name(name), made, msgspec.convert(default, prepared(made))))
        cls = msgspec.defstruct(
            "Options", fields, bases=(Options,), module=self._module, frozen=True
        )
        assert issubclass(cls, Options)
        return cls

    def _type(self, kind: Kind, depth: int) -> Any:
        """Return the type that a kind stands for.

        Raises:
          ValueError: It stands for none.
        """
        if depth > DEEPEST:
            raise ValueError("a type is nested too deeply")
        inners: Iterator[Any] = (self._type(one, depth + 1) for one in kind.of)
        made: Any
        match kind.kind:
            case "array":
                made = tuple.__class_getitem__((next(inners), ...))
            case "tuple":
                made = tuple.__class_getitem__(tuple(inners))
            case "union":
                made = reduce(or_, inners)
            case "struct":
                return self._structs[kind.struct]
            case "literal":
                return Literal[kind.values]
            case "enum":
                pairs = zip(map(_name, kind.members), kind.values, strict=True)
                return Enum("Enumeration", list(pairs))
            case plain:
                made = _TYPES[plain]
        bounds: dict[str, Any] = {name: kind.bounds[name] for name in kind.bounds}
        return Annotated[made, Meta(**bounds)] if bounds else made


_TYPES: dict[str, Any] = {
    "bool": bool,
    "int": int,
    "text": str,
    "bytes": bytes,
    "null": None,
}


def _name(name: str) -> str:
    if not name.isidentifier() or iskeyword(name) or len(name) > _NAME:
        raise ValueError(f"{name[:_NAME]!r} is no name")
    if name.startswith("__"):
        raise ValueError(f"{name!r} is no name of a field")
    return name
