"""Games are found by their names."""

from __future__ import annotations

import pytest

from games.registry import GAMES, find


def test_a_game_is_found_by_its_name() -> None:
    for name, game in GAMES.items():
        assert find(name) is game
        assert game.name == name


def test_an_unknown_game_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(ValueError) as caught:
        find("chess")
    assert str(caught.value) == (
        "there is no game 'chess', only holdem, kuhn, tictactoe"
    )
