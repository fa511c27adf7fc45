"""From any position of a transcript a player goes on against programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import trio

from p2pgame.client import events as e
from p2pgame.client.errors import ClientError
from p2pgame.client.requests import Practise
from p2pgame.client.seat.seat import Seat
from p2pgame.client.seats import open_seat
from p2pgame.client.transcripts.positions import Position, position
from p2pgame.client.transcripts.replaying import replay
from p2pgame.client.words import say
from p2pgame.client.world import World
from p2pgame.engine import IllegalMove
from tests.archiving import ARCHIVE

WITHIN = 60.0


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A world that reads files in this process, which is quicker."""
    return replace(World.native(tmp_path), spawn=None)


def practise(name: str, **given: object) -> Practise:
    return Practise(file=str(ARCHIVE / f"{name}.p2pgame"), name="Ann", **given)  # type: ignore[arg-type]


def at(name: str, turns: int | None = None, seed: str = "1") -> Position:
    return position(ARCHIVE / f"{name}.p2pgame", turns, seed)


async def until(seat: Seat, *kinds: type[e.AnyEvent]) -> e.AnyEvent:
    with trio.fail_after(WITHIN):
        async for event in seat:
            if isinstance(event, kinds):
                return event
    raise AssertionError(f"none of {kinds}")


#: Games with each kind of what is hidden, and a turn in their middle.
MIDDLES = [
    *(
        ("battleship-1-masked", 40),
        ("chess-1-masked", 4),
        ("crazy-eights-1-masked", 40),
    ),
    *(("goofspiel-1-masked", 5), ("hearts-1-masked", 79), ("holdem-1-masked", 4)),
    *(("leduc-1-commutative", 4), ("liars-dice-1-masked", 8), ("memory-1-masked", 32)),
]


@pytest.mark.row("G14")
@pytest.mark.parametrize(("name", "turns"), MIDDLES)
async def test_a_game_goes_on_from_its_middle_to_its_end(
    name: str, turns: int, world: World
) -> None:
    random = Random(1)
    async with open_seat(practise(name, turns=turns), world) as seat:
        begun = await until(seat, e.Begun)
        assert isinstance(begun, e.Begun)
        assert begun.practice
        assert begun.players[begun.seat or 0].name == "Ann"
        back = await until(seat, e.Resumed)
        assert isinstance(back, e.Resumed)
        there = [
            one.view
            for one in replay(ARCHIVE / f"{name}.p2pgame")
            if isinstance(one, e.Happened)
        ]
        assert back.view.state == there[turns - 1].state
        while isinstance(event := await until(seat, e.YourTurn, e.Ended), e.YourTurn):
            await seat.move(random.choice(event.choice.simple()))
        assert isinstance(event, e.Ended)
        assert not any(isinstance(one, e.Saved) for one in [one async for one in seat])


def test_cards_that_are_shown_later_are_the_same_and_the_deck_is_not() -> None:
    """After the deal of Kuhn poker both hold what they show in the end."""
    ends = {
        face
        for one in replay(ARCHIVE / "kuhn-1-masked.p2pgame")
        if isinstance(one, e.Happened)
        for face in one.view.faces.items()
    }
    after_deal = at("kuhn-1-masked", 2)
    assert ends <= {*after_deal.faces.items()}
    assert not after_deal.is_dealt_anew
    deals = {tuple(at("hearts-1-masked", 0, seed).faces) for seed in "12"}
    assert deals == {()}  # nothing lies there before the shuffle


def test_hands_that_nobody_showed_are_dealt_anew_beside_what_lies_open() -> None:
    """Each deal is a whole deck, and another with each seed."""
    deals = [at("holdem-1-masked", 4, seed) for seed in "123"]
    assert all(one.is_dealt_anew for one in deals)
    assert all(len({*one.faces.values()}) == 52 for one in deals)
    assert len({tuple(sorted(one.faces.items())) for one in deals}) == 3


async def test_a_move_is_taken_back_and_programs_agree(world: World) -> None:
    async with open_seat(practise("tictactoe-1-masked", turns=2), world) as seat:
        first = await until(seat, e.YourTurn)
        assert isinstance(first, e.YourTurn)
        await seat.move(first.choice.simple()[0])
        second = await until(seat, e.YourTurn)
        assert isinstance(second, e.YourTurn)
        assert len(second.choice.moves) == len(first.choice.moves) - 2
        with pytest.raises(IllegalMove):
            await seat.move(first.choice.simple()[0])
        await seat.propose("takeback 2")
        third = await until(seat, e.YourTurn)
        assert isinstance(third, e.YourTurn)
        assert third.choice.moves == first.choice.moves


async def test_a_practice_is_left_without_a_word(world: World) -> None:
    """Nothing is left behind: no seat to which one could come back."""
    async with open_seat(practise("tictactoe-1-masked", turns=2), world) as seat:
        await until(seat, e.YourTurn)
        await seat.leave()
        last = [event async for event in seat][-1]
    assert last == e.Finished()


REFUSED = [
    (practise("kuhn-1-masked"), "The game is over there"),
    (practise("kuhn-1-masked", turns=99), "no turn 99 in this file, only 0 to 5"),
    (practise("kuhn-1-masked", turns=2, seat=3), "no seat 3, only 1 to 2"),
    (practise("kuhn-1-masked", turns=2, programs={2: "exec:rm"}), "exec:rm can't play"),
    (practise("kuhn-1-masked", turns=2, programs={2: "Nobody"}), "Nobody"),
    (practise("no-such"), "can't be read"),
]


@pytest.mark.parametrize(("asked", "why"), REFUSED, ids=lambda one: str(one)[:20])
async def test_what_can_not_be_set_up_is_refused_in_a_sentence(
    asked: Practise, why: str, world: World
) -> None:
    with pytest.raises(ClientError) as refused:
        async with open_seat(asked, world):
            pass
    assert why in say(refused.value.message)
