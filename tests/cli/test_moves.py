"""People type as they like; what they mean is one move, or is asked back."""

from __future__ import annotations

from itertools import combinations

import pytest

from p2pgame.cli.text import moves
from p2pgame.engine import Amount, Choose

FACING = Choose(0, ("fold", "call", Amount("raise", 52, 1000)))
FACING_HINTS = ("fold", "call 21", "raise to 52…1000 (half pot 62, pot 104)")
CAPPED = Choose(0, ("fold", "call"))
CELLS = Choose(0, ("1", "2", "12"))


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("call", "call"),
        ("CALL", "call"),
        ("c", "call"),
        ("call 21", "call"),
        ("f", "fold"),
        ("raise 60", "raise 60"),
        ("Raise to 60", "raise 60"),
        ("r 060", "raise 60"),
        ("raise 52", "raise 52"),
        ("raise 1000", "raise 1000"),
        ("all-in", "raise 1000"),
        ("AllIn", "raise 1000"),
        ("all in", "raise 1000"),
        ("raise 51", "raise 51"),  # the rules say why that can't be
        ("raise to 1001", "raise 1001"),
        ("bet 60", "raise 60"),
        ("60", "raise 60"),
        ("51", "raise 51"),
        ("raise pot", "raise 104"),
        ("pot", "raise 104"),
        ("bet the pot", "raise 104"),
        ("raise half pot", "raise 62"),
        ("half pot", "raise 62"),
        ("half the pot", "raise 62"),
        ("1/2 pot", "raise 62"),
        ("min raise", "raise 52"),
        ("min", "raise 52"),
        ("raise max", "raise 1000"),
        ("rise 60", "rise 60"),
        ("check", "check"),
    ],
)
def test_a_line_is_understood_as_a_move_or_left_as_it_is(line: str, move: str) -> None:
    assert moves.understand(line, FACING, FACING_HINTS) == move


HOW_MUCH = "Raise to how much? From 52 to 1000. Or say half pot, pot."


def test_all_in_is_a_call_where_nothing_can_be_raised() -> None:
    assert moves.understand("all-in", CAPPED, ("fold", "call 9")) == "call"
    assert moves.understand("all-in", CELLS, CELLS_HINTS) == "all-in"


CELLS_HINTS = ("1", "2", "12")


def test_a_whole_move_is_preferred_to_the_beginning_of_another() -> None:
    assert moves.understand("1", CELLS, CELLS_HINTS) == "1"
    ambiguous = Choose(0, ("check", "call"))
    assert moves.understand("c", ambiguous, ("check", "call")) == "c"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("raise", HOW_MUCH),
        ("bet", HOW_MUCH),
        ("Bet sixty", HOW_MUCH),
        ("raise a lot", HOW_MUCH),
        ("raise -60", HOW_MUCH),
        (f"raise {'9' * 5000}", HOW_MUCH),
        ("raise ٦٠", HOW_MUCH),
        ("call 5", "call takes no number."),
    ],
)
def test_what_is_no_number_is_asked_back(line: str, words: str) -> None:
    with pytest.raises(moves.NotUnderstood) as caught:
        moves.understand(line, FACING, FACING_HINTS)
    assert str(caught.value) == words


def test_a_game_without_words_of_its_own_is_asked_about_plainly() -> None:
    offer = Amount("bid", 1, 5)
    with pytest.raises(moves.NotUnderstood, match=r"^Bid how much\? From 1 to 5\.$"):
        moves.understand("bid", Choose(0, (offer,)), (str(offer),))


def test_a_refusal_says_what_is_possible_and_stays_short() -> None:
    assert moves.refusal("rise 60", FACING_HINTS) == (
        "Not possible now: 'rise 60'. You may: fold, call 21, "
        "raise to 52…1000 (half pot 62, pot 104)."
    )
    assert len(moves.refusal("x" * 5000, FACING_HINTS)) < 130


def test_a_refusal_of_one_of_many_says_what_is_close() -> None:
    hints = [f"{a}{n}{a}{n + 2} ({a}{n + 2})" for a in "abcdefgh" for n in (2, 3, 4)]
    refused = moves.refusal("e2e5", [*hints, "resign"])
    assert refused == (
        "Not possible now: 'e2e5'. Close to it are e2e4 (e4) and e3e5 (e5) "
        "(? lists all)."
    )
    assert moves.refusal("resing", [*hints, "resign"]) == (
        "Not possible now: 'resing'. Close to it is resign (? lists all)."
    )
    assert moves.refusal("xyz", [*hints, "resign"]).startswith(
        "Not possible now: 'xyz'. You may: one of 24 such as c6 or f5, resign"
    )


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("  raise \t 60\n", "raise 60"),
        ("ca\x1b[Dll", "call"),
        ("\x1b[2J\x1b]0;title\x07fold", "0;titlefold"),
        ("fo\x00ld\x7f", "fold"),
        ("fo\u202eld", "fold"),
        ("\x1b[A", ""),
        (" ", ""),
    ],
)
def test_what_cannot_be_shown_is_dropped(typed: str, line: str) -> None:
    assert moves.cleaned(typed) == line


