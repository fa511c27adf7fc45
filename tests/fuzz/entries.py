"""Entries and payloads, against a second reader: what is in every other input.

Entries are signed anew with a known key half of the time, so that the fields
are what is wrong with them and not the signature.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from p2pgame.log import AuthorKey, Entry, InvalidEntry
from p2pgame.session import InvalidPayload
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import LaterVersion
from p2pgame.session.entries.payloads import Payload
from tests import wire_reader as reader
from tests.fuzz.havoc import havoc, one_of, splice
from tests.fuzz.target import Input, Target, Wrong
from tests.fuzz.values import changed, respelt
from tests.wire_values import Malformed, Value, read_cbor, write_cbor

DOMAIN = b"p2pgame entry"
KEY = AuthorKey(bytes(range(32)))


def signed(body: bytes, key: AuthorKey = KEY) -> bytes:
    return write_cbor([body, key.sign(DOMAIN, body)])


class Entries(Target):
    """``read`` checks an entry; the corpus are some that are valid."""

    name, inputs = "entries", 500_000

    def __init__(
        self,
        corpus: Sequence[bytes],
        *,
        read: Callable[[bytes], Entry] = Entry.read,
    ) -> None:
        self._corpus = corpus
        self._bodies = [reader.halves(raw)[0] for raw in corpus]
        self._fields = [read_cbor(body) for body in self._bodies]
        self._read = read

    def make(self, chance: Random) -> Input:
        way = chance.random()
        if way < 0.35:
            value = changed(chance, one_of(chance, self._fields))
            if isinstance(value, list) and len(value) == 8 and chance.random() < 0.8:
                value[3] = KEY.public
            return Input(signed(respelt(chance, value)))
        if way < 0.45:
            return Input(
                signed(havoc(chance, one_of(chance, self._bodies), self._bodies))
            )
        raw = one_of(chance, self._corpus)
        if way < 0.55:
            body, signature = reader.halves(raw)
            return Input(respelt(chance, changed(chance, [body, signature])))
        if way < 0.9:
            return Input(havoc(chance, raw, self._corpus))
        return Input(splice(chance, raw, one_of(chance, self._corpus)))

    def parse(self, data: bytes) -> object:
        return self._read(data)

    def judge(self, given: Input) -> str:
        data = given.data
        try:
            entry = self._read(data)
        except InvalidEntry as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            _check_refused(reader.read_entry, data)
            return "unsigned" if "signature is not" in str(error) else "refused"
        try:
            second = reader.read_entry(data)
        except Malformed as error:
            raise Wrong(f"taken, and the page refuses it: {error}") from None
        for field in (
            "table",
            "author",
            "sequence",
            "previous",
            "seen",
            "payload",
            "id",
        ):
            if getattr(entry, field) != getattr(second, field):
                raise Wrong(f"the page reads another {field}")
        if entry.raw != data:
            raise Wrong("the bytes kept are not those that came")
        return "taken"


class Payloads(Target):
    """``read`` reads a payload; the corpus are some that are valid."""

    name, inputs = "payloads", 1_000_000

    def __init__(
        self,
        corpus: Sequence[bytes],
        *,
        read: Callable[[bytes], Payload] = payloads.decode,
    ) -> None:
        self._corpus = corpus
        self._values = [read_cbor(data) for data in corpus]
        self._read = read

    def make(self, chance: Random) -> Input:
        way = chance.random()
        if way < 0.7:
            value: Value = one_of(chance, self._values)
            for _ in range(1 if way < 0.6 else 3):
                value = changed(chance, value)
            return Input(respelt(chance, value))
        data = one_of(chance, self._corpus)
        if way < 0.9:
            return Input(havoc(chance, data, self._corpus))
        return Input(splice(chance, data, one_of(chance, self._corpus)))

    def parse(self, data: bytes) -> object:
        return self._read(data)

    def judge(self, given: Input) -> str:
        data = given.data
        try:
            payload = self._read(data)
        except (InvalidPayload, LaterVersion) as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            _check_refused(reader.read_payload, data)
            return "refused"
        try:
            kind = reader.read_payload(data)[0]
        except Malformed as error:
            raise Wrong(f"taken, and the page refuses it: {error}") from None
        if payloads.encode(payload) != data:
            raise Wrong("written again it has other bytes")
        return str(kind)


def _check_refused(second: Callable[[bytes], object], data: bytes) -> None:
    try:
        second(data)
    except Malformed:
        return
    raise Wrong("refused, and the page takes it")
