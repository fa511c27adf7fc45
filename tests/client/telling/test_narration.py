"""What is said first at a table: who plays what, and to which aim."""

from __future__ import annotations

import pytest

from p2pgame.client.game_rules import text_of
from p2pgame.client.telling.narration import Narrator
from p2pgame.engine import AnyGame, Chosen, Shuffle, Shuffled, advance, start, view
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.registry import GAMES
from p2pgame.session import Start
from p2pgame.session.entries.payloads import Time
from p2pgame.session.lobby.events import Assented, Drawn, Happened
from p2pgame.session.lobby.lobby import Player
from tests.english import english


def narrator(game: AnyGame, **options: object) -> Narrator:
    players = tuple(
        Player(b"", each, each.encode(), b"", b"")
        for each in ("Ann", "Ben")[: game.seats[-1]]
    )
    return Narrator(Start(b"", game, game.options(**options), players), 0)


def opening(name: str) -> str:
    return english(narrator(GAMES[name]).opening(), ["Ann", "Ben"])


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Chosen(0, "5"), ["not all agree to a draw", "Ann writes X in 5"]),
        (Drawn(), ["all agree to a draw"]),
    ],
)
def test_an_offer_that_not_all_take_up_before_the_move_is_told(
    event: Chosen | Drawn, told: list[str]
) -> None:
    game = GAMES["tictactoe"]
    narrates, state = narrator(game), start(game, 2, game.options()).state
    narrates.aside(Assented(1, "draw"))
    turn = game.turn(state)
    if isinstance(event, Chosen):
        state = advance(game, state, event).state
    happened = Happened(turn, event, (), view(game, state, 0, {}))
    said = narrates.told(happened)
    assert [english(one, ["Ann", "Ben"]) for one in said] == told


def test_what_follows_from_the_begin_is_told_once_with_what_happens_first() -> None:
    narrates = narrator(GAMES["holdem"], button=2)
    state = start(GAMES["holdem"], 2, HoldemOptions(button=2)).state
    event = Shuffled()
    shown = view(GAMES["holdem"], advance(GAMES["holdem"], state, event).state, 0, {})
    happened = Happened(Shuffle((), ()), event, (), shown)
    said = [english(one, ["Ann", "Ben"]) for one in narrates.told(happened)]
    assert said[:3] == [
        "the button starts with Ben",
        "Ben posts small blind 5",
        "Ann posts big blind 10",
    ]
    again = [english(one, ["Ann", "Ben"]) for one in narrates.told(happened)]
    assert again == said[3:]


def test_mover_says_at_once_what_it_is_for_and_who_wins() -> None:
    told = opening("mover")
    assert told == (
        "Ann, Ben play Mover. "
        "Walk by orders such as u 10: who owns most places at the end wins."
    )
    first, _, second = text_of(GAMES["mover"]).partition("\n\n")
    assert first.endswith("whoever steps on a place of the field owns it.")
    assert second.startswith("You walk by orders: a direction and a number of steps")


def test_puzzles_say_at_once_what_is_to_be_done() -> None:
    for name in ("fill", "flow", "fold"):
        assert opening(name).startswith(f"Ann plays {name.capitalize()}. ")


def test_a_game_that_all_know_says_no_aim() -> None:
    assert opening("chess") == "Ann, Ben play Chess."


@pytest.mark.parametrize(
    ("time", "told"),
    [(Time(move=30), "a player has 30 s."), (Time(days=2), "a player has 2 days.")],
)
def test_the_time_for_each_move_is_told_before_the_game(time: Time, told: str) -> None:
    game = GAMES["tictactoe"]
    players = tuple(Player(b"", name, b"", b"", b"") for name in ("Ann", "Ben"))
    begun = Start(b"", game, game.options(), players, time=time)
    said = english(Narrator(begun, 0).opening(), ["Ann", "Ben"])
    assert f"For each decision {told}" in said
