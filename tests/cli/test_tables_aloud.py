"""What ``--plain`` answers to ``table``, word for word, as it is read aloud."""

from __future__ import annotations

import pytest

from p2pgame.cli.terminal.line_display import LineDisplay
from p2pgame.engine import EMPTY, Chosen, State, advance
from p2pgame.games.registry import GAMES
from p2pgame.tabletop.stacks import Stack, sized
from tests.cli.test_questions import Table
from tests.games.test_battleship_drawing import OPTIONS as SMALL_SEA
from tests.games.test_battleship_drawing import after as battle
from tests.games.test_battleship_drawing import known

LANGUAGES = ("en", "de")


def table(name: str, state: State, seat: int | None, **faces: str) -> Table:
    """Return a table at which a seat sees this."""
    game = GAMES[name]
    opened = Table(game, max(game.seats[0], 2), seat, LineDisplay(plain=True).cards)
    opened.sees(state, {int(slot): face for slot, face in faces.items()})
    return opened


def read(name: str, state: State, seat: int | None, language: str, **faces: str) -> str:
    """Return what a seat is told of its table, a line for each sentence."""
    said = table(name, state, seat, **faces).asked("table", language)
    return "".join(f"{line}\n" for line in said or ())


def played(name: str, *moves: str, **options: object) -> State:
    """Return the state of a game of open moves after these."""
    game = GAMES[name]
    state: State = game.setup(game.seats[0], game.options(**options))
    for n, move in enumerate(moves):
        player = n % game.seats[0]
        state = advance(game, state, Chosen(player, move)).state
    return state


each_language = pytest.mark.parametrize("language", LANGUAGES)


@each_language
def test_a_position_of_chess_is_read_aloud(language: str) -> None:
    pytest.importorskip("chess")
    game = GAMES["chess"]
    text = "4k3/8/8/1b6/8/5n2/PP3PPP/R3K2R w KQ - 3 21"
    state = game.position(2, game.options(), text)
    assert read("chess", state, 0, language) == CHESS[language]


@each_language
def test_the_end_of_a_game_of_chess_is_read_aloud(language: str) -> None:
    pytest.importorskip("chess")
    state = played("chess", "f2f3", "e7e5", "g2g4", "d8h4")
    assert read("chess", state, None, language).splitlines()[2:] == MATE[language]


@each_language
def test_a_game_of_checkers_is_read_aloud(language: str) -> None:
    game = GAMES["checkers"]
    state = game.position(2, game.options(), "W:W21,K29:B1,17,K12")
    assert read("checkers", state, 1, language) == CHECKERS[language]


@each_language
def test_a_game_of_tictactoe_is_read_aloud(language: str) -> None:
    state = played("tictactoe", "5", "1", "9")
    assert read("tictactoe", state, 0, language) == TICTACTOE[language]
    won = played("tictactoe", "5", "1", "9", "2", "7", "3")
    assert read("tictactoe", won, 0, language) == TICTACTOE_WON[language]


@each_language
def test_a_battle_at_sea_is_read_aloud(language: str) -> None:
    state = battle("a1", "a1", "b1", "d4", "c3")
    assert state.fleet.size == SMALL_SEA.size
    faces = {str(slot): face for slot, face in known(0).items()}
    assert read("battleship", state, 0, language, **faces) == BATTLESHIP[language]
    seen = read("battleship", state, None, language)
    assert seen == BATTLESHIP_SPECTATED[language]


@each_language
def test_a_game_of_memory_is_read_aloud(language: str) -> None:
    game = GAMES["memory"]
    begun = game.setup(2, game.options(pairs=4))
    state = type(begun)(
        3,
        sized("cards", 8, [0, 1, 2, EMPTY, EMPTY, 5, EMPTY, 7]),
        sized("cards", 8, [EMPTY, EMPTY, EMPTY, 3]),
        (Stack("cards", (4, 6)), Stack("cards")),
        1,
        faces=("emu",),
    )
    assert read("memory", state, 0, language, **{"3": "emu"}) == MEMORY[language]


@each_language
def test_a_puzzle_of_fill_is_read_aloud(language: str) -> None:
    state = played("fill", "C c1")
    assert read("fill", state, 0, language) == FILL[language]


@each_language
def test_a_puzzle_of_fold_is_read_aloud(language: str) -> None:
    state = played("fold", "A down", "A right")
    assert read("fold", state, 0, language) == FOLD[language]


