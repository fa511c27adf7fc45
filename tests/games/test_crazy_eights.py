"""Crazy eights: each card has its effect, wrong cards cost, and all is told."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from p2pgame.cli.text.moves import understand
from p2pgame.engine import (
    Choose,
    Chosen,
    Deal,
    Dealt,
    IllegalMove,
    Open,
    Opened,
    Over,
    Reshuffle,
    Reshuffled,
    Rolled,
    Seated,
    Shuffled,
    advance,
    start,
    view,
)
from p2pgame.games.eights.crazy_eights import EightsOptions
from p2pgame.games.eights.crazy_eights_1 import CrazyEights1
from p2pgame.games.eights.eights_state import SUITS, Eights
from p2pgame.tabletop.tricks import DECK
from tests.english import english, english_or_none, refusing
from tests.games.eights_hand import GAME, PLAIN, after, begin, put

HAND = {0: "3c", 3: "8h", 6: "7d", 9: "2d", 12: "Kd"}


def moves(state: Eights) -> list[str]:
    turn = GAME.turn(state)
    assert isinstance(turn, Choose)
    assert turn.player == state.player
    return [str(move) for move in turn.moves]


def test_each_gets_five_cards_or_seven_of_two_the_first_to_the_dealers_left() -> None:
    state = begin("Kd", dealer=1)
    assert state.hands == ((1, 4, 7, 10, 13), (2, 5, 8, 11, 14), (0, 3, 6, 9, 12))
    assert state.discards == (15,)
    assert state.pile == tuple(range(16, 52))
    assert state.player == 2
    assert [len(hand) for hand in begin("Kd", 2).hands] == [7, 7]
    assert len(begin("Kd", 6).pile) == 104 - 31
    few = begin("Kd", 2, EightsOptions(cards=3))
    assert len(few.pile) == 52 - 7


def test_for_an_eight_turned_up_the_dealer_names_a_suit() -> None:
    state = start(GAME, 3, PLAIN).state
    state = after(state, Rolled((0,)), Shuffled(), Dealt(), Opened(("8d",)))
    assert GAME.turn(state) == Choose(0, SUITS)
    assert (state.top, state.discards, state.pile[0]) == ("8d", (15,), 16)
    state = after(state, Chosen(0, "spades"))
    assert (state.player, state.suit, state.phase) == (1, "s", "play")
    assert [face for face in ("4d", "4s", "8c") if state.fits(face)] == ["4s", "8c"]


def test_in_version_1_an_eight_turned_up_goes_under_the_pile() -> None:
    first = CrazyEights1()
    state = start(first, 3, PLAIN).state
    for event in (Rolled((0,)), Shuffled(), Dealt(), Opened(("8d",))):
        state = advance(first, state, event).state
    assert first.turn(state) == Open((16,))
    assert state.pile[-1] == 15
    state = advance(first, state, Opened(("4d",))).state
    assert (state.top, state.discards, state.player) == ("4d", (16,), 1)


@pytest.mark.parametrize("face", ["4c", "Kh", "Kd", "8s"])
def test_a_card_of_the_suit_or_the_rank_and_any_eight_fit(face: str) -> None:
    state = put(begin("Kc"), face)
    assert state.top == face
    assert state.discards == (0, 15)
    assert state.hands[1] == (3, 6, 9, 12)


def test_an_eight_names_the_suit_to_follow() -> None:
    state = put(begin("Kc"), "8s")
    assert moves(state) == ["clubs", "diamonds", "hearts", "spades"]
    assert state.player == 1
    state = after(state, Chosen(1, "hearts"))
    assert (state.player, state.suit, state.top) == (2, "h", "8s")
    fair = [face for face in DECK if state.fits(face)]
    assert {*fair} == {face for face in DECK if face[1] == "h" or face[0] == "8"}


@pytest.mark.parametrize(
    ("top", "player", "way"), [("Qd", 2, 1), ("Ad", 0, -1), ("2d", 1, 1), ("5d", 1, 1)]
)
def test_the_card_turned_up_counts_as_played_by_the_dealer(
    top: str, player: int, way: int
) -> None:
    state = begin(top, 4, dealer=0)
    if top == "Ad":
        player = 3
    assert (state.player, state.way) == (player, way)
    assert state.owed == (2 if top == "2d" else 0)
    plain = begin(top, 4, PLAIN)
    assert (plain.player, plain.way, plain.owed) == (1, 1, 0)


def test_queens_skip_and_aces_turn_round() -> None:
    state = begin("5d", 4)
    assert put(state, "Qd").player == 3
    back = put(state, "Ad")
    assert back.player == 0
    assert put(back, "7d").player == 3
    assert put(back, "Qd").player == 2
    assert put(begin("5d", 2), "Qd").player == 1


def test_twos_add_up_until_somebody_draws() -> None:
    state = put(put(begin("5d", 4), "2d"), "2h")
    assert (state.player, state.owed) == (3, 4)
    assert [move for move in moves(state) if move[0] != "p"] == ["draw"]
    assert GAME.hint(state, 3, "draw", {}) == "draw (4)"
    state = after(state, Chosen(3, "draw"))
    drawn = state.pile[:4]
    assert GAME.turn(state) == Deal(((3, drawn),))
    assert english(GAME.tell(state, Dealt())) == "player 3 draws 4 cards"
    state = after(state, Dealt())
    assert state.hands[3][-4:] == drawn
    assert (state.player, state.owed, state.pile[0]) == (0, 0, drawn[-1] + 1)


def test_a_player_who_draws_may_play_and_passes_only_after_enough_draws() -> None:
    state = begin("5d", options=EightsOptions(draws=2))
    for _ in range(2):
        assert moves(state)[-1] == "draw"
        state = after(state, Chosen(1, "draw"), Dealt())
        assert state.player == 1
    assert len(state.hands[1]) == 7
    assert moves(state)[-2:] == ["play 17", "pass"]
    state = after(state, Chosen(1, "pass"))
    assert state.player == 2
    assert moves(state)[-1] == "draw"


def test_a_card_that_does_not_fit_goes_back_and_two_are_drawn() -> None:
    state = put(begin("5d"), "6c")
    assert state.top == "5d"
    assert GAME.turn(state) == Deal(((1, (16, 17)),))
    state = after(state, Dealt())
    assert state.hands[1] == (0, 3, 6, 9, 12, 16, 17)
    assert (state.player, state.discards, state.owed) == (2, (15,), 0)
    owing = put(put(begin("5d"), "2d"), "5d")
    assert GAME.turn(owing) == Deal(((2, (16, 17, 18, 19)),))


def test_a_wrong_card_costs_nothing_but_the_turn_when_there_is_none_to_draw() -> None:
    state = put(replace(begin("5d"), pile=()), "6c")
    assert (state.player, len(state.hands[1]), state.owed) == (2, 5, 0)


def test_a_player_is_offered_only_fitting_cards_with_their_faces() -> None:
    state = begin("Kc")
    seen = view(GAME, state, 1, HAND).choice
    assert seen is not None
    assert seen.moves == ("play 0", "play 3", "play 12", "draw")
    hints = [GAME.hint(state, 1, move, HAND) for move in seen.moves]
    assert hints == ["play 0 (3c)", "play 3 (8h)", "play 12 (Kd)", "draw"]
    assert understand("kd", seen, hints) == "play 12"
    assert understand("8H", seen, hints) == "play 3"
    assert understand("d", seen, hints) == "draw"
    reason = GAME.why_unfair(state, 1, "play 6", HAND)
    assert reason is not None
    assert english(reason.message) == (
        "7d does not fit on Kc: play the same rank, an eight, or clubs"
    )
    two = view(GAME, replace(state, owed=2), 1, HAND).choice
    assert two is not None
    assert two.moves == ("play 9", "draw")


def test_an_empty_pile_is_made_anew_from_all_but_the_top() -> None:
    state = put(put(begin("5d"), "5h"), "7h")
    state = replace(state, pile=state.pile[-1:])
    state = after(state, Chosen(0, "draw"), Dealt())
    assert GAME.turn(state) == Reshuffle((0, 15), (0, 1, 2), 52)
    state = after(state, Reshuffled())
    assert (state.pile, state.discards, state.fresh) == ((52, 53), (1,), 54)
    assert moves(state)[-1] == "draw"
    never = replace(state, pile=(), reshuffle=False)
    assert moves(never)[-1] == "pass"


def test_twos_are_drawn_on_from_the_new_pile_and_no_further_than_it_goes() -> None:
    state = put(put(put(begin("5d"), "5h"), "2h"), "2d")
    assert state.owed == 4
    state = after(replace(state, pile=(50,)), Chosen(1, "draw"), Dealt())
    assert GAME.turn(state) == Reshuffle((1, 0, 15), (0, 1, 2), 52)
    state = after(state, Reshuffled())
    assert GAME.turn(state) == Deal(((1, (52, 53, 54)),))
    state = after(state, Dealt())
    assert (state.player, state.owed, len(state.hands[1])) == (2, 0, 8)
    short = replace(begin("2d"), pile=(50,))
    short = after(short, Chosen(1, "draw"), Dealt())
    assert (short.player, short.owed) == (2, 0)


def test_when_all_have_passed_the_round_is_over() -> None:
    state = replace(begin("5d"), pile=())
    state = after(state, Chosen(1, "pass"), Chosen(2, "pass"))
    assert state.passes == 2
    assert put(state, "7d").passes == 0
    step = advance(GAME, state, Chosen(0, "pass"))
    assert english(step.fix_ups[-1][0]) == "all have passed"
    hands = "8s Tc Ks Ac 2d", "3d Jh Qh 8c 9c", "4s 5s 6s 7s 9s"
    order = (2, 5, 8, 11, 14, 0, 3, 6, 9, 12, 1, 4, 7, 10, 13)
    assert GAME.turn(step.state) == Open(order)
    end = after(step.state, Opened(tuple(" ".join(hands).split())))
    assert GAME.turn(end) == Over((-73, -82, -31))


def test_any_last_card_ends_the_round() -> None:
    for last in ("8s", "2d", "Qd"):
        state = begin("5d", options=EightsOptions(cards=1))
        slot = state.hands[1][0]
        state = after(state, Chosen(1, f"play {slot}"))
        step = advance(GAME, state, Opened((last,)))
        assert english(step.fix_ups[-1][0]) == "player 1 has no card left"
        assert GAME.turn(step.state) == Open((2, 1))
        end = after(step.state, Opened(("Th", "8c")))
        assert GAME.turn(end) == Over((-10, 0, -50))
        assert "player 2: 8c = 50" in GAME.show(end, {2: "Th", 1: "8c"})


def test_after_so_many_cards_those_left_are_counted() -> None:
    state = begin("5d", options=EightsOptions(plays=2))
    state = put(state, "6c")
    state = after(state, Dealt())
    slot = state.hands[2][0]
    step = advance(GAME, after(state, Chosen(2, f"play {slot}")), Opened(("7d",)))
    assert english(step.fix_ups[-1][0]) == "no more cards are to be played"


@pytest.mark.parametrize(
    "options",
    [
        EightsOptions(cards=-1),
        EightsOptions(cards=24),
        EightsOptions(draws=0),
        EightsOptions(draws=101),
        EightsOptions(plays=0),
        EightsOptions(plays=1001),
    ],
)
def test_options_that_make_no_game_are_refused(options: EightsOptions) -> None:
    with refusing(ValueError, match="there are"):
        start(GAME, 2, options)


def test_events_are_told_in_the_words_of_the_game() -> None:
    state = start(GAME, 3, PLAIN).state
    told = list[str | None]()
    for event in (
        *(Rolled((0,)), Shuffled(), Dealt(), Opened(("8d",)), Chosen(0, "diamonds")),
        *(Chosen(1, "play 0"), Opened(("6c",)), Dealt(), Chosen(2, "draw"), Dealt()),
        *(Chosen(2, "play 1"), Opened(("8c",)), Chosen(2, "spades"), Seated(1, "gone")),
    ):
        told.append(english_or_none(GAME.tell(state, event)))
        state = after(state, event)
    assert told == [
        *("player 0 deals", None, None, "8d is turned up", "player 0 names diamonds"),
        *("", "player 1 shows 6c, which does not fit, takes it back and draws"),
        *("player 1 draws 2 cards", "", "player 2 draws 1 card"),
        *("", "player 2 plays 8c", "player 2 names spades", "player 1 leaves"),
    ]
    dry = replace(begin("5d"), pile=())
    assert english(GAME.tell(dry, Chosen(1, "pass"))) == "player 1 passes"


def test_a_card_that_is_in_no_pack_is_impossible() -> None:
    state = after(begin("5d"), Chosen(1, "play 0"))
    for face in ("", "1d", "*r", "d5"):
        with refusing(IllegalMove, match="that is no card of the pack"):
            after(state, Opened((face,)))
