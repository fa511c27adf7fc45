"""Says how a game's state is laid out: its fields in order, with their types.

All of that follows from the classes.  A state is encoded as an array of its fields in
MessagePack, and shown by their names in a view's ``state``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Literal, TypeAlias

from msgspec import inspect

from .events import Part

#: Given a struct's class and a field's name, says what the field is.
About: TypeAlias = Callable[[type, str], str]
Kind: TypeAlias = Literal[
    "bool",
    "int",
    "text",
    "bytes",
    "null",
    "array",
    "tuple",
    "optional",
    "union",
    "struct",
]


class FieldType(Part, frozen=True):
    """What values a field has.

    ``of`` are the types inside: of an ``array`` that of all its items, of a ``tuple``
    one for each item, of an ``optional`` that of a value that is not null, of a
    ``union`` all that are possible.  A ``struct`` is named.  If ``values`` are given
    there are no others.
    """

    kind: Kind
    of: tuple[FieldType, ...] = ()
    struct: str = ""
    values: tuple[str | int, ...] = ()


class FieldShown(Part, frozen=True):
    """A field of a state or a struct; ``about`` is what it is, in a sentence."""

    name: str
    type: FieldType
    about: str


class StructShown(Part, frozen=True):
    """A struct in a state: an array of its fields, in order.

    If there is a ``tag`` the array begins with it.
    """

    name: str
    fields: tuple[FieldShown, ...]
    tag: str | int | None = None


def layout_of(
    state: type, about: About
) -> tuple[tuple[FieldShown, ...], tuple[StructShown, ...]]:
    """Return the fields of a state, and the structs in it."""
    reader = _Reader(about)
    fields = reader.fields(inspect.type_info(state))
    return fields, tuple(reader.structs())


def type_of(kind: inspect.Type) -> FieldType:
    """Return the type of an option, which has no structs."""
    return _Reader(lambda struct, field: "").type(kind)


class _Reader:
    """Reads types, and collects the structs that it meets."""

    def __init__(self, about: About) -> None:
        self._about = about
        self._names: dict[type, str] = {}
        self._met: dict[type, inspect.StructType] = {}

    def fields(self, struct: inspect.Type) -> tuple[FieldShown, ...]:
        assert isinstance(struct, inspect.StructType)
        cls = struct.cls
        return tuple(
            FieldShown(one.name, self.type(one.type), self._about(cls, one.name))
            for one in struct.fields
        )

    def structs(self) -> Iterator[StructShown]:
        """Yield all structs that were met, and those that are met in them."""
        done = 0
        while done < len(self._met):
            struct = [*self._met.values()][done]
            done += 1
            name, tag = self._names[struct.cls], struct.tag
            yield StructShown(name, self.fields(struct), tag)

    def type(self, kind: inspect.Type) -> FieldType:
        match kind:
            case inspect.Metadata(type=inner):
                return self.type(inner)
            case inspect.VarTupleType(item_type=inner):
                return FieldType("array", (self.type(inner),))
            case inspect.TupleType(item_types=inners):
                return FieldType("tuple", tuple(map(self.type, inners)))
            case inspect.UnionType(types=inners):
                return _union([self.type(inner) for inner in inners])
            case inspect.StructType():
                return FieldType("struct", struct=self._name(kind))
            case inspect.LiteralType(values=values):
                return _one_of(values)
            case inspect.EnumType(cls=cls):
                return _one_of(tuple(member.value for member in cls))
        return FieldType(_PLAIN[type(kind)])

    def _name(self, struct: inspect.StructType) -> str:
        """Return a struct's name, which no other struct here has."""
        cls = struct.cls
        if cls not in self._names:
            name, module = cls.__name__, cls.__module__.rpartition(".")[2]
            is_new = name not in self._names.values()
            self._names[cls] = name if is_new else f"{module}.{name}"
            self._met[cls] = struct
        return self._names[cls]


_PLAIN: dict[type, Kind] = {
    inspect.BoolType: "bool",
    inspect.IntType: "int",
    inspect.StrType: "text",
    inspect.BytesType: "bytes",
    inspect.NoneType: "null",
}


def _one_of(values: Collection[object]) -> FieldType:
    """Return the type of fields that have one of these texts or numbers."""
    texts = tuple(value for value in values if isinstance(value, str))
    numbers = tuple(value for value in values if isinstance(value, int))
    kinds: list[FieldType] = []
    if texts:
        kinds.append(FieldType("text", values=texts))
    if numbers:
        kinds.append(FieldType("int", values=numbers))
    if None in values:
        kinds.append(FieldType("null"))
    return _union(kinds)


def _union(kinds: list[FieldType]) -> FieldType:
    """Return what may be any of these; texts of which all are known are one type."""
    null = FieldType("null")
    rest = [kind for kind in kinds if kind != null]
    texts = [kind for kind in rest if kind.kind == "text" and kind.values]
    if len(texts) > 1:
        values = tuple(value for kind in texts for value in kind.values)
        others = [kind for kind in rest if kind not in texts]
        rest = [*others, FieldType("text", values=values)]
    whole = rest[0] if len(rest) == 1 else FieldType("union", tuple(rest))
    return FieldType("optional", (whole,)) if null in kinds else whole
