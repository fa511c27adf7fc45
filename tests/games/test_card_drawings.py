"""Card games are drawn as their players would lay them out on a table."""

from __future__ import annotations

from msgspec.structs import replace

from p2pgame.engine import EMPTY
from p2pgame.games.blackjack import Blackjack, Table
from p2pgame.games.duel.kuhn import Kuhn, KuhnPoker
from p2pgame.games.duel.leduc import Leduc, LeducPoker
from p2pgame.games.eights.crazy_eights import CrazyEights
from p2pgame.games.eights.eights_state import Eights
from p2pgame.games.goofspiel import Auction, Goofspiel
from p2pgame.games.memory import Memory, MemoryGame
from p2pgame.games.tricks.hearts import Hearts, HeartsGame
from p2pgame.games.tricks.spades import Spades, SpadesGame
from p2pgame.tabletop import Stack, sized
from p2pgame.tabletop.passing import Passing
from p2pgame.tabletop.rounds import Round
from p2pgame.tabletop.seats import seats_taken
from p2pgame.tabletop.trick_game import NO_CARDS
from p2pgame.tabletop.tricks import Tricks
from tests.games.drawn_text import drawing_of, lines, text_of


def test_hearts_in_mid_trick_has_each_card_before_its_player() -> None:
    hands = ((1, 2, 3), (4, 5), (6, 7), (8, 9))
    play = Tricks(
        hands,
        leader=1,
        trick=("Th", "Kh", "3h"),
        slots=(48, 49, 50, 51),
        faces=("2h", "Th", "Kh", "3h"),
    )
    state = Hearts(
        100, True, "play", 2, play, points=(0, 13, 0, 1), scores=(24, 5, 31, 18)
    )
    faces = {1: "Ah", 2: "Qc", 3: "Ts"}
    drawn = drawing_of(HeartsGame(), state, faces, 0)
    assert text_of(drawn) == lines("""
        ╭─ hand 3 · to 100 points ──────────── hearts are broken ─╮
        │                     Cleo  31  ▒▒ 2                      │
        │                           K♥                            │
        │   Ben  ▒▒ 2        10♥           3♥    Dora  ▒▒ 2       │
        │   5 +13                                18 +1            │
        │                           ··                            │
        │                     ▸ Ann (you)  24                     │
        │                                                         │
        │                      ╭───╭───╭───╮                      │
        │                      │10♠│A♥ │Q♣ │                      │
        │                      ╰───╰───╰───╯                      │
        ╰─────────────────────────────────────────────────────────╯
    """)


def test_hearts_asks_for_cards_to_pass_and_says_to_whom() -> None:
    hands = ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15))
    play, passing = Tricks(hands), Passing(3, 3, NO_CARDS)
    state = Hearts(100, True, "lead", 1, play, passing)
    faces = {4: "Qs", 5: "2d", 6: "9h", 7: "Jh"}
    drawn = drawing_of(HeartsGame(), state, faces, 1, room=(80, 20))
    assert text_of(drawn) == lines("""
        ╭─ hand 2 · to 100 points ──────────────────────────────────────────────╮
        │                            ▸ Dora  0  ▒▒ 4                            │
        │                                 ╭┄┄┄╮                                 │
        │                                 ┊   ┊                                 │
        │                                 ╰┄┄┄╯                                 │
        │ ▸ Cleo  ▒▒ 4             ╭┄┄┄╮         ╭┄┄┄╮ ▸ Ann  ▒▒ 4              │
        │   0                      ┊   ┊         ┊   ┊   0                      │
        │                          ╰┄┄┄╯         ╰┄┄┄╯                          │
        │                                 ╭┄┄┄╮                                 │
        │                                 ┊   ┊                                 │
        │                                 ╰┄┄┄╯                                 │
        │                            ▸ Ben (you)  0                             │
        │                 you pass 3 cards to the right, to Ann                 │
        │                           ╭───╭───╭───╭───╮                           │
        │                           │Q♠ │J♥ │9♥ │2♦ │                           │
        │                           ╰───╰───╰───╰───╯                           │
        ╰───────────────────────────────────────────────────────────────────────╯
    """)


