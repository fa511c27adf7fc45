"""Crazy eights: a player who leaves takes their debts along; the others play on."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    IllegalMove,
    Open,
    Opened,
    Over,
    Reshuffle,
    Rolled,
    Seated,
    Shuffle,
    Shuffled,
    Status,
    advance,
    start,
    view,
)
from p2pgame.games.eights.crazy_eights import EightsOptions
from p2pgame.games.eights.eights_state import SUITS, Eights
from p2pgame.playtest import Chance, Dealer, Secrets, pick
from tests.english import english, refusing
from tests.games.eights_hand import GAME, PLAIN, after, begin, put


def leave(state: Eights, player: int) -> Eights:
    return after(state, Seated(player, "gone"))


def test_a_player_who_leaves_takes_the_turn_and_the_draws_owed_along() -> None:
    owing = put(begin("5d", 4), "2d")
    assert (leave(owing, 2).player, leave(owing, 2).owed) == (3, 0)
    assert (leave(owing, 3).player, leave(owing, 3).owed) == (2, 2)
    drawing = after(owing, Chosen(2, "draw"))
    assert (leave(drawing, 2).player, leave(drawing, 2).phase) == (3, "play")
    playing = leave(after(begin("5d", 4), Chosen(1, "play 0")), 1)
    assert (playing.player, playing.discards, playing.chosen) == (2, (16 + 4,), -1)
    naming = leave(put(begin("5d", 4), "8s"), 1)
    assert (naming.player, naming.suit) == (2, "s")
    assert put(leave(begin("5d", 4), 2), "7d").player == 3


def test_the_next_player_names_a_suit_for_a_dealer_who_is_gone() -> None:
    """The dealer was asked, so nobody could go on."""
    state = after(start(GAME, 4, PLAIN).state, Rolled((3,)), Shuffled(), Dealt())
    named = after(leave(state, 3), Opened(("8s",)))
    assert GAME.turn(named) == Choose(0, SUITS)
    assert GAME.turn(leave(named, 0)) == Choose(1, SUITS)
    told = GAME.tell(named, Chosen(0, "hearts"))
    assert told is not None
    assert "player 0" in english(told)
    playing = after(named, Chosen(0, "hearts"))
    assert (playing.player, playing.suit, playing.phase) == (0, "h", "play")
    here = after(state, Opened(("8s",)))
    assert GAME.turn(here) == Choose(3, SUITS)


def test_passes_are_counted_anew_when_somebody_has_left() -> None:
    state = replace(begin("5d", 4), pile=())
    state = after(state, Chosen(1, "pass"), Chosen(2, "pass"))
    state = leave(leave(state, 1), 2)
    state = after(state, Chosen(3, "pass"))
    assert GAME.turn(after(state, Chosen(0, "pass"))) != GAME.turn(state)
    assert after(state, Chosen(0, "pass")).phase == "count"


def test_the_last_one_there_wins() -> None:
    state = leave(begin("5d"), 1)
    assert GAME.show(state, {}).splitlines()[2] == "player 1 (gone): ?? ?? ?? ?? ??"
    step = advance(GAME, state, Seated(0, "gone"))
    assert english(step.fix_ups[-1][0]) == "player 2 is the last one there"
    assert GAME.turn(step.state) == Over((-508, -508, 0))
    early = leave(leave(start(GAME, 3, PLAIN).state, 0), 2)
    assert GAME.turn(early) == Over((-508, 0, -508))


@pytest.mark.parametrize("status", ["in", "out", "gone"])
def test_nobody_sits_out_comes_back_or_leaves_twice(status: Status) -> None:
    state = leave(begin("5d"), 1)
    for player in (-1, 1, 3):
        with pytest.raises(IllegalMove):
            after(state, Seated(player, status))
    if status != "gone":
        with refusing(IllegalMove, match="can only leave for good"):
            after(state, Seated(2, status))


class Table:
    """A random game that one player leaves; it must not ask that player afterwards."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance(f"leavers {seed}")
        self.seats = self.chance.between(2, 10)
        self.leaver, self.at = self.chance.below(self.seats), self.chance.below(60)
        self.dealer = Dealer(GAME, f"cards {seed}")
        self.secrets = Secrets.of(self.seats)
        options = EightsOptions(cards=self.chance.below(8), plays=100)
        self.state = start(GAME, self.seats, options).state

    def play(self) -> Counter[str]:
        phases = Counter[str]()
        for n in range(3000):
            turn = GAME.turn(self.state)
            if n == self.at and not isinstance(turn, Over):
                phases[self.state.phase] += 1
                self.left = self.state.hands[self.leaver]
                self.state = leave(self.state, self.leaver)
                continue
            match turn:
                case Over(payoffs):
                    if n > self.at:
                        assert payoffs[self.leaver] == -508 * (1 + (self.seats > 5))
                        assert self.state.hands[self.leaver] == self.left
                    return phases
                case Choose(player):
                    seen = view(GAME, self.state, player, self.secrets.known_to(player))
                    assert seen.choice is not None
                    event: Event = Chosen(player, pick(seen.choice.moves, self.chance))
                case _:
                    event, self.secrets = self.dealer.answer(
                        self.state, turn, self.secrets
                    )
            if n > self.at:
                self.asks_no_leaver(turn)
            self.state = after(self.state, event)
        raise AssertionError("the game goes on and on")

    def asks_no_leaver(self, turn: object) -> None:
        match turn:
            case Choose(player):
                assert player != self.leaver
            case Shuffle(_, players) | Reshuffle(_, players):
                assert self.leaver not in players
            case Deal(hands):
                assert self.leaver not in dict(hands)
            case Open(slots):
                assert not {*slots} & {*self.state.hands[self.leaver]}


def test_a_game_goes_on_to_its_end_after_any_player_leaves() -> None:
    phases = Counter[str]()
    for seed in range(150):
        phases += Table(seed).play()
    assert {*phases} >= {"lot", "shuffle", "deal", "turn up", "play", "open", "draw"}
