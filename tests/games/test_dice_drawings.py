"""Games of dice and of gestures are drawn."""

from __future__ import annotations

from p2pgame.games.dice.liars_dice import Cups, LiarsDice
from p2pgame.games.dice.pig import Pig, Points
from p2pgame.games.rps import Match, RockPaperScissors
from p2pgame.tabletop.seats import seats_taken
from tests.games.drawn_text import drawing_of, lines, text_of


def test_liars_dice_has_the_bid_and_ones_own_dice() -> None:
    hands = ((0, 1, 2), (3, 4), (5, 6, 7))
    state = Cups(1, False, seats_taken(3, 3), (3, 2, 3), hands, "bid", 8, 2, 1, 3, 5)
    drawn = drawing_of(LiarsDice(), state, {0: "4", 1: "0", 2: "2"}, 0)
    assert text_of(drawn) == lines("""
        ╭─ Ben bids 3 × fives ─────────────────────────────╮
        │                        ╭───╮                     │
        │                    3 × │ 5 │                     │
        │                        ╰───╯                     │
        │              Ann (you)  3 dice  5 1 3            │
        │              Ben        2 dice  ▒ ▒              │
        │            ▸ Cleo       3 dice  ▒ ▒ ▒            │
        │                                                  │
        │             ╭─────╮ ╭─────╮ ╭─────╮              │
        │             │●   ●│ │     │ │●    │              │
        │             │  ●  │ │  ●  │ │  ●  │              │
        │             │●   ●│ │     │ │    ●│              │
        │             ╰─────╯ ╰─────╯ ╰─────╯              │
        ╰────────────────── 8 dice in all · ones are wild ─╯
    """)


def test_dice_that_are_all_their_own_face_are_not_said_to_be_wild() -> None:
    state = Cups(0, False, seats_taken(2, 2), (1, 1), ((0,), (1,)), "bid", 2)
    text = text_of(drawing_of(LiarsDice(), state, {}, None))
    assert "nobody has bid" in text
    assert "wild" not in text


def test_pig_shows_how_far_all_have_come_and_what_the_turn_would_add() -> None:
    state = Points((40, 75, 0), 100, 1, 12)
    drawn = drawing_of(Pig(), state, {}, 0)
    assert text_of(drawn) == lines("""
        ╭─ to 100 points ──── Ben has rolled 12 in this turn ─╮
        │   Ann (you)  ███████████░░░░░░░░░░░░░░░░░░  40      │
        │ ▸ Ben        █████████████████████▓▓▓▓░░░░  75  +12 │
        │   Cleo       ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0      │
        ╰─────────────────────────────────────────────────────╯
    """)


def test_rps_shows_who_is_still_in() -> None:
    seats = seats_taken(4, 4).changed(3, "gone")
    state = Match(2, seats, (1, 0, 0, 0), (0, 2))
    drawn = drawing_of(RockPaperScissors(), state, {}, 2)
    assert text_of(drawn) == lines("""
        ╭─ 2 rounds left ──────────────────────────────────╮
        │    ▸ Ann         1 won                           │
        │      Ben         0 won     out of this round     │
        │    ▸ Cleo (you)  0 won                           │
        │      Dora        has left                        │
        ╰──────────────────────────────────────────────────╯
    """)
