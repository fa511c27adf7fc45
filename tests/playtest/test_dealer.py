"""The all-knowing dealer: what lies where, who is told, and what is refused."""

from __future__ import annotations

import pytest

from p2pgame.engine import (
    Choose,
    Deal,
    NoneOf,
    OneOf,
    Open,
    Opened,
    Place,
    Prove,
    Reshuffle,
    Roll,
    Rolled,
    RulesError,
    Shuffle,
    State,
    Turn,
)
from p2pgame.playtest import Chance, Dealer, Secrets, Untrue, play
from p2pgame.playtest.playout import follow
from tests.playtest.everything import Everything, Seen

GAME = Everything()
DEALER = Dealer(GAME, "seed")


def after(*turns: Turn, dealer: Dealer = DEALER) -> Secrets:
    secrets = Secrets.of(2)
    for turn in turns:
        _, secrets = dealer.answer(Seen(), turn, secrets)
    return secrets


SHUFFLE = Shuffle(("a", "b", "c", "d"), (0, 1))
DEAL = Deal(((0, (0, 1)), (1, (2,)), (0, (3,))))


def test_each_seat_is_told_its_own_cards_and_no_others() -> None:
    secrets = after(SHUFFLE, DEAL)
    assert sorted(secrets.faces.values()) == ["a", "b", "c", "d"]
    assert secrets.known_to(0) == {slot: secrets.faces[slot] for slot in (0, 1, 3)}
    assert secrets.known_to(1) == {2: secrets.faces[2]}
    assert secrets.known_to(None) == {}


def test_a_reshuffle_gives_new_slots_and_keeps_the_cards() -> None:
    before, secrets = (
        after(SHUFFLE, DEAL),
        after(SHUFFLE, DEAL, Reshuffle((1, 2), (0, 1), 10)),
    )
    assert {*secrets.faces} == {0, 3, 10, 11}
    assert {secrets.faces[10], secrets.faces[11]} == {before.faces[1], before.faces[2]}
    assert {secrets.cards[10], secrets.cards[11]} == {before.cards[1], before.cards[2]}
    assert secrets.known_to(0).keys() == {0, 3}
    assert secrets.known_to(1) == {}


def test_private_dice_and_placements_are_their_players_alone() -> None:
    secrets = after(
        Roll(6, hands=((0, (5,)), (1, (6,)))), Place(1, (7, 8, 9), ("ship", "sea"))
    )
    assert secrets.known_to(0).keys() == {5}
    assert secrets.known_to(1).keys() == {6, 7, 8, 9}
    assert 0 <= int(secrets.faces[5]) < 6
    assert sorted(secrets.faces[slot] for slot in (7, 8, 9)) == ["sea", "sea", "ship"]


def test_what_is_opened_is_what_lies_there_and_everybody_knows_it() -> None:
    secrets = after(SHUFFLE, DEAL)
    event, then = DEALER.answer(Seen(), Open((2, 0)), secrets)
    assert event == Opened((secrets.faces[2], secrets.faces[0]))
    assert then.known_to(None) == {0: secrets.faces[0], 2: secrets.faces[2]}


def test_a_claim_is_proved_only_if_it_is_true() -> None:
    secrets = after(SHUFFLE, DEAL)
    face = secrets.faces[0]
    DEALER.answer(Seen(), Prove(0, OneOf(0, (face, "x"))), secrets)
    DEALER.answer(Seen(), Prove(0, NoneOf((1, 3), (face,))), secrets)
    for claim in (OneOf(0, ("x",)), NoneOf((0, 1), (face,))):
        with pytest.raises(Untrue, match="it is not so"):
            DEALER.answer(Seen(), Prove(0, claim), secrets)


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        (Open((9,)), "Open names slot 9, on which nothing lies"),
        (Deal(((0, (9,)),)), "Deal names slot 9"),
        (Reshuffle((0, 1), (0, 1), 3), "slot 3 has a face already"),
        (Roll(6, hands=((0, (0,)),)), "slot 0 has a face already"),
        (Deal(((1, (0,)),)), "slot 0 is player 0's, and dealt to another"),
        (Deal(((2, (0,)),)), "dealt to player 2, who holds no part"),
        (Reshuffle((0, 2), (0,), 9), "player 0 alone mixes slot 2, which was not"),
        (Prove(1, NoneOf((0,), ("x",))), "slot 0 is not player 1's alone"),
    ],
)
def test_a_turn_about_slots_that_do_not_fit_is_the_rules_fault(
    turn: Turn, sentence: str
) -> None:
    with pytest.raises(RulesError, match=sentence):
        after(SHUFFLE, DEAL, turn)