CHESS = Choose(0, ("b2c3", "f1c3", "g1f3", "offer draw", "resign"))
CHESS_HINTS = ("b2c3 (bxc3)", "f1c3 (Bxc3)", "g1f3 (Nf3)", "offer draw", "resign")


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("Nf3", "g1f3"),
        ("nf3", "g1f3"),
        ("bc3", "bc3"),
        ("f1-c3", "f1c3"),
        ("bxc3", "b2c3"),
        ("Bxc3", "f1c3"),
        ("g1f3 (Nf3)", "g1f3"),
        ("g", "g1f3"),
        ("r", "r"),
        ("resign", "resign"),
        ("Resign", "resign"),
        ("o", "o"),
    ],
)
def test_a_move_has_a_second_name_and_nobody_resigns_by_one_letter(
    line: str, move: str
) -> None:
    assert moves.understand(line, CHESS, CHESS_HINTS) == move


def test_many_moves_are_counted_with_two_that_a_person_would_type() -> None:
    cells = [f"{letter}{n}" for letter in "abcdefghij" for n in range(1, 11)]
    assert moves.in_short(cells) == "one of 100 such as d4 or g7 (? lists all)"


def test_few_moves_are_shown_whole() -> None:
    assert moves.in_short(FACING_HINTS) == ", ".join(FACING_HINTS)


def test_many_moves_that_begin_alike_stand_together() -> None:
    hints = [*(f"A {n}" for n in range(200)), *(f"B {n}" for n in range(9)), "undo A"]
    assert moves.in_short(hints) == (
        "one of 200 such as A 66 or A 133, one of 9 such as B 3 or B 6, undo A "
        "(? lists all)"
    )


def test_many_moves_of_one_word_or_of_two_names_are_counted() -> None:
    cells = [f"a{n}b{n}" for n in range(99)]
    assert moves.in_short(cells) == "one of 99 such as a33b33 or a66b66 (? lists all)"
    named = [f"{cell} (a{cell})" for cell in cells]
    assert moves.in_short([*named, "offer draw", "resign"]) == (
        "one of 99 such as aa33b33 or aa66b66, offer draw, resign (? lists all)"
    )


def test_many_ways_to_begin_are_cut_short() -> None:
    hints = [f"letter{n} {way}" for n in range(30) for way in ("up", "left", "down")]
    text = moves.in_short(hints)
    assert text.startswith("one of 3 such as letter0 left or letter0 down, one of ")
    assert text.endswith(" more (? lists all)")
    assert len(text) < 200


HAND = Choose(0, ("play 1", "play 8", "play 9", "play 12", "play 20", "draw"))
HAND_HINTS = (
    *("play 1 (8d)", "play 8 (Jd)", "play 9 (Qh)", "play 12 (Th)"),
    *("play 20 (Qs)", "draw"),
)


@pytest.mark.parametrize(
    "line",
    [
        *("qh", "QH", "Qh", "♥Q", "q♥", "♥ Q", "hq", "play qh", "Play QH", "p qh"),
        *("q hearts", "queen of hearts", "the queen of hearts", "play queen hearts"),
        "play 9 (Qh)",
    ],
)
def test_a_card_is_named_as_people_like(line: str) -> None:
    assert moves.understand(line, HAND, HAND_HINTS) == "play 9"


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("10h", "play 12"),
        ("th", "play 12"),
        ("ten of hearts", "play 12"),
        ("8", "play 1"),  # an eight, not the card in slot 8
        ("play 8", "play 1"),
        ("jack", "play 8"),
        ("d", "draw"),
        ("draw", "draw"),
        ("2h", "2h"),
    ],
)
def test_a_rank_alone_is_enough_and_slots_are_no_names(line: str, move: str) -> None:
    assert moves.understand(line, HAND, HAND_HINTS) == move


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("queen", "^Which one: play Qs or play Qh[?]$"),
        ("play q", "^Which one: play Qs or play Qh[?]$"),
        ("play 12", "^Not possible now: 'play 12'. You may: play Qs/Qh/Th/Jd/8d, "),
    ],
)
def test_a_card_that_is_not_clear_is_asked_back(line: str, words: str) -> None:
    with pytest.raises(moves.NotUnderstood, match=words):
        moves.understand(line, HAND, HAND_HINTS)


def test_of_two_cards_alike_any_will_do() -> None:
    twins = Choose(0, ("play 1", "play 60"))
    hints = ("play 1 (8d)", "play 60 (8d)")
    assert moves.understand("8d", twins, hints) == "play 1"
    assert moves.in_short(hints) == "play 8d"


