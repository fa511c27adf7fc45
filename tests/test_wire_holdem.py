"""docs/wire-holdem.md cannot drift: it has the fields and states of the program."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from games.poker.holdem import TexasHoldem
from games.poker.holdem_evening import HoldemOptions
from p2pgame import engine
from p2pgame.engine import Choose, Chosen, Dealt, Event, Opened, Rolled, Shuffled, play
from tests.wire_values import write_msgpack

HOLDEM = (Path(__file__).parent.parent / "docs" / "wire-holdem.md").read_text()
(EXAMPLE,) = re.findall(r"```example holdem\n(.*?)\n```", HOLDEM, re.DOTALL)
#: Each event, and the state after it.
STATES = [line.rsplit(" = ", 1) for line in EXAMPLE.splitlines()]


def event_of(words: str, player: int) -> Event:
    match words.split():
        case ["roll", number]:
            return Rolled((int(number),))
        case ["shuffle"]:
            return Shuffled()
        case ["deal"]:
            return Dealt()
        case ["open", *faces]:
            return Opened(tuple(faces))
    return Chosen(player, words)


def encoded(shown: str) -> bytes:
    return write_msgpack(json.loads(shown))


def test_a_hand_of_holdem_has_the_states_on_the_page() -> None:
    game = TexasHoldem()
    state = play.start(game, 2, HoldemOptions()).state
    (first, shown), *steps = STATES
    assert (first, encoded(shown)) == ("start", engine.state.encode(state))
    for words, shown in steps:
        turn = game.turn(state)
        player = turn.player if isinstance(turn, Choose) else -1
        state = play.advance(game, state, event_of(words, player)).state
        assert encoded(shown) == engine.state.encode(state)
    assert isinstance(game.turn(state), engine.Over)


def test_blinds_of_three_are_those_on_the_page() -> None:
    state = play.start(TexasHoldem(), 3, HoldemOptions(ante=2)).state
    assert (state.antes, state.blinds) == ((2, 2, 2), (5, 10, 0))


def test_an_all_in_showdown_leaves_the_fields_that_the_page_says() -> None:
    game = TexasHoldem()
    state = play.start(game, 2, HoldemOptions(hands=2)).state
    steps = "roll 0", "shuffle", "deal", "raise 1000", "call"
    shown = "open 7s 8s Kd Qc", "open 2c 7d Kh", "open 7h", "open Qs"
    for words in (*steps, *shown):
        turn = game.turn(state)
        player = turn.player if isinstance(turn, Choose) else -1
        state = play.advance(game, state, event_of(words, player)).state
        if words == shown[0]:
            assert (state.phase, state.live, state.acted) == ("board", (1, 0), (0, 1))
    assert (state.phase, state.live) == ("end", (1,))
    assert (state.to_act, state.acted, state.raised) == ((), (0, 1), 990)


def test_the_fields_of_a_state_are_those_on_the_page() -> None:
    state = play.start(TexasHoldem(), 2, HoldemOptions()).state
    (listed,) = re.findall(r"\n    (\[hands,.*?\])\n", HOLDEM, re.DOTALL)
    assert tuple(re.findall(r"\w+", listed)) == state.__struct_fields__


def test_the_options_of_holdem_are_on_the_page() -> None:
    for name, value in msgspec.to_builtins(HoldemOptions()).items():
        assert f"`{name}` {json.dumps(value)}" in HOLDEM


@pytest.mark.parametrize(("hand", "hands"), [(0, 1), (3, 3)])
def test_a_last_round_of_holdem_changes_what_the_page_says(
    hand: int, hands: int
) -> None:
    state = play.start(TexasHoldem(), 2, HoldemOptions(hands=9)).state
    state = replace(state, hand=hand)
    assert TexasHoldem().last_round(state) == replace(state, hands=hands)
