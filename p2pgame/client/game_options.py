"""Finds the game that somebody asks for, and makes its options of what is typed."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

import msgspec

from p2pgame.engine import AnyGame, Options, Refusal, message_of
from p2pgame.engine.prepared import prepared
from p2pgame.games.registry import find
from p2pgame.session.entries.payloads import OPTION_LENGTH

from .errors import InvalidRequest
from .game_names import game_called
from .profile import places
from .words import learn, title_of


def game_of(name: str, version: int | None = None) -> AnyGame:
    """Return the game of this name, or that people call so, None: its newest version.

    Raises:
      InvalidRequest: There is none.
    """
    game = game_called(name).game
    if version in (None, game.version):
        return game
    try:
        return find(game.name, version)
    except ValueError as error:
        raise InvalidRequest.saying(message_of(error)) from None


def options_asked(game: AnyGame, given: dict[str, str | int | bool]) -> Options:
    """Return the options of a table from those that its host asks for.

    Raises:
      InvalidRequest: The game has no such option, or not with this value.
    """
    options = _drawn(game, options_of(game, given))
    for name, value in msgspec.to_builtins(options).items():
        if isinstance(value, str) and len(value) > OPTION_LENGTH:
            raise InvalidRequest("option-too-long", name=name, most=OPTION_LENGTH)
    return options


def options_of(game: AnyGame, given: dict[str, str | int | bool]) -> Options:
    """Return a game's options, in which numbers may be texts.

    Raises:
      InvalidRequest: The game has no such option, or not with this value.
    """
    known = msgspec.to_builtins(game.options())
    for name in given:
        if not known:
            raise InvalidRequest("no-options", game=game.name)
        if name not in known:
            shown = ", ".join(known)
            raise InvalidRequest("no-option", game=game.name, name=name, known=shown)
    for field in msgspec.structs.fields(game.options):
        if field.name in given:
            _check_option(field.name, field.type, given[field.name])
    try:
        options: Options = msgspec.convert(given, prepared(game.options), strict=False)
    except msgspec.ValidationError as error:
        raise InvalidRequest("option-wrong", game=game.name, why=str(error)) from None
    return options


def _drawn(game: AnyGame, options: Options) -> Options:
    """Return options in which what they leave to chance is drawn.

    Raises:
      InvalidRequest: It can't be drawn.
    """
    try:
        drawn: Options = game.as_offered(options, places.GROUND.get().entropy)
    except Refusal as error:
        learn(game)
        raise InvalidRequest(
            "game-unfit", game=title_of(game.name), why=error.message
        ) from None
    return drawn


def _check_option(name: str, kind: Any, value: str | int | bool) -> None:
    """Refuse a value of another kind than the option's.

    Raises:
      InvalidRequest: It is one.
    """
    try:
        msgspec.convert(value, prepared(kind), strict=False)
    except msgspec.ValidationError:
        shown = str(value)
    else:
        return
    if kind is bool:
        raise InvalidRequest("option-yes-or-no", name=name, value=shown)
    if kind is int:
        raise InvalidRequest("option-number", name=name, value=shown)
    if get_origin(kind) is Literal:
        known = ", ".join(map(str, get_args(kind)))
        raise InvalidRequest("option-choice", name=name, known=known, value=shown)
