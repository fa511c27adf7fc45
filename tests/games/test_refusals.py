"""What can't be done is refused with its reason, as a person types it in each game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    Chosen,
    Dealt,
    Event,
    Opened,
    Options,
    Rolled,
    Shuffled,
    State,
    advance,
    replay,
)
from p2pgame.games.checkers import Checkers
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.registry import GAMES
from tests.games import eights_hand, test_hearts, test_memory, test_spades
from tests.games.holdem_hand import Hand
from tests.games.refused import refused

HOLDEM = TexasHoldem()
DRAUGHTS = Checkers()


def after(name: str, seats: int, *events: Event) -> State:
    game = GAMES[name]
    state: State = replay(game, seats, game.options(), events)
    return state


@pytest.mark.parametrize(
    ("made", "typed", "told"),
    [
        (
            (),
            "raise 15",
            "15 is too little: raise to 20 at least, by as much as the last raise or "
            "the big blind.",
        ),
        ((), "check", "There is a bet: call 10, or fold."),
        ((), "5000", "You have no more than 1000: that is all-in."),
        (("call", "call"), "fold", "There is nothing to call: check instead."),
        (("call", "call", "check"), "bet 4", "4 is too little: bet 10 at least."),
        (
            ("call", "call", "check"),
            "call",
            "There is nothing to call: check, or bet.",
        ),
        (
            ("raise 1000", "call"),
            "raise",
            "A call takes all your 990 chips, so there is nothing to raise with.",
        ),
    ],
)
def test_a_wager_that_is_not_allowed_says_what_is(
    made: Sequence[str], typed: str, told: str
) -> None:
    hand = Hand([1000] * 3).do(*made)
    assert refused(HOLDEM, hand.state, hand.asked, typed) == told


def test_nobody_raises_again_without_a_full_raise_in_between() -> None:
    hand = Hand([1000, 1000, 125]).do("raise 100", "call", "call")
    assert hand.asked == 0 or hand.over
    hand = Hand([1000, 125, 1000]).do("raise 100", "call", "raise 125")
    told = "Nobody has made a full raise since you acted: call, or fold."
    assert refused(HOLDEM, hand.state, hand.asked, "raise 300") == told
    alone = Hand([20, 1000]).do("call", "raise 20")
    told = "Nobody else has chips to call a raise with."
    assert refused(HOLDEM, alone.state, alone.asked, "raise 100") == told


def test_a_move_of_draughts_says_what_stands_against_it() -> None:
    start = DRAUGHTS.setup(2, Options())
    typed = {
        "a3a4": "Pieces stand on the dark squares alone, and a4 is a light one.",
        "b4 a5": "There is no piece on b4.",
        "b6a5": "The piece on b6 is not yours.",
        "b2a3": "A3 is not free.",
        "a3-c5": "A piece goes one step, slantwise, or jumps over one of the other's "
        "to take it.",
    }
    for line, told in typed.items():
        assert refused(DRAUGHTS, start, 0, line) == told


def test_in_draughts_who_can_take_must_and_a_man_goes_forward() -> None:
    made = [Chosen(0, "c3-d4"), Chosen(1, "f6-e5")]
    state = replay(DRAUGHTS, 2, Options(), made)
    told = "A player who can take must take: d4xf6."
    assert refused(DRAUGHTS, state, 0, "a3-b4") == told
    alone = DRAUGHTS.position(2, Options(), "B:W32:B15")
    told = "A man goes forward, and only a king goes back from d4."
    assert refused(DRAUGHTS, alone, 0, "d4c3") == told
    jumping = DRAUGHTS.position(2, Options(), "B:W15,22:B11,1")
    jumping = advance(DRAUGHTS, jumping, Chosen(0, "c3xe5")).state
    told = "The piece that has taken must go on: e5xg7."
    assert refused(DRAUGHTS, jumping, 0, "e5-d6") == told


HAND = {2: "Qh", 6: "3h", 10: "4c", 14: "Kd"}


def test_in_hearts_a_card_that_may_not_be_played_says_why() -> None:
    game, state = test_hearts.GAME, test_hearts.led(test_hearts.dealt())
    told = "Follow suit: clubs were led, and you have 4c."
    assert refused(game, state, 2, "play Kd", HAND) == told
    assert refused(game, state, 2, "queen of hearts", HAND) == told
    assert refused(game, state, 2, "as", HAND) == "As is not in your hand."
    hearts = {slot: face for slot, face in HAND.items() if face != "4c"}
    told = "Qh may not be played on the first trick while you have Kd."
    assert refused(game, state, 2, "qh", hearts) == told
    leading = replace(state.play, trick=(), leader=2)
    told = (
        "Qh may not lead before a card of its suit has been played, unless it is all "
        "you have: you have 4c Kd."
    )
    assert refused(game, replace(state, play=leading), 2, "play qh", HAND) == told


def test_in_spades_a_bid_and_a_card_that_can_t_be_say_why() -> None:
    game, state = test_spades.GAME, test_spades.dealt()
    assert refused(game, state, 0, "bid 14") == "Bid takes a number from 1 to 13."
    played = test_spades.bid(state, "3 3 3 3")
    spade = {0: "Qs", 4: "2d"}
    assert refused(game, played, 0, "qs", spade).startswith("Qs may not lead before")


def test_in_crazy_eights_a_card_that_does_not_fit_says_what_does() -> None:
    state = eights_hand.begin("5d")
    held = dict(zip(state.hands[1], ("Qh", "5c", "2s"), strict=False))
    game = eights_hand.GAME
    told = "Qh does not fit on 5d: play the same rank, an eight, or diamonds."
    assert refused(game, state, 1, "play qh", held) == told
    assert refused(game, state, 1, "Kd", held) == "Kd is not in your hand."
    told = "You can pass once you have drawn all you may: play a card, or draw."
    assert refused(game, state, 1, "pass", held) == told
    owing = eights_hand.put(eights_hand.begin("5d", 4), "2d")
    held = dict(zip(owing.hands[owing.player], ("Qd",), strict=False))
    told = "Qd does not fit: play a two, or draw the 2 cards that you owe."
    assert refused(game, owing, owing.player, "qd", held) == told
    drawn = state
    for _ in range(5):
        drawn = eights_hand.after(drawn, Chosen(1, "draw"), Dealt())
    told = "You can draw no more, after 5 cards: play a card, or pass."
    assert refused(game, drawn, 1, "draw", held) == told


def test_in_battleship_a_cell_is_shot_at_once() -> None:
    game = GAMES["battleship"]
    state = replace(game.setup(2, game.options()), placed=2)
    sea = ("",) * 100 + ("~",) + ("",) * 99
    shot = replace(state, sea=sea, shots=())
    assert refused(game, shot, 0, "A1") == "You have shot at a1 already."
    assert refused(game, shot, 0, "k3") == "There is no cell k3 on this board."


@pytest.mark.parametrize(
    ("bids", "typed", "told"),
    [
        ((), "liar", "Nobody has bid yet: say how many dice show a face."),
        ((), "no fives", "Not possible now: 'no fives'. You may: "),
        ((), "20 fives", "There are only 10 dice."),
        (
            ("threes 3",),
            "two fives",
            "The bid is 3 threes: bid as many of a higher face, 4 or more of any but "
            "ones, or 2 or more ones.",
        ),
        (
            ("threes 3",),
            "3 threes",
            "The bid is 3 threes: bid as many of a higher face, 4 or more of any but "
            "ones, or 2 or more ones.",
        ),
    ],
)
def test_in_liars_dice_a_bid_that_is_no_higher_says_what_is(
    bids: Sequence[str], typed: str, told: str
) -> None:
    made = [Chosen(seat, bid) for seat, bid in enumerate(bids)]
    state = after("liars-dice", 2, Rolled(()), *made)
    assert refused(GAMES["liars-dice"], state, len(made) % 2, typed).startswith(told)


def test_in_memory_a_card_that_does_not_lie_there_is_named() -> None:
    play = test_memory.Play()
    play.open(1)
    game, state = test_memory.GAME, play.state
    told = "Card 1 does not lie face down any more."
    assert refused(game, state, state.player, "1", play.known) == told
    told = "The cards are numbered 1 to 6."
    assert refused(game, state, state.player, "7", play.known) == told
    told = "Nothing is to be hidden before two cards lie open."
    assert refused(game, state, state.player, "hide", play.known) == told


@pytest.mark.parametrize(
    ("name", "events", "player", "typed", "told"),
    [
        (
            "tictactoe",
            (Chosen(0, "5"),),
            1,
            "5",
            "There is an X in 5 already.",
        ),
        (
            "kuhn",
            (Shuffled(), Dealt(), Chosen(0, "bet")),
            1,
            "raise",
            "There is a bet, and nobody bets more: call, or fold.",
        ),
        (
            "kuhn",
            (Shuffled(), Dealt()),
            0,
            "fold",
            "There is no bet yet: check, or bet.",
        ),
        (
            "leduc",
            (Shuffled(), Dealt(), Chosen(0, "raise"), Chosen(1, "raise")),
            0,
            "raise",
            "There are at most 2 raises in a round: call, or fold.",
        ),
        (
            "leduc",
            (Shuffled(), Dealt()),
            0,
            "call",
            "There is no raise to answer: check, or raise.",
        ),
        (
            "goofspiel",
            (Shuffled(), Opened(("3",))),
            0,
            "14",
            "Not possible now: '14'. You may: ",
        ),
        ("mover", (), 0, "l 0", "L takes a number from 1 to 1000000."),
        ("flow", (), 0, "a1 up", "There the grid ends."),
        ("flow", (), 0, "a1 u", "There the grid ends."),
        ("flow", (), 0, "undo a1", "There is nothing to undo on that line."),
        ("fill", (), 0, "a c3", "A does not fit into the grid at 'c3'."),
        ("fill", (), 0, "undo a", "A has not left the pad."),
        ("fold", (), 0, "a up", "The grid has no room for A to unfold up."),
        ("fold", (), 0, "undo a", "A has its initial shape."),
    ],
)
def test_a_small_game_says_why_a_move_can_t_be(
    name: str, events: Sequence[Event], player: int, typed: str, told: str
) -> None:
    seats = GAMES[name].seats[0]
    state = after(name, seats, *events)
    assert told in refused(GAMES[name], state, player, typed)


def test_in_pig_nobody_rolls_who_has_enough() -> None:
    game = GAMES["pig"]
    state = replace(game.setup(2, game.options()), total=100)
    told = "You have enough for 100: hold, and you have won."
    assert refused(game, state, 0, "roll") == told


def test_in_goofspiel_a_card_is_bid_once() -> None:
    game = GAMES["goofspiel"]
    hands = ((1, 2, 4), (1, 2, 3))
    state = replace(game.setup(2, game.options()), shuffled=True, hands=hands)
    state = replace(state, prizes=("3",) * 11)
    told = "You have bid 3 already, and have 1 2 4."
    assert refused(game, state, 0, "3") == told