@each_language
def test_a_puzzle_of_flow_is_read_aloud(language: str) -> None:
    state = played("flow", "A1 right", "A1 right", "A2 up", "B1 down", "B2 right")
    assert read("flow", state, 0, language) == FLOW[language]


@each_language
def test_what_undos_and_redos_of_a_puzzle_would_do_is_read_aloud(language: str) -> None:
    moves = ("A1 down", "B1 left", "undo A1", "A1 right", "A1 right")
    told = read("flow", played("flow", *moves), 0, language).splitlines()
    assert told[8:11] == UNDOS[language]
    again = played("fold", "A down", "undo A", "redo A", "undo A")
    assert UNFOLDED[language] <= {*read("fold", again, 0, language).splitlines()}
    on_pad = played("fill", "C c1", "undo C")
    assert BACK[language] in read("fill", on_pad, 0, language)
    over = played("fill", "C c1", "undo C", "give up")
    assert BACK[language] not in read("fill", over, 0, language)


UNDOS = {
    "en": [
        "A1: an undo brings back B1.",
        "A1: its past is undo a2.",
        "B1: a redo makes c1 again.",
    ],
    "de": [
        "A1: undo stellt B1 wieder her.",
        "A1: früher undo a2.",
        "B1: redo wiederholt c1.",
    ],
}
UNFOLDED = {
    "en": {
        "A: a redo makes down again.",
        "A: its past is undo down, redo down and undo down.",
    },
    "de": {
        "A: redo wiederholt down.",
        "A: früher undo down, redo down und undo down.",
    },
}
BACK = {"en": "C: a redo makes c1 again.", "de": "C: redo wiederholt c1."}


