"""A sentence calls a game by its title, in every language, never by its name."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from p2pgame.client import words
from p2pgame.engine import Message
from p2pgame.games.registry import GAMES
from p2pgame.text import languages
from p2pgame.text.catalogue import OWN, read

_ENTRY = re.compile(r"^([a-z][a-z0-9-]*) = ((?:.*\n)(?:[ }].*\n|\n(?=[ }]))*)", re.M)
_VARIABLE = re.compile(r"\$([a-z_]+)")
#: A game whose name differs from its title in every language.
NAME = "crazy-eights"


def _about_games(language: str) -> dict[str, set[str]]:
    """Return the sentences that name a game, with their arguments."""
    text = "".join(read(files("p2pgame"), language, f"{name}.ftl") for name in OWN)
    found = {id: set(_VARIABLE.findall(body)) for id, body in _ENTRY.findall(text)}
    return {id: args for id, args in found.items() if "game" in args}


@pytest.mark.parametrize("language", languages())
def test_every_sentence_about_a_game_says_its_title(language: str) -> None:
    title = words.say(words.title_of(NAME), language=language)
    about = _about_games(language)
    assert len(about) > 50, "the sentences are found"
    for id, args in about.items():
        given = dict.fromkeys(args - {"game"}, 1) | {"game": NAME}
        for page in (False, True):
            said = words.say(Message.of(id, **given), language=language, page=page)
            assert NAME not in said.lower().replace(title.lower(), ""), said
            assert title in said, said


def test_what_a_game_refuses_is_said_with_its_title() -> None:
    for name in GAMES:
        said = words.say(Message.of("no-rounds", game=name))
        assert said == f"{words.say(words.title_of(name))} has no rounds to stop after"
