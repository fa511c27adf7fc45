"""Every game tells its table in sentences: to be read aloud, in each language."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from itertools import islice

import pytest

from p2pgame.client.words import say
from p2pgame.engine import Game, Message
from p2pgame.games.registry import GAMES
from p2pgame.playtest import Case, Playout, play
from p2pgame.playtest.dealer import Dealer
from p2pgame.playtest.playout import follow
from p2pgame.playtest.secrecy import moments as much_hidden
from p2pgame.playtest.secrecy import other_deal
from p2pgame.text import languages
from tests.games.drawn import makes_scenes, sentences_of

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jo")

#: The states that are looked at in one playthrough.
STATES = 5

each_game = pytest.mark.parametrize("name", GAMES)


@cache
def playout(name: str) -> Playout:
    game = GAMES[name]
    return play(game, game.seats[0], game.options(), seed=3)


@cache
def told(name: str) -> dict[str, tuple[Message, ...]]:
    """Return what a game tells in some states, each with words that say which it is."""
    played = playout(name)
    last = len(played.steps) - 1
    return {
        f"state {n}, seat {seat}": sentences_of(
            played.game, played.steps[n].state, played.secrets[n].known_to(seat), seat
        )
        for n in sorted({*range(0, last, last // STATES + 1), last})
        for seat in (None, 0)
    }


@each_game
def test_every_game_tells_its_table(name: str) -> None:
    assert (
        makes_scenes(GAMES[name])
        or type(GAMES[name]).in_sentences is not Game.in_sentences
    )


@pytest.mark.parametrize("language", languages())
@each_game
def test_each_sentence_is_one_line_without_columns_or_signs(
    name: str, language: str
) -> None:
    for where, messages in told(name).items():
        assert messages, where
        for message in messages:
            line = say(message, NAMES, language=language)
            assert line, where
            assert not re.search(r"\n|  |[·|×?→♣♦♥♠…]", line), (where, line)
            assert not re.search(r"player \d|Platz \d|[a-z]+-table-", line), line


@each_game
def test_german_tells_as_many_sentences_in_other_words(name: str) -> None:
    for where, messages in told(name).items():
        english = [say(one, NAMES, language="en") for one in messages]
        german = [say(one, NAMES, language="de") for one in messages]
        same = {*english} & {*german}
        assert not {one for one in same if re.search("[a-z]{4}", one)}, (where, same)


@each_game
def test_nothing_is_told_that_its_seat_does_not_know(name: str) -> None:
    game = GAMES[name]
    case = Case(game, game.seats[0], game.options(), 0)
    ours = case.playout
    for seat in case.viewers:
        until = much_hidden(ours, seat)[0]
        swapped = other_deal(case, seat, until)
        if swapped is None:
            continue
        dealer = Dealer(game, f"cards {case.seed}", case.place, swapped)
        for n, (state, secrets) in enumerate(islice(follow(ours, dealer), until + 1)):
            if n % (until // STATES + 1) == 0 or n == until:
                mine = ours.steps[n].state, ours.secrets[n].known_to(seat)
                assert sentences_of(game, *mine, seat) == sentences_of(
                    game, state, secrets.known_to(seat), seat
                ), f"state {n}, seat {seat}"


def test_a_game_is_imported_without_its_sentences() -> None:
    """So a program that tells nothing, such as an arena, does not read them."""
    code = (
        "import sys; from p2pgame.games.registry import GAMES;"
        "[*map(GAMES.get, GAMES)];"
        "print([n for n in sys.modules if 'sentences' in n and 'games.' in n])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120
    )
    assert run.stdout == "[]\n", run.stderr
