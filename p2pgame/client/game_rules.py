"""Says what a program has to know of a game to play it: layout, options and moves.

The sentences are those of the game's description (:mod:`p2pgame.text.descriptions`);
all else follows from its code, or from playing it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from inspect import cleandoc
from typing import Any, Literal

from msgspec import inspect

from p2pgame.engine import AnyGame, Game, Message
from p2pgame.engine.rules import state_of
from p2pgame.games.registry import find
from p2pgame.playtest.form import form
from p2pgame.playtest.survey import survey
from p2pgame.text import ENGLISH, title_of
from p2pgame.text.descriptions import (
    BadDescription,
    Description,
    description_of,
    explained,
    kit_description,
    parts_of,
    pattern_of,
    value_names,
)

from .errors import InvalidRequest
from .events import Event, Part
from .layouts import FieldShown, FieldType, StructShown, layout_of, type_of
from .words import language, learn, say

_LINE_GOES_ON = re.compile(r"(?<=[^\n])\n(?=\S)")


class SeatsShown(Part, frozen=True):
    """For how many players a game is, and the teams if the fewest play."""

    low: int
    high: int
    teams: tuple[tuple[int, ...], ...]


class OptionShown(Part, frozen=True):
    """An option; ``low`` and ``high`` bound a number, None: no bound.

    ``choices`` are all values of an option that has few.  They are for the fewest
    seats, with all other options at their default.  ``title`` is what forms call the
    option, and ``titles`` what they call these values.
    """

    name: str
    type: FieldType
    default: Any
    about: str
    low: int | None = None
    high: int | None = None
    choices: tuple[Any, ...] = ()
    title: str = ""
    titles: tuple[str, ...] = ()


class MovePartShown(Part, frozen=True):
    """What stands in the place of a part: a number, a slot, or a text.

    A number is decimal, without sign or leading zeros, and its bounds are in the
    :class:`Range` that a turn offers.  A text is one of ``words`` or matches
    ``pattern``.
    """

    name: str
    type: Literal["int", "slot", "text"]
    about: str
    words: tuple[str, ...] = ()
    pattern: str = ""


class MoveShown(Part, frozen=True):
    """A form that moves have; words in capital letters are its parts.

    ``pattern`` is a regular expression of whole moves, in what Python and JavaScript
    have in common.
    """

    form: str
    about: str
    pattern: str
    parts: tuple[MovePartShown, ...] = ()


class FacesShown(Part, frozen=True):
    """The faces that a kind of turn puts on slots, in order, with usual options.

    ``fixed``: they were the same with all seats and options that were tried.
    """

    turn: str
    faces: tuple[str, ...]
    fixed: bool


class DeckShown(Part, frozen=True):
    """A kind of deck: its name, what forms call it, and what it promises."""

    name: str
    title: str
    about: str


class RulesShown(Event, frozen=True, tag="rules"):
    """What a program has to know of a game, besides whose turn it is.

    ``rules`` is the hash of a game that does not come with p2pgame.  ``placements``
    are what is typed in place of a move where a turn places things.  ``turns`` are the
    kinds of turns, ``decks`` the kinds of decks, and ``proposals`` what players may
    agree to.  ``text`` are the rules in words, in this ``language``.  ``promises`` are
    what each kind of deck promises, where players have a choice.
    """

    name: str
    version: int
    title: str
    rules: str
    seats: SeatsShown
    options: tuple[OptionShown, ...]
    state: tuple[FieldShown, ...]
    structs: tuple[StructShown, ...]
    moves: tuple[MoveShown, ...]
    placements: tuple[MoveShown, ...]
    turns: tuple[str, ...]
    decks: tuple[str, ...]
    proposals: tuple[str, ...]
    faces: tuple[FacesShown, ...]
    text: str
    language: str
    promises: tuple[DeckShown, ...]


def rules_of(game: AnyGame) -> RulesShown:
    """Return what a program has to know of a game.

    Raises:
      InvalidRequest: The file with its description cannot be used.

    Cost: some tenths of a second, in which the game is played at random.
    """
    try:
        described = description_of(game, language())
    except BadDescription as error:
        raise InvalidRequest("description-wrong", why=str(error)) from None
    state = state_of(game)
    assert state is not None, "checked when the game was registered"
    learn(game)
    sentences = _Sentences(described, kit_description(language()), state)
    fields, structs = layout_of(state, sentences.about)
    low, high = game.seats[0], game.seats[-1]
    seen = survey(game)
    decks = ("masked", *(("commutative", "proved") if game.only_deals else ()))
    return RulesShown(
        name=game.name,
        version=game.version,
        title=say(title_of(game.name)),
        rules=game.rules.hex(),
        seats=SeatsShown(low, high, game.teams(low, game.options())),
        options=_options(game, described),
        state=fields,
        structs=structs,
        moves=_moves(described, described.moves),
        placements=_moves(described, described.placements),
        turns=seen.turns,
        decks=decks,
        proposals=_proposals(game),
        faces=tuple(FacesShown(one.turn, one.faces, one.fixed) for one in seen.faces),
        text=text_of(game),
        language=language() if described.rules else ENGLISH,
        promises=tuple(map(_promise, decks)) if len(decks) > 1 else (),
    )


def options_shown(game: AnyGame) -> tuple[OptionShown, ...]:
    """Return the options of a game, with what its description says of them."""
    described = Description()
    with suppress(BadDescription):
        described = description_of(game, language())
    return _options(game, described)


def moves_shown(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """Return the forms of a game's moves, each with what its description says of it."""
    described = Description()
    with suppress(BadDescription):
        described = description_of(game, language())
    moves = (described.moves | described.placements).items()
    return tuple((_typed(form, described), about) for form, about in moves)


