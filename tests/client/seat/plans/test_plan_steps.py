"""Before its turn a player sees what each step of its plan does, as far as it can."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import ModuleType

import pytest
import trio.testing

from p2pgame.cli.text.planned import in_a_line, in_lines, possible
from p2pgame.client import commands as c
from p2pgame.client.events import Planned
from p2pgame.client.json_lines import with_sentences
from p2pgame.client.seat.plans import foresight, plan_commands, plan_steps, trials
from p2pgame.client.words import say
from p2pgame.engine import RulesError
from p2pgame.engine.undo import plan as undo_plan
from tests.client.planners import Player, made, table
from tests.client.seat.plans.steps import begin, plan_of, stepped
from tests.engine.park import Park, ParkGame

NAMES = ["Ann", "Ben"]
#: What is said where nobody knows what may come next.
TYPE_IT = (
    "What may come next shows when your turn comes. "
    "Type it as you would then; a card by its name."
)


def lines(plan: Planned) -> list[str]:
    """Return the steps as a terminal shows them."""
    told = partial(say, names=NAMES)
    return in_lines(plan, told, possible(plan, told))[1:]


async def planned(player: Player, *moves: str) -> Planned:
    """Plan these moves in another's turn."""
    await player.seat.plan(c.Plan())
    plan = await stepped(player, *moves)
    assert plan.waits
    assert plan.view is None
    return plan


@pytest.fixture
def any_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take steps into a plan that nobody has tried, as where that takes too long."""
    monkeypatch.setattr(plan_commands, "TRIED_ONCE", 0)


@pytest.mark.row("U05", "U30")
@pytest.mark.usefixtures("any_step")
async def test_at_a_board_steps_are_tried_in_positions_that_may_come(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "checkers") as there:
        ann, ben = there.ann, there.ben
        await ann.open_turn()
        assert lines(await planned(ben, "b6-a5", "a5-b4", "d6-e5")) == [
            "Whatever comes before.",
            "1. b6-a5: Ben moves b6-a5",
            "There the plan stops: Ann moves next: confirm first.",
            "2. a5-b4",
            "Not possible like this in your next turn, as the table stands.",
            "3. d6-e5",
        ]
        await ben.seat.plan(c.Undo(2))
        await made(ann, "c3-d4")
        plan = await ben.wait(Planned, lambda plan: not plan.waits)
        assert lines(plan) == ["1. b6-a5: Ben moves b6-a5"]
        await ben.seat.plan(c.Confirm())
        await ann.open_turn()
        plan = await planned(ben, "d6xf4")
        assert lines(plan) == [
            "As it would be after this: Ann moves d4-e5.",
            "1. d6xf4: Ben takes d6xf4",
        ]
        said = with_sentences(plan, NAMES, "de")["steps"][0]
        assert said["given"]["sentence"] == "so wäre es danach: Ann zieht d4-e5"
        assert said["messages"][0]["sentence"] == "Ben schlägt d6xf4"


@pytest.mark.usefixtures("any_step")
async def test_at_cards_a_step_shows_what_it_does_where_the_bets_are_known(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "leduc") as there:
        await there.ann.open_turn()
        assert lines(await planned(there.ben, "call", "raise")) == [
            "As it would be after this: Ann: raise.",
            "1. call: Ben: call",
            "There the plan stops: something hidden is shown next: confirm first.",
            "2. raise",
        ]


async def test_where_a_hidden_card_comes_first_it_shows_what_such_moves_do(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "crazy-eights") as there:
        ann, ben = there.ann, there.ben
        await ann.wait_for(lambda: bool(ann.seat.now.turn or ben.seat.now.turn))
        waiting = ben if ann.seat.now.turn else ann
        plan = await planned(waiting, "play 3", "hearts", "nonsense")
        assert lines(plan) == [
            "What it does and costs shows when your turn comes.",
            "1. play 3: Play a card of the own hand, which must fit",
            "2. hearts: Name the suit to follow after an eight",
            "3. nonsense",
            TYPE_IT,
        ]
        (about,) = with_sentences(plan, NAMES, "de")["steps"][0]["about"]
        assert (
            about["sentence"]
            == "Eine Karte des eigenen Blatts spielen, die passen muss."
        )


async def test_what_a_step_costs_is_no_part_of_the_line_that_stays(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """It may be otherwise when the turn comes, and there it has no condition."""
    async with table(tmp_path, "pig") as there:
        ann, ben = there.ann, there.ben
        await ann.wait_for(lambda: bool(ann.seat.now.turn or ben.seat.now.turn))
        waiting = ben if ann.seat.now.turn else ann
        plan = await planned(waiting, "hold")
        assert in_a_line(plan, say) == "Planned for your turn: hold"
        assert lines(plan)[1].startswith("1. hold: ")


def icons(_: object, state: Park) -> tuple[int, ...]:
    return tuple(len(side.icons) for side in state.sides)


@pytest.mark.usefixtures("park_here")
async def test_moves_of_one_step_are_shown_as_one_with_the_points_that_they_bring(
    tmp_path: Path,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ParkGame, "scores", icons)
    async with table(tmp_path) as there:
        await begin(there)
        plan = await planned(there.ben, "choose 1", "place 1", "gather bear")
        after = "As it would be after this: Ann: choose 1, Ann: place 1"
        assert lines(plan)[0] == f"{after}, Ann: end."  # and no icon is gathered
        follow = "Possible next, as far as is known now: gather panda, draw, roll, end"
        monkeypatch.setattr(plan_steps, "NAMED", 2)
        await there.ben.seat.plan(c.Group(3, "a bear"))
        assert lines(plan_of(there.ben)) == [
            f"{after}, and so on.",
            "1. a bear = choose 1 + place 1 + gather bear (+1 points): "
            "Ben: choose 1, Ben: place 1, Ben: gather bear",
            follow,
        ]


async def test_trying_a_plan_has_bounds(
    tmp_path: Path,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was not tried everywhere is not said to be so whatever comes."""
    async with table(tmp_path, "checkers") as there:
        await there.ann.open_turn()
        monkeypatch.setattr(trials, "TRIED", 5)
        plan = await planned(there.ben, "b6-a5")
        assert plan.steps[0].given is not None
        assert plan.steps[0].given.id == "plan-given-after"


@pytest.mark.parametrize("tries", [foresight, undo_plan])
async def test_rules_that_fail_in_a_position_that_may_come_stop_no_game(
    tmp_path: Path,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
    tries: ModuleType,
) -> None:
    def fail(*_: object) -> None:
        raise RulesError("they fail")

    async with table(tmp_path, "checkers") as there:
        await there.ann.open_turn()
        with monkeypatch.context() as patch:
            patch.setattr(tries, "advance", fail)
            plan = await planned(there.ben, "b6-a5")
        assert lines(plan) == [
            "What it does and costs shows when your turn comes.",
            "1. b6-a5: Move a piece to a free square beside it",
            TYPE_IT,
        ]
        await made(there.ann, "c3-d4")
        plan = await there.ben.wait(Planned, lambda plan: not plan.waits)
        assert lines(plan) == ["1. b6-a5: Ben moves b6-a5"]
