"""What players read speaks of cards and results, and not as authors and engine do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2pgame.client.game_rules import (
    in_words,
    moves_explained,
    moves_shown,
    options_shown,
)
from p2pgame.client.words import language, speak
from p2pgame.games.registry import GAMES
from p2pgame.playtest import play
from p2pgame.text import languages

ROOT = Path(__file__).parent.parent.parent
#: Words of authors, of the engine, and of Python, in both languages.
FORBIDDEN = re.compile(
    r"\bslots?\b|\bpayoffs?\b|\bthe states?\b|\bgame state\b|\bdocstring|\bthe engine\b"
    r"|(?<!-)\b(?:player|seat|spieler|platz) 0|:(?:mod|func|class|data):"
    r"|Auszahlung|Zustand",
    re.IGNORECASE,
)
#: Sentences for authors: a debug table, and what is wrong with rules.
FOR_AUTHORS = ("debug-", "did-", "rules-")
each_game = pytest.mark.parametrize("name", sorted(GAMES))


@pytest.fixture(params=languages())
def tongue(request: pytest.FixtureRequest) -> Iterator[str]:
    before = language()
    speak(request.param)
    yield request.param
    speak(before)


def found(texts: list[str]) -> list[str]:
    """Return what of these texts is said in an author's words, with what is around."""
    return [
        text[max(0, at.start() - 40) : at.end() + 40]
        for text in texts
        for at in FORBIDDEN.finditer(text)
    ]


@each_game
def test_rules_options_and_moves_are_told_in_a_players_words(
    name: str, tongue: str
) -> None:
    game = GAMES[name]
    moves = [f"{form} {about}" for form, about in moves_shown(game)]
    options = [f"{one.title} {one.about}" for one in options_shown(game)]
    assert not found([in_words(game), *moves, *options])


@each_game
def test_what_is_asked_is_explained_in_a_players_words(name: str, tongue: str) -> None:
    game = GAMES[name]
    playout = play(game, game.seats[0], game.options(), 1)
    offered = {
        move
        for turn in playout.turns
        for move in getattr(turn, "moves", ())
        if isinstance(move, str)
    }
    told = moves_explained(name, game.version, sorted(offered))
    assert not found([f"{form} {about}" for form, about in told])


def test_a_card_is_what_a_person_names() -> None:
    forms = [form for form, _ in moves_shown(GAMES["hearts"])]
    assert "pass CARD CARD CARD" in forms
    assert "play CARD" in forms


@pytest.mark.parametrize(
    "path",
    sorted(
        path
        for folder in ("games", "p2pgame/text")
        for path in (ROOT / folder).rglob("*.ftl")
        if path.stem not in ("help", "click")
    ),
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_sentences_and_refusals_are_in_a_players_words(path: Path) -> None:
    told = []
    for message in re.split(r"\n(?=[a-z])", path.read_text("utf-8")):
        id, _, text = message.partition(" = ")
        if not id.startswith(FOR_AUTHORS):
            told.append(re.sub(r"\{[^}]*\$[^}]*(?:->|\})|^#.*$", "", text, flags=re.M))
    assert not found(told)