def test_spades_shows_teams_bids_and_the_trick_before() -> None:
    faces = ("Ac", "3c", "Kc", "2c")
    play = Tricks(
        ((1, 2), (3, 4), (5, 6), (7, 8)),
        leader=2,
        slots=(*range(20, 20 + len(faces)),),
        faces=faces,
    )
    bids, won = (4, 0, 3, 5), (2, 0, 1, 0)
    state = Spades(500, True, "play", 1, play, -200, bids, won, (120, 83), (3, 1))
    known = {1: "Qs", 2: "Td"}
    drawn = drawing_of(SpadesGame(), state, known, 0)
    assert text_of(drawn) == lines("""
        ╭─ hand 2 · to 500 points, or -200  spades are not broken ─╮
        │ Ann (you) + Cleo  120 points · 3 bags                    │
        │ Ben + Dora  83 points · 1 bag                            │
        │                ▸ Cleo  took 1 of 3  ▒▒ 2                 │
        │                           A♣                             │
        │   Ben  ▒▒ 2        2♣            3♣    Dora  ▒▒ 2        │
        │   nil, took 0                          took 0 of 5       │
        │                           K♣                             │
        │                 Ann (you)  took 2 of 4                   │
        │                  Cleo took this trick                    │
        │                        ╭───╭───╮                         │
        │                        │Q♠ │10♦│                         │
        │                        ╰───╰───╯                         │
        ╰──────────────────────────────────────────────────────────╯
    """)


def test_crazy_eights_shows_the_suit_to_follow_and_how_many_cards_all_hold() -> None:
    hands = ((1, 2, 3), (4,), (5, 6, 7, 8))
    rules = (5, 100, True, True)
    state = Eights(
        5, *rules, (0, 1), hands, "play", 1, -1, (9, 10), (11,), 52, "8d", "h"
    )
    faces = {1: "Qh", 2: "8s", 3: "3c"}
    drawn = drawing_of(CrazyEights(), state, faces, 0)
    assert text_of(drawn) == lines("""
        ╭─ ♥ suit to follow ───────────────────────────────╮
        │                  ╭───╮   ╭───╮                   │
        │                  │8♦ │   │▒▒▒│                   │
        │                  ╰───╯   ╰───╯                   │
        │                            2                     │
        │              Ann (you)                           │
        │            ▸ Ben                  ▒▒             │
        │              Cleo       has left                 │
        │                                                  │
        │                  ╭───╭───╭───╮                   │
        │                  │8♠ │Q♥ │3♣ │                   │
        │                  ╰───╰───╰───╯                   │
        ╰──────────────────────────── the other way round ─╯
    """)


def test_kuhn_shows_both_cards_when_they_are_opened() -> None:
    state = Kuhn(True, True, ("check", "bet", "call"), ("K", "J"))
    drawn = drawing_of(KuhnPoker(), state, {0: "K", 1: "J"}, 1)
    assert text_of(drawn) == lines("""
        ╭──────────────────────────────────────────────────╮
        │                      pot 4                       │
        │   Ann        checks, calls  K  2 chips  won +2   │
        │   Ben (you)  bets              2 chips  lost -2  │
        │                                                  │
        │                      ╭───╮                       │
        │                      │ J │                       │
        │                      ╰───╯                       │
        ╰──────────────────────────────────────────────────╯
    """)


def test_leduc_has_the_open_card_between_the_players() -> None:
    state = Leduc(True, True, (5, 3), ("check", "raise"), "Qh")
    drawn = drawing_of(LeducPoker(), state, {1: "Qs", 2: "Qh"}, 1)
    assert text_of(drawn) == lines("""
                ╭─ ▸ Ann ────────────────╮
                │ ▒▒              checks │
                ╰──────────────── bet 5 ─╯
        ╭─────────────────────────────────────────╮
        │                  pot 8                  │
        │                  ╭───╮                  │
        │                  │Q♥ │                  │
        │                  ╰───╯                  │
        │                                         │
        ╰─────────────────────────────────────────╯
                ╭─ Ben (you) ────────────╮
                │ Q♠              raises │
                ╰──────────────── bet 3 ─╯
    """)


