"""Crazy eights for 2 to 10 players agrees with OpenSpiel on choices and payoffs.

Conventions that differ, and are allowed for:

* Our moves are slots, its moves faces.  Only our moves that are fair with the
  player's hand are compared.
* OpenSpiel ends after passes by one more player than there are; ours when all have
  passed.  After our end the test passes in OpenSpiel.
* It counts a card of the ranks 2 to T as its action's number and 2, and an ace as
  10.  For payoffs the test counts our remaining hands in its way.
* It puts an eight that is turned up back into the pile, our version 1 under it.  The
  test gives it each card that ours turns up or draws next.  In version 2, as in
  pagat.com's rules, the dealer names a suit for it; there no eight is turned up here.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter

import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    Open,
    Opened,
    Over,
    Reshuffle,
    Reshuffled,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    Turn,
    advance,
    start,
)
from p2pgame.games.eights.crazy_eights import CrazyEights, EightsOptions
from p2pgame.games.eights.crazy_eights_1 import CrazyEights1
from p2pgame.games.eights.eights_state import SUITS, Eights, points_of
from tests.english import english

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("P2PGAME_GAMES", "250"))
GAME = CrazyEights()
RANKS = "23456789TJQKA"
DEALER, DRAW, PASS, NAME = 52, 52, 53, 54


def action(face: str) -> int:
    return 4 * RANKS.index(face[0]) + "cdhs".index(face[1])


def counted(face: str) -> int:
    """Return the points of a remaining card in OpenSpiel."""
    if face[0] == "8":
        return 50
    return 10 if face[0] in "JQKA" else action(face) + 2


class Pair:
    """One game, with the same cards here and in OpenSpiel."""

    def __init__(self, rng: random.Random, game: CrazyEights) -> None:
        self.game, self.rng, self.seats = game, rng, rng.randint(2, 10)
        special, reshuffle = rng.random() < 0.7, rng.random() < 0.7
        draws, plays = rng.choice((1, 2, 5)), rng.choice((20, 100, 400))
        given = {"players": self.seats, "max_draw_cards": draws, "max_turns": plays}
        given |= {"use_special_cards": special, "reshuffle": reshuffle}
        self.theirs = pyspiel.load_game("crazy_eights", given).new_initial_state()
        options = EightsOptions(
            draws=draws, plays=plays, special=special, reshuffle=reshuffle
        )
        self.ours: Eights = start(self.game, self.seats, options).state
        self.faces = dict[int, str]()
        self.passed, self.end = 0, ""

    def play(self) -> str:
        """Play on both sides to the end; return how it ended."""
        while True:
            turn = self.game.turn(self.ours)
            if isinstance(turn, Over):
                return self.end
            step = advance(self.game, self.ours, self.answer(turn))
            self.end = english(step.fix_ups[-1][0]) if step.fix_ups else self.end
            self.ours = step.state
            if step.fix_ups:
                self.compare_payoffs()

    def answer(self, turn: Turn) -> Event:
        match turn:
            case Roll(sides):
                dealer = self.rng.randrange(sides)
                self.theirs.apply_action(DEALER + dealer)
                return Rolled((dealer,))
            case Shuffle(faces):
                mixed = self.rng.sample(faces, len(faces))
                first = self.seats * self.ours.cards
                while self.game is GAME and mixed[first][0] == "8":
                    mixed = self.rng.sample(faces, len(faces))
                self.faces = dict(enumerate(mixed))
                return Shuffled()
            case Reshuffle(slots, _, first):
                order = self.rng.sample(slots, len(slots))
                self.faces |= {first + n: self.faces[s] for n, s in enumerate(order)}
                return Reshuffled()
            case Deal(hands):
                self.tell(hands)
                return Dealt()
            case Open(slots):
                faces = tuple(self.faces[slot] for slot in slots)
                if self.ours.phase == "turn up":
                    self.theirs.apply_action(action(faces[0]))
                return Opened(faces)
            case Choose(player, moves):
                return self.choose(player, [str(move) for move in moves])
        raise AssertionError(turn)

    def tell(self, hands: tuple[tuple[int, tuple[int, ...]], ...]) -> None:
        """Give OpenSpiel the dealt cards, one per player in turn."""
        order = dict(hands)
        first = (self.ours.player + 1) % self.seats if len(hands) > 1 else hands[0][0]
        for n in range(len(hands[0][1])):
            for seat in range(first, first + len(hands)):
                slot = order[seat % self.seats][n]
                self.theirs.apply_action(action(self.faces[slot]))

    def choose(self, player: int, moves: list[str]) -> Event:
        assert self.theirs.current_player() == player
        fair = {
            move: self.action_of(move)
            for move in moves
            if self.game.why_unfair(self.ours, player, move, self.faces) is None
        }
        assert sorted({*fair.values()}) == self.theirs.legal_actions()
        move = self.rng.choice([*fair])
        self.theirs.apply_action(fair[move])
        return Chosen(player, move)

    def action_of(self, move: str) -> int:
        if move.startswith("play "):
            return action(self.faces[int(move.removeprefix("play "))])
        if move in SUITS:
            return NAME + SUITS.index(move)
        return {"draw": DRAW, "pass": PASS}[move]

    def compare_payoffs(self) -> None:
        while not self.theirs.is_terminal():
            self.theirs.apply_action(PASS)
            self.passed += 1
        hands = [[self.faces[slot] for slot in hand] for hand in self.ours.hands]
        theirs = [-sum(map(counted, hand)) for hand in hands]
        assert theirs == self.theirs.returns()
        assert self.passed <= 1


@pytest.mark.parametrize("game", [CrazyEights1(), GAME], ids=["first", "newest"])
def test_moves_and_payoffs_are_openspiels(game: CrazyEights) -> None:
    seed = int(os.environ.get("P2PGAME_SEED", "20250801"))
    ends = Counter[str]()
    for number in range(GAMES):
        print(f"P2PGAME_SEED={seed + number}")
        pair = Pair(random.Random(seed + number), game)
        ends[re.sub(r"\d+", "N", pair.play())] += 1
        hands = [[pair.faces[slot] for slot in hand] for hand in pair.ours.hands]
        payoffs = tuple(-sum(map(points_of, hand)) for hand in hands)
        assert GAME.turn(pair.ours) == Over(payoffs)
    assert {*ends} == {
        "player N has no card left",
        "all have passed",
        "no more cards are to be played",
    }
    assert min(ends.values()) > GAMES // 50
