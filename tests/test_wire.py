"""docs/wire.md is enough: a second reader, written from it, reads real tables.

Here the second reader meets the program: what it is given was made by tables at
work.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from p2pgame.engine import turns
from p2pgame.session import Offer, Table
from p2pgame.session.entries.payloads import Answer, Payload
from p2pgame.session.table import evidence
from tests import second
from tests import wire_reader as reader
from tests.session.tables import TABLE, Deck, Net, known, me
from tests.wire_samples import SAMPLES, read
from tests.wire_values import Malformed

#: What is read live, and what the examples of the page are computed with.
LIVE = (
    "wire_values",
    "wire_reader",
    "wire_briefs",
    "wire_invite",
    "wire_group",
    "wire_sealed",
    "wire_shuffles",
    "wire_proofs",
    "wire_shares",
    "wire_certificate",
    "wire_recall",
    "wire_spoken",
    "wire_signals",
)
HERE = Path(__file__).parent
#: The verifier, written by the steps of the page.
VERIFIER = [*(HERE / "second").rglob("*.py")]

OURS = {"p2pgame"}
DECKS: list[Deck] = ["commutative", "proved"]
#: The field of a state that holds the faces opened.
OPENED = {"kuhn": "opened", "sampler": "faces"}


class Flip:
    """Flips a bit in the nth answer of one seat that says anything."""

    def __init__(self, seat: int, number: int, at: int) -> None:
        self._seat, self._number, self._at = seat, number, at
        self.done = False

    def __call__(self, seat: int, payload: Payload) -> Payload:
        if seat != self._seat or not isinstance(payload, Answer) or not payload.message:
            return payload
        self._number -= 1
        if self._number != -1:
            return payload
        self.done = True
        message = bytearray(payload.message)
        message[self._at % len(message)] ^= 1
        return replace(payload, message=bytes(message))


def played(
    name: str, forge: Flip | None = None, quorum: int = 0, deck: Deck = "masked"
) -> Net:
    game, seats, _ = SAMPLES[name]
    net = Net(game, seats, forge=forge)
    offer = Offer(game, game.options(), seats, quorum, deck=deck)
    net.tables[0] = Table(TABLE, known(game), me(0), offer)
    net.play()
    return net


def blames(refused: second.Refused, table: Table) -> None:
    """Check that a verifier blames the same player as a table, for the same fault."""
    stopped = table.stopped
    assert stopped is not None
    assert (refused.fault, refused.culprit) == (stopped.fault, stopped.culprit)


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports; those beside it begin with a dot."""
    modules = set[str]()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            modules.add("." * node.level + (node.module or ""))
            if node.module == "tests":
                modules |= {f"tests.{alias.name}" for alias in node.names}
    return modules


def test_the_second_reader_shares_no_code_with_the_program() -> None:
    known = {"tests", *(f"tests.{part}" for part in LIVE)}
    for part in LIVE:
        modules = imported(HERE / f"{part}.py")
        assert not {name.split(".")[0] for name in modules} & OURS
        assert {name for name in modules if name.startswith("tests")} <= known


def test_the_verifier_needs_nothing_but_two_libraries_of_groups() -> None:
    assert len(VERIFIER) > 30
    for path in VERIFIER:
        roots = {name.split(".")[0] for name in imported(path)}
        assert roots <= {"", "nacl", "rbcl", *sys.stdlib_module_names}, path
        up = [len(name) - len(name.lstrip(".")) for name in imported(path)]
        assert max(up) <= len(path.relative_to(HERE / "second").parts), path


