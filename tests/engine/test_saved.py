"""Games are saved, and start from positions; other bytes are refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.engine import AnyGame, Chosen, Dealt, Event, Options, Shuffled
from p2pgame.engine.saved import KINDS, by_name, read_line, resume, write_line
from p2pgame.engine.undo.takeback import Recorded
from p2pgame.engine.undo.timeline import SAVED_LIMIT, Timeline
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.registry import GAMES
from p2pgame.games.tictactoe import Board, TicTacToe
from p2pgame.playtest import play
from tests.engine.counting import EVENTS, Counting, CountingOptions
from tests.engine.park import GAME, Park, ParkGame, ParkOptions, Side
from tests.engine.park_timeline import after
from tests.english import refusing


@pytest.mark.row("G15")
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_saved_and_goes_on_from_any_of_its_states(
    name: str, tmp_path: Path
) -> None:
    game: AnyGame = GAMES[name]
    seats, options = game.seats[-1], game.options()
    playout = play(game, seats, options, seed=5)
    every = max(1, len(playout.events) // 25)
    for at in range(0, len(playout.events), every):
        state = playout.states[at]
        saved = tmp_path / "saved"
        saved.write_bytes(Timeline.begin(game, seats, options, state).encode())
        loaded = Timeline.decode(game, saved.read_bytes())
        assert loaded.state == state
        following = loaded.advance(playout.events[at]).state
        assert following == playout.states[at + 1]


def test_a_whole_game_is_saved_with_all_that_happened() -> None:
    game = KuhnPoker()
    events: list[Event] = [Shuffled(), Dealt(), Chosen(0, "bet"), Chosen(1, "fold")]
    timeline = Timeline.begin(game, 2, Options()).replay(events)
    loaded = Timeline.decode(game, timeline.encode())
    assert loaded.record == tuple(events)
    assert loaded.moments == timeline.moments


@pytest.mark.row("G14")
def test_a_game_starts_from_a_position_in_its_own_notation() -> None:
    state = GAME.position(2, ParkOptions(), "choose 1")
    timeline = Timeline.begin(GAME, 2, ParkOptions(), state)
    assert timeline.advance(Chosen(1, "choose 3")).state.phase == "place"
    with refusing(ValueError, match="Tic-tac-toe has no notation"):
        TicTacToe().position(2, Options(), "...")


PARK = GAME.setup(2, ParkOptions())


@pytest.mark.row("G14")
@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (Board(), "this is no state of park"),
        (msgspec.structs.replace(PARK, supply=["bear"]), "this is no state of park"),
        (msgspec.structs.replace(PARK, player="0"), "this is no state of park"),
        (msgspec.structs.replace(PARK, player=2**80), "this is no state of park"),
        (msgspec.structs.replace(PARK, phase="place", player=9), "cannot go on"),
        (msgspec.structs.replace(PARK, phase="place", player=-1), "not for 2 players"),
        (
            msgspec.structs.replace(PARK, phase="choose", sides=(Side(()), Side(()))),
            "still to follow in this state: no tile is left",
        ),
        (
            msgspec.structs.replace(PARK, phase="over", sides=(Side(),) * 3),
            "not for 2 players",
        ),
    ],
)
def test_a_start_that_is_no_state_of_the_game_is_refused(
    state: Park, sentence: str
) -> None:
    with refusing(ValueError, match=sentence):
        resume(GAME, 2, ParkOptions(), state)


@pytest.mark.parametrize("turn", range(7))
def test_a_start_may_be_in_any_kind_of_turn(turn: int) -> None:
    game, options = Counting(), CountingOptions()
    state = Timeline.begin(game, 2, options).replay(EVENTS[:turn]).state
    assert resume(game, 2, options, state).state == state
    if turn == 6:
        with refusing(ValueError, match="not for 3 players"):
            resume(game, 3, options, state)


BEGUN = after((0, "choose 2"))


def saved(**fields: object) -> bytes:
    whole = msgspec.msgpack.decode(BEGUN.encode())
    return msgspec.msgpack.encode({**whole, **fields})


def without(*names: str) -> bytes:
    whole = msgspec.msgpack.decode(BEGUN.encode())
    return msgspec.msgpack.encode({k: v for k, v in whole.items() if k not in names})


@pytest.mark.row("U27")
def test_another_version_or_game_is_refused_in_plain_words() -> None:
    with pytest.raises(ValueError) as caught:
        Timeline.decode(GAME, saved(version=2, news="of version 2"))
    assert str(caught.value) == (
        "this was saved by version 2 of park, and these are the rules of version 1"
    )
    with refusing(ValueError, match="saved of park, not of tictactoe"):
        Timeline.decode(TicTacToe(), saved())


@pytest.mark.row("U27")
def test_old_rules_still_load_undo_and_continue_beside_new_ones() -> None:
    class NewPark(ParkGame):
        version = 2

    data = after((0, "choose 2"), (0, "place 1")).encode()
    with refusing(ValueError, match="by version 1 of park"):
        Timeline.decode(NewPark(), data)
    old = Timeline.decode(GAME, data).undo(0)
    assert old.advance(Chosen(0, "place 4")).state.sides[0].board == ((2, 4),)


@pytest.mark.row("U28")
def test_a_field_that_an_older_program_did_not_write_has_its_default() -> None:
    assert Timeline.decode(GAME, without("record")).state.phase == "shuffle"
    loaded = Timeline.decode(GAME, saved(options={"bears": 7}))
    assert loaded.options == ParkOptions(bears=7)


@pytest.mark.row("U09")
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "nothing saved of park"),
        (b"\xc1", "nothing saved of park"),
        (saved() + b"\x00", "nothing saved of park"),
        (b"\x91" * 100_000, "nothing saved of park"),
        (b"\x00" * (SAVED_LIMIT + 1), f"not {SAVED_LIMIT} at most"),
        (without("game"), "missing required field `game`"),
        (without("start"), "missing required field `start`"),
        (saved(more=1), "unknown field `more`"),
        (saved(seats="2"), "Expected `int`"),
        (saved(seats=7), "park takes 2 players, not 7"),
        (saved(options={"wolves": 1}), "unknown field `wolves`"),
        (saved(start=b""), "no saved timeline of park"),
        (saved(start=b"\x90"), "no saved timeline of park"),
        (saved(record=[["system", ["ls"]]]), "a record holds no 'system'"),
        (saved(record=[["Park", [["bear"]]]]), "a record holds no 'Park'"),
        (saved(record=[["Chosen", ["0", "gate"]]]), "this is no Chosen"),
        (saved(record=[["Chosen", [0]]]), "this is no Chosen"),
        (saved(record=[["Shuffled", [1]]]), "written in another way"),
        (saved(record=[["Chosen", [0, "fly"]]]), "does not answer"),
    ],
)
def test_bytes_that_are_no_saved_timeline_are_refused_in_plain_words(
    data: bytes, sentence: str
) -> None:
    with refusing(ValueError, match=sentence):
        Timeline.decode(GAME, data)


number, text = st.integers(-(2**63), 2**63 - 1), st.text(max_size=20)

FIELDS: dict[str, st.SearchStrategy[tuple[object, ...]]] = {
    "Chosen": st.tuples(number, text),
    "ChosenTogether": st.tuples(st.lists(text).map(tuple)),
    "Opened": st.tuples(st.lists(text).map(tuple)),
    "Rolled": st.tuples(st.lists(number).map(tuple)),
    "Ticked": st.tuples(st.lists(st.tuples(number, text)).map(tuple)),
    "Expired": st.tuples(number),
    "Seated": st.tuples(number, st.sampled_from(["in", "out", "gone"])),
    "Undone": st.tuples(number, number),
    "Redone": st.tuples(number, number),
    "Requested": st.tuples(number, number, number),
    "Agreed": st.tuples(number, number),
    "Refused": st.tuples(number, number),
}


@pytest.mark.row("U08")
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=25)
def test_every_kind_of_a_record_is_read_as_it_was_written(
    kind: str, data: st.DataObject
) -> None:
    make: Callable[..., Recorded] = KINDS[kind]
    recorded = make(*data.draw(FIELDS.get(kind, st.just(()))))
    again = read_line(write_line(recorded))
    assert again == recorded
    assert type(again) is type(recorded)


@pytest.mark.row("U09")
def test_reading_runs_no_constructor_and_knows_a_closed_list_of_kinds() -> None:
    for kind in KINDS.values():
        assert kind.__init__ is msgspec.Struct.__init__
        assert not hasattr(kind, "__post_init__")
    with pytest.raises(TypeError):
        KINDS["Board"] = Board  # type: ignore[index]


@pytest.mark.row("U03")
def test_nothing_that_a_record_holds_can_be_changed() -> None:
    assert all(kind.__struct_config__.frozen for kind in KINDS.values())


@pytest.mark.row("U07")
def test_a_kind_is_listed_once() -> None:
    class Chosen(Options, frozen=True):
        pass

    with refusing(ValueError, match="one name"):
        by_name(*KINDS.values(), Chosen)
