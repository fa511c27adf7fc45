"""A description says in a sentence each what a game's fields, options and moves are.

It is for authors of other programs: a file ``text/<language>/<game>.toml`` in the
package of the game's class; that of the kit's structs is in ``p2pgame.tabletop``.
Types and order are never written there, because they follow from the code.  A game
without such a file has an empty description.

A *form* of a move is the move's text with *parts* in capital letters: ``raise N``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from p2pgame.engine import AnyGame, Message
from p2pgame.engine.prepared import prepared

from .catalogue import KIND, package_of, read
from .languages import ENGLISH

#: The package whose description has the structs that games share.
_KIT = "p2pgame.tabletop"
_PART = re.compile("[A-Z]+")
_NUMBER = "(?:0|[1-9][0-9]{0,17})"
_SPECIAL = re.compile(r"[\\^$.*+?()\[\]{}|]")


class BadDescription(ValueError):
    """A file is no description; the text says which, and why."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what is in a file."""


class MovePart(_Table, frozen=True):
    """What stands in the place of a part: a number, a slot's number, or a text.

    A text is one of ``words``, or matches the ``pattern``.
    """

    about: str
    type: Literal["int", "slot", "text"] = "text"
    words: tuple[str, ...] = ()
    pattern: str = ""

    @property
    def regex(self) -> str:
        """A regular expression, in what Python and JavaScript have in common."""
        if self.type != "text":
            return _NUMBER
        words = "|".join(map(_literally, self.words))
        return f"(?:{words or self.pattern or '.+'})"


class Description(_Table, frozen=True):
    """Sentences by name: of options, of fields by struct, and of moves by form.

    ``rules`` are the rules in words, in a language that is not that of the source, and
    ``earlier`` how older versions differ, by number.
    ``names`` are what forms call the options, and ``values`` what they call the values
    of an option that is one of some texts, or examples of one that is any text.
    """

    rules: str = ""
    earlier: dict[str, str] = {}
    options: dict[str, str] = {}
    names: dict[str, str] = {}
    values: dict[str, dict[str, str]] = {}
    state: dict[str, str] = {}
    structs: dict[str, dict[str, str]] = {}
    moves: dict[str, str] = {}
    placements: dict[str, str] = {}
    parts: dict[str, MovePart] = {}


#: The parts of moves that rules describe themselves: a number, or else any text.
_OWN = {"NUMBER": MovePart("a number", "int")}
_ANY = MovePart("what the rules take there")


def parts_of(form: str) -> tuple[str, ...]:
    """Return the names of the parts of a form, each once, in order."""
    return tuple(dict.fromkeys(_PART.findall(form)))


def pattern_of(form: str, parts: dict[str, MovePart]) -> str:
    """Return the regular expression that a whole move of this form matches.

    Raises:
      KeyError: The form has a part that is not described.
    """
    found = _PART.finditer(form)
    at, pieces = 0, list[str]()
    for match in found:
        pieces += _literally(form[at : match.start()]), parts[match[0]].regex
        at = match.end()
    return "".join([*pieces, _literally(form[at:])])


def description_of(game: AnyGame, language: str = ENGLISH) -> Description:
    """Return the description of a game, which is empty if it has none.

    It is the English one if there is none in this language.  Where it says nothing of
    moves, what the rules themselves say of them stands in it.

    Raises:
      BadDescription: Its file cannot be used.
    """
    package = package_of(game)
    found = _described(package, language, game.name) if package else Description()
    if found.moves:
        return found
    own = dict(game.move_help)
    parts = {name: _OWN.get(name, _ANY) for form in own for name in parts_of(form)}
    return msgspec.structs.replace(found, moves=own, parts=parts) if own else found


def explained(
    described: Description, moves: Iterable[str]
) -> tuple[tuple[str, str], ...]:
    """Return the forms of these moves, each once with what it does."""
    typed = tuple(moves)
    patterns = (
        (form, about, re.compile(pattern_of(form, described.parts)))
        for form, about in described.moves.items()
    )
    return tuple(
        (form, about)
        for form, about, pattern in patterns
        if any(map(pattern.fullmatch, typed))
    )


def slot_moves(game: AnyGame, moves: Iterable[str]) -> tuple[str, ...]:
    """Return those of the moves whose numbers may be slots.

    They are not if the move has a form that is described without any, as ``bid N``.
    """
    try:
        described = description_of(game)
    except BadDescription:
        described = Description()
    kinds = {name: part.type for name, part in described.parts.items()}
    others = [
        re.compile(pattern_of(form, described.parts))
        for form in described.moves
        if "slot" not in (kinds.get(part) for part in parts_of(form))
    ]
    return tuple(
        move for move in moves if not any(form.fullmatch(move) for form in others)
    )


def forms_of(game: AnyGame) -> tuple[str, ...]:
    """Return the forms of a game's moves, as far as these are described."""
    try:
        return tuple(description_of(game).moves)
    except BadDescription:
        return ()


def kinds_of(game: AnyGame, moves: Iterable[str]) -> tuple[Message, ...]:
    """Return what the kinds of these moves do, as far as that is described.

    A catalogue says such a message by the description in its language.
    """
    try:
        forms = dict(explained(description_of(game), moves))
    except BadDescription:
        return ()
    return tuple(Message.of(f"{game.name}{KIND}", form=form) for form in forms)


def value_names(
    described: Description, option: str, values: Iterable[object]
) -> tuple[str, ...]:
    """Return what forms call these values of an option, by default as they are."""
    known = described.values.get(option, {})
    return tuple(known.get(str(value), str(value)) for value in values)


def examples_of(described: Description, option: str) -> tuple[str, ...]:
    """Return the values that a description names of an option that is any text."""
    return tuple(described.values.get(option, {}))


def kit_description(language: str = ENGLISH) -> Description:
    """Return the description of the structs that games share."""
    return _described(_KIT, language, _KIT.rpartition(".")[2])


def _literally(text: str) -> str:
    """Return the regular expression of a text alone, for Python and JavaScript."""
    return _SPECIAL.sub(r"\\\g<0>", text)


@cache
def _described(package: str, language: str, name: str) -> Description:
    file = f"{name}.toml"
    here = files(package)
    try:
        text = read(here, language, file) or read(here, ENGLISH, file)
        made = msgspec.toml.decode(text, type=prepared(Description))
        for form in (*made.moves, *made.placements):
            re.compile(pattern_of(form, made.parts))
    except KeyError as error:
        raise BadDescription(f"{file} does not say what {error.args[0]} is") from None
    except (msgspec.DecodeError, re.error) as error:
        raise BadDescription(f"{file} is no description: {error}") from None
    return made
