"""Reads and writes nostr events, and the messages about them.

An event is signed JSON: its id is the hash of all but the signature, and the signature
is over the id.  Ours are of one kind, which relays store, and have two tags: the topic
to search by, and the expiry.
Anybody may run a relay, so the reader is strict and checks bounds first.

:mod:`.client` verifies signatures; :mod:`.content` reads an event's content.

Source: NIP-01 (events, messages), NIP-40 (expiration).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, TypeAlias

import msgspec

from p2pgame.transport.link import InvalidFrame

#: Regular events (1000 to 9999) are to be stored, and no NIP uses this kind.
KIND = 4077

#: The tag with the topic; relays search by tags of one letter.
TOPIC_TAG = "x"

#: Bytes of an event as JSON, at most, and how many of them are not its content.
EVENT_LIMIT, EVENT_REST = 64 * 1024, 640

#: Bytes of any message of a relay, at most: an event, in whatever spelling.
MESSAGE_LIMIT = EVENT_LIMIT + 8 * 1024

#: Seconds after which relays may forget an event.
LIFE = 24 * 3600

_ESCAPES = str.maketrans(
    {
        **{"\n": "\\n", '"': '\\"', "\\": "\\\\", "\r": "\\r"},
        **{"\t": "\\t", "\b": "\\b", "\f": "\\f"},
    }
)
_DIGITS = re.compile(r"[0-9]{1,12}")
_HEX = re.compile(r"(?:[0-9a-f]{64})?")
_NAME = 64

Tags: TypeAlias = tuple[tuple[str, ...], ...]

_Id = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Signature = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{128}\Z")]
_Short = Annotated[str, msgspec.Meta(max_length=1024)]
_Time = Annotated[int, msgspec.Meta(ge=0, lt=2**40)]
_Kind = Annotated[int, msgspec.Meta(ge=0, lt=2**16)]
_Tag = Annotated[tuple[_Short, ...], msgspec.Meta(max_length=16)]
_Tags = Annotated[tuple[_Tag, ...], msgspec.Meta(max_length=16)]
_Content = Annotated[str, msgspec.Meta(max_length=EVENT_LIMIT)]


@dataclass(frozen=True, slots=True)
class Event:
    """An event by ``author``; ``created`` is Unix time in seconds."""

    author: bytes
    created: int
    kind: int
    tags: Tags
    content: str
    signature: bytes = b""

    @property
    def id(self) -> bytes:
        """The hash of all but the signature."""
        return sha256(serialised(self)).digest()


def serialised(event: Event) -> bytes:
    """Return the one spelling of an event without its signature."""
    tags = ",".join(f"[{','.join(map(_text, tag))}]" for tag in event.tags)
    author, content = event.author.hex(), _text(event.content)
    text = f'[0,"{author}",{event.created},{event.kind},[{tags}],{content}]'
    return text.encode()


def _text(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'


def our_tags(topic: bytes, created: int, life: int = LIFE) -> Tags:
    """Return the only tags that an event of a topic has."""
    return (TOPIC_TAG, topic.hex()), ("expiration", str(created + life))


def forgotten_at(event: Event, topic: bytes) -> int:
    """Return when an event of a topic expires.

    Raises:
      InvalidFrame: The event is not one that we asked for.
    """
    match event.tags:
        case ((name, tag), ("expiration", text)) if _DIGITS.fullmatch(text):
            if (event.kind, name, tag) == (KIND, TOPIC_TAG, topic.hex()):
                return int(text)
    raise InvalidFrame("The relay sends events that nobody asked for.")


# Messages of a relay


@dataclass(frozen=True, slots=True)
class Found:
    """An event for a subscription; its id is right, its signature unverified."""

    name: str
    event: Event


@dataclass(frozen=True, slots=True)
class Answer:
    """Tells whether an event was accepted; no ``id`` if the relay names none."""

    id: bytes
    is_taken: bool
    reason: str


@dataclass(frozen=True, slots=True)
class End:
    """Tells that all stored events of a subscription were sent."""

    name: str


@dataclass(frozen=True, slots=True)
class Closed:
    """Tells that a relay has ended a subscription."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to people."""

    text: str


