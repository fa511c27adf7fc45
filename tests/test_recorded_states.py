"""States and turns of recorded games: docs/states/, and ``rules NAME --states``."""

from __future__ import annotations

import json
import re
from itertools import groupby, pairwise

import msgspec
import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.client.states_shown import states_of
from p2pgame.games.registry import KNOWN
from tests.archiving import ARCHIVE, kept_trace
from tests.recorded_states import FOLDER, names, shown, told
from tests.second.states import digest

NEEDS_CHESS = {"chess-1-bare-king", "chess-1-masked", "chess-2-masked"}


@pytest.mark.parametrize("name", names())
def test_the_states_of_a_file_are_those_of_its_trace(name: str) -> None:
    if name in NEEDS_CHESS:
        pytest.importorskip("chess")
    kept = (FOLDER / f"{name}.jsonl").read_text("utf-8")
    assert kept == shown(name)
    values = [*map(json.loads, kept.splitlines())]
    states = [digest(one["state"]).hex() for one in values if "state" in one]
    lines = [line.split() for line in kept_trace(ARCHIVE / f"{name}.p2pgame")]
    reached = [words[3] for words in lines if words[0] == "turn"]
    # An audit changes no state, and of two events in a row the first has no turn.
    following = iter(states)
    assert all(one in following for one, _ in groupby(reached))
    assert (states[0], states[-1]) == (reached[0], reached[-1])
    assert values[-1]["turn"] == "over"


def test_every_version_of_every_game_has_recorded_states() -> None:
    shown_games = {re.sub(r"-\w+$", "", name) for name in names()}
    assert shown_games >= {f"{name}-{version}" for name, version in KNOWN}
    assert {path.stem for path in FOLDER.iterdir()} == {*names()}


def printed(*arguments: str) -> list[dict[str, object]]:
    done = CliRunner().invoke(main, ["rules", *arguments, "--states"])
    assert done.exit_code == 0, done.output
    return [*map(json.loads, done.output.splitlines())]


@pytest.mark.parametrize("name", ["kuhn", "rps", "goofspiel", "holdem", "mover"])
def test_rules_prints_games_from_their_first_state_on(name: str) -> None:
    lines = printed(name)
    assert lines == printed(name)
    game = KNOWN[name, max(version for known, version in KNOWN if known == name)]
    first, *rest = lines
    assert first["game"] == game.name
    assert first["version"] == game.version
    assert [*rest[0]] == ["state"]
    assert "turn" in rest[1]
    kinds = {next(iter(one)) for one in rest}
    assert kinds == {"game", "event", "state", "turn"}
    assert sum("game" in one for one in lines) == 3


@pytest.mark.parametrize(("name", "version"), KNOWN)
def test_printed_games_are_told_by_their_events_up_to_eighty_states_each(
    name: str, version: int
) -> None:
    if name == "chess":
        pytest.importorskip("chess")
    game, seats, lines = KNOWN[name, version], [], [*states_of(KNOWN[name, version])]
    begun = [at for at, line in enumerate(lines) if "game" in json.loads(line)]
    for at, end in pairwise([*begun, len(lines)]):
        head, *rest = map(json.loads, lines[at:end])
        options = msgspec.convert(head["options"], game.options)
        events = [(one["event"], one["values"]) for one in rest if "event" in one]
        assert lines[at:end] == [*told(game, head["seats"], options, events)]
        assert len(events) < 80
        assert len(events) == 79 or rest[-1]["turn"] == "over"
        seats.append(head["seats"])
    assert seats == [min(game.seats[0] + more, game.seats[-1]) for more in range(3)]
