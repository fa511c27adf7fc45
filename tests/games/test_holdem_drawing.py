"""A hold'em table is drawn as people sit at it, or with less room as a list."""

from __future__ import annotations

import pytest

from p2pgame.engine.scene import Spread
from p2pgame.games.poker.holdem_state import table
from tests.games.drawn import scene
from tests.games.drawn_text import NAMES, drawing_of, lines, text_of
from tests.games.holdem_hand import GAME, Hand


def test_before_the_flop_everybody_sits_around_the_board() -> None:
    hand = Hand([1000] * 6, cards=["As Kd", "7c 2h"]).do("fold", "raise 40")
    drawn = drawing_of(GAME, hand.state, {0: "As", 1: "Kd"}, 0, room=(80, 24))
    assert text_of(drawn) == lines("""
        hand 1 · blinds 5/10
         ╭─ Cleo ───────────────╮  ╭─ Dora ───────────────╮   ╭─ ▸ Emil ─────────────╮
         │                 1000 │  │ ╭───╮╭───╮       960 │   │ ╭───╮╭───╮      1000 │
         │ folded               │  │ │▒▒▒││▒▒▒│    bet 40 │   │ │▒▒▒││▒▒▒│           │
         │                      │  │ ╰───╯╰───╯           │   │ ╰───╯╰───╯           │
         ╰──────────────────────╯  ╰──────────────────────╯   ╰──────────────────────╯
                                 ╭────────────────────────────╮
        ╭─ Ben ─────────── BB ─╮ │           pot 55           │ ╭─ Fay ──────────── D ─╮
        │ ╭───╮╭───╮       990 │ │ ╭┄┄┄╮╭┄┄┄╮╭┄┄┄╮╭┄┄┄╮╭┄┄┄╮  │ │ ╭───╮╭───╮      1000 │
        │ │▒▒▒││▒▒▒│    bet 10 │ │ ┊   ┊┊   ┊┊   ┊┊   ┊┊   ┊  │ │ │▒▒▒││▒▒▒│           │
        │ ╰───╯╰───╯           │ │ ╰┄┄┄╯╰┄┄┄╯╰┄┄┄╯╰┄┄┄╯╰┄┄┄╯  │ │ ╰───╯╰───╯           │
        ╰──────────────────────╯ │                            │ ╰──────────────────────╯
                                 ╰────────────────────────────╯
                                    ╭─ Ann (you) ───── SB ─╮
                                    │ ╭───╮╭───╮       995 │
                                    │ │A♠ ││K♦ │     bet 5 │
                                    │ ╰───╯╰───╯           │
                                    ╰──────────────────────╯
    """)


def test_at_a_showdown_each_hand_is_shown_with_what_it_is() -> None:
    hand = Hand([300, 500, 200], cards=["Qs Qd", "9c 9s", "Ah 2d"])
    hand.do("raise 200", "raise 300", "call")
    faces = {0: "Qs", 1: "Qd"}
    drawn = drawing_of(GAME, hand.state, faces, 0, room=(100, 30))
    assert text_of(drawn) == lines("""
        hand 1 · blinds 5/10
         ╭─ Ben ───────────── BB ─╮  ╭─ Cleo ───────────── D ─╮
         │ ╭───╮╭───╮        1000 │  │ ╭───╮╭───╮           0 │
         │ │9♣ ││9♠ │        +500 │  │ │A♥ ││2♦ │        -200 │
         │ ╰───╯╰───╯             │  │ ╰───╯╰───╯             │
         ╰────────── three nines ─╯  ╰─────── a pair of twos ─╯
        ╭──────────────────────────────────────────────────────╮
        │                     Ben wins 800                     │
        │       ╭─────╮ ╭─────╮ ╭─────╮ ╭─────╮ ╭─────╮        │
        │       │2    │ │7    │ │9    │ │J    │ │3    │        │
        │       │  ♣  │ │  ♦  │ │  ♥  │ │  ♠  │ │  ♣  │        │
        │       │    2│ │    7│ │    9│ │    J│ │    3│        │
        │       ╰─────╯ ╰─────╯ ╰─────╯ ╰─────╯ ╰─────╯        │
        │              you have a pair of queens               │
        ╰──────────────────────────────────────────────────────╯
                       ╭─ Ann (you) ─────── SB ─╮
                       │ ╭───╮╭───╮           0 │
                       │ │Q♠ ││Q♦ │        -300 │
                       │ ╰───╯╰───╯             │
                       ╰────────────────────────╯
    """)


