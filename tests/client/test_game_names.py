"""Games are found by what people call them, in every language that ships."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest

from p2pgame.client import extras
from p2pgame.client.errors import InvalidRequest
from p2pgame.client.game_names import game_called, minutes_of, short_of, shown_name
from p2pgame.client.words import say
from p2pgame.games import registry
from p2pgame.games.registry import GAMES, SHIPPED
from p2pgame.text import languages
from p2pgame.text.titles import titles_in

PACKAGES = {name: at.module.rpartition(".")[0] for (name, _), at in SHIPPED.items()}
each_game = pytest.mark.parametrize("name", sorted(GAMES))


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Hearts", "hearts"),
        ("HEARTS ", "hearts"),
        ("hold-em", "holdem"),
        ("hold'em", "holdem"),
        ("Texas Hold\u2019em", "holdem"),
        ("Poker", "holdem"),
        ("Kuhn poker", "kuhn"),
        ("leduc holdem", "leduc"),
        ("liars dice", "liars-dice"),
        ("noughts & crosses", "tictactoe"),
        ("tic tac toe", "tictactoe"),
        ("rock paper scissors", "rps"),
        ("crazy_eights", "crazy-eights"),
        ("draughts", "checkers"),
        ("Schach", "chess"),
        ("Dame", "checkers"),
        ("Herzen", "hearts"),
        ("schiffe-versenken", "battleship"),
        ("Böse Eins", "pig"),
        (unicodedata.normalize("NFD", "Böse Eins"), "pig"),
        ("boese eins", "pig"),
        ("bose eins", "pig"),
        ("Pärchen", "memory"),
        ("Paerchen", "memory"),
        ("\uff23\uff28\uff25\uff33\uff33", "chess"),
        ("Mau-Mau", "crazy-eights"),
        ("Texas hold'em (holdem)", "holdem"),
    ],
)
def test_a_game_is_what_people_call_it(typed: str, name: str) -> None:
    assert game_called(typed).game is GAMES[name]


@each_game
def test_a_game_has_titles_and_other_names_that_lead_to_it(name: str) -> None:
    """No title or other name of one game is that of another."""
    titles = titles_in(PACKAGES[name], name)
    assert {*titles.title} == {*languages()}
    assert titles.others
    for text in (name, *titles.title.values(), *titles.others, shown_name(name)):
        for typed in (text, text.upper(), text.replace(" ", ""), f" {text} "):
            assert game_called(typed).game is GAMES[name], typed


@each_game
def test_a_name_or_title_needs_no_word_and_any_other_name_is_explained(
    name: str,
) -> None:
    titles = titles_in(PACKAGES[name], name)
    own = (name, *titles.title.values())
    assert [game_called(text).note for text in own] == [None] * len(own)
    for text in titles.others:
        note = game_called(text).note
        assert note is None or say(note).startswith(f"{text}: that is ")


def test_of_several_the_one_that_people_mean_is_taken_and_the_others_are_named() -> (
    None
):
    note = game_called("poker").note
    assert note is not None
    assert say(note) == (
        "poker: that is Texas hold'em (holdem) here. "
        "Others are Kuhn poker (kuhn), Leduc hold'em (leduc)."
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("chss", "there is no game 'chss'. Did you mean Chess?"),
        ("hearst", "there is no game 'hearst'. Did you mean Hearts?"),
        ("eight", "there is no game 'eight'. Did you mean Crazy eights?"),
        ("Schif", "there is no game 'Schif'. Did you mean Battleship?"),
        ("bridge", "there is no game 'bridge'. p2pgame games lists them."),
        ("", "there is no game ''. p2pgame games lists them."),
        ("?!", "there is no game '?!'. p2pgame games lists them."),
    ],
)
def test_an_unknown_game_is_said_to_be_one_with_what_may_be_meant(
    typed: str, said: str
) -> None:
    with pytest.raises(InvalidRequest) as refused:
        game_called(typed)
    assert str(refused.value) == said


def test_what_nobody_would_type_is_no_game() -> None:
    for text in ("x" * 10**6, "\u0308" * 1000, "\x1b[2J", "\0", "chess" * 99):
        with pytest.raises(InvalidRequest, match="there is no game"):
            game_called(text)


@each_game
@pytest.mark.parametrize("language", languages())
def test_what_a_game_is_takes_six_words_and_its_length_is_the_same_in_all(
    name: str, language: str
) -> None:
    titles = titles_in(PACKAGES[name], name)
    short = titles.short[language]
    assert 2 <= len(short.split()) <= 6
    assert short[:1].isupper()
    assert short == short.strip(" .")
    assert minutes_of(name) == titles.minutes > 0
    text = Path(*PACKAGES[name].split("."), "text", language, f"{name}.ftl")
    assert f"{name}-minutes = {titles.minutes}\n" in text.read_text("utf-8")
    assert short_of(name) == titles.short["en"]


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("pipx_metadata.json", "pipx inject p2pgame no_library"),
        ("uv-receipt.toml", "uv tool install --with no_library p2pgame"),
        ("pyvenv.cfg", f"{sys.executable} -m pip install 'p2pgame[no_library]'"),
    ],
)
def test_a_game_without_its_library_says_the_line_that_installs_it(
    file: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = registry.Shipped("p2pgame.games.chess.chess", "Chess", library="no_library")
    for key in [key for key in SHIPPED if key[0] == "chess"]:
        monkeypatch.setitem(SHIPPED, key, gone)
    registry._shipped.cache_clear()
    (tmp_path / file).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(extras, "which", lambda _: None)
    with pytest.raises(InvalidRequest) as refused:
        game_called("Schach")
    assert str(refused.value) == (
        f"Chess needs a library that is not installed here. To install it: {line}"
    )
    monkeypatch.undo()
    registry._shipped.cache_clear()