@dataclass(frozen=True, slots=True)
class Other:
    """Any other message of nostr."""


Word: TypeAlias = Found | Answer | End | Closed | Notice | Other


class _Event(msgspec.Struct, frozen=True):
    id: _Id
    pubkey: _Id
    created_at: _Time
    kind: _Kind
    tags: _Tags
    content: _Content
    sig: _Signature


_Raws = Annotated[list[msgspec.Raw], msgspec.Meta(min_length=1, max_length=8)]
_READ = msgspec.json.Decoder(_Raws)
_READ_TEXT = msgspec.json.Decoder(str)
_READ_EVENT = msgspec.json.Decoder(_Event)
_READ_ANSWER = msgspec.json.Decoder(tuple[str, str, bool, str])


def read_word(message: bytes) -> Word:
    """Read a relay's message.

    Raises:
      InvalidFrame: It is malformed, or an event's id is wrong.
    """
    if len(message) > MESSAGE_LIMIT:
        raise InvalidFrame("The relay sent a message above the limit.")
    try:
        return _read(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise InvalidFrame("The relay does not speak nostr.") from None


def _read(message: bytes) -> Word:
    raws = _READ.decode(message)
    kind, count = _READ_TEXT.decode(raws[0]), len(raws)
    match kind:
        case "EVENT" if count == 3:
            return Found(_name(raws[1]), read_event(raws[2]))
        case "OK" if count == 4:
            _, number, is_taken, reason = _READ_ANSWER.decode(message)
            return Answer(_id(number), is_taken, reason)
        case "EOSE" if count == 2:
            return End(_name(raws[1]))
        case "CLOSED" if count == 3:
            return Closed(_name(raws[1]), _READ_TEXT.decode(raws[2]))
        case "NOTICE" if count == 2:
            return Notice(_READ_TEXT.decode(raws[1]))
        case "EVENT" | "OK" | "EOSE" | "CLOSED" | "NOTICE":
            raise InvalidFrame("The relay does not speak nostr.")
    return Other()


def read_event(data: bytes | msgspec.Raw) -> Event:
    """Read an event and check its id; raise ``InvalidFrame`` or msgspec's errors."""
    raw = _READ_EVENT.decode(data)
    author, signature = bytes.fromhex(raw.pubkey), bytes.fromhex(raw.sig)
    event = Event(*(author, raw.created_at, raw.kind, raw.tags, raw.content), signature)
    if event.id.hex() != raw.id:
        raise InvalidFrame("The relay sends events with wrong ids.")
    return event


def _name(raw: msgspec.Raw) -> str:
    name = _READ_TEXT.decode(raw)
    if len(name) > _NAME:
        raise InvalidFrame("The relay does not speak nostr.")
    return name


def _id(text: str) -> bytes:
    """Return an id; empty from relays that could not read the event."""
    if not _HEX.fullmatch(text):
        raise InvalidFrame("The relay does not speak nostr.")
    return bytes.fromhex(text)


# Our messages


def written(event: Event) -> dict[str, object]:
    """Return an event as the JSON object that goes over the wire."""
    return {
        "id": event.id.hex(),
        "pubkey": event.author.hex(),
        "created_at": event.created,
        "kind": event.kind,
        "tags": event.tags,
        "content": event.content,
        "sig": event.signature.hex(),
    }


def publish(event: Event) -> bytes:
    """Return the message that gives an event to a relay."""
    return msgspec.json.encode(["EVENT", written(event)])


def ask(
    name: str,
    topic: bytes,
    *,
    limit: int,
    since: int = 0,
    until: int | None = None,
    author: bytes | None = None,
) -> bytes:
    """Return the message that asks for the newest events of a topic, and new ones."""
    wanted: dict[str, object] = {"kinds": [KIND], f"#{TOPIC_TAG}": [topic.hex()]}
    if since:
        wanted["since"] = since
    if until is not None:
        wanted["until"] = until
    if author is not None:
        wanted["authors"] = [author.hex()]
    return msgspec.json.encode(["REQ", name, {**wanted, "limit": limit}])


def drop(name: str) -> bytes:
    """Return the message that ends a subscription."""
    return msgspec.json.encode(["CLOSE", name])
