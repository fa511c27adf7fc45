"""Understands what a person types as one of the moves that are possible now.

People shorten, capitalise, and type what they read; so each move goes with its
hint, the text that the person was shown for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from p2pgame.client.events import Choice
from p2pgame.engine import Amount, Choose, Message, Offer, Timer
from p2pgame.engine.printable import printable

from . import amounts, cards, picks, words
from . import typed as typed_words

#: What is only meant if it is typed whole.
_GRAVE = {
    *("resign", "lose on time", "accept draw", "claim draw", "offer draw"),
    *("undo", "restart", "give up"),
}

#: What a key like an arrow sends to a program that does not edit lines.
_KEYS = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|O.|.)?")
_ALL_IN = ("allin", "all-in", "all in")
#: Characters of moves that are shown without being asked for: two lines.
_SHORT = 150
#: Characters up to which nothing is said once of several moves.
_ROW = 30
#: Moves that begin alike, up to which each is shown.
_FEW = 2
#: Moves that a question back names.
_CHOICES = 6
#: How alike two words are that are spelt almost alike, and how many are looked at.
_ALMOST, _MOST_SPELT = 0.74, 1000
#: A range that has one number.
_ONE = re.compile(r" (\d+)…\1\b")
#: What is between two numbers keeps them apart; the rest of it is decoration.
_BETWEEN = re.compile(r"(?<=\d)[^a-z0-9]+(?=\d)")
_DECORATION = re.compile(r"[^a-z0-9 ]|(?<!\d) | (?!\d)")


class NotUnderstood(ValueError):
    """That is no move; the message is a sentence for who typed it."""


def cleaned(line: str) -> str:
    """Return a typed line without what cannot be shown, in single blanks."""
    line = " ".join(_KEYS.sub("", line).split())
    return printable(line, "")


def choose_of(choice: Choice, seat: int) -> Choose:
    """Return a choice as the engine has it."""
    offers = tuple(
        one if isinstance(one, str) else Amount(one.verb, one.low, one.high)
        for one in choice.moves
    )
    timer = None
    if choice.seconds is not None and choice.move_by_itself is not None:
        timer = Timer(choice.seconds, choice.move_by_itself)
    return Choose(seat, offers, timer)


def understand(line: str, choice: Choose, hints: Sequence[str]) -> str:
    """Return the move that ``line`` means; ``line`` itself if it is like none.

    Raises:
      NotUnderstood: It begins like a move, and goes on wrong.
    """
    move = _understood(line, choice, hints)
    if move != line or _is_offered(line, choice):
        return move
    meant = {
        _understood(one, choice, hints) for one in typed_words.in_other_words(line)
    }
    meant = {one for one in meant if _is_offered(one, choice)} - _GRAVE
    return meant.pop() if len(meant) == 1 else line


def _is_offered(move: str, choice: Choose) -> bool:
    return any(
        offer.number(move) is not None if isinstance(offer, Amount) else offer == move
        for offer in choice.moves
    )


def _understood(line: str, choice: Choose, hints: Sequence[str]) -> str:
    text = line.lower()
    if text in _ALL_IN:
        return _all_in(choice) or line
    offers = list(zip(choice.moves, hints, strict=True))
    whole = _card(line, offers) or _whole(line, offers)
    if whole is not None:
        return whole
    try:
        return amounts.understood(text, offers) or _by_verb(line, text, offers)
    except amounts.Missing as error:
        raise NotUnderstood(str(error)) from None


def _by_verb(line: str, text: str, offers: Sequence[amounts.Hinted]) -> str:
    """Return the move that begins like ``text``, or ``line``.

    Raises:
      NotUnderstood: It goes on with a number, and takes none.
      Missing: It takes a number, and goes on without.
    """
    verb, _, rest = text.partition(" ")
    found = [pair for pair in offers if verb in _verbs(*pair)] or [
        (offer, hint)
        for offer, hint in offers
        if _begins(_verb(offer), text if isinstance(offer, str) else verb)
        and offer not in _GRAVE
        and text != "undo"
    ]
    if len(found) != 1:
        return _by_words(text, offers) or line
    offer, hint = found[0]
    if isinstance(offer, Amount):
        return f"{offer.verb} {amounts.read(rest, offer, hint)}"
    if rest.isdecimal():
        raise NotUnderstood(words.say(Message.of("takes-no-number", move=offer)))
    is_whole = not rest or (_begins(offer, text) and offer not in _GRAVE)
    return offer if is_whole else line


def _by_words(text: str, offers: Sequence[amounts.Hinted]) -> str | None:
    """Return the one move whose words begin as those of ``text``, in their order."""
    typed = text.split()
    if len(typed) == 1:
        return None  # it was looked for already
    first, found = typed[0], list[str]()
    for offer, _ in offers:
        if not isinstance(offer, str) or not _begins(offer, first):
            continue
        of_move = offer.split()
        begin = len(typed) <= len(of_move) and all(map(_begins, of_move, typed))
        if begin and offer not in _GRAVE:
            found.append(offer)
    return found[0] if len(found) == 1 else None


def _names(hint: str) -> list[str]:
    """Return a move's own name, and a second one of a single word."""
    others = (name for name in amounts.BRACKET.findall(hint) if name.isalnum())
    return [hint.partition(" (")[0], *others]


