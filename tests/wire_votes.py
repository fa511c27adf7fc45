"""A game that goes on without whoever has gone, for tables and the second reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from p2pgame.engine import (
    Chosen,
    ChosenTogether,
    Event,
    Game,
    Options,
    Reason,
    Seated,
    State,
    Status,
    Turn,
    results,
    turns,
)
from p2pgame.session import Table
from p2pgame.session.table.trace import trace
from tests import second
from tests.second import turns as asked
from tests.second.scripted import Scripted, SeatGone, Story
from tests.second.states import Field
from tests.session.tables import Net, known

#: The number of the last move, from 0.
LAST = 20


class Voted(State, frozen=True):
    seats: int
    here: tuple[int, ...]
    moves: tuple[str, ...] = ()


class Votes(Game[Voted, Options]):
    """Those who are here at once, or the first of them; who goes is let go.

    The last move is one player's.
    """

    name = "votes"
    version = 1
    seats = range(3, 7)
    options = Options

    def setup(self, seats: int, options: Options) -> Voted:
        return Voted(seats, tuple(range(seats)))

    def turn(self, state: Voted) -> Turn:
        made, seats = len(state.moves), range(state.seats)
        if made > LAST:
            return results.by_score([int(seat in state.here) for seat in seats])
        choices = [turns.Choose(seat, ("no", "yes")) for seat in state.here]
        alone = made % 2 or made > LAST - 4
        return choices[0] if alone else turns.Together(tuple(choices))

    def apply(self, state: Voted, event: Event) -> Voted:
        match event:
            case Seated(player):
                here = tuple(seat for seat in state.here if seat != player)
                return replace(state, here=here)
            case ChosenTogether(moves):
                return replace(state, moves=(*state.moves, *moves))
            case Chosen(_, move):
                return replace(state, moves=(*state.moves, move))
        raise AssertionError(event)

    def why_not_seated(
        self, state: Voted, player: int, status: Status
    ) -> Reason | None:
        return None

    def show(self, state: Voted, faces: Mapping[int, str]) -> str:
        return " ".join(state.moves)


def votes(seats: int = 4) -> Scripted:
    """The same rules for the second reader."""
    return Scripted("votes", lambda: _story(seats), deals=False)


def _story(seats: int) -> Story:
    here, moves = [*range(seats)], list[Field]()
    while len(moves) <= LAST:
        choices = tuple(asked.Choose(seat, ("no", "yes")) for seat in here)
        alone = len(moves) % 2 or len(moves) > LAST - 4
        turn = choices[0] if alone else asked.Together(choices)
        event = yield [seats, [*here], [*moves]], turn
        if isinstance(event, SeatGone):
            here.remove(*event)
        else:
            moves += map(str, event)
    gone = seats - len(here)
    won = tuple(gone if seat in here else -len(here) for seat in range(seats))
    yield [seats, here, moves], asked.Over(won)


def read(data: bytes, rules: Scripted) -> second.Result:
    """Read a file and play it, as the page says."""
    return second.verify(data, {rules.name: rules})


def left_alone(net: Net) -> list[Table]:
    """Play to the end without those who are silent; return the tables that do."""
    for _ in range(20):
        net.play()
        for seat, table in enumerate(net.tables):
            if seat not in net.silent:
                table.lose_patience()
    return [table for seat, table in enumerate(net.tables) if seat not in net.silent]


def agree(table: Table, game: second.Result) -> None:
    play = table.play
    assert play is not None
    assert isinstance(play.turn, turns.Over)
    assert (game.turns[-1], game.payoffs) == (play.id, play.turn.payoffs)
    lines: list[str] = []
    trace(table.transcript(), known(play.start.game), lines.append)
    assert [*game.trace] == lines


def agreed(net: Net, tables: Sequence[Table], seats: int = 4) -> second.Result:
    """Return what the second reader makes of the one game that all tables have."""
    assert all(table.complete for table in tables)
    (data,) = {table.transcript() for table in tables}
    game = read(data, votes(seats))
    agree(tables[0], game)
    return game
