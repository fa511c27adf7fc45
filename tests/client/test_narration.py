"""What is said first at a table: who plays what, and to which aim."""

from __future__ import annotations

from games.registry import GAMES
from p2pgame.client.game_rules import text_of
from p2pgame.client.narration import Narrator
from p2pgame.engine import AnyGame
from p2pgame.session import Start
from p2pgame.session.lobby.lobby import Player
from tests.english import english


def opening(name: str) -> str:
    game: AnyGame = GAMES[name]
    players = tuple(
        Player(b"", each, each.encode(), b"", b"")
        for each in ("Ann", "Ben")[: game.seats[-1]]
    )
    said = Narrator(Start(b"", game, game.options(), players), 0).opening()
    return english(said, ["Ann", "Ben"])


def test_mover_says_at_once_what_it_is_for_and_who_wins() -> None:
    told = opening("mover")
    assert told == ("Ann, Ben play mover. Walk by orders such as u 10; nobody wins.")
    first, _, second = text_of(GAMES["mover"]).partition("\n\n")
    assert first.endswith("there is nothing to reach, and nobody wins.")
    assert second.startswith("You walk by orders: a direction and a number of steps")


def test_puzzles_say_at_once_what_is_to_be_done() -> None:
    for name in ("fill", "flow", "fold"):
        assert opening(name).startswith(f"Ann plays {name}. ")


def test_a_game_that_all_know_says_no_aim() -> None:
    assert opening("chess") == "Ann, Ben play chess."
