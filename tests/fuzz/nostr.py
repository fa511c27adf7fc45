"""What relays of nostr say, and what is in an event, against a second reader.

Events have the right id most of the time, for a relay can work it out; what an event
holds has a claim that is right, for whoever has the invite can make one.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from hashlib import blake2b, sha256
from random import Random
from typing import Any

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.nostr import content, events
from p2pgame.transport.nostr.content import Piece
from p2pgame.transport.nostr.events import Word
from p2pgame.transport.relay.topic_id import topic_of
from tests.fuzz.havoc import NUMBERS, below, havoc, noise, one_of
from tests.fuzz.target import Input, Target, Wrong
from tests.wire_values import Bytes, Malformed, need

SEED, AUTHOR = bytes(range(32)), bytes(range(32, 64))
TOPIC = topic_of(sodium.crypto_sign_seed_keypair(SEED)[0])
_TEXTS = (
    *("", "a", "ö", "\U0001f0a1", '\n\r\t\b\f"\\/', "\0\x1b\x7f", "\u2028", "</x>"),
    *("x" * 64, "x" * 65, "a" * 1024, "a" * 1025, "4077"),
)
_HEX = "0123456789abcdef"


def spelled(event: dict[str, object]) -> bytes:
    """Return the spelling of an event of which its id is the hash, by NIP-01."""
    names = "pubkey", "created_at", "kind", "tags", "content"
    return _spelled([0, *(event[name] for name in names)]).encode()


def _spelled(value: object) -> str:
    if isinstance(value, str):
        out = value.replace("\\", "\\\\").replace('"', '\\"')
        for char, letter in zip("\n\r\t\b\f", "nrtbf", strict=True):
            out = out.replace(char, "\\" + letter)
        return f'"{out}"'
    if isinstance(value, list):
        return "[" + ",".join(map(_spelled, value)) + "]"
    return str(value)


class Relayed(Target):
    """``read`` reads what a relay of nostr says."""

    name, inputs = "nostr", 1_000_000

    def __init__(self, *, read: Callable[[bytes], Word] = events.read_word) -> None:
        self._read = read

    def make(self, chance: Random) -> Input:
        way = chance.random()
        word, valid = _word(chance, 0.0 if way < 0.2 else 0.06)
        data = json.dumps(word, ensure_ascii=chance.random() < 0.3).encode()
        if way > 0.7:
            return Input(havoc(chance, data, [data]))
        if way > 0.68:
            return Input(one_of(chance, (noise(chance, 60), b"[" * 5000, data * 2)))
        return Input(data, valid=valid and way < 0.2)

    def parse(self, data: bytes) -> object:
        return self._read(data)

    def judge(self, given: Input) -> str:
        second: tuple[object, ...] | None
        try:
            second = _second(given.data)
        except _Twice:
            second = self._either(given.data)
        except Malformed:
            second = None
        try:
            word = self._read(given.data)
        except InvalidFrame as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            if given.valid or second is not None:
                raise Wrong("refused, and it is nostr") from None
            return "refused"
        told = _told(word)
        if told and second is None:
            second = _leniently(given.data)
        if told and second is None:
            raise Wrong("taken, and it is no nostr")
        if told and told != second:
            raise Wrong("another word is read")
        return type(word).__name__.lower()

    def _either(self, data: bytes) -> tuple[object, ...] | None:
        """Return what is read: of a name that stands twice each may count."""
        try:
            return _told(self._read(data))
        except InvalidFrame:
            return None


class _Twice(Malformed):
    """A name stands twice in an object."""


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) < len(pairs):
        raise _Twice("twice")
    return dict(pairs)


def _told(word: Any) -> tuple[object, ...]:
    """Return what a word says; of whichever copy of the module its class is."""
    match type(word).__name__:
        case "Found":
            event = word.event
            head = event.author, event.created, event.kind
            tags = [[*tag] for tag in event.tags]
            return "EVENT", word.name, *head, tags, event.content, event.signature
        case "Answer":
            return "OK", word.id.hex(), word.is_taken, word.reason
        case "End":
            return "EOSE", word.name
        case "Closed":
            return "CLOSED", word.name, word.reason
        case "Notice":
            return "NOTICE", word.text
    return ()


def _leniently(data: bytes) -> tuple[object, ...] | None:
    """Return what a word says if only what nobody reads in it is no text."""
    try:
        return _second(data, strict=False)
    except Malformed:
        return None


def _second(data: bytes, *, strict: bool = True) -> tuple[object, ...]:
    """Return what a word says, if it is one that we listen to."""
    need(len(data) <= 72 * 1024, "length")
    try:
        value = json.loads(
            data.decode(errors="strict" if strict else "replace"),
            object_pairs_hook=_once,
            strict=strict,
        )
        json.dumps(value, ensure_ascii=False).encode()  # half of a pair is no text
    except (ValueError, RecursionError):
        raise Malformed("no JSON") from None
    match value:
        case ["EVENT", str(name), dict(event)] if len(name) <= 64:
            return "EVENT", name, *_event(event)
        case ["OK", str(id), bool(is_taken), str(reason)] if id == "" or _is_hex(
            id, 64
        ):
            return "OK", id, is_taken, reason
        case ["EOSE", str(name)] if len(name) <= 64:
            return "EOSE", name
        case ["CLOSED", str(name), str(reason)] if len(name) <= 64:
            return "CLOSED", name, reason
        case ["NOTICE", str(text)]:
            return "NOTICE", text
    raise Malformed("no word that we listen to")


def _event(event: dict[str, object]) -> tuple[object, ...]:
    match event:
        case {
            "id": str(id),
            "pubkey": str(author),
            "created_at": int(created),
            "kind": int(kind),
            "tags": list(tags),
            "content": str(text),
            "sig": str(signature),
        }:
            need(_is_hex(id, 64) and _is_hex(author, 64), "keys")
            need(_is_hex(signature, 128), "signature")
            need(not isinstance(created, bool) and 0 <= created < 1 << 40, "time")
            need(not isinstance(kind, bool) and 0 <= kind < 1 << 16, "kind")
            need(len(tags) <= 16 and all(map(_is_tag, tags)), "tags")
            need(len(text) <= 64 * 1024, "content")
            need(sha256(spelled(event)).hexdigest() == id, "id")
            sizes = bytes.fromhex(author), created, kind, tags, text
            return *sizes, bytes.fromhex(signature)
    raise Malformed("no event")


def _is_hex(text: str, size: int) -> bool:
    return len(text) == size and set(text) <= set(_HEX)


def _is_tag(tag: object) -> bool:
    if not isinstance(tag, list) or len(tag) > 16:
        return False
    return all(isinstance(one, str) and len(one) <= 1024 for one in tag)


def _word(chance: Random, sin: float) -> tuple[list[object], bool]:
    """Return a word, right or nearly, and whether it is right."""
    name, text = one_of(chance, _TEXTS[:9]), one_of(chance, _TEXTS)
    kind = one_of(chance, ("EVENT", "EVENT", "EVENT", "OK", "EOSE", "CLOSED", "NOTICE"))
    rests: dict[str, list[object]] = {
        "EVENT": [name, _made(chance, sin)],
        "OK": [chance.randbytes(32).hex(), chance.random() < 0.5, text],
        "EOSE": [name],
        "CLOSED": [name, text],
        "NOTICE": [text],
    }
    word: list[object] = [kind, *rests[kind]]
    if chance.random() < sin:
        word[below(chance, len(word))] = one_of(chance, (None, 1, "", [], {}, "AUTH"))
    elif chance.random() < sin:
        word = word[:-1] if chance.random() < 0.5 else [*word, text]
    return word, not sin


def _made(chance: Random, sin: float) -> dict[str, object]:
    """Return an event whose id is right, unless a part of it is not."""

    def text() -> str:
        return one_of(chance, _TEXTS if chance.random() < sin else _TEXTS[:11])

    count = below(chance, 4) if chance.random() >= sin else one_of(chance, (16, 17))
    tags: list[object] = [
        [text() for _ in range(below(chance, 3))] for _ in range(count)
    ]
    event: dict[str, object] = {
        "pubkey": AUTHOR.hex(),
        "created_at": one_of(chance, (0, 1, 1_790_000_000, (1 << 40) - 1)),
        "kind": one_of(chance, (0, 4077, 65535)),
        "tags": tags,
        "content": "".join(text() for _ in range(below(chance, 4))),
        "sig": chance.randbytes(64).hex(),
    }
    if chance.random() < sin:
        wrong = (-1, 1 << 40, 65536, 1.5, True, None, "1", AUTHOR.hex().upper(), [[1]])
        event[one_of(chance, [*event])] = one_of(chance, wrong)
    event["id"] = sha256(spelled(event)).hexdigest()
    if chance.random() < sin:
        event["id"] = one_of(chance, (AUTHOR.hex(), "", str(event["id"]).upper()))
    elif chance.random() < sin:
        del event[one_of(chance, [*event])]
    if chance.random() < sin:
        event["more"] = text()
    return event


class Contents(Target):
    """``read`` reads what an event holds."""

    name, inputs = "contents", 500_000

    def __init__(
        self, *, read: Callable[[str, bytes, bytes], list[Piece]] = content.decode
    ) -> None:
        self._read = read
        self._claim = _claim(AUTHOR)

    def make(self, chance: Random) -> Input:
        way, claim = chance.random(), self._claim
        if way < 0.05:
            claim = havoc(chance, claim, [claim])
        elif way < 0.08:
            claim = _claim(one_of(chance, (TOPIC, b"", AUTHOR[:31])))
        elif way < 0.1:
            claim = _claim(AUTHOR, AUTHOR)
        head = b"\1" if way < 0.95 else chance.randbytes(1)
        data = head + claim + _pieces(chance, 0.0 if 0.1 < way < 0.3 else 0.05)
        text = b64encode(data)
        if way > 0.8:
            text = havoc(chance, text, [text])
        return Input(text, valid=0.1 < way < 0.3)

    def parse(self, data: bytes) -> object:
        return self._read(data.decode("latin-1"), TOPIC, AUTHOR)

    def judge(self, given: Input) -> str:
        text = given.data.decode("latin-1")
        try:
            found = self._read(text, TOPIC, AUTHOR)
        except InvalidFrame as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            self._check_refused(given)
            return "refused"
        try:
            second = _held(given.data)
        except Malformed as error:
            raise Wrong(f"taken, and it is not ours: {error}") from None
        if [(one.frame, one.number, one.count, one.data) for one in found] != second:
            raise Wrong("other pieces are read")
        return "taken"

    def _check_refused(self, given: Input) -> None:
        if given.valid:
            raise Wrong("refused, and it is right")
        try:
            _held(given.data)
        except Malformed:
            return
        raise Wrong("refused, and it is ours")


def _claim(author: bytes, seed: bytes = SEED) -> bytes:
    public, secret = sodium.crypto_sign_seed_keypair(seed)
    signed: bytes = sodium.crypto_sign(b"p2pgame nostr author" + author, secret)
    return public + signed[:64]


def _held(text: bytes) -> list[tuple[bytes, int, int, bytes]]:
    """Return the pieces in an event of AUTHOR at TOPIC."""
    fields = Bytes(_base64(text))
    need(fields.number(1) == 1, "version")
    key, signature = fields.take(32), fields.take(64)
    need(topic_of(key) == TOPIC, "topic")
    said = b"p2pgame nostr author" + AUTHOR
    try:
        sodium.crypto_sign_open(signature + said, key)
    except CryptoError:
        raise Malformed("claim") from None
    pieces: list[tuple[bytes, int, int, bytes]] = []
    while fields.rest:
        name, number, count = fields.take(8), fields.number(1), fields.number(1)
        need(number < count <= 16 and len(pieces) < 64, "number")
        pieces.append((name, number, count, fields.take(fields.number(4))))
    return pieces


def _base64(text: bytes) -> bytes:
    """Return what base64 stands for, the bits that say nothing being zero."""
    letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    body = text.rstrip(b"=")
    fill = len(text) - len(body)
    need(len(text) % 4 == 0 and fill <= 2 and set(body) <= set(letters), "base64")
    bits = "".join(f"{letters.index(one):06b}" for one in body)
    whole = len(bits) - len(bits) % 8
    need("1" not in bits[whole:], "base64")
    return int(bits[:whole] or "0", 2).to_bytes(whole // 8)


def _pieces(chance: Random, sin: float) -> bytes:
    out, wanted = b"", one_of(chance, (0, 1, 1, 2, 3))
    if chance.random() < sin / 2:
        wanted = one_of(chance, (63, 64, 65))
    for _ in range(wanted):
        data = chance.randbytes(below(chance, 40))
        count = 1 + below(chance, 16)
        number = below(chance, count)
        said = len(data)
        if chance.random() < sin:
            count, number = one_of(chance, ((0, 0), (17, 1), (255, 254), (3, 3)))
        elif chance.random() < sin:
            said = one_of(chance, (*NUMBERS, said + 1))
        name = blake2b(data, digest_size=8).digest()
        out += name + bytes((number, count)) + (said % (1 << 32)).to_bytes(4) + data
    return out + (chance.randbytes(3) if chance.random() < sin else b"")
