"""People who want a level of their own learn from the rules how one is written."""

from __future__ import annotations

import re
from contextvars import copy_context
from textwrap import dedent

import pytest
from msgspec.structs import replace

from p2pgame.client.game_rules import in_words
from p2pgame.client.words import speak_here
from p2pgame.engine import AnyGame, start
from p2pgame.games.registry import GAMES

PUZZLES = [GAMES[name] for name in ("flow", "fold", "fill")]


def _told(game: AnyGame, language: str) -> str:
    speak_here(language)
    return in_words(game) + "\n"


@pytest.mark.row("R04")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", PUZZLES, ids=lambda game: game.name)
def test_the_level_in_the_rules_can_be_played(game: AnyGame, language: str) -> None:
    told = copy_context().run(_told, game, language)
    (level,) = re.findall(r"(?:^ {4}.*\n)+", told, re.M)
    assert "-o level=@" in told
    first = start(game, 1, game.options()).state
    mine = start(game, 1, replace(game.options(), level=dedent(level))).state
    assert type(mine) is type(first)
    assert game.turn(mine)
