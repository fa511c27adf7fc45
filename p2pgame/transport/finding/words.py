"""Reads and writes the code that people say aloud: ``7-purple-sausages-river``.

It is a rendezvous's number and three of 256 words.  No two words share their first
three letters, sound alike, or are fewer than three typing errors apart.
So a few letters suffice for a word, a joined code can be cut again, and a mistyped word
is recognised.  Capitals, spaces and hyphens do not matter.

Three words are 24 bits: few, but each guess must be made at the rendezvous, where the
host counts (:mod:`.spoken`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from p2pgame.transport.finding.spelling import BLANK
from p2pgame.transport.unreadable import Unreadable

_LIST = """
acorn almond alpine anchor angel animal antler arcade artist atlas attic autumn
avocado bakery bamboo banana beach bedroom belt bicycle biscuit blanket blossom
bonfire bottle boulder bracelet brother buffalo button cabbage cactus camera canoe
carpet castle cedar chapel cherry cinema circus citizen clarinet cloud coconut coffee
compass copper coyote cradle crystal cucumber curtain cushion daisy dancer december
diamond doctor dolphin dragon drummer dungeon dynamo elephant emerald empire engine
envelope explorer eyebrow falcon family feather festival fiddle flamingo flower fluffy
forest fossil fountain fridge galaxy garlic giant giraffe glacier glider goblet golden
gorilla gravity guitar hammer harvest hippo holiday honey horizon iceberg igloo insect
island ivory jacket jasmine jersey jewel jigsaw journey juggler jukebox kangaroo kayak
keyboard kingdom kitten kiwi koala ladder lagoon lasso laundry lavender lemon leopard
library lighter lilac lotus lunch magnet mailbox mango marble mattress memory mermaid
milk mirror morning mosquito muffin music napkin nature noodle notebook novel nugget
oatmeal ocean octopus olive omelet onion opera orange orchard ostrich otter painter
palace paper parrot pasta peanut pebble pelican pencil photo picnic pigeon pillow
plumber popcorn powder pretzel pumpkin puppet purple pyramid rainbow razor recipe
reindeer ribbon ripple river rodeo rooster rosemary runway sailor sausages scarf
school seagull shadow shuttle singer sketch slipper snail soccer soldier soup spring
squirrel station stone sunset surfer tadpole tavern teapot teddy temple tennis theater
thunder timber tomato tornado tractor trumpet tulip tunnel turkey tuxedo umbrella
uncle unicorn valley vanilla velvet village vinegar violin visitor vitamin volcano
waffle walrus wardrobe washer wedding whistle window wizard wolf yogurt zebra zigzag
zombie
"""
WORDS = tuple(_LIST.split())
#: Words in a code, and letters that suffice for a word.
COUNT = 3
ENOUGH = 3
#: Characters of a code as people type it, at most.
CODE_LIMIT = 100

_NUMBERS = 1 << 32
#: Characters of a typed word that are compared with the list.
_LONGEST = 12
_INDEX = {word: index for index, word in enumerate(WORDS)}
_CODE = re.compile(r"([0-9]{1,10})([a-z ]*)")
_GAPS = re.compile(rf"(?:{BLANK}|[\s\-\u2010-\u2015_,.])+")


class InvalidCode(Unreadable):
    """This is not a code; ask for it again."""

    key = "code-unfit"


@dataclass(frozen=True, slots=True)
class Code:
    """A rendezvous's number, and the words that are the password there."""

    number: int
    words: tuple[str, ...] = field(repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.number < _NUMBERS:
            raise InvalidCode("number", below=_NUMBERS)
        if len(self.words) != COUNT or not all(word in _INDEX for word in self.words):
            raise InvalidCode("list", wanted=COUNT)

    @classmethod
    def draw(cls, number: int, entropy: Callable[[int], bytes]) -> Code:
        """Draw a new code for a rendezvous."""
        return cls(number, tuple(WORDS[byte] for byte in entropy(COUNT)))

    @classmethod
    def parse(cls, text: str) -> Code:
        """Read a code as somebody typed it; the first letters of a word are enough.

        Raises:
          InvalidCode: It says what is wrong, and proposes a word for a mistyped one.
        """
        found = None
        if len(text) <= CODE_LIMIT:
            found = _CODE.fullmatch(_GAPS.sub(" ", text.lower()).strip())
        if found is None:
            raise InvalidCode("form")
        number, words = found.groups()
        return cls(int(number), _read_words(words))

    def encode(self) -> str:
        """Return the code's one spelling, to be said aloud; it holds the password."""
        return "-".join((str(self.number), *self.words))


def _read_words(text: str) -> tuple[str, ...]:
    parts = text.split()
    if len(parts) != COUNT:
        parts = _cut("".join(parts)) or parts
    words = tuple(map(_read_word, parts))
    if len(words) != COUNT:
        raise InvalidCode("count", wanted=COUNT, words=len(words))
    return words


def _read_word(part: str) -> str:
    if part in _INDEX:
        return part
    found = complete(part)
    if len(found) == 1:
        return found[0]
    if found:
        raise InvalidCode("short", word=part)
    raise InvalidCode("unknown", word=part, nearest=nearest(part))


def _cut(joined: str) -> list[str] | None:
    """Return the words of a text without gaps; None if it is not made of words.

    No word begins another, so there is at most one way.
    """
    words: list[str] = []
    while joined and len(words) < COUNT:
        word = next((word for word in WORDS if joined.startswith(word)), None)
        if word is None:
            return None
        words.append(word)
        joined = joined[len(word) :]
    return None if joined else words


def complete(start: str) -> tuple[str, ...]:
    """Return the words that begin so, in order, whatever their case."""
    return tuple(word for word in WORDS if word.startswith(start.lower()))


def nearest(typed: str) -> str:
    """Return the word that takes the fewest typing errors to become ``typed``.

    Cost: 5 ms.
    """
    typed = typed.lower()[:_LONGEST]
    return min(WORDS, key=lambda word: (_slips(word, typed), word))


def _slips(one: str, other: str) -> int:
    """Return how many letters differ, are missing, are too many, or are swapped."""
    before: list[int] = []
    row: list[int] = [*range(len(other) + 1)]
    for i, a in enumerate(one):
        two_before, before, row = before, row, [i + 1]
        for j, b in enumerate(other):
            cost = min(before[j] + (a != b), before[j + 1] + 1, row[j] + 1)
            if i and j and a == other[j - 1] and b == one[i - 1]:
                cost = min(cost, two_before[j - 1] + 1)
            row.append(cost)
    return row[-1]
