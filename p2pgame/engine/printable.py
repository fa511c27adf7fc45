"""This module tells what of a text may be shown anywhere.

Two invisible characters may: a joiner and a non-joiner, where scripts need them to tell
words apart, as in Persian, Sinhala and Malayalam.  docs/wire.md lists where.
"""

from __future__ import annotations

import re

#: Stands for what is not shown.
UNSHOWN = "\N{REPLACEMENT CHARACTER}"
NON_JOINER, JOINER = "\u200c", "\u200d"
#: The first of these begins what is laid out by itself, the second ends it.
ISOLATE, POP = "\u2068", "\u2069"

#: Arabic letters and their marks, which a non-joiner keeps from joining.
_ARABIC = (
    "\u0620-\u063f\u0641-\u065f\u066e-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff"
    "\u0750-\u077f\u08a0-\u08c9"
)
#: Letters and signs of scripts with a virama, each with that, beside which a joiner or
#: a non-joiner says how two consonants are written, or one at the end of a word.
_WITH_VIRAMA = {
    "\u094d": "\u0900-\u0963\u0971-\u097f",  # Devanagari
    "\u09cd": "\u0980-\u09e3\u09f0\u09f1",  # Bengali
    "\u0a4d": "\u0a01-\u0a5e\u0a70-\u0a75",  # Gurmukhi
    "\u0acd": "\u0a81-\u0ae3\u0af9-\u0aff",  # Gujarati
    "\u0b4d": "\u0b01-\u0b63\u0b71",  # Oriya
    "\u0bcd": "\u0b82-\u0bd7",  # Tamil
    "\u0c4d": "\u0c00-\u0c63",  # Telugu
    "\u0ccd": "\u0c80-\u0ce3",  # Kannada
    "\u0d4d": "\u0d00-\u0d63\u0d7a-\u0d7f",  # Malayalam
    "\u0dca": "\u0d81-\u0ddf\u0df2\u0df3",  # Sinhala
}
#: What follows a word: ASCII signs and digits.
_AFTER = " -@"
#: A joiner or non-joiner where it may stand.
NEEDED = re.compile(
    "|".join(
        (
            f"(?<=[{_ARABIC}])\u200c(?=[{_ARABIC}])",
            *(
                f"(?<={virama})[\u200c\u200d](?=[{letters}{_AFTER}]|\\Z)"
                f"|(?<=[{letters}])[\u200c\u200d](?={virama})"
                for virama, letters in _WITH_VIRAMA.items()
            ),
        )
    )
)


#: Letters of scripts that are written from right to left.
_LEFTWARDS = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff"
    "\U0001e800-\U0001efff]"
)
#: A text that is isolated, and nothing within it is.
_ISOLATED = re.compile(f"{ISOLATE}([^{ISOLATE}{POP}]*){POP}")


def isolated(text: str) -> str:
    """Return a text to stand in a sentence without changing the order of the rest.

    That is as it is, unless it has letters that are written from right to left: then
    numbers and signs beside it would change sides (UAX #9).
    """
    if text.isascii() or ISOLATE in text or not _LEFTWARDS.search(text):
        return text
    return f"{ISOLATE}{text}{POP}"


def is_printable(text: str) -> bool:
    """Return whether each character of a text may be shown."""
    return text.isprintable() or NEEDED.sub("", text).isprintable()


def printable(
    text: str, instead: str = UNSHOWN, *, keeps_isolates: bool = False
) -> str:
    """Return a text with a sign in place of each character that may not be shown.

    ``keeps_isolates``: what :func:`isolated` has put around a text stays there.
    """
    if text.isprintable():
        return text
    if keeps_isolates and ISOLATE in text:
        parts = _ISOLATED.split(text)  # every second one is isolated
        mended = [printable(part, instead) for part in parts]
        mended[1::2] = [f"{ISOLATE}{part}{POP}" for part in mended[1::2]]
        return "".join(mended)
    needed = {match.start() for match in NEEDED.finditer(text)}
    return "".join(
        one if one.isprintable() or at in needed else instead
        for at, one in enumerate(text)
    )


def signed(amount: float, digits: int = 0) -> str:
    """Return what somebody has won or lost, ``+5`` or ``-5``; ``0`` has no sign."""
    rounded = round(amount, digits)
    return f"{rounded:+.{digits}f}" if rounded else f"{0:.{digits}f}"