def test_at_a_showdown_cards_that_have_not_won_are_dim() -> None:
    hand = Hand([300, 500, 200], cards=["Qs Qd", "9c 9s", "Ah 2d"])
    hand.do("raise 200", "raise 300", "call")
    seen = scene(GAME, hand.state, {}, None)
    assert seen is not None
    (board,) = (part for part in seen.parts if isinstance(part, Spread))
    held = [card for seat in seen.seats for card in seat.hand]
    won = {card.face for card in (*board.cards, *held) if card.tone != "dim"}
    assert won == {"9c", "9s", "9h", "Js", "7d"}


def test_ten_players_fit_into_fourteen_rows() -> None:
    hand = Hand([1000] * 10, cards=["As Kd"], board="Kh 7d 2c Js 3c")
    hand.do(*["fold"] * 5, "raise 30", "fold", "call", "call", "call")
    drawn = drawing_of(GAME, hand.state, {0: "As", 1: "Kd"}, 0)
    assert text_of(drawn) == lines("""
        ╭─ hand 1 ─────────────────────────── blinds 5/10 ─╮
        │             pot 120   K♥ 7♦ 2♣ ·· ··             │
        │         ▸ Ann (you)  SB    970                   │
        │           Ben        BB    970     ▒▒ ▒▒         │
        │           Cleo       1000  folded                │
        │           Dora       1000  folded                │
        │           Emil       1000  folded                │
        │           Fay        1000  folded                │
        │           Gus        1000  folded                │
        │           Hannah     970           ▒▒ ▒▒         │
        │           Ivo        1000  folded                │
        │           Jo         D     970     ▒▒ ▒▒         │
        │                    ♠ A   ♦ K                     │
        ╰─────────────────────── you have a pair of kings ─╯
    """)


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_ones_own_cards_are_seen_in_the_smallest_window(seats: int) -> None:
    """A window of 40 columns and 10 rows leaves the table so much."""
    hand = Hand([1000] * seats, cards=["As Kd"])
    drawn = drawing_of(GAME, hand.state, {0: "As", 1: "Kd"}, 0, room=(40, 4))
    rows = text_of(drawn).split("\n")
    assert len(rows) <= 4
    assert max(map(len, rows)) <= 40
    assert "A♠ K♦" in rows[-1]


@pytest.mark.parametrize("seats", range(2, 11))
def test_whoever_looks_sits_at_the_bottom_and_the_next_at_the_left_hand(
    seats: int,
) -> None:
    hand = Hand([1000] * seats)
    for seat in range(seats):
        rows = text_of(drawing_of(GAME, hand.state, {}, seat, room=(80, 24)))
        (mine,) = (row for row in rows.splitlines() if "(you)" in row)
        assert NAMES[seat] in mine
        assert rows.splitlines().index(mine) > rows.count("\n") - 6
        after = NAMES[(seat + 1) % seats]
        (theirs,) = (row for row in rows.splitlines() if f" {after} " in row)
        if 4 <= seats <= 6:
            assert theirs.index(after) < 6
        if seats > 6:
            assert theirs.index(after) < mine.index("(you)")


@pytest.mark.parametrize("room", [(60, 14), (80, 24), (100, 30), (120, 40)])
@pytest.mark.parametrize("seats", [2, 6, 10])
def test_no_number_is_cut_however_many_chips_there_are(
    seats: int, room: tuple[int, int]
) -> None:
    long = ("A name of just forty characters, no less",) * seats
    hand = Hand([10**12 + seat for seat in range(seats)])
    text = text_of(drawing_of(GAME, hand.state, {}, 0, room=room, names=long))
    for chips in hand.stacks:
        assert str(chips) in text


def test_others_see_the_backs_of_cards_and_nothing_of_folded_ones() -> None:
    hand = Hand([1000] * 3, cards=["As Kd", "7c 2h", "Qs Jd"]).do("fold")
    known = {4: "Qs", 5: "Jd"}
    mine = text_of(drawing_of(GAME, hand.state, known, 2, room=(80, 24)))
    assert "Q♠" in mine
    assert "folded" in mine
    spectator = text_of(drawing_of(GAME, hand.state, {}, None))
    assert spectator.count("▒▒ ▒▒") == 2
    assert spectator.count("folded") == 1


def test_the_table_is_drawn_before_the_first_hand() -> None:
    state = table([500, 600], antes=[0, 0], blinds=[5, 10], min_bet=10)
    for room in ((60, 14), (100, 30)):
        text = text_of(drawing_of(GAME, state, {}, 0, room=room))
        assert "before the first hand" in text
        assert "600" in text
