"""Finds a game by what people call it: its name, a title, or another word for it.

Capitals, accents, spaces and signs make no difference.  Names and titles come first;
then what the texts of a game list as its other names (:mod:`p2pgame.text.titles`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from p2pgame.engine import AnyGame, Message, listed, message_of, plain
from p2pgame.games.registry import SHIPPED, NeedsLibrary, find, known
from p2pgame.text import ENGLISH
from p2pgame.text.catalogue import package_of
from p2pgame.text.titles import Titles, titles_in

from .errors import InvalidRequest
from .extras import install_line
from .words import language

#: Games that are suggested in place of an unknown one, at most.
_NEAR = 3
#: How alike a suggestion is to what was typed, of 1.
_ALIKE = 0.7
#: Characters of a typed name that are compared.
_LONGEST = 60
#: The dots of ``ä``, where a letter and its accents stand apart.
_UMLAUT = "\u0308"
#: A word has so many letters to be looked for among those of a title.
_WORD = 3

#: The packages of shipped games, which have their texts.
_SHIPPED = {name: at.module.rpartition(".")[0] for (name, _), at in SHIPPED.items()}


class Called(NamedTuple):
    """A game, and what to say if somebody may have meant another one."""

    game: AnyGame
    note: Message | None = None


def game_called(text: str) -> Called:
    """Return the game that people call so.

    Raises:
      InvalidRequest: There is none, or it can't be played here; it says what to do.
    """
    names = known()
    name = text if text in names else None
    note = None
    if name is None:
        name = next(_matches(text, names), None)
        if name is None:
            near = _near(text, names)
            raise InvalidRequest("no-game-called", name=repr(text), near=near)
        note = _note(text, name, names)
    try:
        return Called(find(name), note)
    except NeedsLibrary as error:
        title, line = title_in(name), install_line(error.library)
        raise InvalidRequest("game-needs-library", game=title, command=line) from None
    except ValueError as error:
        raise InvalidRequest.saying(message_of(error)) from None


def title_in(name: str) -> str:
    """Return a game's title in the language that is spoken here; its name if none."""
    return _spoken(_titles(name).title) or name


def shipped_titles(language: str) -> dict[str, str]:
    """Return the titles of all games that come along, by name.  It reads files."""
    found = {name: _titles(name).title for name in _SHIPPED}
    return {name: titles.get(language, name) for name, titles in found.items()}


def short_of(name: str) -> str:
    """Return in six words or so what a game is, or an empty text."""
    return _spoken(_titles(name).short)


def minutes_of(name: str) -> int:
    """Return how long a usual game takes, about; 0: nobody says so."""
    return _titles(name).minutes


def _spoken(texts: dict[str, str]) -> str:
    """Return the text in the language that is spoken here, or else in English."""
    return texts.get(language()) or texts.get(ENGLISH) or ""


def _matches(text: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the games that are called so, those of this name or title first."""
    wanted = _keys(text)
    yield from (name for name in names if wanted & _keys(name))
    # What other packages have is imported only where it may be meant.
    ours = [name for name in names if name in _SHIPPED]
    for some in (ours, [name for name in names if name not in _SHIPPED]):
        yield from (name for name in some if wanted & _own_keys(name))
        yield from (name for name in some if wanted & _other_keys(name))


def _note(text: str, name: str, names: Sequence[str]) -> Message | None:
    """Return which game is meant, unless its own name or title was typed."""
    if _keys(text) & _own_keys(name):
        return None
    key = name_key(text)
    others = [other for other in names if other != name and key in _words(other)]
    return Message.of(
        "game-taken-for",
        typed=text,
        game=shown_name(name),
        count=len(others),
        others=_listed(others),
    )


def _near(text: str, names: Sequence[str]) -> Message:
    """Return which games may be meant."""
    key = name_key(text[:_LONGEST])
    spelt: dict[str, str] = {}
    by_word = []
    for name in names:
        keys = (*_own_keys(name), *_other_keys(name))
        spelt = dict.fromkeys(keys, name) | spelt
        begun = any(one.startswith(key) for one in keys)
        if len(key) >= _WORD and (begun or key in _words(name)):
            by_word.append(name)
    alike = get_close_matches(key, spelt, n=_NEAR, cutoff=_ALIKE)
    near = [*dict.fromkeys([*by_word, *(spelt[one] for one in alike)])][:_NEAR]
    if not near:
        return Message.of("no-game-near")
    return Message.of("games-near", games=_listed(near))


def _listed(names: Sequence[str]) -> Message:
    return listed(*(plain(shown_name(name)) for name in names))


def shown_name(name: str) -> str:
    """Return a game's title, with its name if that can't be told from it."""
    title = title_in(name)
    return title if name_key(title) == name_key(name) else f"{title} ({name})"


def name_key(text: str) -> str:
    """Return the letters and digits of a text, without accents and capitals."""
    letters = unicodedata.normalize("NFKD", text).casefold().replace("&", "and")
    return "".join(c for c in letters if c.isalnum())


def _keys(text: str) -> frozenset[str]:
    """Return what a text is compared by: also ``ae`` for ``ä``, as it is typed."""
    text = unicodedata.normalize("NFKD", text[:_LONGEST])
    keys = {name_key(text), name_key(text.replace(_UMLAUT, "e"))}
    return frozenset(keys - {""})


@lru_cache(512)
def _titles(name: str) -> Titles:
    package = _SHIPPED.get(name)
    if package is None:
        with suppress(ValueError):
            package = package_of(find(name))
    return titles_in(package, name) if package else Titles({}, (), {}, 0)


def _own_keys(name: str) -> frozenset[str]:
    titles = (*_titles(name).title.values(),)
    return _all_keys((name, *titles, *(f"{title} ({name})" for title in titles)))


def _other_keys(name: str) -> frozenset[str]:
    return _all_keys(_titles(name).others)


def _all_keys(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(key for text in texts for key in _keys(text))


def _words(name: str) -> frozenset[str]:
    """Return the single words of what a game is called."""
    titles = _titles(name)
    texts = (name, *titles.title.values(), *titles.others)
    words = (word for text in texts for word in text.replace("-", " ").split())
    return frozenset(map(name_key, words))
