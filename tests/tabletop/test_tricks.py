"""Tricks have a winner, and each card played denies others."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import Amount, NoneOf, Open, Policy, Prove
from p2pgame.engine.turns import Choose
from p2pgame.tabletop.tricks import (
    DECK,
    SUIT,
    Tricks,
    passed_over,
    slot_of,
    winner,
    with_face,
)
from tests.english import english

HANDS = ((0, 4, 8), (1, 5, 9), (2, 6, 10), (3, 7, 11))
CLUBS, SPADES = SUIT["c"], SUIT["s"]
ALL_CLUBS = tuple(face for face in DECK if face in CLUBS)


def test_the_highest_card_of_the_suit_led_wins_a_trick() -> None:
    assert winner(("5d", "Td", "Ac", "2d")) == 1
    assert winner(("5d", "Ac", "As", "Ah")) == 0


def test_the_highest_trump_wins_against_any_lead() -> None:
    assert winner(("Ad", "2s", "Kd", "Qs"), "s") == 3
    assert winner(("Ad", "2s", "Kd", "Qd"), "s") == 1
    assert winner(("3s", "Ad", "2s", "Kd"), "s") == 0


def test_a_card_wanted_first_denies_nothing() -> None:
    assert passed_over("Kc", CLUBS, SPADES) == ()
    assert passed_over("Kc") == ()


def test_a_card_wanted_next_denies_all_cards_wanted_before() -> None:
    assert passed_over("Ks", CLUBS, SPADES) == ALL_CLUBS
    assert {*passed_over("Kh", CLUBS, SPADES)} == CLUBS | SPADES


@given(st.sets(st.sampled_from(DECK), min_size=1), st.data())
def test_somebody_with_cards_can_always_play_one_without_a_lie(
    hand: set[str], data: st.DataObject
) -> None:
    sets = st.lists(st.sets(st.sampled_from(DECK)), max_size=3)
    wanted = data.draw(sets)
    fair = [f for f in hand if not hand - {f} & {*passed_over(f, *wanted)}]
    first = next((cards & hand for cards in wanted if cards & hand), hand)
    assert fair
    assert len(hand) == 1 or {*fair} == first


def opened(tricks: Tricks, face: str, denies: tuple[str, ...] = ()) -> Tricks:
    slot = tricks.hands[tricks.player][0]
    return tricks.choose(f"play {slot}").open(face, denies, prove=True)


def test_a_card_is_chosen_by_slot_then_opened() -> None:
    tricks = Tricks(HANDS, leader=2)
    assert tricks.turn() == Choose(2, ("play 2", "play 6", "play 10"))
    chosen = tricks.choose("play 6")
    assert chosen.turn() == Open((6,))
    after = chosen.open("5d", prove=True)
    assert after.trick == ("5d",)
    assert after.turn() == Choose(3, ("play 3", "play 7", "play 11"))
    assert slot_of("play 6") == 6
    assert slot_of("nil") == -1


def test_a_player_reads_which_card_a_move_is_about() -> None:
    assert with_face("play 6", {6: "Qh"}) == "play 6 (Qh)"
    assert with_face("play 6", {7: "Qh"}) == "play 6"
    assert with_face("nil", {6: "Qh"}) == "nil"
    assert with_face(Amount("bid", 1, 3), {1: "Qh"}) == "bid 1…3"


def test_a_denial_is_proved_about_the_rest_of_the_hand() -> None:
    tricks = opened(opened(Tricks(HANDS), "3c"), "5d", ALL_CLUBS)
    # The 3 of clubs lies on the table, so it needs no proof.
    others = tuple(face for face in ALL_CLUBS if face != "3c")
    assert tricks.turn() == Prove(1, NoneOf((5, 9), others))
    assert tricks.proved().turn() == Choose(2, ("play 2", "play 6", "play 10"))


def test_a_trick_is_full_only_when_all_is_proved_of_it() -> None:
    tricks = Tricks(HANDS)
    for face in ("3c", "4c", "5c"):
        tricks = opened(tricks, face)
    tricks = opened(tricks, "6d", ALL_CLUBS)
    assert not tricks.is_full
    assert tricks.proved().is_full
    assert tricks.proved().taken().leader == 2
    assert tricks.proved().taken("d").leader == 3


def test_a_proved_denial_is_not_proved_again() -> None:
    tricks = Tricks(HANDS)
    for face in ("3c", "5d", "4c", "6c"):
        tricks = opened(tricks, face, ALL_CLUBS if face == "5d" else ()).proved()
    tricks = opened(opened(tricks.taken(), "7c"), "8c")
    tricks = opened(tricks, "6d", ALL_CLUBS)
    assert (tricks.last, tricks.owed) == (1, ())
    tricks = opened(tricks, "7d", ALL_CLUBS)
    assert (tricks.last, tricks.owed) == (2, ("2c", "5c", "9c", *ALL_CLUBS[8:]))


def test_a_player_without_cards_has_nothing_to_prove() -> None:
    tricks = opened(Tricks(((0,), (1,), (2,), (3,))), "3c")
    assert not opened(tricks, "5d", ALL_CLUBS).owed


def test_a_denied_card_that_comes_out_makes_its_player_guilty() -> None:
    tricks = opened(opened(Tricks(HANDS), "3c"), "5d", ALL_CLUBS).proved()
    tricks = opened(opened(tricks, "4c"), "6c").taken()
    assert not tricks.is_over
    assert tricks.player == 3
    tricks = opened(opened(tricks, "7d"), "8d")
    assert opened(tricks, "9c").guilty == (1,)
    assert opened(tricks, "9c").is_over
    assert opened(tricks, "9d").guilty == ()


def test_a_player_is_told_what_to_play_instead() -> None:
    tricks = opened(Tricks(HANDS), "3c")
    known = {1: "5d", 5: "Kc", 9: "2c"}
    reason = tricks.why_revoked("play 1", ALL_CLUBS, known)
    assert reason is not None
    assert english(reason.message) == (
        "follow suit: clubs were led, and you have 2c Kc"
    )
    assert tricks.why_revoked("play 1", ALL_CLUBS, {1: "5d", 0: "Ac"}) is None


def test_only_cards_still_hidden_can_be_opened() -> None:
    tricks = opened(Tricks(HANDS), "3c")
    assert tricks.why_impossible(("4c",)) is None
    for faces in (("3c",), ("1c",), ("4c", "4c")):
        assert tricks.why_impossible(faces) is not None


def test_each_card_is_in_a_hand_or_has_been_played() -> None:
    tricks = opened(opened(Tricks(HANDS), "3c"), "5d")
    zones = tricks.zones()
    assert [zone.slots for zone in zones] == [
        *((4, 8), (5, 9), (2, 6, 10), (3, 7, 11), (0, 1))
    ]
    assert zones[1].policy(1) is Policy.VISIBLE
    assert zones[1].policy(0) is Policy.ORDER
    assert zones[4].policy(None) is Policy.VISIBLE
    assert all(
        not {*one.slots} & {*other.slots} for one, other in combinations(zones, 2)
    )


def test_the_table_shows_known_cards_sorted() -> None:
    tricks = opened(Tricks(HANDS), "3c")
    assert tricks.words({5: "2s", 1: "Kc", 9: "3c"}) == [
        "player 0: 2 hidden",
        "player 1: 3c Kc 2s",
        "player 2: 3 hidden",
        "player 3: 3 hidden",
        "table: player 0 3c",
    ]
