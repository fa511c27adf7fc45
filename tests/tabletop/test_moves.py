"""Declared kinds of moves have a name, help, numbers and defaults."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    Amount,
    Reason,
    RulesError,
    Shuffle,
    Shuffled,
    advance,
    plain,
    start,
)
from p2pgame.engine import Options as NoOptions
from p2pgame.tabletop import Stack, move_all, move_first
from p2pgame.tabletop.moves import (
    FixUp,
    MoveType,
    derived_name,
    unchanged,
    until,
)
from p2pgame.tabletop.orders import after
from p2pgame.tabletop.phases import Phase, Phased, Rulebook
from tests.english import english, worded
from tests.tabletop.pairs import Pairs


class Purse(Phased, frozen=True):
    coins: int = 0
    done: bool = False
    hand: Stack = Stack("cards")
    pile: Stack = Stack("cards", tuple(range(10)))


def bet(state: Purse, player: int, number: int) -> Purse:
    return replace(state, coins=state.coins - number)


def up_to_all(state: Purse, player: int) -> range:
    return range(1, state.coins + 1)


def opponent(state: Purse, player: int) -> int:
    return after(player, range(3))


def only(*moves: MoveType[Purse]) -> Rulebook[Purse]:
    return Rulebook(anytime=moves)


@pytest.mark.row("B33")
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("hide_cards", "hide cards"),
        ("MoveHideCards", "hide cards"),
        ("HideCards", "hide cards"),
        ("_hit", "hit"),
        ("hit", "hit"),
        ("deal2Cards", "deal2 cards"),
    ],
)
def test_a_name_is_derived_from_that_of_a_function_or_class(
    written: str, read: str
) -> None:
    assert derived_name(written) == read


@pytest.mark.row("B33")
def test_a_move_is_called_like_its_function_unless_it_is_named() -> None:
    assert MoveType(bet, "Puts coins in.", numbers=up_to_all).name == "bet"
    assert MoveType(bet, "Puts coins in.", "stake").name == "stake"


@pytest.mark.row("B33")
def test_a_move_without_a_name_or_help_is_refused_when_it_is_made() -> None:
    with pytest.raises(RulesError, match="'<lambda>' is no name"):
        MoveType[Purse](lambda state, player, number: state, "Does nothing.")
    with pytest.raises(RulesError, match="'bet' has no help"):
        MoveType(bet, "")


def test_a_move_with_a_number_has_a_name_of_one_word() -> None:
    with pytest.raises(RulesError, match="'put in' takes a number"):
        MoveType(bet, "Puts coins in.", "put in", numbers=up_to_all)


@pytest.mark.row("B32")
def test_help_is_about_the_kind_and_a_description_about_one_move() -> None:
    pairs, state = Pairs(), start(Pairs(), 2, NoOptions()).state
    assert pairs.move_help["reveal NUMBER"] == "Turns up a card."
    assert english(pairs.book.describe(state, 1, "reveal 3")) == "player 1 turns up 3"
    assert (
        english(pairs.book.describe(state, 1, "hide cards")) == "player 1: hide cards"
    )


@pytest.mark.row("B32")
def test_two_kinds_of_move_with_one_name_are_refused() -> None:
    one = MoveType(bet, "Puts coins in.")
    other: MoveType[Purse] = MoveType(unchanged, "Does something else.", "bet")
    with pytest.raises(RulesError, match="two kinds of move are called 'bet'"):
        only(one, other)
    with pytest.raises(RulesError, match="two kinds of move are called 'bet'"):
        Rulebook(Phase("play", [one]), Phase("end", [other]))
    with pytest.raises(RulesError, match="two kinds of move are called 'bet'"):
        Rulebook(Phase("play", [one]), anytime=[one])


@pytest.mark.row("B32")
def test_a_kind_of_move_cannot_be_changed_once_it_is_declared() -> None:
    kind = MoveType(bet, "Puts coins in.")
    with pytest.raises(AttributeError):
        kind.help = "Takes coins out."  # type: ignore[misc]


@pytest.mark.row("G30")
def test_a_range_of_numbers_is_offered_without_being_counted() -> None:
    book = only(MoveType(bet, "Puts coins in.", numbers=up_to_all))
    state = Purse(coins=10**15)
    assert book.offers(state, 0) == (Amount("bet", 1, 10**15),)
    assert book.why_not(state, 0, f"bet {10**15}") is None
    refusal = book.why_not(state, 0, f"bet {10**15 + 1}")
    assert refusal is not None
    assert refusal.code == "out-of-range"
    assert book.apply(state, 0, "bet 7").coins == 10**15 - 7
    assert book.offers(Purse(coins=0), 0) == ()


@pytest.mark.row("G30")
def test_numbers_with_gaps_are_offered_one_by_one() -> None:
    even = MoveType(bet, "Puts coins in.", numbers=lambda state, player: (2, 4))
    book, state = only(even), Purse(coins=9)
    assert book.offers(state, 0) == ("bet 2", "bet 4")
    assert worded(book.why_not(state, 0, "bet 3")) == (
        "out-of-range",
        "'bet 3' is not possible now, but: bet 2, bet 4",
    )


@pytest.mark.parametrize("move", ["bet", "bet 01", "bet x", "bet  1", "beta 1", ""])
def test_a_text_that_is_no_move_of_the_game_is_unknown(move: str) -> None:
    book = only(MoveType(bet, "Puts coins in.", numbers=up_to_all))
    refusal = book.why_not(Purse(coins=9), 0, move)
    assert refusal is not None
    assert refusal.code == "unknown-move"


@pytest.mark.row("B31")
def test_a_screen_can_build_a_move_from_its_default() -> None:
    steal = MoveType(
        unchanged,
        "Steals from another.",
        "steal",
        numbers=lambda state, player: tuple(p for p in range(3) if p != player),
        default=opponent,
    )
    book = only(steal, MoveType(bet, "Puts coins in.", numbers=up_to_all))
    for player in range(3):
        move = book.default(Purse(), player, "steal")
        assert move == f"steal {(player + 1) % 3}"
        assert book.why_not(Purse(), player, move) is None
    assert book.default(Purse(coins=5), 0, "bet") == "bet 1"
    assert book.default(Purse(coins=0), 0, "bet") is None


@pytest.mark.row("B31")
def test_a_move_that_is_not_possible_is_not_proposed() -> None:
    def never(state: Purse, player: int) -> Reason | None:
        return Reason("never", plain("this is never possible"))

    kind: MoveType[Purse] = MoveType(unchanged, "Dreams.", "dream", never)
    assert only(kind).default(Purse(), 0, "dream") is None
    assert only(kind).offers(Purse(), 0) == ()


@pytest.mark.row("B41")
def test_a_move_may_do_nothing_but_be_made() -> None:
    book = only(MoveType(unchanged, "Passes.", "pass"))
    assert book.apply(Purse(coins=3), 0, "pass") == Purse(coins=3)
    assert book.default(Purse(), 0, "pass") == "pass"


@pytest.mark.row("B41")
def test_a_move_may_say_that_a_player_is_done() -> None:
    def done(state: Purse, player: int, number: int) -> Purse:
        return replace(state, done=True)

    def why_not(state: Purse, player: int) -> Reason | None:
        wrong = Reason("done", plain("you are done already"))
        return wrong if state.done else None

    book = only(MoveType(done, "Ends your turn.", why_not=why_not))
    after_it = book.apply(Purse(), 0, "done")
    assert worded(book.why_not(after_it, 0, "done")) == ("done", "you are done already")
    assert book.offers(after_it, 0) == ()


@pytest.mark.row("B41")
def test_a_move_may_count() -> None:
    def save(state: Purse, player: int, number: int) -> Purse:
        return replace(state, coins=state.coins + number)

    book = only(MoveType(save, "Saves.", numbers=lambda state, player: range(1, 4)))
    assert book.apply(book.apply(Purse(), 0, "save 1"), 0, "save 3").coins == 4


@pytest.mark.row("B41")
def test_a_move_may_choose_the_first_thing_that_fits() -> None:
    def take(state: Purse, player: int, card: int) -> Purse:
        return replace(state, pile=state.pile.remove(card))

    def even(state: Purse, player: int) -> tuple[int, ...]:
        return tuple(card for card in state.pile if card % 2 == 0)

    book = only(MoveType(take, "Takes an even card.", numbers=even))
    state = book.apply(Purse(), 0, "take 0")
    assert book.default(state, 0, "take") == "take 2"


@pytest.mark.row("B41")
def test_a_stack_is_shuffled_by_all_the_players_jointly() -> None:
    game = Pairs()
    state = start(game, 2, NoOptions()).state
    assert isinstance(game.turn(state), Shuffle)
    assert advance(game, state, Shuffled()).state.faces == ("",) * 6


def draw(count: int) -> MoveType[Purse]:
    def draw(state: Purse, player: int, number: int) -> Purse:
        pile, hand = move_first(state.pile, state.hand, count)
        return replace(state, pile=pile, hand=hand)

    return MoveType(draw, "Draws cards.")


def one_more(state: Purse) -> Purse:
    pile, hand = move_first(state.pile, state.hand, 1)
    return replace(state, pile=pile, hand=hand)


def settled(book: Rulebook[Purse], state: Purse) -> tuple[Purse, int]:
    steps = 0
    while (fixed := book.fix_up(state)) is not None:
        state, steps = fixed[1], steps + 1
    return state, steps


@pytest.mark.row("B41", "B42")
def test_a_fix_up_applies_until_its_condition_holds() -> None:
    take = until(one_more, lambda state: 6 in state.hand, "take")
    state, steps = settled(Rulebook(anytime=[take]), Purse())
    assert (state.hand.components, steps) == (tuple(range(7)), 7)


@pytest.mark.row("B42")
@pytest.mark.parametrize("reached", [0, 1, 4])
def test_a_fix_up_applies_until_a_count_is_reached(reached: int) -> None:
    take = until(one_more, lambda state: len(state.hand) >= reached, "take")
    state, steps = settled(Rulebook(anytime=[take]), Purse())
    assert len(state.hand) == steps == reached


@pytest.mark.row("B42")
@pytest.mark.parametrize("left", [0, 3, 10])
def test_a_fix_up_applies_until_a_count_is_left(left: int) -> None:
    take = until(one_more, lambda state: len(state.pile) <= left, "take")
    state, _ = settled(Rulebook(anytime=[take]), Purse())
    assert len(state.pile) == left


@pytest.mark.row("B42")
def test_in_an_order_later_moves_wait_until_the_condition_holds() -> None:
    take = until(one_more, lambda state: len(state.hand) >= 4, "take")
    done: FixUp[Purse] = FixUp(lambda state: replace(state, done=True), "done")
    book = Rulebook(Phase("draw", [take, done], ordered=True))
    state, steps = settled(book, book.start(Purse()))
    assert (len(state.hand), state.done, steps) == (4, True, 5)


@pytest.mark.row("B42")
def test_a_fix_up_applies_so_many_times() -> None:
    take = FixUp(one_more, in_a_row=3)
    book = Rulebook(Phase("draw", [take], ordered=True))
    state, steps = settled(book, book.start(Purse()))
    assert (state.hand.components, steps) == ((0, 1, 2), 3)


@pytest.mark.row("B42")
def test_one_move_may_take_so_many_components_or_all() -> None:
    assert only(draw(4)).apply(Purse(), 0, "draw").hand.components == (0, 1, 2, 3)
    pile, hand = move_all(Purse().pile, Purse().hand)
    assert (len(pile), len(hand)) == (0, 10)
