"""The trace of a transcript is what docs/wire.md says: two readers print the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.engine import (
    Event,
    Game,
    Options,
    Over,
    Roll,
    Rolled,
    State,
    Turn,
    exact_json,
)
from tests import wire_votes
from tests.second import turns as asked
from tests.second.scripted import Scripted, Story
from tests.second.trace import Trace
from tests.session.tables import Deck, Net
from tests.test_wire import Flip, played
from tests.wire_samples import read
from tests.wire_votes import agree

ABOUT = "trace", "table", "genesis", "turn", "by", "event", "laid", "over", "signed"


@pytest.mark.parametrize("deck", ["masked", "commutative", "proved"])
@pytest.mark.parametrize("name", ["kuhn", "sampler"])
def test_two_readers_of_a_game_of_cards_print_the_same_trace(
    name: str, deck: Deck
) -> None:
    table = played(name, deck=deck).tables[0]
    agree(table, read(table.transcript(), name))


@pytest.mark.parametrize(("name", "quorum"), [("tictactoe", 0), ("sampler", 2)])
def test_two_readers_of_another_game_print_the_same_trace(
    name: str, quorum: int
) -> None:
    table = played(name, quorum=quorum).tables[0]
    agree(table, read(table.transcript(), name))


class Fallen(State, frozen=True):
    values: tuple[int, ...] = ()


class LongDice(Game[Fallen, Options]):
    """Dice whose numbers a float may lose."""

    name, version, seats, options = "long-dice", 1, range(2, 3), Options

    def setup(self, seats: int, options: Options) -> Fallen:
        return Fallen()

    def turn(self, state: Fallen) -> Turn:
        return Over((0, 0)) if state.values else Roll(2**62, 9)

    def apply(self, state: Fallen, event: Event) -> Fallen:
        assert isinstance(event, Rolled)
        return Fallen(event.values)

    def show(self, state: Fallen, faces: Mapping[int, str]) -> str:
        return str(state.values)


def long_dice() -> Story:
    values = yield [[]], asked.Roll(2**62, 9)
    yield [[*map(int, map(str, values))]], asked.Over((0, 0))


def test_two_readers_write_a_number_that_floats_may_lose_as_a_text() -> None:
    net = Net(LongDice(), 2)
    net.play()
    table = net.tables[0]
    game = wire_votes.read(table.transcript(), Scripted("long-dice", long_dice))
    agree(table, game)
    (line,) = (line for line in game.trace if line.startswith("event rolled "))
    values = json.loads(line.removeprefix("event rolled "))
    assert all(isinstance(value, str) and int(value) >= 2**53 for value in values)


def test_a_trace_spells_text_as_the_page_says() -> None:
    short = {
        '"': '"',
        "\\": "\\",
        "\b": "b",
        "\f": "f",
        "\n": "n",
        "\r": "r",
        "\t": "t",
    }
    text = "".join(map(chr, range(128))) + "é\u2028\ufeff🂡"
    told = ""
    for each in text:
        code = f"u00{ord(each):02x}" if each < " " else ""
        escape = short.get(each, code)
        told += f"\\{escape}" if escape else each
    assert exact_json.encode([text]).decode() == f'["{told}"]'
    trace = Trace()
    trace.event(asked.Event("opened", (text,)))
    assert trace.lines[-1] == f'event opened ["{told}"]'


def shown(path: Path, data: bytes) -> tuple[int, list[str]]:
    path.write_bytes(data)
    done = CliRunner().invoke(main, ["show", "--trace", str(path)])
    return done.exit_code, done.output.splitlines()


def test_a_trace_is_shown_line_by_line(tmp_path: Path) -> None:
    net = played("kuhn")
    data = net.tables[0].transcript()
    status, lines = shown(tmp_path / "kuhn.p2pgame", data)
    assert status == 0
    assert lines == [*read(data, "kuhn").trace]
    assert {line.split()[0] for line in lines} == {*ABOUT}
    play = net.tables[0].play
    assert play is not None
    last = [line for line in lines if line.startswith("turn ")][-1].split()
    assert last[2:] == [play.id.hex(), play.board.digest.hex()]


def test_a_trace_of_a_bad_file_goes_as_far_as_it_is_good(tmp_path: Path) -> None:
    good = played("kuhn").tables[0].transcript()
    bad = played("kuhn", Flip(1, 4, 40)).tables[0].transcript()
    status, lines = shown(tmp_path / "bad.p2pgame", bad)
    assert status == 1
    assert lines[-1].startswith("refused player 1 cheated in entry ")
    _, whole = shown(tmp_path / "good.p2pgame", good)
    alike = [a == b for a, b in zip(lines, whole, strict=False)]
    assert alike.index(False) > 6
    status, lines = shown(tmp_path / "cut.p2pgame", good[:-1])
    assert (status, len(lines)) == (1, 2)
    assert lines[-1].startswith("refused the file is damaged")