def test_blackjack_shows_the_dealer_first_and_one_card_face_down() -> None:
    faces = ("Ts", "7h", "9c", "5d", "Kd", "8c", "", "")
    hands = ((0, 1), (2, 3, 4), (5, 6))
    state = Table(3, (1, -2), hands, (7,), faces, (), Round((0, 1)), phase="play")
    drawn = drawing_of(Blackjack(), state, {}, 0)
    assert text_of(drawn) == lines("""
        ╭─ 3 rounds left ──────────────────────────────────╮
        │            ╭─────╮ ╭─────╮   ╭─────╮             │
        │            │8    │ │▒▒▒▒▒│   │▒▒▒▒▒│             │
        │            │  ♣  │ │▒▒▒▒▒│   │▒▒▒▒▒│             │
        │            │    8│ │▒▒▒▒▒│   │▒▒▒▒▒│             │
        │            ╰─────╯ ╰─────╯   ╰─────╯             │
        │               dealer: 8         1                │
        │       ▸ Ann (you)  17        +1                  │
        │         Ben        24, bust  -2  9♣ 5♦ K♦        │
        │                                                  │
        │                    ╭───╭───╮                     │
        │                    │10♠│7♥ │                     │
        │                    ╰───╰───╯                     │
        ╰──────────────────────────────────────────────────╯
    """)


def test_goofspiel_shows_the_prize_and_what_each_has_left_to_bid() -> None:
    seats, hands = seats_taken(3, 3), ((1, 2, 5), (1, 3, 4), (2, 3, 5))
    state = Auction(5, False, seats, hands, (3, 4, 0), True, ("3", "4", "2"))
    drawn = drawing_of(Goofspiel(), state, {}, 2)
    assert text_of(drawn) == lines("""
        ╭─ the prize is 2 ───────────────────── 2 to come ─╮
        │                  ╭───╮   ╭───╮                   │
        │                  │ 2 │   │▒▒▒│                   │
        │                  ╰───╯   ╰───╯                   │
        │                            2                     │
        │          ▸ Ann         3 points  1-2 5           │
        │          ▸ Ben         4 points  1 3-4           │
        │          ▸ Cleo (you)  0 points                  │
        │                                                  │
        │                 ╭───╮╭───╮╭───╮                  │
        │                 │ 2 ││ 3 ││ 5 │                  │
        │                 ╰───╯╰───╯╰───╯                  │
        ╰──────────────────────────────────────────────────╯
    """)


def test_memory_names_each_card_that_lies_face_down_by_its_number() -> None:
    hidden = sized("cards", 12, (0, 1, EMPTY, EMPTY, 4, 5, 6, EMPTY, 8, 9, EMPTY, 11))
    opened = sized("cards", 12, (EMPTY,) * 7 + (7,))
    won = (Stack("cards", (2, 3)), Stack("cards"))
    state = Memory(3, hidden, opened, won, 1, EMPTY, ("owl",))
    drawn = drawing_of(MemoryGame(), state, {7: "owl"}, 0)
    assert text_of(drawn) == lines("""
        ╭─ 5 pairs left ───────────────────────────────────╮
        │          ╭───╮╭───╮          ╭───╮╭───╮          │
        │          │ 1 ││ 2 │  ·    ·  │ 5 ││ 6 │          │
        │          ╰───╯╰───╯          ╰───╯╰───╯          │
        │          ╭───╮╭───╮╭───╮╭───╮     ╭───╮          │
        │          │ 7 ││owl││ 9 ││ 10│  ·  │ 12│          │
        │          ╰───╯╰───╯╰───╯╰───╯     ╰───╯          │
        │                                                  │
        │            Ann (you)  1 pair                     │
        │          ▸ Ben        0 pairs                    │
        ╰──────────────────────────────────────────────────╯
    """)