@pytest.mark.parametrize(
    ("name", "quorum"), [*((name, 0) for name in SAMPLES), ("sampler", 2)]
)
def test_a_real_game_reads_as_the_page_says(name: str, quorum: int) -> None:
    net = played(name, quorum=quorum)
    game = read(net.tables[0].transcript(), name)
    play = net.tables[0].play
    assert play is not None
    assert game.turns[-1] == play.id
    assert game.name == SAMPLES[name][0].name
    assert game.players == tuple(player.name for player in play.start.players)
    assert isinstance(play.turn, turns.Over)
    assert game.payoffs == play.turn.payoffs


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("name", ["kuhn", "sampler"])
def test_a_real_game_with_another_deck_reads_as_the_page_says(
    name: str, deck: Deck
) -> None:
    net = played(name, deck=deck)
    game = read(net.tables[0].transcript(), name)
    play = net.tables[0].play
    assert play is not None
    assert isinstance(play.turn, turns.Over)
    assert (game.turns[-1], game.payoffs) == (play.id, play.turn.payoffs)
    assert sum(game.opened, ()) == getattr(play.view.state, OPENED[name])


@pytest.mark.parametrize("at", [0, 40, -1])
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("number", range(7))
def test_what_is_said_falsely_of_another_deck_is_refused_by_the_page_too(
    deck: Deck, number: int, at: int
) -> None:
    flip = Flip(0, number, at)
    table = played("sampler", flip, deck=deck).tables[0]
    assert flip.done
    assert table.stopped is not None
    with pytest.raises(second.Refused) as caught:
        read(table.transcript(), "sampler")
    blames(caught.value, table)


def test_cards_open_to_the_faces_that_the_page_gives_them() -> None:
    net = played("sampler")
    play = net.tables[0].play
    assert play is not None
    state = play.view.state
    opened = read(net.tables[0].transcript(), "sampler").opened
    assert [len(faces) for faces in opened] == [2, 1, 2]
    assert sum(opened, ()) == state.faces


def test_every_box_of_a_real_genesis_holds_the_same_key() -> None:
    net = played("sampler")
    game = read(net.tables[0].transcript(), "sampler")
    keys = {
        reader.open_box(box, me(seat).box_secret) for seat, box in enumerate(game.boxes)
    }
    assert keys == {net.tables[0].epochs.genesis_key}
    assert {reader.hash_of("p2pgame epoch", key) for key in keys} == {game.epoch}
    with pytest.raises(Malformed):
        reader.open_box(game.boxes[0], me(1).box_secret)


@pytest.mark.parametrize("at", [0, 40, -1])
@pytest.mark.parametrize(
    ("name", "quorum", "seat", "number"),
    [
        *(("kuhn", 0, 1, number) for number in range(5)),
        *(("sampler", 0, 0, number) for number in range(10)),
        ("sampler", 2, 0, 1),
        *(("sampler", 2, 0, number) for number in (9, 10)),
    ],
)
def test_what_is_said_falsely_is_refused_by_the_page_too(
    name: str, quorum: int, seat: int, number: int, at: int
) -> None:
    flip = Flip(seat, number, at)
    table = played(name, flip, quorum).tables[0]
    assert flip.done
    with pytest.raises(second.Refused) as caught:
        read(table.transcript(), name)
    blames(caught.value, table)


def test_evidence_reads_as_the_page_says() -> None:
    table = played("kuhn", Flip(1, 2, 40)).tables[0]
    assert table.stopped is not None
    data = evidence.gather(table, table.stopped)
    shown = reader.read_evidence(data)
    assert (shown.table, shown.author) == (TABLE, table.stopped.culprit)
    assert (shown.fault, shown.fork) == (table.stopped.fault, [])
    with pytest.raises(second.Refused) as caught:
        read(shown.game, "kuhn")
    blames(caught.value, table)


def test_a_file_that_was_touched_is_refused_by_the_page_too() -> None:
    data = played("tictactoe").tables[0].transcript()
    body = data[:-32]
    for at in range(0, len(body), 41):
        touched = body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]
        with pytest.raises(second.Refused):
            read(touched + data[-32:], "tictactoe")
        total = reader.hash_of("p2pgame archive", touched)
        with pytest.raises(second.Refused):
            read(touched + total, "tictactoe")
