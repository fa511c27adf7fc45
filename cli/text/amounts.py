"""Reads moves with a number: ``bet 40``, ``40``, ``half pot``, ``two fives``.

A hint for such a move ends with its range, after which names of some numbers may
follow: ``raise to 52…1000 (half pot 80, pot 120)``.  People name the lowest and the
highest number, too.  A number out of range is read as well: the rules say why it
can't be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from p2pgame.engine import Amount, Message, Offer

from . import words

#: A move with the hint that the person was shown for it.
Hinted: TypeAlias = tuple[Offer, str]

#: The end of a hint for a move with a number.
RANGE = re.compile(r" (\d+…\d+)(?: \(([^()]*)\))?$")
BRACKET = re.compile(r"\(([^()]*)\)")
#: As many digits as a canonical amount may have.
_DIGITS = 18
_SMALL = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
_NUMBERS = {word: str(n) for n, word in enumerate(_SMALL, 1)}
#: Things of a kind by its number: ``4s`` are fours.
_KINDS = {
    str(n): f"{word}{'es' if word == 'six' else 's'}"
    for n, word in enumerate(_SMALL, 1)
}
#: Words that people use for one another.
_ALIKE = {"bet": "raise", "raise": "bet"}
_LEAST, _MOST = ("min", "minimum", "least"), ("max", "maximum", "most")
#: What may stand before a number, and says nothing.
_NOISE = ("to", "the", "a", "of")
_HALF = re.compile(r"^(?:1/2|½|a? ?half(?: of)?(?: the| a)?) ?(?=[a-z])")
#: A number before its word, as in ``3 fives``.
_TURNED = re.compile(r"(\d+) ?[x×*]? ?([a-z]\S*|\d+'?s?)")
_KIND = re.compile(r"(\d+)'?s?")


class Missing(ValueError):
    """No number is named; the message is a sentence."""


def understood(text: str, offers: Sequence[Hinted]) -> str | None:
    """Return the move with a number that ``text``, in small letters, means, or None.

    It is one that begins with no word of a move, or with a number's name.
    """
    ranges = [(offer, hint) for offer, hint in offers if isinstance(offer, Amount)]
    if not ranges:
        return None
    turned = _turned(text, ranges)
    if turned is not None:
        return turned
    number = _number(text)
    if number is not None:
        fits = [offer for offer, _ in ranges if offer.low <= number <= offer.high]
        fits = fits or [offer for offer, _ in ranges]
        return f"{fits[0].verb} {number}" if len(fits) == 1 else None
    if len(ranges) > 1:
        return None
    offer, hint = ranges[0]
    named = _named(text, offer, hint)
    if named is not None:
        return f"{offer.verb} {named}"
    verb, _, rest = text.partition(" ")
    also = _ALIKE.get(verb)
    taken = {word.partition(" ")[0] for word, _ in map(_words, offers)}
    if also is None or verb in taken or also not in verbs(offer, hint):
        return None
    return f"{offer.verb} {read(rest, offer, hint)}"


def read(text: str, offer: Amount, hint: str) -> int:
    """Return the number that ``text``, what follows the move's verb, means.

    Raises:
      Missing: It is no number.
    """
    number = _number(text.removeprefix("to").strip())
    if number is None:
        number = _named(text, offer, hint)
    if number is not None:
        return number
    asked = RANGE.sub("", hint)
    asked = next(iter(BRACKET.findall(asked)), asked)
    names = ", ".join(names_of(hint))
    low, high = offer.low, offer.high
    told = Message.of("amount-missing", what=asked.capitalize(), low=low, high=high)
    if names:
        told = Message.of("amount-or", asked=told, names=names)
    raise Missing(words.say(told))


def names_of(hint: str) -> dict[str, int]:
    """Return the numbers that have names, such as ``pot``."""
    found = RANGE.search(hint)
    parts = (found[2] or "").split(", ") if found else []
    pairs = (part.rpartition(" ") for part in parts)
    return {name.lower(): int(n) for name, _, n in pairs if name and n.isdecimal()}


def verbs(offer: Amount, hint: str) -> set[str]:
    """Return the words that stand for the move, to which a number is added."""
    first = RANGE.sub("", hint)
    others = (first.partition(" ")[0], *BRACKET.findall(first))
    return {name.lower() for name in (offer.verb, *others)}


def _words(hinted: Hinted) -> tuple[str, str]:
    offer, hint = hinted
    return (offer.verb if isinstance(offer, Amount) else offer).lower(), hint


def _named(text: str, offer: Amount, hint: str) -> int | None:
    """Return the number that has the name ``text``, with the verb or without."""
    known = dict.fromkeys(_LEAST, offer.low) | dict.fromkeys(_MOST, offer.high)
    known |= names_of(hint)
    about = {*verbs(offer, hint), *_NOISE}
    about |= {_ALIKE[verb] for verb in about & _ALIKE.keys()}
    name = " ".join(word for word in text.split() if word not in about)
    return known.get(name, known.get(_HALF.sub("half ", name)))


def _turned(text: str, ranges: Sequence[tuple[Amount, str]]) -> str | None:
    """Return the move in which ``text`` has the number first: ``3 fives``."""
    first, _, rest = text.removeprefix("bid ").partition(" ")
    found = _TURNED.fullmatch(f"{_NUMBERS.get(first, first)} {rest}".strip())
    if found is None or len(found[1]) > _DIGITS:
        return None
    kind = _KIND.fullmatch(_NUMBERS.get(found[2], found[2]))
    word = _KINDS.get(kind[1], "") if kind else found[2]
    meant = [offer.verb for offer, _ in ranges if word and offer.verb.startswith(word)]
    return f"{meant[0]} {int(found[1])}" if len(meant) == 1 else None


def _number(text: str) -> int | None:
    text = _NUMBERS.get(text, text)
    is_number = text.isascii() and text.isdecimal() and len(text) <= _DIGITS
    return int(text) if is_number else None


def completions(hints: Sequence[str]) -> Iterator[str]:
    """Yield the words of the moves with a number, and the numbers that have names."""
    ranges = [hint for hint in hints if RANGE.search(hint)]
    for hint in ranges:
        first = RANGE.sub("", hint).partition(" (")[0]
        yield f"{first} "
        if len(ranges) == 1:
            verb = first.partition(" ")[0]
            yield from (f"{verb} {name}" for name in ("min", *names_of(hint), "max"))
