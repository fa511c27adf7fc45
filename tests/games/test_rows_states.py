"""Every state of every game is complete, public, and immutable."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from p2pgame.engine import (
    AnyGame,
    State,
    digest,
    view,
)
from p2pgame.engine.state import encode
from p2pgame.engine.turns import movers
from p2pgame.games.registry import GAMES
from p2pgame.playtest import Playout, play

#: The number of positions tested in each game.
LOOKS = 40


def game_of(name: str) -> Playout:
    game: AnyGame = GAMES[name]
    return play(game, min(game.seats[-1], 4), game.options(), seed=2)


def looked_at(playout: Playout) -> range:
    return range(0, len(playout.steps), max(1, len(playout.steps) // LOOKS))


def parts(value: object) -> Iterator[object]:
    """Yield a state and all states and tuples within it."""
    match value:
        case State():
            yield value
            for name in value.__struct_fields__:
                yield from parts(getattr(value, name))
        case tuple():
            yield value
            for inner in value:
                yield from parts(inner)


@pytest.mark.row("G05", "B53")
@pytest.mark.parametrize("name", GAMES)
def test_everything_that_anybody_sees_follows_from_the_state_and_its_faces(
    name: str,
) -> None:
    playout = game_of(name)
    for n in looked_at(playout):
        state, secrets = playout.steps[n].state, playout.secrets[n]
        read = msgspec.msgpack.decode(encode(state), type=type(state))
        for seat in (*range(playout.seats), None):
            for known in (secrets.known_to(seat), dict[int, str]()):
                seen = view(playout.game, state, seat, known)
                assert view(playout.game, read, seat, known) == seen
                assert seen.text


@pytest.mark.row("G06", "B18")
@pytest.mark.parametrize("name", GAMES)
def test_every_player_asked_to_decide_has_a_seat_at_the_table(name: str) -> None:
    playout = game_of(name)
    for n in looked_at(playout):
        state, turn = playout.steps[n].state, playout.turns[n]
        players = movers(turn)
        assert {*players} <= {*range(playout.seats)}
        assert len({*players}) == len(players)
        for seat in (-1, *range(playout.seats), playout.seats):
            choice = view(playout.game, state, seat, {}, turn).choice
            assert (choice is not None) == (seat in players)
        for stranger in (-1, playout.seats):
            assert playout.game.why_illegal(state, stranger, "pass") is not None


@pytest.mark.row("G34", "G29")
@pytest.mark.parametrize("name", GAMES)
def test_no_part_of_any_state_can_be_changed_in_place(name: str) -> None:
    playout = game_of(name)
    for n in looked_at(playout):
        state = playout.steps[n].state
        was = digest(state)
        for part in parts(state):
            if isinstance(part, tuple):
                with pytest.raises(TypeError):
                    part[0] = None  # type: ignore[index]
                continue
            assert isinstance(part, State)
            for field in part.__struct_fields__:
                with pytest.raises(AttributeError):
                    setattr(part, field, None)
                with pytest.raises(AttributeError):
                    delattr(part, field)
        assert digest(state) == was
