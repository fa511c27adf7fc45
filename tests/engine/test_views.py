"""A view is the public state and the faces that one player knows."""

from __future__ import annotations

from p2pgame.engine import (
    Choose,
    Chosen,
    Dealt,
    Opened,
    Shuffled,
    learn,
    replay,
    view,
)
from tests.engine.counting import EVENTS, TURNS, Counting, CountingOptions, at

GAME = Counting()
ROLL, SHUFFLE, DEAL, CHOOSE, TOGETHER, OPEN, OVER = TURNS


def test_a_view_has_the_choice_of_its_player_only() -> None:
    assert view(GAME, at(3), 1, {}).choice == CHOOSE
    assert view(GAME, at(3), 0, {}).choice is None
    assert view(GAME, at(3), None, {}).choice is None
    assert view(GAME, at(3), 1, {}).turn == CHOOSE


def test_everybody_in_a_joint_decision_has_a_choice() -> None:
    assert view(GAME, at(4), 0, {}).choice == Choose(0, ("a", "b"))
    assert view(GAME, at(4), 1, {}).choice == Choose(1, ("c",))
    assert view(GAME, at(4), 2, {}).choice is None


def test_a_view_shows_the_faces_known() -> None:
    assert view(GAME, at(3), 0, {0: "red"}).text == "5 0 red ? ?"
    assert view(GAME, at(3), None, {}).text == "5 0 ? ? ?"


def test_players_learn_dealt_and_opened_faces() -> None:
    mine = learn({}, DEAL, Dealt(), {0: "red"})
    assert mine == {0: "red"}
    assert learn(mine, CHOOSE, Chosen(1, "stop"), {}) == {0: "red"}
    assert learn(mine, OPEN, Opened(("blue",)), {}) == {0: "red", 2: "blue"}


def test_a_shuffle_makes_every_face_unknown() -> None:
    assert learn({0: "red"}, SHUFFLE, Shuffled(), {}) == {}


def test_learning_changes_nobody_elses_knowledge() -> None:
    known = {0: "red"}
    learn(known, OPEN, Opened(("blue",)), {1: "green"})
    assert known == {0: "red"}


def test_a_view_holds_the_very_state_that_everybody_holds() -> None:
    state = replay(GAME, 2, CountingOptions(), EVENTS)
    assert view(GAME, state, 0, {0: "red"}).state is state
