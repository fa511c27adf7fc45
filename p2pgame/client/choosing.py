"""What a player chooses from before a game: games, programs, transcripts."""

from __future__ import annotations

from contextlib import suppress

from p2pgame.agents import registry
from p2pgame.agents.opponent import Opponent
from p2pgame.agents.shipped import SHIPPED
from p2pgame.engine import AnyGame, Message, RulesError, plain
from p2pgame.games.registry import here
from p2pgame.playtest.form import Field, form
from p2pgame.text import title_of
from p2pgame.text.descriptions import (
    BadDescription,
    Description,
    description_of,
    examples_of,
    value_names,
)

from .answers import (
    Games,
    GameShown,
    Option,
    Programs,
    ProgramShown,
    Transcripts,
    TranscriptShown,
)
from .game_names import minutes_of, short_of
from .game_options import game_of
from .game_rules import text_of
from .profile import settings, transcripts
from .words import language, learn, say


def games() -> Games:
    """Return all games that are here, as people and forms need them."""
    shown = []
    for game in here():
        with suppress(RulesError):  # a friend's, which do not answer
            shown.append(_game(game))
    return Games(tuple(shown))


def programs(game: str | None) -> Programs:
    """Return the opponents for a game, None: all; the weakest first.

    Raises:
      InvalidRequest: There is no such game.
    """
    name = None if game is None else game_of(game).name
    found = registry.opponents(name)
    return Programs(tuple(_program(one) for one in found))


def about(one: Opponent) -> Message:
    """Return how an opponent plays."""
    if one in SHIPPED:
        return Message.of("program-about", program=one.name)
    return plain(one.about)


def kept_transcripts() -> Transcripts:
    """Return what lies in the folder for transcripts, the last one first."""
    folder = settings.transcripts()
    found = []
    for path in transcripts.newest(folder):
        with suppress(FileNotFoundError):  # gone meanwhile
            known = path.stat()
            shown = TranscriptShown(path.name, int(known.st_mtime), known.st_size)
            found.append(shown)
    return Transcripts(str(folder), tuple(found))


def _game(game: AnyGame) -> GameShown:
    described = Description()
    with suppress(BadDescription):
        described = description_of(game, language())
    seats = tuple(game.seats)
    options = tuple(_option(one, described) for one in form(game, seats[0]))
    summary = " ".join(text_of(game).split("\n\n")[0].split()).replace("``", "")
    learn(game)
    title = say(title_of(game.name))
    facts = short_of(game.name), minutes_of(game.name)
    return GameShown(game.name, game.version, seats, options, title, summary, *facts)


def _option(one: Field, described: Description) -> Option:
    is_text = isinstance(one.default, str) and not one.choices
    examples = examples_of(described, one.name) if is_text else ()
    return Option(
        *(one.name, one.default, one.low, one.high, one.choices),
        about=described.options.get(one.name, ""),
        title=described.names.get(one.name, ""),
        titles=value_names(described, one.name, one.choices or examples),
        examples=examples,
    )


def _program(one: Opponent) -> ProgramShown:
    where = None if one.games is None else tuple(sorted(one.games))
    return ProgramShown(
        one.name, one.display, one.level, about(one), where, tuple(sorted(one.but))
    )
