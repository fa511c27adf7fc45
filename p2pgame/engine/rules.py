"""This module checks that a game plays alike on every machine, and hashes its rules.

:func:`check` refuses a game before a table opens, with one sentence that names it.
It looks at what the game's class declares, at fields in which two programs could
differ, and at code that depends on chance, a clock or the machine.

The players of a game that does not come with p2pgame sign the hash from
:func:`rules_hash`, which is equal only for equal source: nobody here can say what its
version means (docs/design/rules-by-meaning.md).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from hashlib import blake2b
from typing import get_args, get_origin

import msgspec
from msgspec import inspect

from .errors import RulesError
from .game import AnyGame, Game
from .message import Message
from .source import fingerprint, why_unfit
from .state import Options, State

NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
MOST_SEATS = 1000
#: What the engine and the tabletop kit mean.  It rises when rules of the same source
#: come to other states, turns or legal moves by them.
ENGINE_VERSION = 1

_PLAIN = (
    *(inspect.IntType, inspect.BoolType, inspect.StrType, inspect.BytesType),
    *(inspect.LiteralType, inspect.NoneType, inspect.EnumType),
)
_PLAIN_OPTIONS = (
    *(inspect.IntType, inspect.BoolType, inspect.StrType),
    *(inspect.LiteralType, inspect.EnumType),
)


def check(
    game: AnyGame,
    sources: Mapping[str, str],
    *,
    taken: Collection[tuple[str, int]] = (),
) -> None:
    """Refuse a game that peers cannot rely on.

    ``sources`` are the texts of its rules (:func:`~p2pgame.engine.source.gather`),
    ``taken`` the names and versions of other games.

    Raises:
      RulesError: What is wrong with which game, in a sentence.
    """
    called = type(game).__name__
    for wrong in (
        _why_misnamed(game, taken),
        _why_not_seated(game),
        _why_no_options(game),
        _why_no_state(game),
        _why_no_words(game),
    ):
        if wrong is not None:
            raise RulesError(f"{called} {wrong}")
    for name, text in sources.items():
        unfit = why_unfit(name, text) or _why_leaky(game, text)
        if unfit is not None:
            raise RulesError(f"the rules of {game.name} cannot be relied on: {unfit}")


def rules_hash(game: AnyGame, sources: Mapping[str, str]) -> bytes:
    """Return the 32 bytes that stand for these rules in a table's genesis.

    They cover name, version, options with their defaults, the code, and the version of
    the engine.  Comments, docstrings and layout do not count.

    Cost: some milliseconds for each thousand lines.
    """
    return hash_with(game, fingerprint(sources))


def hash_with(game: AnyGame, code: bytes) -> bytes:
    """Return that hash for rules of which only their code's hash is at hand."""
    hashed = blake2b(digest_size=32, person=b"p2pgame rules")
    named = (game.name, game.version, msgspec.to_builtins(game.options()))
    hashed.update(msgspec.msgpack.encode((ENGINE_VERSION, *named)))
    hashed.update(code)
    return hashed.digest()


def shown_hash(rules: bytes) -> str:
    """Return the hash of rules as people compare it: half of it, in groups of four.

    A table compares all of it.
    """
    digits = rules.hex()[:32]
    return " ".join(digits[at : at + 4] for at in range(0, 32, 4))


def state_of(game: AnyGame) -> type[State] | None:
    """Return the state that a game's class names, as in ``Game[Board, Options]``.

    A game whose versions have several names its own as ``state``.
    """
    named = type(game).state
    if isinstance(named, type) and issubclass(named, State):
        return named
    for kind in type(game).__mro__:
        for base in getattr(kind, "__orig_bases__", ()):
            origin = get_origin(base)
            if isinstance(origin, type) and issubclass(origin, Game):
                for argument in get_args(base):
                    if isinstance(argument, type) and issubclass(argument, State):
                        return argument
    return None


#: The policies of zones that hide slots, as rules name them.
_HIDING = re.compile(r"\bPolicy\.(?:HIDDEN|NON_EMPTY|LENGTH)\b")


def _why_leaky(game: AnyGame, text: str) -> str | None:
    """Return why a seat would see slots that a zone hides, or None."""
    if type(game).seen is not Game.seen or not _HIDING.search(text):
        return None
    return (
        "a zone hides slots, and no method `seen` leaves them out of the state that is"
        " shown"
    )