def test_what_may_be_mixed_is_what_a_table_mixes() -> None:
    """One's own cards alone, also to be dealt on; whatever is open, with another."""
    mine = after(SHUFFLE, DEAL, Reshuffle((0, 1), (0,), 9), Deal(((1, (9, 10)),)))
    assert mine.known_to(1).keys() == {2, 9, 10}
    after(SHUFFLE, Open((0, 1)), Reshuffle((0, 1), (0, 1), 9))
    alone = after(Shuffle(("a", "b"), (0,)), Reshuffle((0, 1), (0,), 9))
    assert alone.faces.keys() == {9, 10}
    for pile, sentence in (
        ((Roll(6, hands=((0, (5,)),)), Reshuffle((5,), (0, 1), 9)), "a die is no card"),
        (
            (SHUFFLE, Place(0, (5,), ("ship",)), Reshuffle((0, 5), (0, 1), 9)),
            r"do not open alike: slot 0 by players \(0, 1\), slot 5 by players \(0,\)"
            r"\. A Reshuffle mixes cards that the same players open: shuffle each kind",
        ),
        ((SHUFFLE, Open((0, 1)), Reshuffle((0, 1), (0,), 9)), "0 alone mixes slot 0"),
        ((SHUFFLE, Reshuffle((3,), (1,), 9)), "player 1 alone mixes slot 3"),
    ):
        with pytest.raises(RulesError, match=sentence):
            after(*pile)


def test_a_decision_is_not_the_dealers() -> None:
    with pytest.raises(ValueError, match="Choose is not for the dealer"):
        after(Choose(0, ("x",)))


def test_a_placement_that_chance_does_not_find_needs_a_placer() -> None:
    turn = Place(0, tuple(range(40)), ("ship", "sea"))

    def place(state: State, turn: Place, chance: Chance) -> tuple[str, ...]:
        return tuple(chance.shuffled(["ship", *["sea"] * (len(turn.slots) - 1)]))

    class Strict(Everything):
        def why_misplaced(self, state, player, faces):  # type: ignore[no-untyped-def]
            return super().why_misplaced(state, player, (*faces[::2], "ship"))

    with pytest.raises(RulesError, match="needs a placer of its own"):
        after(Place(0, (1,), ("ship",)), dealer=Dealer(Strict(), "seed"))
    secrets = after(turn, dealer=Dealer(GAME, "seed", place))
    assert [*secrets.faces.values()].count("ship") == 1


@pytest.mark.row("G04")
def test_two_replicas_that_are_told_the_same_ten_thousand_rolls_agree() -> None:
    one, other = Dealer(GAME, "same"), Dealer(Everything(), "same")
    ours, theirs = Secrets.of(2), Secrets.of(2)
    values = set[int]()
    for _ in range(10_000):
        event, ours = one.answer(Seen(), Roll(52), ours)
        again, theirs = other.answer(Seen(), Roll(52), theirs)
        assert event == again
        assert isinstance(event, Rolled)
        values.update(event.values)
    assert values == {*range(52)}


def test_other_cards_are_followed_with_the_same_decisions() -> None:
    playout = play(GAME, 2, GAME.options(), 4)
    same = [*follow(playout, Dealer(GAME, "cards 4"))]
    assert [state for state, _ in same] == playout.states
    assert [secrets for _, secrets in same] == [*playout.secrets]
