"""Codes, as people type what they have heard, against a second reader."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from p2pgame.transport.finding.words import WORDS, Code, InvalidCode
from tests import wire_spoken as reader
from tests.fuzz.havoc import NUMBERS, below, havoc, noise, one_of
from tests.fuzz.target import Input, Target, Wrong
from tests.wire_values import Malformed

_GAPS = (
    "-",
    "-",
    " ",
    "",
    "  ",
    "\t",
    "\u2014",
    ", ",
    ".",
    "_",
    "\u00a0",
    "\n",
    "\u2016",
)
_ODD = "\u0130\u212a\u0661\uff11\u0435\u200b\0\x1b\x1c\x85é/+@{`"


class Codes(Target):
    name, inputs = "codes", 100_000

    def __init__(self, *, parse: Callable[[str], Code] = Code.parse) -> None:
        self._parse = parse

    def make(self, chance: Random) -> Input:
        way = chance.random()
        if way < 0.05:
            return _text(noise(chance, 40).decode("latin-1"))
        text = _code(chance)
        if way < 0.3:
            at = below(chance, len(text) + 1)
            odd = one_of(chance, _ODD + "abcdefghijklmnopqrstuvwxyz-0123456789 ")
            text = text[:at] + odd + text[at + below(chance, 2) :]
        elif way < 0.35:
            spoilt = havoc(chance, text.encode(), [text.encode()])
            text = spoilt.decode("utf-8", "replace")
        return _text(text)

    def parse(self, data: bytes) -> object:
        return self._parse(data.decode("utf-8", "surrogatepass"))

    def judge(self, given: Input) -> str:
        text = given.data.decode("utf-8", "surrogatepass")
        try:
            second = reader.read_code(text, WORDS)
        except Malformed:
            second = None
        try:
            code = self._parse(text)
        except InvalidCode as error:
            if second is not None:
                raise Wrong("refused, and the page takes it") from None
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            return "refused"
        if second != (code.number, [*code.words]):
            raise Wrong("the page reads another code, or none")
        if self._parse(code.encode()) != code:
            raise Wrong("written again it is another code")
        return "taken"


def _text(text: str) -> Input:
    return Input(text.encode("utf-8", "surrogatepass"))


def _code(chance: Random) -> str:
    """Return a code, as somebody may write it, or nearly."""
    count = 3 if chance.random() < 0.9 else one_of(chance, (0, 1, 2, 4, 5))
    words = [one_of(chance, WORDS) for _ in range(count)]
    if chance.random() < 0.3:
        words = [word[: 2 + below(chance, 5)] for word in words]
    if chance.random() < 0.1:
        words = [*words[:-1], "x" * one_of(chance, (1, 3, 60, 90, 200))]
    door = str(one_of(chance, (7, 99, 123, *NUMBERS, (1 << 32), 10**10, 10**30)))
    text = door + "".join(one_of(chance, _GAPS) + word for word in words)
    if chance.random() < 0.05:
        text = text.replace("-", "-" * one_of(chance, (2, 20, 30, 80)), 1)
    return one_of(chance, (text, text.upper(), text.title(), f" {text} "))