def test_a_hand_that_has_been_opened_is_drawn_below_the_table() -> None:
    state = Hearts(100, True, "play", 0, Tricks(((1, 2), (3,), (4,), (5,))))
    faces = {1: "2c", 2: "Ah", 3: "Qs", 4: "Td", 5: "9d"}
    text = text_of(drawing_of(HeartsGame(), state, faces, None, room=(80, 24)))
    assert "│ Ann   ♥ A   ♣ 2" in text
    assert "│ Dora  ♦ 9" in text
    mine = text_of(drawing_of(HeartsGame(), state, faces, 0, room=(80, 24)))
    assert "│A♥ │2♣ │" in mine
    assert "│ Ann " not in mine


def test_a_trick_is_drawn_from_the_side_of_whoever_looks() -> None:
    hands = ((1,), (2,), (3,), (4,))
    trick = ("2c", "3c", "4c")
    state = Hearts(
        100,
        True,
        "play",
        0,
        Tricks(hands, trick=trick, slots=(*range(40, 40 + len(trick)),), faces=trick),
    )
    for seat in range(4):
        rows = text_of(drawing_of(HeartsGame(), state, {}, seat)).splitlines()
        names = "".join(rows)
        order = sorted(
            range(4), key=lambda n: names.index(("Ann", "Ben", "Cleo", "Dora")[n])
        )
        assert order == [(seat + n) % 4 for n in (2, 1, 3, 0)]


def test_a_card_on_its_way_to_be_opened_lies_face_down() -> None:
    play = Tricks(
        ((1,), (2,), (3,), (4,)), trick=("2c",), chosen=2, slots=(9,), faces=("2c",)
    )
    state = Hearts(100, True, "play", 0, play)
    assert "▒▒    Cleo" not in text_of(drawing_of(HeartsGame(), state, {}, 0))
    row = text_of(drawing_of(HeartsGame(), state, {}, 0)).splitlines()[3]
    assert row.startswith("│   Ben              ▒▒ ")


def test_the_end_of_crazy_eights_shows_points_and_all_hands() -> None:
    hands, rules = ((1, 2), ()), (5, 100, True, True)
    at = Eights(5, *rules, (0, 1), hands, "over", 1, 1, (), (9,), 52, "8d", "h")
    state = replace(at, points=(30, 0))
    text = text_of(drawing_of(CrazyEights(), state, {1: "Td", 2: "Ks"}, 1))
    assert "30 points" in text
    assert "K♠ 10♦" in text


def test_blackjack_lays_many_players_in_a_line_each() -> None:
    hands = tuple((n, n + 8) for n in range(8))
    faces = tuple(f"{rank}{suit}" for suit in "sh" for rank in "23456789")
    table = Table(3, (0,) * 7, hands, (), faces, (), Round((0,)), phase="play")
    rows = text_of(drawing_of(Blackjack(), table, {}, None)).splitlines()
    assert len(rows) == 13
    assert "2♠ 2♥" in rows[5]


def test_spades_shows_who_has_bid_what_before_the_first_trick() -> None:
    bids = (None, 0, 3, None)
    state = Spades(500, True, "bid", 0, Tricks(((1,), (2,), (3,), (4,)), 1), -200, bids)
    text = text_of(drawing_of(SpadesGame(), state, {1: "Qs"}, 0))
    assert "▸ Dora" in text
    assert text.count("no bid") == 2
    assert "bid nil" in text
    assert "bid 3" in text


def test_a_hand_that_has_ended_keeps_its_number_until_the_next_is_dealt() -> None:
    play = Tricks(
        NO_CARDS, leader=1, slots=(1, 2, 3, 4), faces=("2h", "Th", "Kh", "3h")
    )
    over = Hearts(100, True, "shuffle", 1, play)
    assert "hand 1 · " in text_of(drawing_of(HeartsGame(), over, {}, 0))
    dealt = replace(over, phase="deal", play=Tricks(NO_CARDS))
    assert "hand 2 · " in text_of(drawing_of(HeartsGame(), dealt, {}, 0))
    bid = Spades(500, True, "shuffle", 1, play)
    assert "hand 1 · " in text_of(drawing_of(SpadesGame(), bid, {}, 0))