def test_cards_are_shown_without_their_slots() -> None:
    assert moves.in_short(HAND_HINTS) == "play Qs/Qh/Th/Jd/8d, draw"
    assert moves.advice(HAND_HINTS) == (
        "Moves now, written out or as they begin:\n  play Qs/Qh/Th/Jd/8d\n  draw"
    )


def test_a_number_that_is_the_only_one_is_no_range() -> None:
    hints = ("threes 1…9", "fives 9…9", "raise to 30…30 (pot 30)")
    assert moves.in_short(hints) == "threes 1…9, fives 9, raise to 30 (pot 30)"
    assert "\n  fives 9\n" in moves.advice(hints)


BIDS = Choose(0, (Amount("threes", 2, 9), Amount("fives", 3, 9), "liar"))
BIDS_HINTS = ("threes 2…9", "fives 3…9", "liar")


@pytest.mark.parametrize(
    "line",
    [
        *("fives 3", "3 fives", "3 FIVES", "3 × fives", "3x fives", "3 five", "3 f"),
        *("three fives", "Three Fives", "three 5s", "3 5's", "3 5", "bid three fives"),
        *("fives three", "f 3"),
    ],
)
def test_a_number_may_stand_before_its_word(line: str) -> None:
    assert moves.understand(line, BIDS, BIDS_HINTS) == "fives 3"


def test_a_number_out_of_range_is_left_to_the_rules() -> None:
    assert moves.understand("two fives", BIDS, BIDS_HINTS) == "fives 2"
    assert moves.understand("3 liars", BIDS, BIDS_HINTS) == "3 liars"


def test_a_bare_number_is_the_one_move_that_takes_it() -> None:
    assert moves.understand("2", BIDS, BIDS_HINTS) == "threes 2"
    assert moves.understand("3", BIDS, BIDS_HINTS) == "3"  # two moves take it
    assert moves.understand("1", CELLS, CELLS_HINTS) == "1"


WAYS = Choose(0, ("A1 right", "A1 down", "B1 down", "undo B1", "restart", "give up"))
WAYS_HINTS = tuple(map(str, WAYS.moves))


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("b1 d", "B1 down"),
        ("b d", "B1 down"),
        ("a d", "A1 down"),
        ("u b", "undo B1"),
        ("a1 x", "a1 x"),
        ("a", "a"),
        ("g u", "g u"),  # nobody gives up by two letters
        ("b1 down now", "b1 down now"),
    ],
)
def test_the_one_move_whose_words_begin_like_that_is_meant(
    line: str, move: str
) -> None:
    assert moves.understand(line, WAYS, WAYS_HINTS) == move


CARDS = {1: "2c", 5: "Kh", 9: "Qs", 13: "9d", 17: "Qd"}
PASS = Choose(0, tuple(f"pass {a} {b} {c}" for a, b, c in combinations(CARDS, 3)))
PASS_HINTS = tuple(
    f"{move} ({' '.join(CARDS[int(slot)] for slot in str(move).split()[1:])})"
    for move in PASS.moves
)


@pytest.mark.parametrize(
    "line",
    [
        *("pass QS KH 2C", "pass 2c kh qs", "qs kh 2c", "p kh, 2c, qs", "2 k qs"),
        *("pass queen of spades, king of hearts and the 2 of clubs", "♠Q K♥ ♣ 2"),
        "pass 1 5 9 (2c Kh Qs)",
    ],
)
def test_several_cards_are_named_in_any_order(line: str) -> None:
    assert moves.understand(line, PASS, PASS_HINTS) == "pass 1 5 9"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pass qs kh", "^3 cards are needed, not 2: as in 'pass 2c 9d Qd'[.]$"),
        ("qs kh 2c 9d", "^3 cards are needed, not 4: as in 'pass 2c 9d Qd'[.]$"),
        ("pass", "^3 cards are needed, not 0: as in 'pass 2c 9d Qd'[.]$"),
        ("pass qs kh qs", "^Qs is named twice: name 3 cards[.]$"),
        ("qs kh as", "^As is not in your hand[.]$"),
        ("qs kh 7", "^7 is not in your hand[.]$"),
        ("q kh 2c", "^Which one: Qd or Qs[?]$"),
        ("pass qs kh sofa", "^'sofa' is no card[.]$"),
        ("pass 1 5 9", "^'1' is no card[.]$"),
    ],
)
def test_a_wrong_choice_of_several_cards_is_asked_back(line: str, words: str) -> None:
    with pytest.raises(moves.NotUnderstood, match=words):
        moves.understand(line, PASS, PASS_HINTS)


def test_a_choice_of_several_cards_is_shown_once() -> None:
    assert moves.in_short(PASS_HINTS) == "pass 3 of 2c 9d Qd Kh Qs"
    assert moves.understand("hello", PASS, PASS_HINTS) == "hello"
    refused = moves.refusal("hello", PASS_HINTS)
    assert refused == "Not possible now: 'hello'. You may: pass 3 of 2c 9d Qd Kh Qs."
