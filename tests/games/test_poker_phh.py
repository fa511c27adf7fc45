"""Hands that we write in PHH are read alike by us and by pokerkit."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping

import pytest

from p2pgame.cli.commands.reading.notation.phh import check
from p2pgame.engine import (
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Seated,
    Shuffle,
    Shuffled,
    advance,
    start,
)
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.poker.holdem_state import Holdem
from p2pgame.games.poker.phh import write

GAMES = int(os.environ.get("P2PGAME_HANDS", "60"))
GAME = TexasHoldem()
Made = list[tuple[Event, Mapping[int, Mapping[int, str]]]]


def played(rng: random.Random, seats: int) -> tuple[Holdem, Made]:
    """Return a random game of some hands, in which all cards are known."""
    options = HoldemOptions(
        hands=rng.choice((1, 1, 4)),
        stack=rng.choice((20, 100, 1000)),
        ante=rng.choice((0, 0, 1, 5)),
        raise_every=rng.choice((0, 2)),
        small_blind=rng.choice((5, 3)),
    )
    first = state = start(GAME, seats, options).state
    made: Made = []
    deck: list[str] = []
    while not isinstance(turn := GAME.turn(state), Over):
        told: Mapping[int, Mapping[int, str]] = {}
        event: Event
        match turn:
            case Roll(sides):
                event = Rolled((rng.randrange(sides),))
            case Shuffle(faces):
                deck = rng.sample(faces, len(faces))
                event = Shuffled()
            case Deal(hands):
                told = {seat: {n: deck[n] for n in slots} for seat, slots in hands}
                event = Dealt()
            case Open(slots):
                event = Opened(tuple(deck[slot] for slot in slots))
            case Choose(seat, moves):
                move = rng.choice((*moves, *moves[1:]))
                if not isinstance(move, str):
                    total = rng.choice((move.low, rng.randint(move.low, move.high)))
                    move = f"raise {rng.choice((total, total, move.high))}"
                event = Chosen(seat, move)
            case _:
                raise AssertionError(turn)
        made.append((event, told))
        state = advance(GAME, state, event).state
    return first, made


def test_hands_are_replayed_by_our_rules_and_by_pokerkit() -> None:
    pokerkit, exact = pytest.importorskip("pokerkit"), 0
    for seed in range(GAMES):
        rng = random.Random(seed)
        seats = rng.randint(2, 6)
        first, made = played(rng, seats)
        hands = write(first, made, [f"player {seat}" for seat in range(seats)])
        assert hands, seed
        for text in hands:
            assert str(check(text)) == "OK", (seed, text)
            history = pokerkit.HandHistory.loads(text)
            *_, last = history
            assert not last.status, (seed, text)
            ours, theirs = history.finishing_stacks, list(last.stacks)
            assert sum(ours) == sum(theirs), (seed, text)
            pairs = zip(ours, theirs, strict=True)  # it gives one winner all odd chips
            assert max(abs(one - two) for one, two in pairs) < seats, (seed, text)
            exact += ours == theirs
    assert exact > GAMES * 0.9


def test_cards_that_nobody_may_know_are_question_marks() -> None:
    first, made = played(random.Random(1), 3)
    hidden: Made = [(event, {}) for event, _ in made]
    (text, *_) = write(first, hidden, ["Ann", 'B"en', "Cleo\\"])
    assert "d dh p1 ????" in text
    assert r'"B\"en"' in text
    assert r'"Cleo\\"' in text


def test_a_hand_in_which_a_player_left_is_left_out() -> None:
    first, made = played(random.Random(1), 3)
    dealt = next(n for n, (event, _) in enumerate(made) if isinstance(event, Dealt))
    gone: Made = [*made[: dealt + 1], (Seated(0, "gone"), {}), (Seated(1, "gone"), {})]
    assert write(first, gone, ["Ann", "Ben", "Cleo"]) == []
