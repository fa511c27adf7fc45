"""A hold'em table is drawn as people sit at it, or with less room as a list."""

from __future__ import annotations

from tests.games.drawn_text import drawing_of, lines, text_of
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
        │                   the game is over                   │
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


def test_ten_players_fit_into_fourteen_rows() -> None:
    hand = Hand([1000] * 10, cards=["As Kd"], board="Kh 7d 2c Js 3c")
    hand.do(*["fold"] * 5, "raise 30", "fold", "call", "call", "call")
    drawn = drawing_of(GAME, hand.state, {0: "As", 1: "Kd"}, 0)
    assert text_of(drawn) == lines("""
        ╭─ hand 1 · blinds 5/10 ─────────────────── pot 120 ─╮
        │                 K♥  7♦  2♣  ··  ··                 │
        │ ▸ Ann (you)  A♠ K♦    970           SB             │
        │   Ben        ▒▒ ▒▒    970           BB             │
        │   Cleo       folded  1000                          │
        │   Dora       folded  1000                          │
        │   Emil       folded  1000                          │
        │   Fay        folded  1000                          │
        │   Gus        folded  1000                          │
        │   Hannah     ▒▒ ▒▒    970                          │
        │   Ivo        folded  1000                          │
        │   Jo         ▒▒ ▒▒    970           D              │
        ╰───────────────────────── you have a pair of kings ─╯
    """)
