"""What a person types, understood as one of the moves that are possible now.

People shorten, capitalise, and type what they read; so each move goes with its
hint, the text that the person was shown for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from p2pgame.engine import Amount, Choose, Offer

HELP = (
    "Type a move, or how it begins. all-in: the highest raise, else a call. "
    "undo: your own last move, if nothing came after it. Ctrl-C: leave."
)
#: What is only meant if it is typed whole.
_GRAVE = {"resign", "accept draw", "claim draw", "offer draw", "undo"}

#: What a key like an arrow sends to a program that does not edit lines.
_KEYS = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|O.|.)?")
_ALL_IN = ("allin", "all-in", "all in")
#: Characters of moves that are shown without being asked for: three lines.
_SHORT = 240
#: As many digits as a canonical amount may have.
_DIGITS = 18


class NotUnderstood(ValueError):
    """That is no move; the message is a sentence for who typed it."""


def cleaned(line: str) -> str:
    """Return a typed line without what cannot be shown, in single blanks."""
    line = " ".join(_KEYS.sub("", line).split())
    return "".join(c for c in line if c.isprintable())


def understand(line: str, choice: Choose, hints: Sequence[str]) -> str:
    """Return the move that ``line`` means; ``line`` itself if it is like none.

    Raises:
      NotUnderstood: It begins like a move, and goes on wrong.
    """
    text = line.lower()
    if text in _ALL_IN:
        return _all_in(choice) or line
    offers = list(zip(choice.moves, hints, strict=True))
    for offer, hint in offers:
        if isinstance(offer, str) and line in (offer, hint, _bracketed(hint)):
            return offer
    for offer, hint in offers:
        if isinstance(offer, str) and text in (offer.lower(), hint.lower()):
            return offer
    verb, _, rest = text.partition(" ")
    found = [pair for pair in offers if _verb(pair[0]).lower() == verb] or [
        (offer, hint)
        for offer, hint in offers
        if _verb(offer).lower().startswith(text if isinstance(offer, str) else verb)
        and offer not in _GRAVE
    ]
    if len(found) != 1:
        return line
    offer, hint = found[0]
    if isinstance(offer, Amount):
        return f"{offer.verb} {_amount(rest.removeprefix('to').strip(), offer, hint)}"
    if rest.isdecimal():
        raise NotUnderstood(f"{offer} takes no number.")
    return line if rest else offer


def refusal(line: str, hints: Sequence[str]) -> str:
    """Return that no possible move is like ``line``, and which there are."""
    shown = line if len(line) <= 40 else f"{line[:40]}…"
    return f"Not possible now: '{shown}'. You may: {in_short(hints)}."


def in_short(hints: Sequence[str]) -> str:
    """Return what may be typed in a few lines, however much it is.

    Many moves that begin alike stand together, with how many they are.
    """
    whole = ", ".join(hints)
    if len(whole) <= _SHORT:
        return whole
    verbs = Counter(hint.partition(" ")[0] for hint in hints)
    if len(verbs) <= len(hints) // 2:
        single = {hint.partition(" ")[0]: hint for hint in hints}
        groups = [
            f"{verb} … ({n})" if n > 1 else single[verb] for verb, n in verbs.items()
        ]
    else:
        groups = list(hints)
    shown = whole = groups[0]
    for group in groups[1:]:
        whole = f"{whole}, {group}"
        shown = whole if len(whole) <= _SHORT else shown
    more = "" if shown == whole else ", …"
    return f"{shown}{more} ({len(hints)} in all; ? lists them)"


def _bracketed(hint: str) -> str | None:
    """Return what a hint has in brackets: another name for the move, like ``Nf3``."""
    _, _, rest = hint.partition("(")
    return rest.removesuffix(")") or None


def _verb(offer: Offer) -> str:
    return offer.verb if isinstance(offer, Amount) else offer


def _all_in(choice: Choose) -> str | None:
    amounts = [offer for offer in choice.moves if isinstance(offer, Amount)]
    if amounts:
        most = max(amounts, key=lambda offer: offer.high)
        return f"{most.verb} {most.high}"
    return "call" if "call" in choice.moves else None


def _amount(text: str, offer: Amount, hint: str) -> int:
    """Return the number typed.

    Raises:
      NotUnderstood: It is none of those possible.
    """
    number = text.isascii() and text.isdecimal() and len(text) <= _DIGITS
    if number and offer.low <= int(text) <= offer.high:
        return int(text)
    asked = hint.removesuffix(f"{offer.low}…{offer.high}").strip()
    raise NotUnderstood(
        f"{asked.capitalize()} how much? From {offer.low} to {offer.high}."
    )