def _why_misnamed(game: AnyGame, taken: Collection[tuple[str, int]]) -> str | None:
    name, version = getattr(game, "name", None), getattr(game, "version", None)
    if not isinstance(name, str) or not NAME.fullmatch(name):
        return f"has the name {name!r}: a name is a to z, 0 to 9 and -, at most 32"
    if type(version) is not int or version < 1:
        return f"has the version {version!r}: a version is a whole number from 1"
    if (name, version) in taken:
        return f"is called {name}, version {version}, like another game"
    return None


def _why_not_seated(game: AnyGame) -> str | None:
    seats = getattr(game, "seats", None)
    if not isinstance(seats, range) or seats.step != 1 or not seats:
        return f"has seats {seats!r}: they are a range such as range(2, 5)"
    if seats[0] < 1 or seats[-1] > MOST_SEATS:
        return f"has seats {seats!r}: from 1 to {MOST_SEATS} can play"
    return None


def _why_no_words(game: AnyGame) -> str | None:
    """Return which of the sentences that a game's class declares is none, or None."""
    if not isinstance(game.aim, Message | None):
        return f"has an aim that is {_article_of(game.aim)}, and no Message"
    names, helps = game.seat_names, game.move_help
    if not isinstance(names, tuple):
        return f"has seat_names that are {_article_of(names)}, and no tuple of Messages"
    for name in names:
        if not isinstance(name, Message):
            return f"has {_article_of(name)} in its seat_names, and no Message"
    if not isinstance(helps, Mapping):
        return f"has a move_help that is {_article_of(helps)}, and no dict"
    for form, about in helps.items():
        if not isinstance(form, str) or not isinstance(about, str):
            return f"has a move_help for {form!r} that is no text"
    return None


def _article_of(value: object) -> str:
    word = type(value).__name__
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _why_no_options(game: AnyGame) -> str | None:
    kind = getattr(game, "options", None)
    if not isinstance(kind, type) or not issubclass(kind, Options):
        return "has no options: without any it is `options = Options`"
    if not kind.__struct_config__.frozen:
        return (
            f"has options that can change: class {kind.__name__}(Options, frozen=True)"
        )
    for field in _fields(kind):
        if field.required:
            return f"has no default for its option {field.name}"
        for part in _parts(field.type):
            if not isinstance(part, _PLAIN_OPTIONS):
                return f"has {_article(part)} in its option {field.name}"
    return None


def _why_no_state(game: AnyGame) -> str | None:
    kind = state_of(game)
    if kind is None:
        return "does not say what its state is, as in Game[Board, Options]"
    return _why_unsound(kind, set())


def _why_unsound(kind: type, seen: set[type]) -> str | None:
    """Return a field of a state that is mutable or not the same everywhere, or None."""
    if kind in seen:
        return None
    seen.add(kind)
    if not issubclass(kind, State):
        return f"has {kind.__name__} in its state, which is no State"
    if not kind.__struct_config__.frozen:
        return f"has a state that can change: class {kind.__name__}(State, frozen=True)"
    for field in _fields(kind):
        for part in _parts(field.type):
            wrong = None
            if isinstance(part, inspect.StructType):
                wrong = _why_unsound(part.cls, seen)
            elif not isinstance(part, _PLAIN):
                wrong = f"has {_article(part)} in {kind.__name__}.{field.name}"
            if wrong is not None:
                return wrong
    return None


def _fields(kind: type) -> tuple[inspect.Field, ...]:
    try:
        info = inspect.type_info(kind)
    except (TypeError, NameError) as error:
        raise RulesError(f"{kind.__name__} cannot be written down: {error}") from None
    return info.fields if isinstance(info, inspect.StructType) else ()


def _parts(kind: inspect.Type) -> list[inspect.Type]:
    """Return the types within a field's type, with tuples and unions expanded."""
    match kind:
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            return _parts(inner)
        case inspect.TupleType(item_types=inners) | inspect.UnionType(types=inners):
            return [part for inner in inners for part in _parts(inner)]
    return [kind]


def _article(kind: inspect.Type) -> str:
    word = type(kind).__name__.removesuffix("Type").lower()
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
