"""A program that is always just in time is bounded by the formula of its table."""

import pytest

from p2pgame.session.entries.payloads import UNTIMED, Time
from tests.session.game.slow_games import SLOW, longest, own_words, seen

TIME = Time(programs=600, grace=5)


@pytest.mark.attack(76)
@pytest.mark.parametrize("words", [1, 2, 10, 100])
def test_slow_words_take_no_longer_than_the_formula_says(words: int) -> None:
    took = seen(words, 300, TIME)
    assert took <= longest(words, TIME)
    assert words < 10 or took > SLOW * TIME.programs
    assert seen(words, 300, UNTIMED) == pytest.approx(words * SLOW * 300)


def test_the_words_of_a_program_are_those_that_no_player_decides() -> None:
    assert own_words("kuhn") == 5