def advice(hints: Sequence[str]) -> str:
    """Return what may be typed as a move, all of it, those that begin alike together.

    Beside the moves it names the words that stand for one of them.
    """
    hints = _shown(hints)
    ranges = sum(amounts.RANGE.search(hint) is not None for hint in hints)
    lines = _joined(hints, "\n").splitlines()
    if ranges == 1:
        lines.append(words.say(Message.of("advice-all-in")))
    return "\n  ".join([words.say(Message.of("advice-moves")), *lines])


def typed(hints: Sequence[str]) -> list[str]:
    """Return what a person may type: of a move with a number its word, and names."""
    pick = picks.pick_of(hints)
    plain = [hint for hint in hints if amounts.RANGE.search(hint) is None]
    named = (
        [] if pick else [name for hint in cards.shown(plain) for name in _names(hint)]
    )
    picked = [f"{pick.verb} ", *pick.hand] if pick else []
    return [*picked, *dict.fromkeys(named), *amounts.completions(hints)]


def refusal(line: str, hints: Sequence[str]) -> str:
    """Return that no possible move is ``line``, and which there are, or are like it."""
    shown = line if len(line) <= 40 else f"{line[:40]}…"
    text, hints = line.lower(), _shown(hints)
    like = [
        hint
        for hint in hints
        if hint.lower().startswith(text) or text in hint.lower().split()
    ]
    if text and like and len(like) < len(hints):
        return words.phrase("move-unclear", typed=shown, moves=_or(like))
    close = _close(text, hints) if len(hints) > _CHOICES else []
    if close:
        told = Message.of(
            "move-refused-close",
            typed=shown,
            count=len(close),
            moves=" and ".join(close),
        )
        return words.say(told)
    return words.phrase("move-refused", typed=shown, moves=in_short(hints))


def _close(text: str, hints: Sequence[str]) -> list[str]:
    """Return the hints for moves that are spelt almost like ``text``, a few at most."""
    spelt = dict[str, str]()
    for hint in hints[:_MOST_SPELT]:
        for name in (hint, hint.partition(" (")[0], *amounts.BRACKET.findall(hint)):
            spelt.setdefault(name.lower(), hint)
    found = get_close_matches(text, spelt, n=_FEW, cutoff=_ALMOST)
    meant = {spelt[name] for name in found}
    return [hint for hint in hints if hint in meant]


def in_short(hints: Sequence[str], *, are_listed: bool = True) -> str:
    """Return what may be typed in two lines, however much it is.

    Many moves that begin alike stand together, or are counted.  ``are_listed``: a
    question mark shows all.
    """
    hints = _shown(hints)
    whole = ", ".join(hints)
    joined = _joined(hints, ", ")
    if len(whole) <= _SHORT and not _ROW < len(whole) > len(joined):
        return whole
    if len(joined) <= _SHORT:
        return joined
    counted = [
        part
        for group in _groups(hints).values()
        for part in (group if len(group) <= _FEW else [_counted(group)])
    ]
    shown = counted[0]
    for number, part in enumerate(counted[1:], 1):
        if len(f"{shown}, {part}") > _SHORT:
            rest = len(counted) - number
            id = "moves-and-more" if are_listed else "moves-and-others"
            return words.phrase(id, moves=shown, count=rest)
        shown = f"{shown}, {part}"
    return words.phrase("moves-in-part", moves=shown) if are_listed else shown


