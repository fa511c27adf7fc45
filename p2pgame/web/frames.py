"""The frames between a hub and its front ends, as JSON in text messages.

docs/design/page.md has them all.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from p2pgame.client.errors import InvalidRequest
from p2pgame.engine.exact_json import LARGEST
from p2pgame.engine.prepared import prepared

#: The version of the frames.
PROTOCOL = 1
#: No frame is longer, in bytes.
FRAME_LIMIT = 1024 * 1024
#: Characters of a key or a language.
_SHORT = 128

_Number = Annotated[int, Meta(ge=0, le=LARGEST)]
_Short = Annotated[str, Meta(max_length=_SHORT)]


class Hello(msgspec.Struct, frozen=True):
    """The first frame: the key, and the language of sentences."""

    key: str
    language: str | None = None


class Ask(msgspec.Struct, frozen=True):
    """Do this; ``id`` is the front end's own number."""

    id: int
    request: bytes


class Again(msgspec.Struct, frozen=True):
    """Begin the practice at a table again, at another one; ``id`` as in ``Ask``."""

    id: int
    table: int


class Order(msgspec.Struct, frozen=True):
    """A command to the seat at a table."""

    table: int
    command: bytes


class Follow(msgspec.Struct, frozen=True):
    """Tell a table's events from this number on."""

    table: int
    start: int


class Close(msgspec.Struct, frozen=True):
    """End what goes on at a table, and take it from the list."""

    table: int


class Stop(msgspec.Struct, frozen=True):
    """Answer the request with this number no more."""

    id: int


class Speak(msgspec.Struct, frozen=True):
    """Say sentences in this language from now on."""

    language: str


AnyFrame: TypeAlias = Hello | Ask | Again | Order | Follow | Close | Stop | Speak


class _Frame(msgspec.Struct, forbid_unknown_fields=True):
    hello: _Short | UnsetType = UNSET
    language: _Short | UnsetType = UNSET
    id: _Number | UnsetType = UNSET
    request: msgspec.Raw | UnsetType = UNSET
    table: _Number | UnsetType = UNSET
    command: msgspec.Raw | UnsetType = UNSET
    follow: _Number | UnsetType = UNSET
    close: bool | UnsetType = UNSET
    again: _Number | UnsetType = UNSET


_decoder = msgspec.json.Decoder(prepared(_Frame))


def read(text: str) -> AnyFrame:
    """Read a frame of a front end.

    Raises:
      InvalidRequest: It makes no sense.
    """
    try:
        frame = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise InvalidRequest("frame-wrong", why=str(error)) from None
    given = {name: getattr(frame, name) for name in _Frame.__struct_fields__}
    found = {name: value for name, value in given.items() if value is not UNSET}
    made = _made(found)
    if made is None:
        raise InvalidRequest("frame-unknown", fields=", ".join(sorted(found)))
    return made


def _made(found: dict[str, object]) -> AnyFrame | None:
    match found:
        case {"hello": str(key), **rest} if not {*rest} - {"language"}:
            language = rest.get("language")
            return Hello(key, language if isinstance(language, str) else None)
        case {"language": str(language), **rest} if not rest:
            return Speak(language)
        case {"id": int(id), "request": request, **rest} if not rest:
            return Ask(id, bytes(request))  # type: ignore[call-overload]
        case {"id": int(id), "again": int(table), **rest} if not rest:
            return Again(id, table)
        case {"table": int(table), "command": command, **rest} if not rest:
            return Order(table, bytes(command))  # type: ignore[call-overload]
        case {"table": int(table), "follow": int(start), **rest} if not rest:
            return Follow(table, start)
        case {"table": int(table), "close": True, **rest} if not rest:
            return Close(table)
        case {"id": int(id), "close": True, **rest} if not rest:
            return Stop(id)
    return None
