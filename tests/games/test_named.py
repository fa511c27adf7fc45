"""Phases and seats have names for people, in every language, where games have them."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from p2pgame.client.words import learn, say
from p2pgame.engine import AnyGame, Message, RulesError, start, view
from p2pgame.games.registry import GAMES
from p2pgame.text import languages
from tests.english import english_or_none
from tests.games.cases import case
from tests.playtest.everything import Everything


def phases(name: str, seats: int, options: dict[str, object]) -> list[str | None]:
    """Return the phases of a random game in order, each once in a row."""
    played = case(name, seats, options, 1).playout
    named = (played.game.phase(state) for state in played.states)
    return [english_or_none(phase) for phase, _ in groupby(named)]


def roles(game: AnyGame, state: Any) -> list[str | None]:
    return [english_or_none(role) for role in view(game, state, None, {}).roles]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("chess", ["White", "Black"]),
        ("checkers", ["Black", "White"]),
        ("tictactoe", ["X", "O"]),
        ("kuhn", []),
    ],
)
def test_seats_have_their_names_from_the_start(name: str, wanted: list[str]) -> None:
    game = GAMES[name]
    assert roles(game, start(game, 2, game.options()).state) == wanted


def test_a_hand_of_holdem_goes_from_street_to_street() -> None:
    found = phases("holdem", 4, {"hands": 0, "stack": 60, "ante": 2})
    streets = ["pre-flop", "flop", "turn", "river"]
    assert {*found} == {None, *streets}
    for before, after in pairwise(found):
        if before and after:
            assert streets.index(after) == streets.index(before) + 1


def test_whoever_shows_or_mucks_is_at_the_showdown() -> None:
    state = start(GAMES["holdem"], 2, GAMES["holdem"].options()).state
    for phase in ("showdown", "showing"):
        named = GAMES["holdem"].phase(replace(state, phase=phase))
        assert english_or_none(named) == "showdown"


@pytest.mark.parametrize("seats", [2, 4])
def test_the_button_and_the_blinds_are_named(seats: int) -> None:
    played = case("holdem", seats, {"hands": 3}, 1).playout
    states: Any = played.states
    for state in states:
        named = roles(played.game, state)
        if state.phase != "betting":
            continue
        button, small = state.button, state.order[0]
        assert "the button" in (named[button] or "")
        if seats == 2:
            assert named[button] == "the button, small blind"
        elif len(state.order) == seats:
            assert named[small] == "small blind"
            assert named[state.order[1]] == "big blind"


def test_the_bidder_of_liars_dice_is_who_bid_last() -> None:
    played = case("liars-dice", 3, {"dice": 2}, 1).playout
    met, states = set[str | None](), played.states
    state: Any
    for state in states:
        named = roles(played.game, state)
        met.update(named)
        assert named == ([None] * state.bidder + ["the bidder"]) * bool(state.face)
    assert met == {None, "the bidder"}


def test_trick_games_and_battleship_name_what_they_are_at() -> None:
    spades = phases("spades", 4, {"goal": 1})
    assert spades[:3] == [None, "bidding", "playing tricks"]
    assert "before the first trick" in phases("hearts", 4, {"goal": 1})
    fleets = phases("battleship", 2, {"size": 4, "ships": "2 1"})
    assert fleets == ["placing the fleets", "shooting"]


@pytest.mark.parametrize("language", languages())
def test_a_view_has_the_names_for_every_front_end(language: str) -> None:
    from p2pgame.client.telling.views import view_of

    game = GAMES["chess"]
    learn(game)
    seen = view_of(view(game, start(game, 2, game.options()).state, 0, {}))
    white, black = seen.roles
    assert white is not None
    assert black is not None
    told = say(white, language=language), say(black, language=language)
    assert told == {"en": ("White", "Black"), "de": ("Weiß", "Schwarz")}[language]
    assert seen.phase is None


class Fails(Everything):
    def phase(self, state: object) -> Message | None:
        raise ValueError("no")

    role = phase  # type: ignore[assignment]


@pytest.mark.parametrize("what", ["phase", "roles"])
def test_rules_that_fail_in_naming_are_named(what: str) -> None:
    game = Fails()
    seen = view(game, start(game, 2, game.options()).state, 0, {})
    with pytest.raises(RulesError):
        getattr(seen, what)