def moves_explained(
    name: str, version: int, moves: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Return the forms of these moves, each with what its description says it does."""
    described = Description()
    with suppress(BadDescription):
        described = description_of(find(name, version), language())
    told = explained(described, moves)
    return tuple((_typed(form, described), about) for form, about in told)


def _typed(form: str, described: Description) -> str:
    """Return a form as a person types it, who names a card and not its slot."""
    card = say(Message.of("form-card"))
    kinds = {name: part.type for name, part in described.parts.items()}
    return " ".join(
        card if kinds.get(word) == "slot" else word for word in form.split(" ")
    )


def rules_in_words(name: str, version: int) -> str:
    """Return the rules of a game, which is known here, in words: :func:`in_words`."""
    return in_words(find(name, version))


def in_words(game: AnyGame) -> str:
    """Return the rules of a game in words; names of options and moves are quoted.

    A paragraph is one line, to be broken where it is shown; what is indented stays.
    """
    text = text_of(game).replace("``", "'").replace("::\n", ":\n")
    return _LINE_GOES_ON.sub(" ", text)


def text_of(game: AnyGame) -> str:
    """Return the rules in words: those of its description, or else of its source.

    An older version, a subclass of the newest, adds how it differs.
    """
    described = Description()
    with suppress(BadDescription):
        described = description_of(game, language())
    newer = (cls for cls in type(game).__mro__ if _version(cls) > game.version)
    newest = next(newer, type(game))
    source = sys.modules[newest.__module__].__doc__
    rules = described.rules or source or "Its author has written no rules down."
    if newest is type(game):
        return cleandoc(rules)
    differs = described.earlier.get(str(game.version)) or type(game).__doc__ or ""
    return f"{cleandoc(rules)}\n\n{cleandoc(differs)}".rstrip()


def _version(cls: type) -> int:
    version = getattr(cls, "version", 0)  # no number where a class only declares it
    return version if isinstance(version, int) else 0


class _Sentences:
    """What the fields of structs are, as a game and the kit describe them."""

    def __init__(self, game: Description, kit: Description, state: type) -> None:
        self._game, self._kit, self._state = game, kit, state

    def about(self, struct: type, field: str) -> str:
        """Return a field's sentence; that of a subclass counts before its base's."""
        if struct is self._state and field in self._game.state:
            return self._game.state[field]
        for cls in struct.__mro__:
            for structs in (self._game.structs, self._kit.structs):
                if field in structs.get(cls.__name__, {}):
                    return structs[cls.__name__][field]
        return ""


def _promise(deck: str) -> DeckShown:
    title = say(Message.of("deck-title", deck=deck))
    return DeckShown(deck, title, say(Message.of("deck-promise", deck=deck)))


def _options(game: AnyGame, described: Description) -> tuple[OptionShown, ...]:
    info = inspect.type_info(game.options)
    assert isinstance(info, inspect.StructType)
    types = {field.name: type_of(field.type) for field in info.fields}
    return tuple(
        OptionShown(
            *(one.name, types[one.name], one.default),
            described.options.get(one.name, ""),
            *(one.low, one.high, one.choices),
            described.names.get(one.name, ""),
            value_names(described, one.name, one.choices),
        )
        for one in form(game, game.seats[0])
    )


def _moves(
    described: Description, sentences: Mapping[str, str]
) -> tuple[MoveShown, ...]:
    parts = described.parts
    return tuple(
        MoveShown(
            *(form, about, pattern_of(form, parts)),
            tuple(
                MovePartShown(
                    name,
                    *(parts[name].type, parts[name].about),
                    *(parts[name].words, parts[name].pattern),
                )
                for name in parts_of(form)
            ),
        )
        for form, about in sentences.items()
    )


def _proposals(game: AnyGame) -> tuple[str, ...]:
    kind = type(game)
    has_draws = game.draws or kind.why_no_draw is not Game.why_no_draw
    has_rounds = kind.last_round is not Game.last_round
    return (
        *(("draw",) if has_draws else ()),
        *(("last round",) if has_rounds else ()),
        "takeback N",
    )
