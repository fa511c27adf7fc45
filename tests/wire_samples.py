"""The games of which the second reader reads real tables, and their rules for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from p2pgame.engine import (
    Amount,
    AnyGame,
    Chosen,
    ChosenTogether,
    Event,
    Game,
    Opened,
    Options,
    Rolled,
    State,
    Turn,
    turns,
)
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.transport.finding import invite as program_invite
from tests import second, wire_invite
from tests.second import turns as asked
from tests.second.container import read as read_file
from tests.second.rules import KNOWN
from tests.second.scripted import Scripted, Story
from tests.second.states import Field
from tests.session.tables import TABLE

INVITE = program_invite.Invite(TABLE, bytes(range(16)), ("example.net:4400",))


class Inner(State, frozen=True):
    number: int
    flag: bool


class Sampled(State, frozen=True):
    step: int = 0
    faces: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    blob: bytes = b""
    inner: tuple[Inner, ...] = ()


#: Whatever has an encoding of its own in a state.
NUMBERS = tuple(
    number
    for bits in (5, 7, 8, 15, 16, 31, 32, 63)
    for number in (2**bits - 1, 2**bits, -(2**bits), -(2**bits) - 1)
    if number >= -(2**63)
)
INNER = (Inner(-1, True),) * 17
SIX = ("a", "b", "c", "d", "d", "é" * 40)


class Sampler(Game[Sampled, Options]):
    """One turn of every kind, in every shape that changes who says what when."""

    name = "sampler"
    version = 7
    seats = range(3, 4)
    options = Options
    only_deals = True

    def setup(self, seats: int, options: Options) -> Sampled:
        return Sampled()

    def turn(self, state: Sampled) -> Turn:
        script: tuple[Turn, ...] = (
            turns.Shuffle(SIX, (0, 1, 2)),
            turns.Deal(((0, (0, 1)), (1, (2,)))),
            turns.Open((3, 2)),
            turns.Open((2,)),
            turns.Shuffle(("x", "y", "z"), (2, 0)),
            turns.Deal(((2, (1,)),)),
            turns.Open((1, 0)),
            turns.Together(
                (turns.Choose(2, ("up", "down")), turns.Choose(0, ("left", "right")))
            ),
            turns.Roll(6, 9),
            turns.Choose(1, (Amount("raise", 10, 200), "pass")),
            turns.Over((6, -1, -5)),
        )
        return script[state.step]

    def apply(self, state: Sampled, event: Event) -> Sampled:
        match event:
            case Opened(faces):
                state = replace(state, faces=state.faces + faces)
            case ChosenTogether(moves):
                state = replace(state, moves=moves, numbers=NUMBERS, blob=bytes(300))
            case Rolled(values):
                state = replace(state, dice=values)
            case Chosen(_, move):
                state = replace(state, moves=(*state.moves, move), inner=INNER)
        return replace(state, step=state.step + 1)

    def show(self, state: Sampled, faces: Mapping[int, str]) -> str:
        return f"step {state.step}"


def sampler() -> Story:
    """The same rules for the second reader."""
    up, left = ("up", "down"), ("left", "right")
    yield [0, [], [], [], [], b"", []], asked.Shuffle(SIX, (0, 1, 2))
    yield [1, [], [], [], [], b"", []], asked.Deal({0: 0, 1: 0, 2: 1})
    faces = [*(yield [2, [], [], [], [], b"", []], asked.Open((3, 2)))]
    faces += yield [3, [*faces], [], [], [], b"", []], asked.Open((2,))
    deck = asked.Shuffle(("x", "y", "z"), (2, 0))
    yield [4, [*faces], [], [], [], b"", []], deck
    yield [5, [*faces], [], [], [], b"", []], asked.Deal({1: 2})
    faces += yield [6, [*faces], [], [], [], b"", []], asked.Open((1, 0))
    both = asked.Together((asked.Choose(2, up), asked.Choose(0, left)))
    moves = yield [7, [*faces], [], [], [], b"", []], both
    rest: list[Field] = [[*NUMBERS], bytes(300)]
    dice = yield [8, [*faces], [*moves], [], *rest, []], asked.Roll(6, 9)
    turn = asked.Choose(1, ("pass",), (("raise", 10, 200),))
    moves = [*moves, *(yield [9, [*faces], [*moves], [*dice], *rest, []], turn)]
    inner: list[Field] = [[-1, True]] * 17
    yield [10, [*faces], [*moves], [*dice], *rest, [*inner]], asked.Over((6, -1, -5))


SAMPLER = Scripted("sampler", sampler, version=7, goes_on=False)

Sample = tuple[AnyGame, int, asked.Rules[Any]]

SAMPLES: dict[str, Sample] = {
    "kuhn": (KuhnPoker(), 2, KNOWN["kuhn"]),
    "tictactoe": (TicTacToe(), 2, KNOWN["tictactoe"]),
    "sampler": (Sampler(), 3, SAMPLER),
}


def read(data: bytes, name: str) -> second.Result:
    """Read a file and play it, as the page says."""
    game = second.verify(data, {name: SAMPLES[name][2]})
    assert read_file([data]).table == wire_invite.read_invite(INVITE.encode()).table
    return game
