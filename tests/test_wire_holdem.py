"""docs/wire-holdem.md cannot drift: it has the fields and states of the program."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from p2pgame import engine
from p2pgame.engine import Choose, Chosen, Dealt, Event, Opened, Rolled, Shuffled, play
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_1 import TexasHoldem1
from p2pgame.games.poker.holdem_2 import TexasHoldem2
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.playtest import playout
from tests.borrowed_rules import turn_of
from tests.second import turns as asked
from tests.second.rules.holdem import Holdem
from tests.second.rules.holdem_1 import Holdem1
from tests.second.rules.holdem_2 import Holdem2
from tests.second.rules.holdem_table import State as HoldemState
from tests.second.states import digest
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


# The transitions on the page, as the second reader has them

VERSIONS = pytest.mark.parametrize(
    ("game", "page"),
    [
        (TexasHoldem1(), Holdem1()),
        (TexasHoldem2(), Holdem2()),
        (TexasHoldem(), Holdem()),
    ],
)
PAGE_S = Holdem()


def _event(event: Event) -> asked.Event:
    fields = [getattr(event, name) for name in event.__struct_fields__]
    if len(fields) == 1 and isinstance(fields[0], tuple):
        fields = [*fields[0]]
    return asked.Event(type(event).__name__.lower(), tuple(fields))


def _after(page: Holdem, state: HoldemState, event: asked.Event) -> HoldemState:
    if event.kind != "seated":
        return page.apply(state, event)
    seat = event.values[0]
    assert isinstance(seat, int)
    left = page.without(state, seat)
    assert left is not None
    return left


def _options(seed: int) -> dict[str, int | str]:
    """Return options with short stacks, levels and antes now and then."""
    seats = 2 + seed % 5
    short = ",".join(str(11 + 7 * (seed * n % 9)) for n in range(1, seats + 1))
    return {
        "hands": 1 + seed % 3,
        "stack": (40, 100, 1000)[seed % 3],
        "ante": (0, 0, 3)[seed // 2 % 3],
        "raise_every": seed // 3 % 3,
        "button": seed % (seats + 1),
        "stacks": ("", short)[seed // 5 % 2],
    }


@VERSIONS
def test_the_page_s_transitions_lead_to_the_program_s_states(
    game: TexasHoldem, page: Holdem
) -> None:
    left = set[str]()
    for seed in range(15):
        seats, options = 2 + seed % 5, _options(seed)
        chosen = msgspec.convert(options, HoldemOptions)
        played = playout.play(game, seats, chosen, seed)
        state = page.start(seats, options)
        assert state is not None
        for n, step in enumerate(played.steps):
            if n:
                event = _event(played.events[n - 1])
                left |= {state.phase} if event.kind == "seated" else set()
                state = _after(page, state, event)
            assert digest(page.fields(state)) == engine.digest(step.state)
            assert page.turn(state) == turn_of(played.turns[n])
            if n % 9 == 0:
                gone = frozenset({seed % seats})
                assert page.settled(state, gone) == game.settled(step.state, gone)
    assert len(left) > 3


@pytest.mark.parametrize(("last", "raises"), [("raise 55", True), ("fold", False)])
def test_short_all_ins_add_up_to_a_raise_as_the_page_says(
    last: str, raises: bool
) -> None:
    options = {"stacks": "55,1000,1000,45", "button": 4}
    state = PAGE_S.start(4, options)
    assert state is not None
    for kind in ("shuffled", "dealt"):
        state = PAGE_S.apply(state, asked.Event(kind))
    moves = ("raise 30", "raise 45", last, "call")
    for seat, move in zip((2, 3, 0, 1), moves, strict=True):
        state = PAGE_S.apply(state, asked.Event("chosen", (seat, move)))
    turn = PAGE_S.turn(state)
    assert isinstance(turn, asked.Choose)
    assert (turn.player, bool(turn.numbers)) == (2, raises)
