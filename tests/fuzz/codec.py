"""The strict reader of CBOR, against a second reader and against cbor2.

Reader and second reader must agree on what is taken and on what it means.  Only
what both take is shown to cbor2, which hostile bytes can kill; it must read the
same.  And what was read is written as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import cbor2

from p2pgame.log import NotCanonical, codec
from p2pgame.log.codec import Value
from tests.fuzz.havoc import below, havoc, noise, one_of, splice
from tests.fuzz.target import Input, Target, Wrong, same
from tests.fuzz.values import deep, encoding, giant
from tests.wire_values import Malformed, read_cbor


class Codec(Target):
    name, inputs = "codec", 5_000_000

    def __init__(
        self,
        corpus: Sequence[bytes],
        *,
        read: Callable[[bytes], Value] = codec.decode,
        write: Callable[[Value], bytes] = codec.encode,
    ) -> None:
        self._corpus = corpus
        self._read = read
        self._write = write

    def make(self, chance: Random) -> Input:
        way = chance.random()
        if way < 0.1:
            return Input(encoding(chance, 0.0), valid=True)
        if way < 0.6:
            return Input(encoding(chance, one_of(chance, (0.08, 0.2, 0.35))))
        if way < 0.7:
            return Input(havoc(chance, encoding(chance, 0.0), self._corpus))
        if way < 0.88:
            return Input(havoc(chance, one_of(chance, self._corpus), self._corpus))
        if way < 0.98:
            corpus = self._corpus
            return Input(splice(chance, one_of(chance, corpus), one_of(chance, corpus)))
        if way < 0.999:
            return Input(noise(chance, 24))
        return Input(giant(chance) if below(chance, 4) == 0 else deep(chance))

    def parse(self, data: bytes) -> object:
        return self._read(data)

    def judge(self, given: Input) -> str:
        data = given.data
        try:
            value = self._read(data)
        except NotCanonical as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            self._check_refused(given)
            return "refused"
        try:
            second = read_cbor(data)
        except Malformed as error:
            raise Wrong(f"taken, and the page refuses it: {error}") from None
        if not same(value, second):
            raise Wrong(f"read as {value!r:.80}, by the page {second!r:.80}")
        if not same(value, cbor2.loads(data)):
            raise Wrong("cbor2 reads another value")
        if self._write(value) != data:
            raise Wrong("written again it has other bytes")
        return "taken"

    def _check_refused(self, given: Input) -> None:
        if given.valid:
            raise Wrong("refused, though it was made by the rules")
        if len(given.data) > codec.LIMIT:
            return
        try:
            read_cbor(given.data)
        except Malformed:
            return
        raise Wrong("refused, and the page takes it")
