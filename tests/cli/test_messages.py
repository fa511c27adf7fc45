"""People read sentences: the id of a message reaches no screen and no file."""

from __future__ import annotations

import ast
import builtins
import importlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from p2pgame.cli.text import words
from p2pgame.client import words as client_words
from p2pgame.engine import Refusal
from p2pgame.games.registry import GAMES
from p2pgame.session.entries.errors import Misbehaviour, SessionError
from p2pgame.session.entries.payloads import Answer, Payload
from p2pgame.session.table.evidence import gather
from p2pgame.session.table.verify import Refuted
from tests.cli.test_commands import run
from tests.english import english
from tests.session.tables import Net
from tests.sources import MODULES, parsed

GAME = GAMES["tictactoe"]
#: A message as its ``str`` has it, which is for debugging.
RAW = re.compile(r"\b[a-z]+(-[a-z0-9]+)+\([a-z_]+=")
#: Errors that may hold a message.
BEARING = (Refusal, SessionError)
#: The modules that make what people read.
SHOWING = [
    path
    for path in MODULES
    if path.parts[0] == "cli" or path.parts[1] in ("client", "session")
]


def said_raw(tree: ast.Module, names: Mapping[str, object]) -> Iterator[int]:
    """Yield the lines that write down an error which may hold a message."""
    for handler in ast.walk(tree):
        if not isinstance(handler, ast.ExceptHandler) or handler.name is None:
            continue
        assert handler.type is not None
        try:
            kinds = eval(ast.unparse(handler.type), {**vars(builtins), **names})
        except NameError:  # imported where it is used: it may be any error
            kinds = Exception
        if not any(map(may_bear, kinds if isinstance(kinds, tuple) else [kinds])):
            continue
        for node in ast.walk(handler):
            match node:
                case ast.FormattedValue(ast.Name(name)) | ast.Call(
                    ast.Name("str" | "repr"), [ast.Name(name)]
                ) if name == handler.name:
                    yield node.lineno


def may_bear(kind: type[BaseException]) -> bool:
    return any(issubclass(kind, b) or issubclass(b, kind) for b in BEARING)


def test_no_error_with_a_message_is_shown_as_its_own_text() -> None:
    for path in SHOWING:
        tree = parsed(path)
        if path.stem != "__main__":
            module = importlib.import_module(".".join(path.with_suffix("").parts))
            assert [*said_raw(tree, vars(module))] == [], path


def test_an_error_that_is_shown_as_its_own_text_is_found() -> None:
    shown = "try: f()\nexcept {}:\n  g({})"
    cases = {
        ("ValueError as e", "str(e)"): [3],
        ("(OSError, Refuted) as e", "f'no: {e}.'"): [3],
        ("Exception as e", "repr(e)"): [3],
        ("OSError as e", "str(e)"): [],
        ("Refuted as e", "told(e)"): [],
        ("Refuted", "str(e)"): [],
    }
    for (kind, text), lines in cases.items():
        tree = ast.parse(shown.format(kind, text))
        assert [*said_raw(tree, {"Refuted": Refuted})] == lines, (kind, text)


def test_a_refusal_is_a_sentence_though_its_game_was_never_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draughts = GAMES["checkers"]
    monkeypatch.setattr(client_words, "_SPEECH", client_words._Speech())
    with pytest.raises(Refusal) as refused:
        draughts.position(2, draughts.options(), "nonsense")
    assert RAW.search(str(refused.value))
    assert words.told(refused.value) == english(refused.value)


def forged(seat: int, payload: Payload) -> Payload:
    if seat == 1 and isinstance(payload, Answer):
        return Answer(payload.turn, payload.round, b"nonsense")
    return payload


@pytest.fixture(scope="module")
def cheated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the evidence and the transcript of a game with an illegal move."""
    net = Net(GAME, 2, forge=forged)
    net.play()
    table = net.tables[0]
    assert isinstance(table.stopped, Misbehaviour)
    assert RAW.search(str(table.stopped)), "there is a message in it"
    folder = tmp_path_factory.mktemp("illegal")
    (folder / "game.evidence").write_bytes(gather(table, table.stopped))
    (folder / "game.p2pgame").write_bytes(table.transcript())
    return folder


#: How an illegal move is told, by the commands that come across one.
TOLD = "an illegal move: 'nonsense' is not possible now, but: "


@pytest.mark.parametrize(
    "command",
    [
        ("evidence", "game.evidence"),
        ("evidence", "--json", "game.evidence"),
        ("verify", "game.p2pgame"),
        ("verify", "--json", "game.p2pgame"),
        ("show", "game.p2pgame"),
    ],
    ids=" ".join,
)
def test_an_illegal_move_is_told_in_a_sentence(
    cheated: Path, command: tuple[str, ...]
) -> None:
    done = run(*command, cwd=cheated)
    shown = done.stdout + done.stderr
    assert TOLD in shown
    assert not RAW.search(shown), shown
    if "--json" in command:
        told = json.loads(done.stdout)
        assert TOLD in told.get("text", told.get("error"))


def test_evidence_of_another_fault_says_so_in_a_sentence(cheated: Path) -> None:
    data = (cheated / "game.evidence").read_bytes()
    changed = data.replace(b"\x65rules", b"\x65proof", 1)
    assert changed != data
    (cheated / "other.evidence").write_bytes(changed)
    done = run("evidence", "other.evidence", cwd=cheated)
    assert f"it shows another fault than it says: {TOLD}" in done.stderr
    assert not RAW.search(done.stderr)
