"""A stored plan survives a crash, and bytes that are no plan are refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p2pgame.engine import Options, digest, view
from p2pgame.engine.turns import MOVE_LIMIT
from p2pgame.engine.undo.confirmed import PLAN_LIMIT, Confirmed
from p2pgame.engine.undo.plan import MOVES_LIMIT, Group, Plan
from p2pgame.engine.undo.timeline import Timeline
from p2pgame.games.tictactoe import TicTacToe
from tests.children import next_line
from tests.engine.park import GAME, ParkOptions
from tests.engine.planning import MOVES, TABLE, made, on
from tests.english import refusing

ROOT = Path(__file__).parents[2]

#: A program that stores each step of a plan before the next, then waits to be killed.
CHILD = """
import os, sys
from p2pgame.engine import digest
from p2pgame.engine.undo.plan import Plan
from tests.engine.park import GAME
from tests.engine.planning import TABLE

plan = Plan(GAME, 0, TABLE)
for move in sys.argv[2:]:
    plan = plan.add(move)
    with open(sys.argv[1] + ".new", "wb") as file:
        file.write(plan.encode())
        file.flush()
        os.fsync(file.fileno())
    os.replace(sys.argv[1] + ".new", sys.argv[1])
    print(digest(plan.state).hex(), flush=True)
sys.stdin.read()
"""


@pytest.mark.row("U11", "U12")
def test_a_plan_survives_kill_9(tmp_path: Path) -> None:
    kept = tmp_path / "plan"
    command = [sys.executable, "-c", CHILD, str(kept), *MOVES]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        hashes = [next_line(child).strip() for _ in MOVES]
        child.send_signal(signal.SIGKILL)
        assert child.wait(30) == -signal.SIGKILL
    plan = Plan.decode(GAME, TABLE, kept.read_bytes())
    assert digest(plan.state).hex() == hashes[-1]
    assert plan.levels == len(MOVES)
    seen = view(GAME, plan.state, 0, {}, plan.turn)
    assert "((2, 1),) ('bear', 'panda')" in seen.text
    assert digest(plan.undo(2).state).hex() == hashes[-3]


def saved(**fields: object) -> bytes:
    whole = msgspec.msgpack.decode(on(TABLE, 0, "choose 2").encode())
    return msgspec.msgpack.encode({**whole, **fields})


def without(*names: str) -> bytes:
    whole = msgspec.msgpack.decode(on(TABLE, 0, "choose 2").encode())
    return msgspec.msgpack.encode({k: v for k, v in whole.items() if k not in names})


@pytest.mark.row("U27")
def test_a_plan_for_other_rules_is_refused_in_plain_words() -> None:
    with pytest.raises(ValueError) as caught:
        Plan.decode(GAME, TABLE, saved(version=3))
    assert str(caught.value) == (
        "this was saved by version 3 of park, and these are the rules of version 1"
    )
    with refusing(ValueError, match="saved of park, not of tictactoe"):
        Plan.decode(TicTacToe(), TicTacToe().setup(2, Options()), saved())
    confirmed = on(TABLE, 0, "choose 2").confirm()
    with refusing(ValueError, match="by version 2 of park"):
        Confirmed.decode(GAME, replace(confirmed, version=2).encode())


@pytest.mark.row("U28")
def test_a_plan_without_a_later_field_has_its_default() -> None:
    old = Plan.decode(GAME, TABLE, without("undone"))
    assert (old.moves, old.redos) == (("choose 2",), 0)


@pytest.mark.row("U09")
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "nothing saved of park"),
        (b"\x00" * (PLAN_LIMIT + 1), f"not {PLAN_LIMIT} at most"),
        (saved() + b"\x00", "nothing saved of park"),
        (without("prepared"), "missing required field `prepared`"),
        (saved(more=1), "unknown field `more`"),
        (saved(prepared=[["choose 2", 7]]), "Expected `str`"),
        (saved(prepared=[[["choose 2"]]]), "Expected `str`"),
        (saved(prepared=[{"__class__": "os.system"}]), "Expected `array`"),
        (saved(prepared=[[]]), "empty levels"),
        (saved(undone=[[]]), "empty levels"),
        (saved(prepared=[["a"] * MOVES_LIMIT], undone=[["a"]]), "too many moves"),
        (saved(prepared=[["a\nb"]]), "a move is no move"),
        (saved(undone=[["a" * (MOVE_LIMIT + 1)]]), "a move is no move"),
        (on(TABLE, 0, "choose 2").confirm().encode(), "no saved|nothing saved"),
        (Timeline.begin(GAME, 2, ParkOptions()).encode(), "nothing saved of park"),
    ],
)
def test_bytes_that_are_no_saved_plan_are_refused_in_plain_words(
    data: bytes, sentence: str
) -> None:
    with refusing(ValueError, match=sentence):
        Plan.decode(GAME, TABLE, data)


def test_bytes_that_are_no_confirmed_plan_are_refused() -> None:
    confirmed = on(TABLE, 0, "choose 2").confirm()
    for bad in (saved(), replace(confirmed, path=confirmed.path[:1]).encode()):
        with refusing(ValueError, match=r"no confirmed plan|nothing saved"):
            Confirmed.decode(GAME, bad)


moves = st.text(
    st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=MOVE_LIMIT
)

#: Eight of them have no more moves than a plan may have.
groups = st.recursive(
    moves,
    lambda group: st.lists(group, min_size=1, max_size=3).map(tuple),
    max_leaves=MOVES_LIMIT // 8,
)


@pytest.mark.row("U08")
@given(groups=st.lists(groups, max_size=8), undone=st.integers(0, 8))
@settings(max_examples=60, deadline=None)
def test_any_plan_is_read_as_it_was_written(groups: list[Group], undone: int) -> None:
    plan = on(TABLE, 1, *groups)
    if 0 < undone <= plan.levels:
        plan = plan.undo(undone)
    again = Plan.decode(GAME, TABLE, plan.encode())
    assert again.prepared == plan.prepared
    assert again.undone == plan.undone
    assert again.player == plan.player


def test_a_stored_plan_that_missed_its_turn_waits_for_the_next() -> None:
    plan = on(TABLE, 0, "choose 2")
    table = made(TABLE, 0, "choose 3", "place 3", "end")
    again = Plan.decode(GAME, table, plan.encode())
    assert again.is_waiting
    assert again.moves == ("choose 2",)
