"""Says messages in a language that ships, with the words of every game learned.

A program speaks English until it calls :func:`speak`.  Each call may ask for another
language; a front end in a language that does not ship has a catalogue of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING

from p2pgame.engine import AnyGame, Message, Refusal, Tick, Together, Turn
from p2pgame.engine.printable import isolated
from p2pgame.games.registry import GAMES
from p2pgame.text import ENGLISH as ENGLISH
from p2pgame.text import Catalogue, languages
from p2pgame.text import language_in as language_in
from p2pgame.text import language_of as language_of
from p2pgame.text import title_of as title_of
from p2pgame.text.catalogue import GAME, REASON
from p2pgame.text.descriptions import forms_of as forms_of
from p2pgame.text.descriptions import kinds_of as kinds_of
from p2pgame.text.descriptions import slot_moves as slot_moves
from p2pgame.transport.link import TransportError
from p2pgame.transport.unreadable import Unreadable

if TYPE_CHECKING:
    from p2pgame.text.phrasebook import Phrasebook


#: The language of a task, where one process speaks several; None: the process's.
_HERE: ContextVar[str | None] = ContextVar("language", default=None)


class _Speech:
    """The language of this process, and the catalogues that were asked for."""

    def __init__(self) -> None:
        self.language = ENGLISH
        self.isolates = False
        self._catalogues: dict[str, Catalogue] = {}
        self._games: dict[str, AnyGame] = {}
        self._phrasebooks: dict[tuple[str, str], Phrasebook] = {}

    def learn(self, game: AnyGame) -> None:
        if game.name in self._games:
            return
        self._games[game.name] = game
        for catalogue in self._catalogues.values():
            catalogue.learn(game)

    def phrasebook(self, library: str, language: str) -> Phrasebook:
        """Return what a library says, in a language that ships."""
        if (library, language) not in self._phrasebooks:
            from p2pgame.text.phrasebook import Phrasebook  # takes 0.1 s to import

            self._phrasebooks[library, language] = Phrasebook(library, language)
        return self._phrasebooks[library, language]

    def catalogue(self, language: str) -> Catalogue:
        """Return the catalogue of a language, or refuse the request."""
        if language not in self._catalogues:
            if language not in languages():
                raise _unknown(language)
            made = self._catalogues[language] = Catalogue(language)
            for game in self._games.values():
                made.learn(game)
        return self._catalogues[language]


_SPEECH = _Speech()


def speak(tag: str) -> None:
    """Say everything from now on in the language of a tag, such as ``de_AT``.

    Raises:
      Refusal: The language does not ship.
    """
    language = language_of(tag)
    if language is None:
        raise _unknown(tag)
    _SPEECH.language = language


def speak_here(language: str) -> None:
    """Say everything in this task, and what it starts, in a language that ships."""
    _HERE.set(language)


def isolate(isolates: bool) -> None:
    """Keep what is written from right to left apart in every sentence from now on.

    It takes two invisible characters, which a page always gets.
    """
    _SPEECH.isolates = isolates


def shown(name: str) -> str:
    """Return a name as it stands in a sentence, or in a drawing."""
    return isolated(name) if _SPEECH.isolates else name


def language() -> str:
    """Return the language in which this task speaks, or else this process."""
    return _HERE.get() or _SPEECH.language


def learn(game: AnyGame) -> None:
    """Take up the words of a game."""
    _SPEECH.learn(game)


def say(
    message: Message,
    names: Sequence[str] = (),
    *,
    language: str | None = None,
    page: bool = False,
) -> str:
    """Return a message as a sentence; ``names`` are the players', by seat.

    ``page``: it is for people who type no commands.

    Without a ``language`` it is said in that of this task (:func:`speak_here`), or of
    this process: English until :func:`speak` chooses another.

    Raises:
      Refusal: The language does not ship.
    """
    _learn_for(message)
    catalogue = _SPEECH.catalogue(language or _HERE.get() or _SPEECH.language)
    isolates = page or _SPEECH.isolates
    return catalogue.say(message, names, page=page, isolates=isolates)


def translated(id: str) -> str | None:
    """Return a sentence whose English stands in the code, if our language has it."""
    return _SPEECH.catalogue(language()).translated(id)


def template(library: str, english: str, other: str = "", count: int = 1) -> str:
    """Return in our language what a library says (:class:`Phrasebook`)."""
    return _SPEECH.phrasebook(library, language()).template(english, other, count)


def reason(text: str) -> Message:
    """Return a message for the English text of an error, which other languages know."""
    return Message.of(REASON, text=text)


def message_of_error(error: BaseException) -> Message:
    """Return what an error of engine, session or transport says, as a message."""
    from p2pgame.session.entries import errors
    from p2pgame.session.table import verify

    whole = (  # their why says it all
        *(errors.GameNotHere, verify.RulesNotHere),
        *(errors.GivenUp, errors.Unseated, errors.UnfitTerms),
    )
    if isinstance(error, whole) and error.why is not None:
        return error.why
    if isinstance(error, Refusal):
        return error.message
    if isinstance(error, Unreadable):
        return Message.of(error.key, fault=error.fault, **error.given)
    if isinstance(error, errors.SessionError):
        text = reason(error.text)
        if error.why is None:
            return text
        return Message.of("because", what=text, why=error.why)
    refusal = getattr(error, "refusal", None)
    if isinstance(error, TransportError) and isinstance(refusal, int):
        return refusal_message(refusal)
    message = getattr(error, "message", None)
    return message if isinstance(message, Message) else reason(str(error))


def as_argument(name: str) -> str:
    """Return how a name is written in a command line."""
    return f'"{name}"' if {*name} & {*" '();&|<>$`*?!#~"} else name


def not_ahead(game: AnyGame, turn: Turn) -> Message:
    """Return why no move of this game is prepared before its turn."""
    kind = "joint" if isinstance(turn, Together | Tick) else "own"
    return Message.of("plan-not-here", game=title_of(game.name), kind=kind)


def refusal_message(refusal: int) -> Message:
    """Return what a relay's refusal means, and what to do about it."""
    return Message.of("relay-refusal", number=int(refusal))


def _unknown(language: str) -> Refusal:
    known = ", ".join(languages())
    return Refusal(Message.of("no-language", name=repr(language), known=known))


def _learn_for(message: Message) -> None:
    """Take up the words of the games whose messages these are."""
    for name in GAMES:
        if message.id.startswith(f"{name}-") or message.args.get(GAME) == name:
            learn(GAMES[name])
    for value in message.args.values():
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Message):
                _learn_for(inner)