def _counted(hints: Sequence[str]) -> str:
    """Return how many moves there are, and two of them by their shortest names."""
    one, other = (_names(hints[len(hints) * n // 3])[-1] for n in (1, 2))
    return words.phrase("moves-like", count=len(hints), move=one, other=other)


def _shown(hints: Sequence[str]) -> list[str]:
    """Return the hints as people read them.

    Cards have their names, a choice of several stands once, and a number that is the
    only one is no range.
    """
    return [_ONE.sub(r" \1", hint) for hint in cards.shown(picks.shown(hints))]


def _or(hints: Sequence[str]) -> str:
    """Return some moves of which one is meant."""
    if len(hints) > _CHOICES:
        named = ", ".join(hints[:_CHOICES])
        return words.phrase("moves-or-others", moves=named, count=len(hints))
    *others, last = hints
    if not others:
        return last
    return words.phrase("moves-or", moves=", ".join(others), last=last)


def _groups(hints: Sequence[str]) -> dict[str, list[str]]:
    """Return the hints by their first word, those of one word by none.

    Those with a second name in brackets are alike too, and so are those that take
    a number, by which numbers.
    """
    groups = dict[str, list[str]]()
    for hint in hints:
        numbers = amounts.RANGE.search(hint)
        first, blank, rest = hint.partition(" ")
        word = "" if not blank else "(" if rest.startswith("(") else first
        groups.setdefault(numbers[0] if numbers else word, []).append(hint)
    return groups


def _joined(hints: Sequence[str], between: str) -> str:
    """Return the hints with what they have in common said once."""
    parts = []
    for common, group in _groups(hints).items():
        if common[:1] == " " and len(group) > 1:
            verbs = ", ".join(hint.removesuffix(common) for hint in group)
            numbers = common.strip()
            parts.append(words.phrase("moves-with", moves=verbs, numbers=numbers))
        elif common not in ("", "(") and len(group) > 1:
            rests = "/".join(hint.removeprefix(f"{common} ") for hint in group)
            parts.append(f"{common} {rests}")
        else:
            parts.append(", ".join(group))
    return between.join(parts)


def _card(line: str, offers: Sequence[tuple[Offer, str]]) -> str | None:
    """Return the one move with the card or rank, or the cards, that ``line`` names.

    Raises:
      NotUnderstood: Several cards are of that rank, or the line names other cards
        than may be chosen, or a slot, which nobody was shown: ``play 8`` is no way to
        play a card but an eight.
    """
    hints = [hint for _, hint in offers]
    try:
        picked = picks.meant(line, hints)
    except picks.OtherCards as error:
        raise NotUnderstood(str(error)) from None
    if picked is not None:
        return str(offers[picked][0])
    found = cards.meant(line, hints)
    if len(found) == 1:
        return str(offers[found[0]][0])
    if found:
        which = cards.shown([hints[n] for n in found])
        raise NotUnderstood(words.phrase("which-one", which=_or(which)))
    if any(line == offer and cards.of_hint(hint) for offer, hint in offers):
        raise NotUnderstood(refusal(line, hints))
    return None


def _whole(line: str, offers: Sequence[tuple[Offer, str]]) -> str | None:
    """Return the one move that ``line`` writes out, by any of its names.

    The less exactly, the later: as it is, in capitals or not, without decoration
    such as the hyphen of ``e3-f4``.
    """
    named = [
        (offer, name)
        for offer, hint in offers
        if isinstance(offer, str)
        for name in {offer, hint, *amounts.BRACKET.findall(hint)}
    ]
    for alike in (str, str.lower, _plain):
        wanted = alike(line)
        found = {offer for offer, name in named if wanted and alike(name) == wanted}
        if len(found) == 1:
            return found.pop()
    return None


def _plain(name: str) -> str:
    """Return a move without what people leave out: ``Nxf3+`` as ``nf3``."""
    text = name.lower()
    if set(text) <= {"0", "o", "-"}:  # castling, with letters or with zeros
        text = text.replace("0", "o")
    text = _BETWEEN.sub(" ", text)
    return _DECORATION.sub("", text).replace("x", "")


def _begins(verb: str, text: str) -> bool:
    """Return whether ``verb`` begins like that; a number is not half a number."""
    rest = verb.lower().removeprefix(text)
    cut = text[-1:].isdecimal() and rest[:1].isdecimal()
    return len(rest) < len(verb) and not cut


def _verbs(offer: Offer, hint: str) -> set[str]:
    """Return the words that stand for a move, or for a number to be added."""
    if isinstance(offer, Amount):
        return amounts.verbs(offer, hint)
    return {offer.lower()}


def _verb(offer: Offer) -> str:
    return offer.verb if isinstance(offer, Amount) else offer


def _all_in(choice: Choose) -> str | None:
    amounts = [offer for offer in choice.moves if isinstance(offer, Amount)]
    if len(amounts) == 1:
        return f"{amounts[0].verb} {amounts[0].high}"
    return "call" if "call" in choice.moves else None
