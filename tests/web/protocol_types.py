"""Writes the types of the client's JSON for the page's type check.

python -m tests.web.protocol_types > p2pgame/web/static/js/protocol.d.ts
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from p2pgame.client import answers, commands, events, inquiries, questions, requests
from p2pgame.engine import Message

HEAD = """\
// The shapes of requests, commands, events and answers: docs/client.md says what they
// mean.  Written by `python -m tests.web.protocol_types`; the suite compares.
// A field with a question mark may be left out, and then has its default.

export interface Message {
  type: 'message';
  id: string;
  args: Record<string, unknown>;
  /** In the language of this connection, with the players' names. */
  sentence?: string;
}
"""
#: The unions: a name, and the structs in it.
UNIONS: tuple[tuple[str, Any], ...] = (
    ("SeatRequest", requests.AnyRequest),
    ("Command", commands.AnyCommand),
    ("Event", events.AnyEvent),
    ("Ask", questions.AnyAsk),
    ("Inquiry", inquiries.AnyInquiry),
    ("Answer", answers.AnyAnswer),
)
PLAIN = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
    Any: "any",
    object: "any",
}


def page() -> str:
    """Return the whole file."""
    found: dict[str, type[msgspec.Struct]] = {}
    for _, union in UNIONS:
        for struct in get_args(union):
            _collect(struct, found)
    _collect(questions.Question, found)
    lines = [HEAD]
    for name in sorted(found):
        lines += _interface(found[name])
    for name, union in UNIONS:
        members = " | ".join(_name(struct) for struct in get_args(union))
        lines.append(f"export type {name} = {members};")
    return "\n".join(lines) + "\n"


def _collect(struct: Any, found: dict[str, type[msgspec.Struct]]) -> None:
    if _name(struct) in found:
        return
    found[_name(struct)] = struct
    for hint in get_type_hints(struct).values():
        for inner in _structs(hint):
            _collect(inner, found)


def _structs(kind: Any) -> Iterator[Any]:
    if kind is Message:
        return
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for inner in get_args(kind):
        yield from _structs(inner)


def _name(struct: Any) -> str:
    name: str = struct.__name__
    module = struct.__module__.rpartition(".")[2]
    return {"requests": f"{name}Request", "commands": f"{name}Command"}.get(
        module, f"{name}Inquiry" if module == "inquiries" else name
    )


def _interface(struct: Any) -> list[str]:
    hints = get_type_hints(struct)
    lines = [f"export interface {_name(struct)} {{"]
    tag = struct.__struct_config__.tag
    if tag is not None:
        lines.append(f"  {struct.__struct_config__.tag_field}: '{tag}';")
    for field in msgspec.structs.fields(struct):
        mark = "" if field.required else "?"
        lines.append(f"  {field.name}{mark}: {_kind(hints[field.name])};")
    return [*lines, "}", ""]


def _kind(kind: Any) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, UnionType) or str(origin) == "typing.Union":
        return " | ".join(dict.fromkeys(map(_kind, inner)))
    if str(origin) == "typing.Literal":
        return " | ".join(f"'{value}'" for value in inner)
    if origin in (tuple, list, frozenset):
        of = _kind(inner[0])
        return f"({of})[]" if " | " in of else f"{of}[]"
    if origin is dict:
        return f"Record<{_kind(inner[0])}, {_kind(inner[1])}>"
    if kind is Message:
        return "Message"
    return PLAIN.get(kind) or (_name(kind) if hasattr(kind, "__name__") else "any")


if __name__ == "__main__":
    sys.stdout.write(page())
