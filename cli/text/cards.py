"""Reads playing cards as people write them: ``qh``, ``♥Q``, ``queen of hearts``.

A game names a card by its slot, as in ``play 17``, and its hint says in brackets
which card that is.  People are shown the card alone, and name it as they like.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from p2pgame.engine import Message
from p2pgame.tabletop.card_names import SIGNS, face_named, rank_named
from p2pgame.tabletop.cards import PACK, RANKS
from p2pgame.tabletop.drawn.cards import ORDER

from . import words

_BY_SLOT = re.compile(r"(\S+) \d+ \((\S+)\)")
_BY_SLOTS = re.compile(r"(\S+)(?: \d+)+ \((\S+(?: \S+)*)\)(.*)")
_OF_CHESS = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]? \(\S+\)")
_ALL = {str(card) for card in PACK}


def face_of(name: str) -> str:
    """Return the face of a card by any of its names, a rank alone, or an empty text."""
    return face_named(name) or rank_named(name)


#: A card in a line: ``Qh``, and not the square ``h4``, or part of a word.
_IN_LINE = re.compile(r"(?<![\w'’-])([2-9TJQKA])([cdhs])(?![\w-]|['’]\w)")


#: What is between two cards in a row.
_BETWEEN = re.compile(r"(?<=\b[2-9TJQKA][cdhs]) (?=[2-9TJQKA][cdhs]\b)")


#: The least and the most of an amount.
_RANGE = re.compile(r"(?<= )(?:to )?(\d{1,18})…(\d{1,18})\b")


#: Stands for the name of the player at seat 0, and the next ones for the others'.
_SEAT = 0xE000


def of_game(message: Message, names: Sequence[str], write: Callable[[str], str]) -> str:
    """Return a message of a game in which ``write`` writes the cards.

    A player's name that looks like a card, such as ``Td``, stays as it is.  ``write``
    comes before a capital does: ``As`` is a card, and ``as`` is a word.
    """
    taken = {
        _SEAT + seat: name for seat, name in enumerate(names) if _IN_LINE.search(name)
    }
    masked = [
        chr(_SEAT + seat) if _SEAT + seat in taken else name
        for seat, name in enumerate(names)
    ]
    return write(words.say(message, masked)).translate(taken)


def has_signs(encoding: str | None) -> bool:
    """Return whether the signs of suits can be written in an encoding."""
    try:
        "".join(signs[0] for signs in SIGNS.values()).encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def symbols(text: str) -> str:
    """Return a text with its cards as people print them: ``Q♥``."""
    return _IN_LINE.sub(_printed, text)


def _printed(card: re.Match[str]) -> str:
    rank = "10" if card[1] == "T" else card[1]
    return f"{rank}{SIGNS[card[2]][0]}"


def aloud(text: str) -> str:
    """Return a text as it is read aloud: ``queen of hearts, ace of clubs``.

    Cards are words, and so is what is between two amounts.
    """
    apart = _RANGE.sub(_from_to, _BETWEEN.sub(", ", text))
    return _IN_LINE.sub(_in_words, apart)


def _in_words(card: re.Match[str]) -> str:
    return words.phrase("aloud-card", rank=card[1], suit=card[2])


def _from_to(amounts: re.Match[str]) -> str:
    low, high = map(int, amounts.groups())
    return words.phrase("aloud-range", low=low, high=high)


def spoken(text: str) -> str:
    """Return lines as they are read aloud: with a capital and a full stop.

    What is indented, such as an invite or a list, stays as it is.
    """
    return "\n".join(map(_spoken, text.split("\n")))


def _spoken(line: str) -> str:
    if not line or line[0] == " ":
        return line
    line = line[0].upper() + line[1:]
    return f"{line}." if line[-1].isalnum() or line[-1] == ")" else line


def of_hint(hint: str) -> tuple[str, str] | None:
    """Return the verb and the card of a hint like ``play 17 (Qh)``, or None."""
    found = _BY_SLOT.fullmatch(hint)
    return (found[1], found[2]) if found and found[2] in _ALL else None


def suggested(hint: str) -> str:
    """Return a hint as a person would type it.

    ``pass Qh 2c`` for ``pass 3 9 (Qh 2c)``, and ``Nf3`` for ``g1f3 (Nf3)``.
    """
    if _OF_CHESS.fullmatch(hint):
        return hint.partition("(")[2][:-1]
    found = _BY_SLOTS.fullmatch(hint)
    if found is None or not _ALL.issuperset(found[2].split()):
        return hint
    return f"{found[1]} {found[2]}{found[3]}"


def shown(hints: Sequence[str]) -> list[str]:
    """Return the hints as people read them: ``play Qh``, two alike said once.

    Cards are in the order of a hand that is drawn.
    """
    told = [of_hint(hint) for hint in hints]
    held = iter(sorted(filter(None, told), key=_in_hand))
    cards = (
        next(held) if card else hint for card, hint in zip(told, hints, strict=True)
    )
    return [
        *dict.fromkeys(one if isinstance(one, str) else " ".join(one) for one in cards)
    ]


def _in_hand(move: tuple[str, str]) -> tuple[str, int, int]:
    verb, face = move
    return verb, ORDER.index(face[1]), -RANKS.index(face[0])


def meant(line: str, hints: Sequence[str]) -> list[int]:
    """Return which of the hints ``line`` is about, by a card or by a rank alone.

    Of two cards that are alike only the first counts.
    """
    cards = [(n, card) for n, hint in enumerate(hints) if (card := of_hint(hint))]
    verb, _, rest = line.lower().partition(" ")
    if rest and any(told.startswith(verb) for _, (told, _) in cards):
        cards = [(n, card) for n, card in cards if card[0].startswith(verb)]
        line = rest
    face, rank = face_named(line), rank_named(line)
    found = [(n, card) for n, card in cards if card[1] == face or card[1][0] == rank]
    first = {card: n for n, card in reversed(found)}
    return sorted(first.values())
