"""A player who gives a game up is told what that costs, and asked once more."""

from __future__ import annotations

import pytest
import trio

from p2pgame.cli.terminal.people import Person, Question
from p2pgame.cli.text.giving_up import sure
from p2pgame.client.front_end import Price
from p2pgame.client.words import say
from p2pgame.engine import Choose, Over
from p2pgame.engine.undo.timeline import Timeline
from p2pgame.games.registry import find
from p2pgame.session.game.moves import end_by

from .test_people import Desk

GONE = "You can't come back."
AGAIN = "again, or else your move."


@pytest.mark.parametrize(
    ("price", "told"),
    [
        (None, "You can't come back, and may lose by it."),
        (Price(0, 2, False), "You can't come back. The game is a draw then."),
        (Price(-1, 2, False), "You can't come back. You lose the game then."),
        (
            Price(-12, 2, True),
            f"{GONE} This game has cost you 12 chips then.",
        ),
        (
            Price(-1, 2, True),
            f"{GONE} This game has cost you 1 chip then.",
        ),
        (
            Price(-26, 4, False),
            f"{GONE} This game has cost you 26 points then.",
        ),
        (Price(3, 2, True), "You can't come back. You have won then."),
    ],
)
def test_what_leaving_costs_is_said_before_it_is_done(
    price: Price | None, told: str
) -> None:
    asked = say(sure("leave", 3, price))
    assert asked == f"Leave for good? {told} Type leave {AGAIN}"


@pytest.mark.parametrize(
    ("word", "asked"),
    [
        ("resign", "Resign?"),
        ("lose on time", "Say that your time is up?"),
        ("give up", "Give up?"),
    ],
)
@pytest.mark.parametrize("price", [None, Price(0, 2, False)])
def test_every_way_of_giving_up_is_asked_back(
    word: str, asked: str, price: Price | None
) -> None:
    moves = ("e4", word)
    question = Question(Choose(0, moves), moves, players=2, price=lambda move: price)
    done, desk = list[str](), Desk(word, word.upper())

    async def propose(move: str) -> None:
        done.append(move)

    async def leave(word: str) -> None:
        raise AssertionError

    trio.run(Person(desk).decide, question, propose, leave)
    assert done == [word]
    assert desk.said[1].startswith(asked)
    assert desk.said[1].endswith(f"Type {word} {AGAIN}")
    assert ("a draw" in desk.said[1]) == (price is not None)


@pytest.mark.parametrize(
    ("name", "seats", "move", "payoffs"),
    [
        ("chess", 2, "resign", (-1, 1)),
        ("chess", 2, "e4", None),
        ("chess", 2, None, (-1, 1)),
        ("flow", 1, "give up", (0,)),
        ("tictactoe", 2, None, (-1, 1)),
        ("holdem", 2, None, (-10, 10)),  # the blind that is due
        ("holdem", 3, None, None),  # the others go on
    ],
)
def test_what_a_game_comes_to_follows_from_its_rules(
    name: str, seats: int, move: str | None, payoffs: tuple[int, ...] | None
) -> None:
    game = find(name)
    end = end_by(Timeline.begin(game, seats, game.options()), 0, move)
    assert end == (None if payoffs is None else Over(payoffs))
