"""A catalogue has the sentences of one language for messages.

It reads Fluent files: those of this package, and for each game ``text/<language>/
<game>.ftl`` in the package of its class.  The ids in a game's file begin with the
game's name.  A message without a sentence is said in English; without one there, it
is shown as its id and arguments.  So neither a peer's message nor a game without
sentences can break a screen.

Source: projectfluent.org, Fluent syntax 1.0.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from p2pgame.engine import AnyGame, Argument, Message, SeatName
from p2pgame.engine.printable import isolated

from .languages import ENGLISH

if TYPE_CHECKING:
    from .fluent import Sentences
    from .reasons import Reasons

#: The files of this package, one for each source of messages.
OWN = ("engine", "session", "client", "cli", "help")
_TITLE = "-title"
#: The message that is an English text of an error (:mod:`.reasons`).
REASON = "reason"
#: How the id of a message ends that says what a game's moves of a form do.
KIND = "-kind-of-move"


def title_of(game: str) -> Message:
    """Return the name for people of the game that has this name."""
    return Message.of(f"{game}{_TITLE}")


#: The argument that is a game's name, or its title: a sentence says the title.
GAME = "game"
#: Arguments that people copy as they stand: paths, commands and links.
COPIED = frozenset(
    (
        *("path", "transcript", "evidence", "file", "files", "folder"),
        *("command", "invite", "link", "address"),
    )
)


class _How(NamedTuple):
    """To whom a message is said."""

    names: Sequence[str]
    page: bool
    isolates: bool

    def shown(self, text: str) -> str:
        return isolated(text) if self.isolates else text


class Catalogue:
    """Says messages in one language; reads its files on first use."""

    def __init__(self, language: str = ENGLISH) -> None:
        self._language = language
        self._english = None if language == ENGLISH else Catalogue()
        self._games: dict[str, AnyGame] = {}
        self._unread: list[AnyGame] = []
        self._sentences: Sentences | None = None
        self._reasons: Reasons | None = None
        self._reading = Lock()

    def learn(self, game: AnyGame) -> None:
        """Add the sentences of a game; of two with one name the first counts."""
        if game.name in self._games:
            return
        self._games[game.name] = game
        self._unread.append(game)
        if self._english is not None:
            self._english.learn(game)

    def say(
        self,
        message: Message,
        names: Sequence[str] = (),
        *,
        page: bool = False,
        isolates: bool = False,
    ) -> str:
        """Return the sentence; ``names`` are the players', by seat.

        ``page``: it is for people who type no commands.  ``isolates``: what is written
        from right to left is kept apart from what stands beside it, but for what is
        copied (:data:`COPIED`).
        """
        how = _How(names, page, isolates)
        args = {
            name: self._value(arg, how, is_copied=name in COPIED)
            for name, arg in message.args.items()
        }
        if (game := message.args.get(GAME)) in self._games:
            args[GAME] = self.say(title_of(str(game)))
        if message.id == REASON and self._english is not None:
            args["text"] = self._reason(str(args.get("text", "")))
        if message.id.endswith(KIND):
            return self._kind(message.id.removesuffix(KIND), str(args.get("form")))
        told = self._sentence(message.id, args, page=page)
        return _plainly(message.id, args) if told is None else told

    def translated(self, id: str) -> str | None:
        """Return this language's sentence for what stands in the code in English."""
        with self._reading:
            ready = self._ready()
        return ready.say(id, {})

    def _reason(self, english: str) -> str:
        if self._reasons is None:
            from .reasons import Reasons  # which few programs ever need

            self._reasons = Reasons(self._language)
        return self._reasons.told(english) or english

    def _kind(self, name: str, form: str) -> str:
        """Return what moves of a form do, as the description of their game says."""
        from .descriptions import BadDescription, description_of

        game = self._games.get(name)
        with suppress(BadDescription):
            if game is not None:
                found = description_of(game, self._language).moves
                return found.get(form) or description_of(game).moves.get(form, form)
        return form

    def _sentence(
        self, id: str, args: dict[str, int | str], *, page: bool = False
    ) -> str | None:
        with self._reading:  # a window's thread says messages, too
            ready = self._ready()
        told = ready.say(id, args, page=page)
        if told is None and self._english is not None:
            return self._english._sentence(id, args, page=page)
        return told

    def _value(
        self, value: Argument, how: _How, *, is_copied: bool = False
    ) -> int | str:
        match value:
            case SeatName(seat):
                if 0 <= seat < len(how.names):
                    return how.shown(how.names[seat])
                return self._sentence("seat-number", {"seat": seat}) or str(value)
            case Message():
                return self.say(value, how.names, page=how.page, isolates=how.isolates)
            case tuple():
                told = (str(self._value(item, how)) for item in value)
                return (self._sentence("list-separator", {}) or ", ").join(told)
            case str() if not is_copied:
                return how.shown(value)
        return value

    def _ready(self) -> Sentences:
        if self._sentences is None:
            from .fluent import Sentences  # takes 0.1 s and more to import

            own = Sentences(self._language)
            for name in OWN:
                own.add(read(files("p2pgame"), self._language, f"{name}.ftl"), "")
            self._sentences = own  # whole, also if Ctrl-C came in between
        while self._unread:
            game = self._unread.pop()
            text = words_of(game, self._language)
            self._sentences.add(text, f"{game.name}-")
        return self._sentences


def words_of(game: AnyGame, language: str) -> str:
    """Return the text of a game's Fluent file, or an empty text."""
    package = package_of(game)
    return read(files(package), language, f"{game.name}.ftl") if package else ""


def package_of(game: AnyGame) -> str:
    """Return the package of a game's class, or an empty text."""
    module = sys.modules.get(type(game).__module__)
    return getattr(module, "__package__", "") or ""


def read(package: Traversable, language: str, file: str) -> str:
    """Return what a file among a package's texts says, or an empty text."""
    try:
        return (package / "text" / language / file).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _plainly(id: str, args: dict[str, int | str]) -> str:
    """Return the text for a message without a sentence."""
    told = ", ".join(f"{name} {value}" for name, value in args.items())
    if id.endswith(_TITLE):
        return id.removesuffix(_TITLE)
    words = id.replace("-", " ")
    return f"{words} ({told})" if told else words