BATTLESHIP = {
    "en": """\
Ship A of Anna lies on a1, b1 and c1 and is hit on a1.
Ship B of Anna is not hit and lies on a3 and a4.
Ben has shot at water: d4.
Ship A of Ben with 3 cells is not hit.
Ship B of Ben is sunk on a1 and b1.
Anna has shot at water: c3.
Ben is to move.
""",
    "de": """\
Schiff A von Anna liegt auf a1, b1 und c1 und ist getroffen auf a1.
Schiff B von Anna ist nicht getroffen und liegt auf a3 und a4.
Ben hat ins Wasser geschossen: d4.
Schiff A von Ben mit 3 Feldern ist nicht getroffen.
Schiff B von Ben ist versenkt auf a1 und b1.
Anna hat ins Wasser geschossen: c3.
Am Zug ist Ben.
""",
}
BATTLESHIP_SPECTATED = {
    "en": """\
Ship A of Anna with 3 cells is hit on a1.
Ship B of Anna with 2 cells is not hit.
Ben has shot at water: d4.
Ship A of Ben with 3 cells is not hit.
Ship B of Ben is sunk on a1 and b1.
Anna has shot at water: c3.
Ben is to move.
""",
    "de": """\
Schiff A von Anna mit 3 Feldern ist getroffen auf a1.
Schiff B von Anna mit 2 Feldern ist nicht getroffen.
Ben hat ins Wasser geschossen: d4.
Schiff A von Ben mit 3 Feldern ist nicht getroffen.
Schiff B von Ben ist versenkt auf a1 und b1.
Anna hat ins Wasser geschossen: c3.
Am Zug ist Ben.
""",
}
CHECKERS = {
    "en": """\
Black, Anna: men on g1 and g5, king on a3.
White, Ben: man on h6, king on h8.
Anna has 3 left.
Ben has 2 left.
Ben must take.
It is your turn.
""",
    "de": """\
Schwarz, Anna: Steine auf g1 und g5, Dame auf a3.
Weiß, Ben: Stein auf h6, Dame auf h8.
Anna hat noch 3.
Ben hat noch 2.
Ben muss schlagen.
Du bist am Zug.
""",
}
MEMORY = {
    "en": """\
Face down: 1 to 3, 6 and 8.
Card 4 lies open: emu.
Anna has 1 pair.
Ben has 0 pairs.
Ben is to move.
""",
    "de": """\
Verdeckt: 1 bis 3, 6 und 8.
Karte 4 liegt offen: emu.
Anna hat 1 Paar.
Ben hat 0 Paare.
Am Zug ist Ben.
""",
}
TICTACTOE = {
    "en": """\
X, Anna: 5 and 9.
O, Ben: 1.
Free: 2, 3, 4, 6, 7 and 8.
Ben is to move.
""",
    "de": """\
X, Anna: 5 und 9.
O, Ben: 1.
Frei: 2, 3, 4, 6, 7 und 8.
Am Zug ist Ben.
""",
}
TICTACTOE_WON = {
    "en": """\
X, Anna: 5, 7 and 9.
O, Ben: 1, 2 and 3.
Three O in a row: 1, 2 and 3.
The game is over: Ben +1, Anna -1.
""",
    "de": """\
X, Anna: 5, 7 und 9.
O, Ben: 1, 2 und 3.
Drei O in einer Reihe: 1, 2 und 3.
Das Spiel ist aus: Ben +1, Anna -1.
""",
}
CHESS = {
    "en": """\
Move 21.
White, Anna: king on e1, rooks on a1 and h1, pawns on a2, b2, f2, g2 and h2.
Black, Ben: king on e8, bishop on b5, knight on f3.
Anna has taken 1 queen, 2 rooks, 1 bishop, 1 knight and 8 pawns.
Anna is in check.
Ben has taken 1 queen, 2 bishops, 2 knights and 3 pawns.
It is your turn.
""",
    "de": """\
Zug 21.
Weiß, Anna: König auf e1, Türme auf a1 und h1, Bauern auf a2, b2, f2, g2 und h2.
Schwarz, Ben: König auf e8, Läufer auf b5, Springer auf f3.
Anna hat 1 Dame, 2 Türme, 1 Läufer, 1 Springer und 8 Bauern geschlagen.
Anna steht im Schach.
Ben hat 1 Dame, 2 Läufer, 2 Springer und 3 Bauern geschlagen.
Du bist am Zug.
""",
}
FILL = {
    "en": """\
The grid has columns a to d and rows 1 to 3.
Block A is on the pad; its shape, as if at the corner, is a1, a2, b2 and c2.
Block B is on the pad; its shape, as if at the corner, is a1, b1 and b2.
Block C lies on c1, d1, c2, d2 and d3.
Free cells: a1, b1, a2, b2, a3, b3 and c3.
It is your turn.
""",
    "de": """\
Das Gitter hat die Spalten a bis d und die Zeilen 1 bis 3.
Block A ist auf der Ablage; seine Form, als läge er in der Ecke, ist a1, a2, b2 und c2.
Block B ist auf der Ablage; seine Form, als läge er in der Ecke, ist a1, b1 und b2.
Block C liegt auf c1, d1, c2, d2 und d3.
Freie Felder: a1, b1, a2, b2, a3, b3 und c3.
Du bist am Zug.
""",
}
FLOW = {
    "en": """\
No cell may be left free.
The grid has columns a to d and rows 1 to 4.
A1 begins on a1, A2 on c3.
Line A1 goes a1, b1, c1.
Line A2 goes c3, c2.
A is joined.
B1 begins on d1, B2 on c4.
Line B1 goes d1, d2.
Line B2 goes c4, d4.
C1 begins on b2, C2 on a3.
D1 begins on b3, D2 on a4.
Free cells: a2, d3 and b4.
995 moves left.
It is your turn.
""",
    "de": """\
Kein Feld darf frei bleiben.
Das Gitter hat die Spalten a bis d und die Zeilen 1 bis 4.
A1 beginnt auf a1, A2 auf c3.
Linie A1 geht a1, b1, c1.
Linie A2 geht c3, c2.
A ist verbunden.
B1 beginnt auf d1, B2 auf c4.
Linie B1 geht d1, d2.
Linie B2 geht c4, d4.
C1 beginnt auf b2, C2 auf a3.
D1 beginnt auf b3, D2 auf a4.
Freie Felder: a2, d3 und b4.
Noch 995 Züge.
Du bist am Zug.
""",
}
FOLD = {
    "en": """\
The grid has columns a to d and rows 1 to 2.
Block A begins on a1 and is unfolded over b1, a2 and b2.
Block B is folded and lies on d1.
Free cells: c1, c2 and d2.
It is your turn.
""",
    "de": """\
Das Gitter hat die Spalten a bis d und die Zeilen 1 bis 2.
Block A beginnt auf a1 und ist aufgeklappt über b1, a2 und b2.
Block B ist nicht aufgeklappt und liegt auf d1.
Freie Felder: c1, c2 und d2.
Du bist am Zug.
""",
}
MATE = {
    "en": ["Checkmate.", "The game is over: Ben +1, Anna -1."],
    "de": ["Matt.", "Das Spiel ist aus: Ben +1, Anna -1."],
}
